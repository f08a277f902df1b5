//! The options of generated Rust as people write them. The table has one row an option; the command line, the section `[gen]` of
//! planwright.toml, its schema and its page are made of the rows.

use std::collections::BTreeMap;

use crate::emit::{Layout, Options, Readers, RootMethods, Support, Tools, Validators};
use crate::formats::Formats;
use crate::style::{Builders, Collections, DefaultMembers, Lists, NullMembers, Numbers, OpenMembers, Scalars, Strings};

/// One option.
#[derive(Debug)]
pub struct RustOption {
    /// Its key in planwright.toml, and its name on the command line; there `no-` stands before a switch that is on without it.
    pub key: &'static str,
    /// What it means, without the full stop. Of a switch: what holds once it is switched.
    pub about: &'static str,
    /// What can be said.
    pub takes: Takes,
}

/// What an option takes.
#[derive(Debug)]
pub enum Takes {
    /// `true` or `false`.
    Switch {
        /// Which of the two changes something.
        to: bool,
        /// Changes it.
        set: fn(&mut Options),
        /// A switch that cannot be switched as well, and why.
        against: Option<(&'static str, &'static str)>,
    },
    /// One of several names.
    Choice(&'static [NamedChoice]),
    /// A text.
    Text(&'static str, fn(&mut Options, String)),
    /// Several texts.
    Texts(&'static str, fn(&mut Options) -> &mut Vec<String>),
    /// A text for each of several keys, on the command line with `=` between them.
    Pairs(&'static str, fn(&mut Options) -> &mut BTreeMap<String, String>),
}

/// One of the names that an option takes.
#[derive(Debug)]
pub struct NamedChoice {
    /// The name.
    pub name: &'static str,
    /// What it means, without the full stop.
    pub about: &'static str,
    set: fn(&mut Options),
}

/// What is said for an option.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OptionInput {
    /// A switch is switched to what changes something.
    Switched,
    /// A name or a text.
    Text(String),
    /// Texts.
    Texts(Vec<String>),
    /// Texts by key.
    Pairs(BTreeMap<String, String>),
}

impl RustOption {
    /// The option of a key.
    #[must_use]
    pub fn of(key: &str) -> Option<&'static Self> {
        RUST_OPTIONS.iter().find(|option| option.key == key)
    }

    /// Its name on the command line, without the dashes.
    #[must_use]
    pub fn flag(&self) -> String {
        let negation = if matches!(self.takes, Takes::Switch { to: false, .. }) { "no-" } else { "" };
        format!("{negation}{}", self.key)
    }

    /// Does what was said. `false` where that is nothing that it takes.
    pub fn apply(&self, options: &mut Options, said: &OptionInput) -> bool {
        match (&self.takes, said) {
            (Takes::Switch { set, .. }, OptionInput::Switched) => set(options),
            (Takes::Choice(choices), OptionInput::Text(name)) => match choices.iter().find(|one| one.name == name) {
                Some(choice) => (choice.set)(options),
                None => return false,
            },
            (Takes::Text(_, set), OptionInput::Text(text)) => set(options, text.clone()),
            (Takes::Texts(_, of), OptionInput::Texts(texts)) => of(options).clone_from(texts),
            (Takes::Pairs(_, of), OptionInput::Pairs(pairs)) => of(options).clone_from(pairs),
            _ => return false,
        }
        true
    }
}

const fn on(key: &'static str, about: &'static str, set: fn(&mut Options)) -> RustOption {
    RustOption { key, about, takes: Takes::Switch { to: true, set, against: None } }
}

const fn off(key: &'static str, about: &'static str, set: fn(&mut Options)) -> RustOption {
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

const fn takes(key: &'static str, about: &'static str, takes: Takes) -> RustOption {
    RustOption { key, about, takes }
}

const fn choice(name: &'static str, about: &'static str, set: fn(&mut Options)) -> NamedChoice {
    NamedChoice { name, about, set }
}

/// Every option but those of single types, sorted by key.
pub const RUST_OPTIONS: &[RustOption] = &[
    takes(
        "attributes",
        "additional attributes of every type",
        Takes::Texts("ATTRIBUTE", |options| &mut options.style.attributes),
    ),
    on("borrowed", "strings borrow from the parsed document", |options| {
        options.style.strings = Strings::Borrowed;
    }),
    on("builders", "structs have a `builder()`", |options| options.style.builders = Builders::Typed),
    takes(
        "derives",
        "additional traits that every type derives",
        Takes::Texts("TRAIT", |options| &mut options.style.derives),
    ),
    on(
        "exact-numbers",
        "numbers that are not integers are `serde_json::Number`, so that `300` is not written as `300.0`",
        |options| options.style.numbers = Numbers::Exact,
    ),
    takes(
        "format-types",
        "type for strings of a format, such as `date-time=jiff`: `uuid`, `jiff`, `chrono`, `time`, `url`, `std`, or a path",
        Takes::Pairs("FORMAT=TYPE", |options| &mut options.style.format_types),
    ),
    takes(
        "formats",
        "meaning of `format` [default: assert]",
        Takes::Choice(&[
            choice("assert", "Strings that do not match the format are rejected", |options| {
                options.formats = Formats::Assert
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
    on("keep-unknown", "structs of open objects keep undeclared properties", |options| {
        options.style.unknown = OpenMembers::Kept;
    }),
    takes(
        "layout",
        "generated files [default: module]",
        Takes::Choice(&[
            choice("crate", "lib.rs and one file per module", |options| options.layout = Layout::Crate),
            choice("module", "mod.rs and one file per module", |options| options.layout = Layout::Module),
            choice("flat", "Only mod.rs, which also exports every type at the top", |options| {
                options.layout = Layout::Flat
            }),
            choice("single-file", "Only planwright.rs, for `include!`", |options| options.layout = Layout::SingleFile),
        ]),
    ),
    on("list-newtypes", "definitions of arrays and maps become newtypes too", |options| {
        options.style.collections = Collections::Newtypes;
    }),
    takes(
        "map",
        "type of maps with string keys [default: BTreeMap]",
        Takes::Text("TYPE", |options, path| options.style.map = Some(path)),
    ),
    takes(
        "member-attributes",
        "attributes of fields of the kind `required`, `optional`, `maybe` or `defaulted`",
        Takes::Pairs("KIND=ATTRIBUTES", |options| &mut options.style.member_attributes),
    ),
    off(
        "methods",
        "types have no `parse`, `validate`, `FromStr` and `TryFrom`, so that you can define these names; the trait `SchemaRoot` still has them",
        |options| options.methods = RootMethods::TraitAlone,
    ),
    takes(
        "module-path",
        "path of the generated module in your crate [default: crate::planwright]",
        Takes::Text("PATH", |options, path| options.module_path = path),
    ),
    off("newtypes", "definitions of strings and numbers with constraints do not become newtypes", |options| {
        options.style.scalars = Scalars::Plain;
    }),
    on("null-as-absent", "an optional nullable property is an `Option`, and null is written as absent", |options| {
        options.style.nulls = NullMembers::AsAbsent
    }),
    on_without(
        ("write-defaults", "defaults that are not filled in cannot be written; remove one of the two"),
        "optional-defaults",
        "a property with a default is an `Option`, and the default is not filled in",
        |options| options.style.defaults = DefaultMembers::Optional,
    ),
    on(
        "plain-lists",
        "an optional array that cannot be empty is a `Vec`, which is empty if the property is absent",
        |options| {
            options.style.lists = Lists::Plain;
        },
    ),
    off(
        "readers",
        "with `support = \"crate\"`, validates first and parses with serde afterwards, instead of validating while parsing: less code, but two to three times slower",
        |options| options.readers = Readers::Serde,
    ),
    takes(
        "struct-attributes",
        "additional attributes of every struct",
        Takes::Texts("ATTRIBUTE", |options| &mut options.style.struct_attributes),
    ),
    takes(
        "struct-derives",
        "additional traits of other crates that every struct derives",
        Takes::Texts("TRAIT", |options| &mut options.style.struct_derives),
    ),
    takes(
        "support",
        "location of the code that all sets share [default: inline]",
        Takes::Choice(&[
            choice("inline", "In the index of each set", |options| options.support = Support::Inline),
            choice("crate", "In the crate planwright-runtime, so that several sets have one trait", |options| {
                options.support = Support::runtime();
            }),
        ]),
    ),
    off("tools", "schemas `<tool>-params` and `<tool>-returns` do not become a trait and a dispatcher", |options| {
        options.tools = Tools::TypesAlone;
    }),
    takes(
        "validator",
        "when validators are compiled [default: run-time]",
        Takes::Choice(&[
            choice("run-time", "Each on first use", |options| options.validators = Validators::RunTime),
            choice("compiled", "At build time, which adds a dependency on jsonschema and its macros", |options| {
                options.validators = Validators::Compiled;
            }),
        ]),
    ),
    on("write-defaults", "properties that have their default value are written", |options| {
        options.style.defaults = DefaultMembers::Written;
    }),
];

#[cfg(test)]
mod tests {
    use super::*;

    /// A row that does nothing would be an option that is taken and ignored.
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
                    assert!(against.is_none_or(|(other, _)| RustOption::of(other).is_some()));
                    changed(option, OptionInput::Switched)
                }
                Takes::Choice(choices) => {
                    let changing = choices.iter().filter(|one| changed(option, OptionInput::Text(one.name.to_owned())));
                    changing.count() == choices.len() - 1
                }
                Takes::Text(..) => changed(option, OptionInput::Text(text())),
                Takes::Texts(..) => changed(option, OptionInput::Texts(vec![text()])),
                Takes::Pairs(..) => changed(option, OptionInput::Pairs(BTreeMap::from([(text(), text())]))),
            });
            let is_text = matches!(option.takes, Takes::Text(..));
            assert_eq!(option.apply(&mut Options::default(), &OptionInput::Text(text())), is_text, "{}", option.key);
        }
    }
}
