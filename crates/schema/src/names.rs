//! Names of modules and definitions: one place for reserved words, case and collisions.

use std::collections::{BTreeMap, BTreeSet};

use heck::{ToSnakeCase, ToUpperCamelCase};

/// Words that a type must not be called: Rust's own, and the names that generated code relies on.
const TAKEN: &[&str] = &[
    "AnyInteger",
    "Box",
    "Clone",
    "Debug",
    "Default",
    "Err",
    "From",
    "Into",
    "Law",
    "None",
    "Ok",
    "Option",
    "Result",
    "RootInfo",
    "SchemaRoot",
    "Self",
    "Some",
    "String",
    "Union",
    "Vec",
];

/// Words that no field and no module can be called.
const KEYWORDS: &[&str] = &[
    "abstract", "as", "async", "await", "become", "box", "break", "const", "continue", "crate", "do", "dyn", "else",
    "enum", "extern", "false", "final", "fn", "for", "gen", "if", "impl", "in", "let", "loop", "macro", "match", "mod",
    "move", "mut", "override", "priv", "pub", "ref", "return", "self", "static", "struct", "super", "trait", "true",
    "try", "type", "typeof", "unsafe", "unsized", "use", "virtual", "where", "while", "yield",
];

/// Words that a module must not be called besides: what stands beside modules, and the crates that their code names.
const NOT_MODULES: &[&str] = &["formats", "lib"];

/// A type name made of `words`: `validation-error response` -> `ValidationErrorResponse`.
pub fn type_name(words: &str) -> String {
    // Twice, for "a b" is "AB" and "AB" is "Ab": what is named must keep its name when it is named again.
    let name = identifier(words).to_upper_camel_case().to_upper_camel_case();
    match name.chars().next() {
        None => "Schema".to_owned(),
        Some(first) if !first.is_alphabetic() => format!("X{name}"),
        Some(_) if TAKEN.contains(&name.as_str()) => format!("{name}Type"),
        Some(_) => name,
    }
}

/// The name of a type that a title makes; `None` for a sentence, of more than five words, and for what has no letters.
pub fn titled_name(title: &str) -> Option<String> {
    const MOST_WORDS: usize = 5;
    let is_name = words(title) <= MOST_WORDS && title.chars().any(|c| c.is_ascii_alphabetic());
    is_name.then(|| type_name(title))
}

/// How many words a text has; signs that stand alone are none.
fn words(text: &str) -> usize {
    text.split_whitespace().filter(|word| word.chars().any(char::is_alphanumeric)).count()
}

/// A module name made of a folder's path: `action-blueprint` -> `action_blueprint`; the top folder is `schemas`.
pub fn module_name(folder: &str) -> String {
    let name = identifier(folder).to_snake_case();
    match name.chars().next() {
        None => "schemas".to_owned(),
        Some(first) if !first.is_alphabetic() => format!("m_{name}"),
        Some(_) if is_keyword(&name) || NOT_MODULES.contains(&name.as_str()) => format!("{name}_schemas"),
        Some(_) => name,
    }
}

/// Whether Rust keeps a word for itself.
pub fn is_keyword(name: &str) -> bool {
    KEYWORDS.contains(&name)
}

/// `text` with everything that cannot stand in an identifier made a word boundary.
pub fn identifier(text: &str) -> String {
    text.chars().map(|c| if c.is_alphanumeric() && is_plain(c) { c } else { ' ' }).collect::<String>().trim().to_owned()
}

/// Letters and digits that are safe in identifiers without normalisation.
fn is_plain(c: char) -> bool {
    c.is_ascii()
}

/// Gives out names, each once; who comes second gets a longer one.
#[derive(Debug, Default)]
pub struct Names {
    taken: BTreeSet<String>,
    /// The number from which on a name is still to be tried.
    next: BTreeMap<String, usize>,
}

impl Names {
    /// The first of `candidates` that is free, else the last with a number.
    pub fn claim(&mut self, candidates: &[String]) -> String {
        let name = candidates.iter().find(|name| !self.taken.contains(*name)).cloned();
        let name = name.unwrap_or_else(|| self.numbered(candidates.last().map_or("Schema", String::as_str)));
        self.taken.insert(name.clone());
        name
    }

    /// `name` with the least number, from 2 on, that is free.
    fn numbered(&mut self, name: &str) -> String {
        let next = self.next.entry(name.to_owned()).or_insert(2);
        loop {
            let numbered = format!("{name}{next}");
            *next += 1;
            if !self.taken.contains(&numbered) {
                return numbered;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Names, module_name, type_name};

    #[test]
    fn a_sentence_is_no_name_and_signs_are_no_words() {
        use super::titled_name;
        assert_eq!(titled_name("A list of all orders").as_deref(), Some("AListOfAllOrders"));
        assert_eq!(titled_name("*/ Order - of { one } &"), Some("OrderOfOne".to_owned()));
        assert_eq!(titled_name("What a customer may order here"), None);
        assert_eq!(titled_name("*/ {"), None);
    }

    #[test]
    fn type_names_are_identifiers_and_stay_as_they_are() {
        for (words, name) in [
            ("ActionBlueprint", "ActionBlueprint"),
            ("validation-error response", "ValidationErrorResponse"),
            ("3d", "X3d"),
            ("Option", "OptionType"),
            ("", "Schema"),
            ("'); DROP", "Drop"),
            ("a b", "Ab"),
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
}
