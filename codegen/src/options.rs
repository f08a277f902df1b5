//! The user-facing options of generated Rust, one table row each.
//!
//! The command line, the section `[gen]` of planwright.toml, its schema and its reference page are derived from the
//! rows.

use std::collections::BTreeMap;

use crate::emit::{Layout, Options, Readers, RootMethods, Tools};
use crate::formats::Formats;
use crate::generator::TypeSource;
use crate::style::{
    ALL_DEFINITIONS, Builders, Collections, DefaultMembers, Integers, Lists, NullMembers, Numbers, OpenMembers,
    Scalars, Strings,
};

/// An option.
#[derive(Debug)]
pub struct RustOption {
    /// Key in planwright.toml and name on the command line, where switches that are on by default get the prefix `no-`.
    pub key: &'static str,
    /// Meaning of the option, without a full stop. For a switch, the effect of switching it.
    pub about: &'static str,
    /// Allowed values.
    pub takes: Takes,
}

/// Kind of value of an option.
#[derive(Debug)]
pub enum Takes {
    /// `true` or `false`.
    Switch {
        /// The value that differs from the default.
        to: bool,
        /// Applies the switch.
        set: fn(&mut Options),
        /// A switch that conflicts with this one, and the reason.
        against: Option<(&'static str, &'static str)>,
    },
    /// One of several names.
    Choice(&'static [NamedChoice]),
    /// A string.
    Text(&'static str, fn(&mut Options, String)),
    /// Several strings.
    Texts(&'static str, fn(&mut Options) -> &mut Vec<String>),
    /// Several strings, or one name that selects all of them.
    TextsOr(&'static str, &'static str, fn(&mut Options) -> &mut Vec<String>),
    /// Strings by key, written with `=` on the command line.
    Pairs(&'static str, fn(&mut Options) -> &mut BTreeMap<String, String>),
}

/// A name that an option accepts.
#[derive(Debug)]
pub struct NamedChoice {
    /// The name.
    pub name: &'static str,
    /// Meaning of the name, without a full stop.
    pub about: &'static str,
    set: fn(&mut Options),
}

/// Value that a user gives for an option.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OptionInput {
    /// A switch is set to the value that differs from the default.
    Switched,
    /// A name or a string.
    Text(String),
    /// Strings.
    Texts(Vec<String>),
    /// Strings by key.
    Pairs(BTreeMap<String, String>),
}

impl RustOption {
    /// Returns the option with this key.
    #[must_use]
    pub fn for_key(key: &str) -> Option<&'static Self> {
        RUST_OPTIONS.iter().find(|option| option.key == key)
    }

    /// Returns the name on the command line, without the dashes.
    #[must_use]
    pub fn flag(&self) -> String {
        let negation = if matches!(self.takes, Takes::Switch { to: false, .. }) { "no-" } else { "" };
        format!("{negation}{}", self.key)
    }

    /// Applies a value. Returns `false` if the option does not accept it.
    pub fn apply(&self, options: &mut Options, said: &OptionInput) -> bool {
        match (&self.takes, said) {
            (Takes::Switch { set, .. }, OptionInput::Switched) => set(options),
            (Takes::Choice(choices), OptionInput::Text(name)) => match choices.iter().find(|one| one.name == name) {
                Some(choice) => (choice.set)(options),
                None => return false,
            },
            (Takes::Text(_, set), OptionInput::Text(text)) => set(options, text.clone()),
            (Takes::Texts(_, of), OptionInput::Texts(texts)) => of(options).clone_from(texts),
            (Takes::TextsOr(_, all, of), OptionInput::Text(text)) if text == all => *of(options) = vec![text.clone()],
            (Takes::TextsOr(.., of), OptionInput::Texts(texts)) => of(options).clone_from(texts),
            (Takes::Pairs(_, of), OptionInput::Pairs(pairs)) => of(options).clone_from(pairs),
            _ => return false,
        }
        true
    }
}

const fn switch_on(key: &'static str, about: &'static str, set: fn(&mut Options)) -> RustOption {
    RustOption { key, about, takes: Takes::Switch { to: true, set, against: None } }
}

const fn switch_off(key: &'static str, about: &'static str, set: fn(&mut Options)) -> RustOption {
    RustOption { key, about, takes: Takes::Switch { to: false, set, against: None } }
}

const fn on_without(
    against: (&'static str, &'static str),
    key: &'static str,
    about: &'static str,
    set: fn(&mut Options),
) -> RustOption {
    RustOption { key, about, takes: Takes::Switch { to: true, set, against: Some(against) } }
}

const fn option(key: &'static str, about: &'static str, takes: Takes) -> RustOption {
    RustOption { key, about, takes }
}

const fn choice(name: &'static str, about: &'static str, set: fn(&mut Options)) -> NamedChoice {
    NamedChoice { name, about, set }
}

/// All options except those of single types, sorted by key.
pub const RUST_OPTIONS: &[RustOption] = &[
    option(
        "attributes",
        "additional attributes of every type",
        Takes::Texts("ATTRIBUTE", |options| &mut options.style.attributes),
    ),
    switch_on("borrowed", "strings borrow from the parsed document", |options| {
        options.style.strings = Strings::Borrowed;
    }),
    switch_on("builders", "structs have a `builder()`", |options| options.style.builders = Builders::Typed),
    option(
        "derives",
        "additional traits that every type derives",
        Takes::Texts("TRAIT", |options| &mut options.style.derives),
    ),
    switch_on(
        "exact-numbers",
        "numbers that are not integers are `serde_json::Number`, so that `300` is not written as `300.0`",
        |options| options.style.numbers = Numbers::Exact,
    ),
    option(
        "format-types",
        "type for strings of a format, such as `date-time=jiff`: `uuid`, `jiff`, `chrono`, `time`, `url`, `std`, or a path",
        Takes::Pairs("FORMAT=TYPE", |options| &mut options.style.format_types),
    ),
    option(
        "formats",
        "meaning of `format` [default: assert]",
        Takes::Choice(&[
            choice("assert", "Strings that do not match the format are rejected", |options| {
                options.formats = Formats::Assert;
            }),
            choice("annotate", "The format is documentation only", |options| options.formats = Formats::Annotate),
        ]),
    ),
    on_without(
        ("newtypes", "newtypes = false disables all newtypes; remove one of the two"),
        "inner-newtypes",
        "inline strings and numbers with constraints become newtypes too",
        |options| options.style.scalars = Scalars::Everywhere,
    ),
    switch_on(
        "integer-formats",
        "a format such as `uint32` selects the type of an integer, and `parse` reports larger numbers as `BEYOND_TYPE`",
        |options| options.style.integers = Integers::ByFormat,
    ),
    switch_on("keep-unknown", "structs of open objects keep undeclared properties", |options| {
        options.style.unknown = OpenMembers::Kept;
    }),
    option(
        "layout",
        "generated files [default: module]",
        Takes::Choice(&[
            choice("crate", "lib.rs and one file per module", |options| options.layout = Layout::Crate),
            choice("module", "mod.rs and one file per module", |options| options.layout = Layout::Module),
            choice("flat", "Only mod.rs, which also exports every type at the top", |options| {
                options.layout = Layout::Flat;
            }),
            choice("single-file", "Only planwright.rs, for `include!`", |options| options.layout = Layout::SingleFile),
        ]),
    ),
    switch_on("list-newtypes", "definitions of arrays and maps become newtypes too", |options| {
        options.style.collections = Collections::Newtypes;
    }),
    option(
        "map",
        "type of maps with string keys [default: BTreeMap]",
        Takes::Text("TYPE", |options, path| options.style.map = Some(path)),
    ),
    option(
        "member-attributes",
        "attributes of fields of the kind `required`, `optional`, `maybe` or `defaulted`",
        Takes::Pairs("KIND=ATTRIBUTES", |options| &mut options.style.member_attributes),
    ),
    switch_off(
        "methods",
        "types have no `parse`, `validate`, `FromStr` and `TryFrom`, so that you can define these names; the trait `SchemaRoot` still has them",
        |options| options.methods = RootMethods::TraitAlone,
    ),
    switch_off("newtypes", "definitions of strings and numbers with constraints do not become newtypes", |options| {
        options.style.scalars = Scalars::Plain;
    }),
    switch_on(
        "null-as-absent",
        "an optional nullable property is an `Option`, and null is written as absent",
        |options| options.style.nulls = NullMembers::AsAbsent,
    ),
    on_without(
        ("write-defaults", "defaults that are not filled in cannot be written; remove one of the two"),
        "optional-defaults",
        "a property with a default is an `Option`, and the default is not filled in",
        |options| options.style.defaults = DefaultMembers::Optional,
    ),
    switch_on(
        "plain-lists",
        "an optional array that cannot be empty is a `Vec`, which is empty if the property is absent",
        |options| {
            options.style.lists = Lists::Plain;
        },
    ),
    switch_off(
        "readers",
        "validates first and parses with serde afterwards, instead of validating while parsing: less code, but two to three times slower",
        |options| options.readers = Readers::Serde,
    ),
    option(
        "roots",
        "definitions that have `parse`, `validate` and `SCHEMA` like the root of a file: names or locations, or `all` [default: those of each file whose root accepts every value]",
        Takes::TextsOr("NAME", ALL_DEFINITIONS, |options| &mut options.style.roots),
    ),
    option(
        "runtime",
        "path of the crate planwright-runtime in your code [default: ::planwright_runtime]",
        Takes::Text("PATH", |options, path| options.runtime = path),
    ),
    option(
        "struct-attributes",
        "additional attributes of every struct",
        Takes::Texts("ATTRIBUTE", |options| &mut options.style.struct_attributes),
    ),
    option(
        "struct-derives",
        "additional traits of other crates that every struct derives",
        Takes::Texts("TRAIT", |options| &mut options.style.struct_derives),
    ),
    switch_off(
        "tools",
        "schemas `<tool>-params` and `<tool>-returns` do not become a trait and a dispatcher",
        |options| {
            options.tools = Tools::TypesAlone;
        },
    ),
    option(
        "types",
        "origin of the types, to which validators are attached: `typify`, or the path of a module that contains them, such as `crate::api`",
        Takes::Text("ORIGIN", |options, name| options.types = TypeSource::from_name(name)),
    ),
    switch_on("write-defaults", "properties that have their default value are written", |options| {
        options.style.defaults = DefaultMembers::Written;
    }),
];

#[cfg(test)]
mod tests {
    use super::*;

    /// A row without effect would be an option that is accepted and ignored.
    #[test]
    fn every_row_changes_the_options() {
        assert!(RUST_OPTIONS.is_sorted_by_key(|option| option.key));
        let changed = |option: &RustOption, said: OptionInput| {
            let mut options = Options::default();
            assert!(option.apply(&mut options, &said), "{}", option.key);
            options != Options::default()
        };
        for option in RUST_OPTIONS {
            let text = || "a".to_owned();
            assert!(match &option.takes {
                Takes::Switch { against, .. } => {
                    assert!(against.is_none_or(|(other, _)| RustOption::for_key(other).is_some()));
                    changed(option, OptionInput::Switched)
                }
                Takes::Choice(choices) => {
                    let changing = choices.iter().filter(|one| changed(option, OptionInput::Text(one.name.to_owned())));
                    changing.count() == choices.len() - 1
                }
                Takes::Text(..) => changed(option, OptionInput::Text(text())),
                Takes::TextsOr(_, all, _) => {
                    changed(option, OptionInput::Text((*all).to_owned()))
                        && changed(option, OptionInput::Texts(vec![text()]))
                }
                Takes::Texts(..) => changed(option, OptionInput::Texts(vec![text()])),
                Takes::Pairs(..) => changed(option, OptionInput::Pairs(BTreeMap::from([(text(), text())]))),
            });
            let is_text = matches!(option.takes, Takes::Text(..));
            assert_eq!(option.apply(&mut Options::default(), &OptionInput::Text(text())), is_text, "{}", option.key);
        }
    }
}
