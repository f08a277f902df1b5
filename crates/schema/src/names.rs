//! Names of modules and definitions. Reserved words, case and collisions are handled here.

use std::collections::{BTreeMap, BTreeSet};

use heck::{ToSnakeCase, ToUpperCamelCase};

/// Names that a type must not have: Rust's own, and the names that generated code relies on.
const RESERVED_TYPE_NAMES: &[&str] = &[
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

/// Words that cannot name a field or module.
const RUST_KEYWORDS: &[&str] = &[
    "abstract", "as", "async", "await", "become", "box", "break", "const", "continue", "crate", "do", "dyn", "else",
    "enum", "extern", "false", "final", "fn", "for", "gen", "if", "impl", "in", "let", "loop", "macro", "match", "mod",
    "move", "mut", "override", "priv", "pub", "ref", "return", "self", "static", "struct", "super", "trait", "true",
    "try", "type", "typeof", "unsafe", "unsized", "use", "virtual", "where", "while", "yield",
];

/// Further words that cannot name a module, because they collide with files next to modules or with crates.
const RESERVED_MODULE_NAMES: &[&str] = &["formats", "lib"];

/// Returns a type name made of `words`: `validation-error response` becomes `ValidationErrorResponse`.
pub fn type_name(words: &str) -> String {
    // The conversion runs twice because "a b" becomes "AB" and "AB" becomes "Ab". The result must not change if it is
    // converted again.
    let name = identifier(words).to_upper_camel_case().to_upper_camel_case();
    match name.chars().next() {
        None => "Schema".to_owned(),
        Some(first) if !first.is_alphabetic() => format!("X{name}"),
        Some(_) if RESERVED_TYPE_NAMES.contains(&name.as_str()) => format!("{name}Type"),
        Some(_) => name,
    }
}

/// Returns the type name made of a title, or `None` for a sentence of more than five words or a title without letters.
pub fn titled_name(title: &str) -> Option<String> {
    const MAX_WORDS: usize = 5;
    let is_name = words(title) <= MAX_WORDS && title.chars().any(|c| c.is_ascii_alphabetic());
    is_name.then(|| type_name(title))
}

/// Returns the number of words that contain a letter or digit.
fn words(text: &str) -> usize {
    text.split_whitespace().filter(|word| word.chars().any(char::is_alphanumeric)).count()
}

/// Returns a module name made of a folder's path: `action-blueprint` becomes `action_blueprint`, the top folder
/// `schemas`.
pub fn module_name(folder: &str) -> String {
    let name = identifier(folder).to_snake_case();
    match name.chars().next() {
        None => "schemas".to_owned(),
        Some(first) if !first.is_alphabetic() => format!("m_{name}"),
        Some(_) if is_keyword(&name) || RESERVED_MODULE_NAMES.contains(&name.as_str()) => format!("{name}_schemas"),
        Some(_) => name,
    }
}

/// Returns whether a word is reserved in Rust.
pub fn is_keyword(name: &str) -> bool {
    RUST_KEYWORDS.contains(&name)
}

/// Returns `text` with each character that is invalid in an identifier replaced by a word boundary.
pub fn identifier(text: &str) -> String {
    text.chars().map(|c| if c.is_alphanumeric() && is_plain(c) { c } else { ' ' }).collect::<String>().trim().to_owned()
}

/// Returns whether a character is safe in identifiers without Unicode normalization.
fn is_plain(c: char) -> bool {
    c.is_ascii()
}

/// Assigns unique names. The second user of a name gets a longer one.
#[derive(Debug, Default)]
pub struct Names {
    taken: BTreeSet<String>,
    /// For each name, the first number that was not yet tried.
    next: BTreeMap<String, usize>,
}

impl Names {
    /// Returns the first unused name of `candidates`, or else the last one with a number.
    pub fn claim(&mut self, candidates: &[String]) -> String {
        let name = candidates.iter().find(|name| !self.taken.contains(*name)).cloned();
        let name = name.unwrap_or_else(|| self.numbered(candidates.last().map_or("Schema", String::as_str)));
        self.taken.insert(name.clone());
        name
    }

    /// Returns `name` with the smallest unused number, starting at 2.
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
