//! Rust names of fields, variants and tools.

use std::collections::BTreeSet;

use heck::{ToSnakeCase, ToUpperCamelCase};
use planwright_schema::names::{Names, identifier, is_keyword, type_name};

/// Names of a tool.
pub(crate) struct ToolName {
    /// Name for callers.
    pub wire: String,
    /// Name of the Rust method, which avoids reserved words.
    pub method: String,
}

/// Returns the names of the tool whose schema files start with `stem`: `add-action` becomes `add_action`.
pub(crate) fn tool_name(stem: &str) -> ToolName {
    let name = identifier(stem).to_snake_case();
    ToolName { wire: if name.is_empty() { "tool".to_owned() } else { name }, method: field_name(stem) }
}

/// Returns the trait name for the tools in a folder: `workflow-tools` becomes `WorkflowTools`, `billing` becomes
/// `BillingTools`.
pub(crate) fn trait_name(folder: &str) -> String {
    let last = folder.rsplit('/').next().unwrap_or(folder);
    if identifier(last).is_empty() {
        return "Tools".to_owned();
    }
    let name = type_name(last);
    if name.ends_with("Tools") { name } else { format!("{name}Tools") }
}

/// Returns the path of a type as options and messages name it: `module::Type`.
pub(crate) fn qualified(module: &str, name: &str) -> String {
    format!("{module}::{name}")
}

/// Returns the name of the module with the implementations, which no other module has.
pub(crate) fn impls_module<'m>(modules: impl IntoIterator<Item = &'m str>) -> String {
    let mut names = Names::default();
    for module in modules {
        names.claim(&[module.to_owned()]);
    }
    names.claim(&["impls".to_owned(), "implementations".to_owned()])
}

/// Returns unique field names for a struct, in order.
///
/// A property whose name is a valid Rust name keeps it, even if another property comes first.
pub(crate) fn field_names(members: &[&str], taken: Option<&str>) -> Vec<String> {
    let wanted: Vec<String> = members.iter().map(|member| field_name(member)).collect();
    let is_own = |index: usize| wanted[index] == members[index];
    let mut names = Names::default();
    names.claim(taken.map(str::to_owned).as_slice());
    let mut order: Vec<usize> = (0..members.len()).collect();
    order.sort_by_key(|index| !is_own(*index));
    let mut given = vec![String::new(); members.len()];
    for index in order {
        given[index] = names.claim(std::slice::from_ref(&wanted[index]));
    }
    given
}

fn field_name(member: &str) -> String {
    let name = identifier(member).to_snake_case();
    match name.chars().next() {
        None => "member".to_owned(),
        Some(first) if !first.is_alphabetic() => format!("x{name}"),
        Some(_) if is_keyword(&name) => format!("{name}_"),
        Some(_) => name,
    }
}

/// Returns the variant name for a value that [`are_variants`] accepts.
fn variant_name(value: &str) -> String {
    camel(&identifier(value))
}

/// Joins words in camel case, with an underscore between digits of two words: `21 0` is not `210`.
fn camel(words: &str) -> String {
    let mut name = String::new();
    for word in words.split_whitespace() {
        let word = word.to_upper_camel_case();
        let ends = name.ends_with(|c: char| c.is_ascii_digit());
        if ends && word.starts_with(|c: char| c.is_ascii_digit()) {
            name.push('_');
        }
        name.push_str(&word);
    }
    name
}

/// Returns unique variant names for any strings, in order.
///
/// A string that is a valid Rust name keeps it, even if another string comes first.
pub(crate) fn variant_names(values: &[String]) -> Vec<String> {
    if are_variants(values) {
        return values.iter().map(|value| variant_name(value)).collect();
    }
    let wanted: Vec<String> = values.iter().map(|value| any_variant_name(value)).collect();
    let mut names = Names::default();
    let mut order: Vec<usize> = (0..values.len()).collect();
    order.sort_by_key(|index| wanted[*index] != values[*index]);
    let mut given = vec![String::new(); values.len()];
    for index in order {
        given[index] = names.claim(std::slice::from_ref(&wanted[index]));
    }
    given
}

/// Maximum length of a type name that is made of a location: 60 characters with a number of three digits.
const MAX_NAME: usize = 57;

/// Returns a type name without words in the middle, if it is too long. Its start tells which type it belongs to, and its
/// end which part of it is meant.
pub(crate) fn shortened(name: &str) -> String {
    if name.len() <= MAX_NAME {
        return name.to_owned();
    }
    let starts = name.char_indices().filter(|(index, c)| *index > 0 && c.is_ascii_uppercase()).map(|(index, _)| index);
    let starts: Vec<usize> = starts.collect();
    let head = starts.iter().rfind(|start| **start <= MAX_NAME / 2).copied().unwrap_or(MAX_NAME / 2);
    let tail = starts.iter().find(|start| name.len() - **start <= MAX_NAME - head).copied();
    let tail = tail.unwrap_or(name.len() - (MAX_NAME - head));
    // The names of types are ASCII.
    [name.get(..head), name.get(tail..)].into_iter().flatten().collect()
}

/// Returns a name for one string: its letters and digits or, without these, the names of its symbols.
fn any_variant_name(value: &str) -> String {
    let spoken = |c: char| SIGNS.iter().find(|(sign, _)| *sign == c).map(|(_, name)| *name);
    let words = identifier(value);
    let name = match words.is_empty() {
        true if value.is_empty() => "Empty".to_owned(),
        true => value.chars().take(4).filter_map(spoken).collect::<Vec<_>>().join(" "),
        false => words,
    };
    // The conversion runs twice, as for types.
    let name = camel(&identifier(&camel(&name)));
    match name.chars().next() {
        None => "Value".to_owned(),
        Some(first) if !first.is_alphabetic() => format!("V{name}"),
        Some(_) if name == "Self" => "SelfValue".to_owned(),
        Some(_) => name,
    }
}

/// Names of symbols in variant names.
const SIGNS: &[(char, &str)] = &[
    ('!', "not"),
    ('"', "quote"),
    ('#', "hash"),
    ('$', "dollar"),
    ('%', "percent"),
    ('&', "and"),
    ('\'', "apostrophe"),
    ('(', "open"),
    (')', "close"),
    ('*', "star"),
    ('+', "plus"),
    (',', "comma"),
    ('-', "minus"),
    ('.', "dot"),
    ('/', "slash"),
    (':', "colon"),
    (';', "semicolon"),
    ('<', "less"),
    ('=', "equal"),
    ('>', "greater"),
    ('?', "question"),
    ('@', "at"),
    ('\\', "backslash"),
    ('^', "caret"),
    ('_', "underscore"),
    ('|', "or"),
    ('~', "tilde"),
    (' ', "space"),
];

/// Returns whether every value can become an enum variant with a unique name.
pub fn are_variants(values: &[String]) -> bool {
    let names: BTreeSet<String> = values.iter().map(|value| variant_name(value)).collect();
    let plain = |value: &String| value.chars().all(|c| c.is_ascii_alphanumeric() || "-_ .:/".contains(c));
    names.len() == values.len()
        && names.iter().all(|name| name.starts_with(char::is_alphabetic) && name != "Self")
        && values.iter().all(plain)
}

#[cfg(test)]
mod tests {
    use super::{are_variants, tool_name, trait_name, variant_names};

    #[test]
    fn tools_are_called_by_their_files() {
        for (stem, wire, method) in
            [("add-action", "add_action", "add_action"), ("type", "type", "type_"), ("!", "tool", "member")]
        {
            let name = tool_name(stem);
            assert_eq!((name.wire.as_str(), name.method.as_str()), (wire, method));
        }
        for (folder, name) in
            [("workflow-tools", "WorkflowTools"), ("a/billing", "BillingTools"), ("", "Tools"), ("tools", "Tools")]
        {
            assert_eq!(trait_name(folder), name);
        }
    }

    #[test]
    fn every_text_gets_a_variant_of_its_own() {
        for (values, names) in [
            (&[">=", "<", "=="][..], &["GreaterEqual", "Less", "EqualEqual"][..]),
            (&["a-b", "a_b", "AB"], &["Ab", "Ab2", "Ab3"]),
            (&["a-b", "Ab", ""], &["Ab2", "Ab", "Empty"]),
            (&["1.0", "10", "self", "\u{e9}", "\u{fc}"], &["V1_0", "V10", "SelfValue", "Value", "Value2"]),
            (&["21.0", "2020-12", "v2.10", "v21.0"], &["V21_0", "V2020_12", "V2_10", "V21_02"]),
        ] {
            let values: Vec<String> = values.iter().map(|value| (*value).to_owned()).collect();
            assert_eq!(variant_names(&values), names);
            assert_eq!(variant_names(&variant_names(&values)), names, "naming twice changes nothing");
        }
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
