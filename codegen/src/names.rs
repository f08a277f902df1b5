//! Names of modules, types and members: one place for reserved words, case and collisions.

use std::collections::{BTreeMap, BTreeSet};

use heck::{ToSnakeCase, ToUpperCamelCase};

/// Words that a type must not be called: Rust's own, and the names that generated code relies on.
const TAKEN: &[&str] = &[
    "Box", "Clone", "Debug", "Default", "Err", "From", "Into", "None", "Ok", "Option", "Result", "RootInfo",
    "SchemaRoot", "Self", "Some", "String", "Union", "Vec",
];

/// Words that a module must not be called.
const KEYWORDS: &[&str] = &[
    "abstract", "as", "async", "await", "become", "box", "break", "const", "continue", "crate", "do", "dyn", "else",
    "enum", "extern", "false", "final", "fn", "for", "formats", "gen", "if", "impl", "in", "let", "lib", "loop", "macro",
    "match", "mod", "move", "mut", "override", "priv", "pub", "ref", "return", "self", "static", "struct", "super",
    "trait", "true", "try", "type", "typeof", "unsafe", "unsized", "use", "virtual", "where", "while", "yield",
];

/// A type name made of `words`: `validation-error response` -> `ValidationErrorResponse`.
pub(crate) fn type_name(words: &str) -> String {
    let name = identifier(words).to_upper_camel_case();
    let name = identifier(&name);
    match name.chars().next() {
        None => "Schema".to_owned(),
        Some(first) if !first.is_alphabetic() => format!("X{name}"),
        Some(_) if TAKEN.contains(&name.as_str()) => format!("{name}Type"),
        Some(_) => name,
    }
}

/// A module name made of a folder's path: `action-blueprint` -> `action_blueprint`; the top folder is `schemas`.
pub(crate) fn module_name(folder: &str) -> String {
    let name = identifier(folder).to_snake_case();
    match name.chars().next() {
        None => "schemas".to_owned(),
        Some(first) if !first.is_alphabetic() => format!("m_{name}"),
        Some(_) if KEYWORDS.contains(&name.as_str()) => format!("{name}_schemas"),
        Some(_) => name,
    }
}

/// The member name that a struct field gets, to see which members would collide.
pub(crate) fn field_name(member: &str) -> String {
    identifier(member).to_snake_case()
}

/// Whether every value can be an enum variant, each with a name of its own.
pub(crate) fn are_variants(values: &[String]) -> bool {
    let names: BTreeSet<String> = values.iter().map(|value| identifier(value).to_upper_camel_case()).collect();
    let plain = |value: &String| value.chars().all(|c| c.is_ascii_alphanumeric() || "-_ .:/".contains(c));
    names.len() == values.len()
        && names.iter().all(|name| name.starts_with(char::is_alphabetic) && name != "Self")
        && values.iter().all(plain)
}

/// `text` with everything that cannot stand in an identifier made a word boundary.
fn identifier(text: &str) -> String {
    text.chars().map(|c| if c.is_alphanumeric() && is_plain(c) { c } else { ' ' }).collect::<String>().trim().to_owned()
}

/// Letters and digits that are safe in identifiers without normalisation.
fn is_plain(c: char) -> bool {
    c.is_ascii()
}

/// Gives out names, each once; who comes second gets a longer one.
#[derive(Debug, Default)]
pub(crate) struct Names {
    taken: BTreeMap<String, ()>,
}

impl Names {
    /// The first of `candidates` that is free, else the last with a number.
    pub(crate) fn claim(&mut self, candidates: &[String]) -> String {
        let numbered = (2..).map(|number| {
            let last = candidates.last().map_or("Schema", String::as_str);
            format!("{last}{number}")
        });
        let free = candidates.iter().cloned().chain(numbered).find(|name| !self.taken.contains_key(name));
        let name = free.unwrap_or_default();
        self.taken.insert(name.clone(), ());
        name
    }
}

#[cfg(test)]
mod tests {
    use super::{Names, are_variants, module_name, type_name};

    #[test]
    fn type_names_are_identifiers_and_stay_as_they_are() {
        for (words, name) in [
            ("ActionBlueprint", "ActionBlueprint"),
            ("validation-error response", "ValidationErrorResponse"),
            ("3d", "X3d"),
            ("Option", "OptionType"),
            ("", "Schema"),
            ("'); DROP", "Drop"),
        ] {
            assert_eq!(type_name(words), name);
            assert_eq!(type_name(name), name, "naming twice changes nothing");
        }
    }

    #[test]
    fn modules_never_take_a_keyword() {
        assert_eq!(module_name("action-blueprint"), "action_blueprint");
        assert_eq!(module_name("type"), "type_schemas");
        assert_eq!(module_name(""), "schemas");
    }

    #[test]
    fn the_second_of_a_name_gets_a_longer_one() {
        let mut names = Names::default();
        let candidates = ["Task".to_owned(), "StateTask".to_owned()];
        assert_eq!(names.claim(&candidates), "Task");
        assert_eq!(names.claim(&candidates), "StateTask");
        assert_eq!(names.claim(&candidates), "StateTask2");
    }

    #[test]
    fn values_that_collide_or_are_no_words_are_no_variants() {
        let list = |values: &[&str]| values.iter().map(|value| (*value).to_owned()).collect::<Vec<_>>();
        assert!(are_variants(&list(&["in-progress", "done"])));
        assert!(!are_variants(&list(&["a-b", "a_b"])));
        assert!(!are_variants(&list(&["", "a"])));
        assert!(!are_variants(&list(&[">=", "a"])));
    }
}
