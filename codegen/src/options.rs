//! The user-facing options of generated Rust, one table row each.
//!
//! The command line, the section `[gen]` of planwright.toml, its schema and its reference page are derived from the
//! rows.

use std::collections::BTreeMap;

use crate::emit::{Layout, Options, Readers, RootMethods, Support, Tools, Validators};
use crate::formats::Formats;
use crate::style::{Builders, Collections, DefaultMembers, Lists, NullMembers, Numbers, OpenMembers, Scalars, Strings};

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
    pub fn of(key: &str) -> Option<&'static Self> {
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
        "attributes that every type has besides",
        Takes::Texts("ATTRIBUTE", |options| &mut options.style.attributes),
    ),
    switch_on("borrowed", "texts are those of the document that was read", |options| {
        options.style.strings = Strings::Borrowed;
    }),
    switch_on("builders", "structs have `builder()`", |options| options.style.builders = Builders::Typed),
    option(
        "derives",
        "traits that every type derives besides",
        Takes::Texts("TRAIT", |options| &mut options.style.derives),
    ),
    switch_on(
        "exact-numbers",
        "numbers that need not be whole are `serde_json::Number`, so that `300` is not written as `300.0`",
        |options| options.style.numbers = Numbers::Exact,
    ),
    option(
        "format-types",
        "types for the texts of formats: `uuid`, `jiff`, `chrono`, `time`, `url`, `std`, or a path, such as `date-time` and `jiff`",
        Takes::Pairs("FORMAT=TYPE", |options| &mut options.style.format_types),
    ),
    option(
        "formats",
        "what `format` means; else `assert`",
        Takes::Choice(&[
            choice("assert", "A text of another format is refused", |options| options.formats = Formats::Assert),
            choice("annotate", "A note for readers", |options| options.formats = Formats::Annotate),
        ]),
    ),
    on_without(
        ("newtypes", "newtypes = false makes none: take out one of the two"),
        "inner-newtypes",
        "texts and numbers with bounds that are written in place are types of their own too",
        |options| options.style.scalars = Scalars::Everywhere,
    ),
    switch_on("keep-unknown", "structs of open objects keep the members that no schema names", |options| {
        options.style.unknown = OpenMembers::Kept;
    }),
    option(
        "layout",
        "which files there are; else `module`",
        Takes::Choice(&[
            choice("crate", "lib.rs and a file a module", |options| options.layout = Layout::Crate),
            choice("module", "mod.rs and a file a module", |options| options.layout = Layout::Module),
            choice("flat", "mod.rs alone, with every type at its top too", |options| options.layout = Layout::Flat),
            choice("single-file", "planwright.rs alone, for `include!`", |options| options.layout = Layout::SingleFile),
        ]),
    ),
    switch_on("list-newtypes", "definitions of lists and maps are types of their own too", |options| {
        options.style.collections = Collections::Newtypes;
    }),
    option(
        "map",
        "the type of maps from text; else `BTreeMap`",
        Takes::Text("TYPE", |options, path| options.style.map = Some(path)),
    ),
    option(
        "member-attributes",
        "attributes of members that are `required`, `optional`, `maybe` or `defaulted`",
        Takes::Pairs("KIND=ATTRIBUTES", |options| &mut options.style.member_attributes),
    ),
    switch_off(
        "methods",
        "types lack `parse`, `validate`, `FromStr` and `TryFrom`, so that they can have methods of these names; the trait `SchemaRoot` has them still",
        |options| options.methods = RootMethods::TraitAlone,
    ),
    option(
        "module-path",
        "where the generated module stands in the crate that compiles it; else `crate::planwright`",
        Takes::Text("PATH", |options, path| options.module_path = path),
    ),
    switch_off("newtypes", "definitions of texts and numbers with bounds are no types of their own", |options| {
        options.style.scalars = Scalars::Plain;
    }),
    switch_on(
        "null-as-absent",
        "a member that may be null and may be absent is an `Option`; null is then written as absent",
        |options| options.style.nulls = NullMembers::AsAbsent,
    ),
    on_without(
        ("write-defaults", "what is not filled in is not written: take out one of the two"),
        "optional-defaults",
        "a member that has a default is an `Option`, and nothing fills it in",
        |options| options.style.defaults = DefaultMembers::Optional,
    ),
    switch_on(
        "plain-lists",
        "a list that may be absent, but not empty, is a `Vec` that is empty where it is absent",
        |options| {
            options.style.lists = Lists::Plain;
        },
    ),
    switch_off(
        "readers",
        "where `support` is `crate`, the validator judges, then serde reads, instead of readers that judge while they read: less code, and reading takes two to three times as long",
        |options| options.readers = Readers::Serde,
    ),
    option(
        "struct-attributes",
        "attributes that every struct has besides",
        Takes::Texts("ATTRIBUTE", |options| &mut options.style.struct_attributes),
    ),
    option(
        "struct-derives",
        "traits of other crates that every struct derives besides",
        Takes::Texts("TRAIT", |options| &mut options.style.struct_derives),
    ),
    option(
        "support",
        "where the code takes what all sets share; else `inline`",
        Takes::Choice(&[
            choice("inline", "From itself: the text stands in the index", |options| options.support = Support::Inline),
            choice("crate", "From the crate planwright-runtime, so that several sets have one trait", |options| {
                options.support = Support::runtime();
            }),
        ]),
    ),
    switch_off("tools", "`<tool>-params` beside `<tool>-returns` become no trait and dispatcher", |options| {
        options.tools = Tools::TypesAlone;
    }),
    option(
        "validator",
        "when validators are made; else `run-time`",
        Takes::Choice(&[
            choice("run-time", "Each when it is first asked", |options| options.validators = Validators::RunTime),
            choice("compiled", "With the code, which then depends on jsonschema and its macros", |options| {
                options.validators = Validators::Compiled;
            }),
        ]),
    ),
    switch_on("write-defaults", "members that have their default are written", |options| {
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
