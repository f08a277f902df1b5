//! Names in Apex: identifiers, reserved words, platform types that generated code uses, and length limits.

use std::collections::BTreeSet;

/// Maximum length of a class name.
pub const CLASS_LIMIT: usize = 40;
/// Maximum length of an outer class name. It leaves room for the suffix `_Test`.
pub const OUTER_LIMIT: usize = CLASS_LIMIT - "_Test".len();
/// Maximum length of a variable name.
pub const VARIABLE_LIMIT: usize = 255;

/// Platform types that an inner class with the same name would shadow.
const PLATFORM_TYPES: &[&str] = &[
    "assert",
    "auraenabled",
    "callable",
    "comparable",
    "database",
    "dom",
    "id",
    "istest",
    "iterable",
    "iterator",
    "json",
    "limits",
    "math",
    "pattern",
    "schema",
    "sobjecttype",
    "test",
    "type",
    "user",
    "userinfo",
];

/// Returns whether a variable or method can have this name.
pub fn is_identifier(name: &str) -> bool {
    let plain = name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
    let starts = name.starts_with(|first: char| first.is_ascii_alphabetic());
    plain && starts && !name.ends_with('_') && !name.contains("__") && name.len() <= VARIABLE_LIMIT
}

/// Returns whether the word is reserved in Apex, in any case.
pub fn is_reserved(word: &str) -> bool {
    // Reserved words contain only letters, but most names contain a digit or `_`.
    if !word.bytes().all(|byte| byte.is_ascii_alphabetic()) {
        return false;
    }
    let mut lower = [0; MAX_RESERVED_LENGTH];
    let Some(lower) = lower.get_mut(..word.len()) else { return false };
    lower.copy_from_slice(word.as_bytes());
    lower.make_ascii_lowercase();
    RESERVED.binary_search_by(|known| known.as_bytes().cmp(lower)).is_ok()
}

/// Length of the longest reserved word.
const MAX_RESERVED_LENGTH: usize = 12;

/// Returns whether an outer class can have this name.
pub fn is_class_name(name: &str) -> bool {
    is_identifier(name) && !is_taken(name) && name.len() <= OUTER_LIMIT
}

fn is_taken(name: &str) -> bool {
    is_reserved(name) || PLATFORM_TYPES.contains(&name.to_ascii_lowercase().as_str())
}

/// Returns whether the platform treats two names as equal. It ignores case.
#[inline]
pub fn same(a: &str, b: &str) -> bool {
    a.eq_ignore_ascii_case(b)
}

/// Converts a string to a part of a name.
///
/// Runs of characters outside `A-Za-z0-9_` become one `_`, and repeated `_` are collapsed. `_` at either end is
/// removed, and `A` is prepended to a leading digit. Returns `None` if nothing is left.
pub fn sanitize(name: &str) -> Option<String> {
    let letters = name.split(|letter: char| !letter.is_ascii_alphanumeric()).filter(|run| !run.is_empty());
    let joined = letters.collect::<Vec<_>>().join("_");
    match joined.chars().next()? {
        '0'..='9' => Some(format!("A{joined}")),
        _ => Some(joined),
    }
}

/// Returns the name, or its start and a hash of it if it has more than `limit` characters.
///
/// The hash depends on the name only, so that other long names do not change the result.
pub fn shorten(name: &str, limit: usize) -> String {
    if name.len() <= limit {
        return name.to_owned();
    }
    // FNV-1a
    let hash = name.bytes().fold(0x811C_9DC5_u32, |hash, byte| (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193));
    let start: String = name.chars().take(limit.saturating_sub(8)).collect();
    format!("{}{hash:08x}", start.trim_end_matches('_'))
}

/// Assigns distinct names to inner classes, constants and variables. Case does not make names distinct.
#[derive(Debug, Default)]
pub struct UniqueNames(BTreeSet<String>);

impl UniqueNames {
    /// Creates an instance in which the name of the outer class is already in use.
    pub fn with(name: &str) -> Self {
        Self(BTreeSet::from([name.to_ascii_lowercase()]))
    }

    /// Returns the name for an inner class, or a similar one that is unused, short enough and shadows nothing.
    pub fn claim(&mut self, name: &str) -> String {
        let base = if is_taken(name) { format!("{name}Type") } else { name.to_owned() };
        self.claim_within(&base, CLASS_LIMIT)
    }

    /// Returns the name, or a similar one that is unused and has at most `limit` characters.
    pub fn claim_within(&mut self, name: &str, limit: usize) -> String {
        let numbered = (2..).map(|number| format!("{name}{number}"));
        let mut all = std::iter::once(name.to_owned()).chain(numbered).map(|name| shorten(&name, limit));
        let free = all.find(|name| !self.0.contains(&name.to_ascii_lowercase())).unwrap_or_default();
        self.0.insert(free.to_ascii_lowercase());
        free
    }

    /// Claims a variable name as it is. Returns whether it is legal and was unused.
    pub fn claim_exactly(&mut self, name: &str) -> bool {
        is_identifier(name) && !is_reserved(name) && self.0.insert(name.to_ascii_lowercase())
    }

    /// Returns a legal variable name that is unused and similar to any string.
    ///
    /// Other characters become `_`, as in [`sanitize`]. A reserved word gets the suffix `Value`, and a used name a
    /// number. A string without letters and digits becomes `property`.
    pub fn claim_similar(&mut self, text: &str) -> String {
        let name = sanitize(text).unwrap_or_else(|| "property".to_owned());
        let name = if is_reserved(&name) { format!("{name}Value") } else { name };
        self.claim_within(&name, VARIABLE_LIMIT)
    }
}

/// Reserved words of Apex, including those reserved for future use, sorted.
pub const RESERVED: [&str; 121] = [
    "abstract",
    "activate",
    "and",
    "any",
    "array",
    "as",
    "asc",
    "autonomous",
    "begin",
    "bigdecimal",
    "blob",
    "boolean",
    "break",
    "bulk",
    "by",
    "byte",
    "case",
    "cast",
    "catch",
    "char",
    "class",
    "collect",
    "commit",
    "const",
    "continue",
    "currency",
    "date",
    "datetime",
    "decimal",
    "default",
    "delete",
    "desc",
    "do",
    "double",
    "else",
    "end",
    "enum",
    "exception",
    "exit",
    "export",
    "extends",
    "false",
    "final",
    "finally",
    "float",
    "for",
    "from",
    "global",
    "goto",
    "group",
    "having",
    "hint",
    "if",
    "implements",
    "import",
    "in",
    "inner",
    "insert",
    "instanceof",
    "int",
    "integer",
    "interface",
    "into",
    "join",
    "like",
    "limit",
    "list",
    "long",
    "loop",
    "map",
    "merge",
    "new",
    "not",
    "null",
    "nulls",
    "number",
    "object",
    "of",
    "on",
    "or",
    "outer",
    "override",
    "package",
    "parallel",
    "pragma",
    "private",
    "protected",
    "public",
    "retrieve",
    "return",
    "rollback",
    "select",
    "set",
    "short",
    "sobject",
    "sort",
    "static",
    "string",
    "super",
    "switch",
    "synchronized",
    "system",
    "testmethod",
    "then",
    "this",
    "throw",
    "time",
    "transaction",
    "trigger",
    "true",
    "try",
    "undelete",
    "update",
    "upsert",
    "using",
    "virtual",
    "void",
    "webservice",
    "when",
    "where",
    "while",
];

#[cfg(test)]
mod tests {
    use super::{CLASS_LIMIT, RESERVED, UniqueNames, is_class_name, is_identifier, is_reserved, sanitize, shorten};

    #[test]
    fn reserved_words_are_sorted_and_found_in_any_case() {
        assert!(RESERVED.is_sorted());
        for word in RESERVED {
            assert!(is_reserved(word) && is_reserved(&word.to_ascii_uppercase()), "{word}");
            assert!(!is_reserved(&format!("{word}_")) && !is_reserved(&word[1..].repeat(9)), "{word}");
        }
        assert!(is_reserved("Limit") && !is_reserved("type"));
    }

    #[test]
    fn identifiers_follow_the_rules_of_apex() {
        assert!(is_identifier("a_b1"));
        for name in ["", "1a", "a__b", "a_", "_a", "a-b", "\u{e9}", "$ref"] {
            assert!(!is_identifier(name), "{name}");
        }
        assert!(is_class_name("PlanModels") && !is_class_name("System") && !is_class_name(&"x".repeat(36)));
    }

    #[test]
    fn names_are_sanitised() {
        let cases = [
            ("UpdateOpportunityStage", Some("UpdateOpportunityStage")),
            ("Do-It", Some("Do_It")),
            ("do__it", Some("do_it")),
            ("  a  b  ", Some("a_b")),
            ("_x_", Some("x")),
            ("3 steps", Some("A3_steps")),
            ("É", None),
            ("-_-", None),
            ("naïve", Some("na_ve")),
        ];
        for (name, sanitized) in cases {
            assert_eq!(sanitize(name).as_deref(), sanitized, "{name}");
        }
    }

    #[test]
    fn names_are_unique_and_shadow_nothing() {
        let mut taken = UniqueNames::with("Plan");
        let given: Vec<String> =
            ["PLAN", "Date", "Test", "Item", "ITEM"].iter().map(|name| taken.claim(name)).collect();
        assert_eq!(given, ["PLAN2", "DateType", "TestType", "Item", "ITEM2"]);
    }

    #[test]
    fn long_names_are_shortened_and_stay_distinct() {
        let mut taken = UniqueNames::default();
        let long = "Long".repeat(20);
        let names = [taken.claim(&long), taken.claim(&long), taken.claim(&format!("{long}er"))];
        assert!(names.iter().all(|name| name.len() == CLASS_LIMIT && is_identifier(name)), "{names:?}");
        assert_eq!(names.iter().collect::<std::collections::BTreeSet<_>>().len(), 3);
        assert_eq!(shorten(&long, CLASS_LIMIT), names[0], "the order of claims does not change the first name");
    }

    #[test]
    fn any_string_becomes_a_variable() {
        let mut taken = UniqueNames::default();
        assert!(taken.claim_exactly("id") && !taken.claim_exactly("ID") && !taken.claim_exactly("limit"));
        assert!(taken.claim_exactly("limitValue2"));
        let cases = [
            ("ID", "ID2"),
            ("$id", "id3"),
            ("limit", "limitValue"),
            ("LIMIT", "LIMITValue3"),
            ("first-name", "first_name"),
            ("2fa", "A2fa"),
            ("", "property"),
            ("\u{e9}", "property2"),
            ("@class", "classValue"),
        ];
        for (text, name) in cases {
            assert_eq!(taken.claim_similar(text), name, "{text}");
            assert!(is_identifier(name) && !is_reserved(name), "{name}");
        }
        let long = taken.claim_similar(&"a-".repeat(200));
        assert!(is_identifier(&long), "{long}");
    }
}
