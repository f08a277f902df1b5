//! What generated types are like, as the command line says it: each option of the section `[gen]` but single types.

use planwright_codegen::{Builders, DefaultMembers, Lists, NullMembers, Numbers, OpenMembers, Scalars, Strings, Style};

/// What the types are like.
#[derive(Clone, Debug, Default, clap::Args)]
#[group(skip)]
#[allow(clippy::struct_excessive_bools, reason = "each is a flag of its own on the command line")]
pub(crate) struct StyleArgs {
    /// Rust: a trait that every type derives besides; can be given again.
    #[arg(long, value_name = "TRAIT")]
    derives: Vec<String>,
    /// Rust: an attribute that every type has besides; can be given again.
    #[arg(long, value_name = "ATTRIBUTE")]
    attributes: Vec<String>,
    /// Rust: a trait of another crate that every struct derives besides; can be given again.
    #[arg(long, value_name = "TRAIT")]
    struct_derives: Vec<String>,
    /// Rust: an attribute that every struct has besides; can be given again.
    #[arg(long, value_name = "ATTRIBUTE")]
    struct_attributes: Vec<String>,
    /// Rust: the attributes of members that are `required`, `optional`, `maybe` or `defaulted`; can be given again.
    #[arg(long, value_name = "KIND=ATTRIBUTES", value_parser = member_attributes)]
    member_attributes: Vec<(String, String)>,
    /// Rust: the type of maps from text.
    #[arg(long, value_name = "TYPE")]
    map: Option<String>,
    /// Rust: give structs `builder()`.
    #[arg(long)]
    builders: bool,
    /// Rust: keep the members of open objects that no schema names.
    #[arg(long)]
    keep_unknown: bool,
    /// Rust: make an `Option` of a member that may be null and may be absent; null is then written as absent.
    #[arg(long)]
    null_as_absent: bool,
    /// Rust: write members that have their default.
    #[arg(long)]
    write_defaults: bool,
    /// Rust: make an `Option` of a member that has a default, and fill nothing in.
    #[arg(long, conflicts_with = "write_defaults")]
    optional_defaults: bool,
    /// Rust: make a `Vec`, empty where it is absent, of a list that may be absent but not empty.
    #[arg(long)]
    plain_lists: bool,
    /// Rust: make `serde_json::Number` of numbers that need not be whole, so that `300` is not written as `300.0`.
    #[arg(long)]
    exact_numbers: bool,
    /// Rust: make no types of their own for definitions of texts and numbers with bounds.
    #[arg(long)]
    no_newtypes: bool,
    /// Rust: make types of their own also for texts and numbers with bounds that are written in place.
    #[arg(long, conflicts_with = "no_newtypes")]
    inner_newtypes: bool,
    /// Rust: the type for the texts of a format, such as `uuid=uuid` or `date-time=jiff`; can be given again.
    #[arg(long, value_name = "FORMAT=TYPE", value_parser = format_type)]
    format_types: Vec<(String, String)>,
    /// Rust: take texts from the document that was read.
    #[arg(long)]
    borrowed: bool,
}

impl StyleArgs {
    /// The style of the configuration with what the command line says instead.
    pub(super) fn applied(&self, mut style: Style) -> Style {
        if !self.derives.is_empty() {
            style.derives.clone_from(&self.derives);
        }
        if !self.attributes.is_empty() {
            style.attributes.clone_from(&self.attributes);
        }
        if !self.struct_derives.is_empty() {
            style.struct_derives.clone_from(&self.struct_derives);
        }
        if !self.struct_attributes.is_empty() {
            style.struct_attributes.clone_from(&self.struct_attributes);
        }
        if !self.member_attributes.is_empty() {
            style.member_attributes = self.member_attributes.iter().cloned().collect();
        }
        if self.map.is_some() {
            style.map.clone_from(&self.map);
        }
        if !self.format_types.is_empty() {
            style.format_types = self.format_types.iter().cloned().collect();
        }
        if self.builders {
            style.builders = Builders::Typed;
        }
        if self.keep_unknown {
            style.unknown = OpenMembers::Kept;
        }
        if self.null_as_absent {
            style.nulls = NullMembers::AsAbsent;
        }
        if self.write_defaults {
            style.defaults = DefaultMembers::Written;
        }
        if self.optional_defaults {
            style.defaults = DefaultMembers::Optional;
        }
        if self.plain_lists {
            style.lists = Lists::Plain;
        }
        if self.exact_numbers {
            style.numbers = Numbers::Exact;
        }
        if self.no_newtypes {
            style.scalars = Scalars::Plain;
        }
        if self.inner_newtypes {
            style.scalars = Scalars::Everywhere;
        }
        if self.borrowed {
            style.strings = Strings::Borrowed;
        }
        style
    }

    /// The options as the command line has them.
    pub(super) fn words(&self) -> Vec<String> {
        let listed = [
            ("--derives", &self.derives),
            ("--attributes", &self.attributes),
            ("--struct-derives", &self.struct_derives),
            ("--struct-attributes", &self.struct_attributes),
        ];
        let listed = listed.into_iter().flat_map(|(option, values)| values.iter().map(move |value| (option, value)));
        let valued = listed.chain(self.map.iter().map(|map| ("--map", map)));
        let mut words: Vec<String> = valued.flat_map(|(option, value)| [option.to_owned(), value.clone()]).collect();
        let formats = self.format_types.iter().map(|pair| ("--format-types", pair));
        let pairs = formats.chain(self.member_attributes.iter().map(|pair| ("--member-attributes", pair)));
        words.extend(pairs.flat_map(|(option, (key, value))| [option.to_owned(), format!("{key}={value}")]));
        let flags = self.flags().into_iter().filter(|(_, given)| *given).map(|(flag, _)| flag.to_owned());
        words.extend(flags);
        words
    }

    fn flags(&self) -> [(&'static str, bool); 10] {
        [
            ("--builders", self.builders),
            ("--keep-unknown", self.keep_unknown),
            ("--null-as-absent", self.null_as_absent),
            ("--write-defaults", self.write_defaults),
            ("--optional-defaults", self.optional_defaults),
            ("--plain-lists", self.plain_lists),
            ("--exact-numbers", self.exact_numbers),
            ("--no-newtypes", self.no_newtypes),
            ("--inner-newtypes", self.inner_newtypes),
            ("--borrowed", self.borrowed),
        ]
    }
}

/// A format and its type as the command line has them.
fn format_type(text: &str) -> Result<(String, String), String> {
    pair(text).ok_or_else(|| "write FORMAT=TYPE, such as uuid=uuid".to_owned())
}

/// A kind of member and its attributes as the command line has them.
fn member_attributes(text: &str) -> Result<(String, String), String> {
    pair(text).ok_or_else(|| "write KIND=ATTRIBUTES, such as optional=#[builder(default)]".to_owned())
}

fn pair(text: &str) -> Option<(String, String)> {
    let (key, value) = text.split_once('=').filter(|(key, value)| !key.is_empty() && !value.is_empty())?;
    Some((key.to_owned(), value.to_owned()))
}
