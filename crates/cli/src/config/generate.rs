//! The sections `[gen]` and `[[gen]]`: what `planwright gen` makes, of which schemas, and where to.

use std::collections::BTreeMap;
use std::ops::Range;

use clap::ValueEnum;
use planwright_codegen::{
    Builders, DefaultMembers, Lists, NullMembers, Numbers, OpenMembers, Scalars, Strings, Style, TypeStyle,
};
use planwright_templates::ApiVersion;
use toml::Spanned;

use super::section::Section;
use super::{ConfigPlace, advice};

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Lang {
    /// Types and validators.
    Rust,
    /// A class with the types inside, and its test.
    Apex,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
pub(crate) enum Layout {
    /// lib.rs and a file a module.
    Crate,
    /// mod.rs and a file a module.
    Module,
    /// mod.rs alone, with every type at its top too.
    Flat,
    /// planwright.rs alone.
    SingleFile,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Support {
    /// The text of it stands in the index.
    Inline,
    /// The index imports it, so that several sets have one trait.
    Crate,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum ValidatorKind {
    /// Built when it is first asked.
    RunTime,
    /// Compiled with the code, by the macro of jsonschema.
    Compiled,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum FormatMeaning {
    /// A text of another format is refused.
    Assert,
    /// A note for readers.
    Annotate,
}

/// The keys for either language.
const COMMON: &[&str] = &["deny", "deny-warnings", "documents", "lang", "out", "schemas", "suffix"];
/// Those for Rust alone.
const RUST: &[&str] = &[
    "attributes",
    "borrowed",
    "builders",
    "derives",
    "exact-numbers",
    "format-types",
    "formats",
    "inner-newtypes",
    "keep-unknown",
    "layout",
    "map",
    "member-attributes",
    "methods",
    "module-path",
    "newtypes",
    "null-as-absent",
    "optional-defaults",
    "plain-lists",
    "readers",
    "struct-attributes",
    "struct-derives",
    "support",
    "tools",
    "types",
    "validator",
    "write-defaults",
];
/// Those for Apex alone.
const APEX: &[&str] = &["api-version", "class", "root"];

/// One set of schemas. Each is `None` where the file does not say. Paths are as they were written.
#[derive(Debug, Default)]
pub(crate) struct GenConfig {
    pub schemas: Option<String>,
    pub out: Option<String>,
    /// Each `URI=DIR`.
    pub documents: Option<Vec<String>>,
    /// How the names of schema files end.
    pub suffix: Option<String>,
    pub lang: Option<Lang>,
    pub layout: Option<Layout>,
    pub module_path: Option<String>,
    pub support: Option<Support>,
    pub validator: Option<ValidatorKind>,
    pub tools: Option<bool>,
    pub formats: Option<FormatMeaning>,
    pub methods: Option<bool>,
    pub readers: Option<bool>,
    /// Codes of warnings that are errors.
    pub deny: Vec<String>,
    /// Whether all warnings are.
    pub deny_warnings: Option<bool>,
    /// What the types are like.
    pub style: Style,
    /// Where in the file each option of Rust stands.
    pub(super) spans: BTreeMap<Vec<String>, Range<usize>>,
    /// The same as file, line and column.
    pub places: BTreeMap<Vec<String>, ConfigPlace>,
    pub class: Option<String>,
    pub root: Option<Vec<String>>,
    pub api_version: Option<ApiVersion>,
}

impl GenConfig {
    pub(super) fn read(section: &mut Section<'_, '_>) -> Self {
        section.allow(&[COMMON, RUST, APEX].concat());
        let lang = choice(section, "lang", "language");
        let (strays, other) = if lang == Some(Lang::Apex) { (RUST, "rust") } else { (APEX, "apex") };
        for key in strays {
            if let Some(at) = section.place_of(key) {
                section.wrong(key, at, &format!("this key is for lang = {other:?} only"));
            }
        }
        let mut spans = BTreeMap::new();
        let style = style(section, &mut spans);
        Self {
            style,
            spans,
            places: BTreeMap::new(),
            schemas: section.text("schemas"),
            out: section.text("out"),
            documents: plain(section.texts("documents")),
            suffix: section.text("suffix"),
            deny: plain(section.texts("deny")).unwrap_or_default(),
            deny_warnings: section.flag("deny-warnings"),
            lang,
            layout: choice(section, "layout", "layout"),
            module_path: section.text("module-path"),
            support: choice(section, "support", "support"),
            validator: choice(section, "validator", "validator"),
            tools: section.flag("tools"),
            formats: choice(section, "formats", "meaning of formats"),
            methods: section.flag("methods"),
            readers: section.flag("readers"),
            class: section.text("class"),
            root: plain(section.texts("root")),
            api_version: section.parsed("api-version"),
        }
    }
}

/// The options of a type.
const OF_TYPE: &[&str] = &["attributes", "derives", "name", "replace"];

fn style(section: &mut Section<'_, '_>, spans: &mut BTreeMap<Vec<String>, Range<usize>>) -> Style {
    let mut note = |option: &[&str], at: Option<Range<usize>>| {
        if let Some(at) = at {
            spans.insert(option.iter().map(|part| (*part).to_owned()).collect(), at);
        }
    };
    for key in ["borrowed", "builders", "layout", "map", "module-path", "newtypes", "support", "types"] {
        note(&[key], section.place_of(key));
    }
    let derives = listed(section, &["derives"], &mut note);
    let attributes = listed(section, &["attributes"], &mut note);
    let map = section.text("map");
    let builders = if section.flag("builders") == Some(true) { Builders::Typed } else { Builders::None };
    let strings = if section.flag("borrowed") == Some(true) { Strings::Borrowed } else { Strings::Owned };
    let scalars = match (section.flag("newtypes"), section.flag("inner-newtypes")) {
        (Some(false), inner) => {
            if inner == Some(true) {
                let at = section.place_of("inner-newtypes").unwrap_or_default();
                section.wrong("inner-newtypes", at, "newtypes = false makes none: take out one of the two");
            }
            Scalars::Plain
        }
        (_, Some(true)) => Scalars::Everywhere,
        _ => Scalars::Newtypes,
    };
    let unknown = if section.flag("keep-unknown") == Some(true) { OpenMembers::Kept } else { OpenMembers::LeftOut };
    let nulls =
        if section.flag("null-as-absent") == Some(true) { NullMembers::AsAbsent } else { NullMembers::ThreeStates };
    let struct_derives = listed(section, &["struct-derives"], &mut note);
    let struct_attributes = listed(section, &["struct-attributes"], &mut note);
    note(&["member-attributes"], section.place_of("member-attributes"));
    let member_attributes =
        section.texts_by_key("member-attributes", |kind, at| note(&["member-attributes", kind], Some(at)));
    let defaults = match (section.flag("write-defaults"), section.flag("optional-defaults")) {
        (Some(true), Some(true)) => {
            let at = section.place_of("optional-defaults").unwrap_or_default();
            section.wrong("optional-defaults", at, "what is not filled in is not written: take out one of the two");
            DefaultMembers::Optional
        }
        (_, Some(true)) => DefaultMembers::Optional,
        (Some(true), _) => DefaultMembers::Written,
        _ => DefaultMembers::LeftOut,
    };
    let lists = if section.flag("plain-lists") == Some(true) { Lists::Plain } else { Lists::Optional };
    let numbers = if section.flag("exact-numbers") == Some(true) { Numbers::Exact } else { Numbers::Floats };
    note(&["format-types"], section.place_of("format-types"));
    let format_types = section.texts_by_key("format-types", |format, at| note(&["format-types", format], Some(at)));
    let types = section.sections("types", |name, inner| {
        inner.allow(OF_TYPE);
        note(&["types", name], inner.place());
        for key in ["name", "replace"] {
            note(&["types", name, key], inner.place_of(key));
        }
        TypeStyle {
            name: inner.text("name"),
            replace: inner.text("replace"),
            derives: listed(inner, &["types", name, "derives"], &mut note),
            attributes: listed(inner, &["types", name, "attributes"], &mut note),
        }
    });
    let types = types.into_iter().collect();
    Style {
        derives,
        attributes,
        struct_derives,
        struct_attributes,
        member_attributes,
        map,
        builders,
        strings,
        scalars,
        unknown,
        nulls,
        defaults,
        lists,
        numbers,
        format_types,
        types,
    }
}

/// The texts of the last key of an option, each noted with its place.
fn listed(
    section: &mut Section<'_, '_>,
    option: &[&str],
    note: &mut impl FnMut(&[&str], Option<Range<usize>>),
) -> Vec<String> {
    let key = option.last().copied().unwrap_or_default();
    note(option, section.place_of(key));
    let texts = section.texts(key).unwrap_or_default();
    for (index, text) in texts.iter().enumerate() {
        note(&[option, &[index.to_string().as_str()]].concat(), Some(text.span()));
    }
    texts.into_iter().map(Spanned::into_inner).collect()
}

fn plain(texts: Option<Vec<Spanned<String>>>) -> Option<Vec<String>> {
    texts.map(|texts| texts.into_iter().map(Spanned::into_inner).collect())
}

/// One of the values that the command line takes for the same option.
fn choice<T: ValueEnum>(section: &mut Section<'_, '_>, key: &str, what: &str) -> Option<T> {
    let text = section.text(key)?;
    let found = T::from_str(&text, false).ok();
    if found.is_none() {
        let names = T::value_variants().iter().filter_map(ValueEnum::to_possible_value);
        let names: Vec<String> = names.map(|value| value.get_name().to_owned()).collect();
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        let at = section.place_of(key).unwrap_or_default();
        section.wrong(key, at, &format!("no {what} is called {text:?}; {}", advice(&text, &names)));
    }
    found
}
