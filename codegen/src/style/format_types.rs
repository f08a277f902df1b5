//! Types for strings with a format: parses the options, finds the strings, and declares what generated code needs.

use std::collections::{BTreeMap, BTreeSet};

use planwright_schema::error::Error;
use planwright_schema::link::Linked;
use planwright_schema::names::{Names, type_name};
use planwright_schema::{SchemaSet, lint};
use proc_macro2::TokenStream;
use quote::{ToTokens as _, quote};

use super::error;
use super::paths::type_path;
use crate::docs::RustDoc;
use crate::shape::{Shape, Shapes};
use crate::tokens::{self, ident};

/// The type for strings with a format.
#[derive(Clone, Debug)]
pub(crate) struct FormatType {
    /// Name of the type in generated code.
    pub alias: String,
    /// Path of the type.
    path: String,
    /// Functions that parse and write strings, if not `FromStr` and `Display`.
    form: Option<&'static NamedForm>,
}

/// Implementation of parsing and writing that generated code declares.
#[derive(Debug)]
struct NamedForm {
    name: &'static str,
    docs: &'static str,
    read: fn() -> TokenStream,
    write: fn() -> TokenStream,
}

/// A type that an option selects by name: format, name, path and form.
type Known = (&'static str, &'static str, &'static str, Option<&'static NamedForm>);

const KNOWN: &[Known] = &[
    ("uuid", "uuid", "::uuid::Uuid", None),
    ("date-time", "jiff", "::jiff::Timestamp", None),
    ("date-time", "chrono", "::chrono::DateTime<::chrono::FixedOffset>", Some(&CHRONO_MOMENT)),
    ("date-time", "time", "::time::OffsetDateTime", Some(&TIME_MOMENT)),
    ("date", "jiff", "::jiff::civil::Date", None),
    ("date", "chrono", "::chrono::NaiveDate", None),
    ("date", "time", "::time::Date", Some(&TIME_DATE)),
    ("time", "time", "(::time::Time, ::time::UtcOffset)", Some(&TIME_OF_DAY)),
    ("uri", "url", "::url::Url", None),
    ("iri", "url", "::url::Url", None),
    ("ipv4", "std", "::std::net::Ipv4Addr", None),
    ("ipv6", "std", "::std::net::Ipv6Addr", None),
];

/// Its `Display` writes a space where RFC 3339 requires a `T`.
const CHRONO_MOMENT: NamedForm = NamedForm {
    name: "ChronoMoment",
    docs: " How moments of `chrono` are written: by RFC 3339.",
    read: || quote!(::chrono::DateTime::parse_from_rfc3339(text).map_err(|error| error.to_string())),
    write: || quote!(value.to_rfc3339()),
};

/// Its `Display` writes spaces. Years beyond four digits cannot be written according to RFC 3339.
const TIME_MOMENT: NamedForm = NamedForm {
    name: "TimeMoment",
    docs: " How moments of `time` are written: by RFC 3339.",
    read: || {
        quote! {
            ::time::OffsetDateTime::parse(text, &::time::format_description::well_known::Rfc3339)
                .map_err(|error| error.to_string())
        }
    },
    write: || {
        quote! {
            value.format(&::time::format_description::well_known::Rfc3339).unwrap_or_else(|_| value.to_string())
        }
    },
};

/// `Date` does not implement `FromStr`.
const TIME_DATE: NamedForm = NamedForm {
    name: "TimeDate",
    docs: " How dates of `time` are written: by RFC 3339.",
    read: || {
        quote! {
            let moment = ::std::format!("{text}T00:00:00Z");
            ::time::OffsetDateTime::parse(&moment, &::time::format_description::well_known::Rfc3339)
                .map(::time::OffsetDateTime::date)
                .map_err(|error| error.to_string())
        }
    },
    write: || quote!(value.to_string()),
};

/// A time of RFC 3339 has an offset, but `Time` has none. The date is one that can have a leap second.
const TIME_OF_DAY: NamedForm = NamedForm {
    name: "TimeOfDay",
    docs: " How times of `time` with their offsets are written: by RFC 3339.",
    read: || {
        quote! {
            let moment = ::std::format!("1972-06-30T{text}");
            ::time::OffsetDateTime::parse(&moment, &::time::format_description::well_known::Rfc3339)
                .map(|moment| (moment.time(), moment.offset()))
                .map_err(|error| error.to_string())
        }
    },
    write: || {
        quote! {
            let moment = ::time::OffsetDateTime::UNIX_EPOCH.replace_time(value.0).replace_offset(value.1);
            let text = moment.format(&::time::format_description::well_known::Rfc3339).unwrap_or_default();
            text.get(11..).unwrap_or_default().to_owned()
        }
    },
};

/// Returns the types that a style selects, by format.
pub(super) fn parse_format_types(
    asked: &BTreeMap<String, String>,
    errors: &mut Vec<Error>,
) -> BTreeMap<String, FormatType> {
    let mut names = Names::default();
    let mut found = BTreeMap::new();
    for (format, text) in asked {
        let alias = names.claim(&[type_name(&format!("{format} text"))]);
        match named(format, text) {
            Ok((path, form)) => drop(found.insert(format.clone(), FormatType { alias, path, form })),
            Err(message) => errors.push(error(&["format-types", format], message)),
        }
    }
    found
}

fn named(format: &str, text: &str) -> Result<(String, Option<&'static NamedForm>), String> {
    if let Some((_, _, path, form)) = KNOWN.iter().find(|(known, word, ..)| *known == format && *word == text) {
        return Ok(((*path).to_owned(), *form));
    }
    let path = type_path(text).map(|path| path.to_token_stream().to_string().replace(' ', ""));
    path.map(|path| (path, None)).map_err(|message| {
        let words: Vec<String> =
            KNOWN.iter().filter(|known| known.0 == format).map(|known| format!("{:?}", known.1)).collect();
        let words = if words.is_empty() { String::new() } else { format!("; or one of {}", words.join(", ")) };
        format!("{text:?}: {message}{words}")
    })
}

/// Returns errors for requested formats that no specification defines and no schema uses.
pub(crate) fn unknown_formats(asked: &BTreeMap<String, FormatType>, linked: &Linked<'_>) -> Vec<Error> {
    let unknown: BTreeMap<&String, Option<&'static str>> =
        asked.keys().filter_map(|format| Some((format, lint::known_format(format).err()?))).collect();
    if unknown.is_empty() {
        return Vec::new();
    }
    let mut said = BTreeSet::new();
    for definition in linked.modules.values().flat_map(|module| module.definitions.values()) {
        definition.schema.walk(&mut |schema| said.extend(schema.groups().format.clone()));
    }
    let unknown_formats = unknown.into_iter().filter(|(format, _)| !said.contains(*format)).map(|(format, near)| {
        let advice = near.map_or_else(String::new, |near| format!("; did you mean {near:?}?"));
        error(&["format-types", format], format!("no schema has the format {format:?}{advice}"))
    });
    unknown_formats.collect()
}

/// Returns whether a warning is about an unknown format that has a requested type. Such a format is not ignored.
pub(crate) fn names_format(asked: &BTreeMap<String, String>, set: &SchemaSet, warning: &Error) -> bool {
    let said = || set.get(&warning.file)?.value.pointer(&warning.pointer.to_string())?.as_str();
    warning.kind.code() == lint::UNKNOWN_FORMAT && said().is_some_and(|format| asked.contains_key(format))
}

/// Returns the formats whose types are used.
pub(crate) fn used(shapes: &BTreeMap<String, Shapes>) -> BTreeSet<&str> {
    let mut found = BTreeSet::new();
    for def in shapes.values().flat_map(|shapes| &shapes.types) {
        def.kind.shapes().into_iter().for_each(|shape| collect(shape, &mut found));
    }
    found
}

fn collect<'s>(shape: &'s Shape, found: &mut BTreeSet<&'s str>) {
    match shape {
        Shape::Formatted(format) => drop(found.insert(format.as_str())),
        Shape::List(inner) | Shape::Array(inner, _) | Shape::Map(_, inner) | Shape::Nullable(inner) => {
            collect(inner, found);
        }
        Shape::Tuple(items) => items.iter().for_each(|item| collect(item, found)),
        _ => {}
    }
}

/// Returns the declarations for the formats that are used.
pub(crate) fn declarations(types: &BTreeMap<String, FormatType>, used: &BTreeSet<&str>) -> TokenStream {
    let used: Vec<(&String, &FormatType)> = types.iter().filter(|(format, _)| used.contains(format.as_str())).collect();
    let aliases = used.iter().map(|(format, FormatType { alias, path, form })| {
        let docs = RustDoc::about("A string with the format ", format, ", and its value.");
        let (alias, path) = (ident(alias), tokens::path(path));
        let form = form.map(|form| ident(form.name)).into_iter();
        quote! {
            #docs
            pub type #alias = Formatted<#path #(, #form)*>;
        }
    });
    let mut seen = BTreeSet::new();
    let forms = used.iter().filter_map(|(_, one)| Some((&one.path, one.form?)));
    let forms = forms.filter(|(_, form)| seen.insert(form.name)).map(|(path, form)| {
        let (name, docs, path) = (ident(form.name), form.docs, tokens::path(path));
        let (read, write) = ((form.read)(), (form.write)());
        quote! {
            #[doc = #docs]
            #[derive(Clone, Copy, Debug)]
            pub struct #name;

            impl TextForm<#path> for #name {
                fn parse(text: &str) -> ::std::result::Result<#path, ::std::string::String> {
                    #read
                }

                fn write(value: &#path) -> ::std::string::String {
                    #write
                }
            }
        }
    });
    aliases.chain(forms).collect()
}
