//! Names that end up in Apex: how an action's name becomes a class name, and which names Apex keeps for itself.

/// How many characters an action's sanitised name may have: 40 for a class, less `DynamicAction_`.
pub const NAME_LIMIT: usize = 26;

/// How many characters an Apex class name may have.
pub const CLASS_LIMIT: usize = 40;

/// How many characters an API name may have: a namespace of 15, 40 of its own, suffix and separators, with room to spare.
pub const API_NAME_LIMIT: usize = 80;

/// The object in which the runtime counts requests for `RATE_LIMIT`.
pub const COUNTER_OBJECT: &str = "PlanwrightUse__c";

/// What every generated class name starts with.
pub const CLASS_PREFIX: &str = "DynamicAction_";

/// The part of a class name that stands for an action: runs of characters outside `A-Za-z0-9_` become one `_`, doubled `_`
/// collapse, `_` at either end is dropped, and `A` goes before a leading digit. `None` if nothing is left.
pub fn sanitize(name: &str) -> Option<String> {
    let letters = name.split(|letter: char| !letter.is_ascii_alphanumeric()).filter(|run| !run.is_empty());
    let joined = letters.collect::<Vec<_>>().join("_");
    match joined.chars().next()? {
        '0'..='9' => Some(format!("A{joined}")),
        _ => Some(joined),
    }
}

/// The class of an action, from its sanitised name.
pub fn class_name(sanitized: &str) -> String {
    format!("{CLASS_PREFIX}{sanitized}")
}

/// The test class of an action, from its sanitised name.
pub fn test_class_name(sanitized: &str) -> String {
    let full = format!("{CLASS_PREFIX}{sanitized}_Test");
    if full.len() <= CLASS_LIMIT { full } else { format!("DATest_{sanitized}") }
}

/// Whether two API names are one to the platform.
pub fn same(a: &str, b: &str) -> bool {
    a.eq_ignore_ascii_case(b)
}

/// Whether this is the record key, which is addressed and never edited.
pub fn is_id(field: &str) -> bool {
    same(field, "Id")
}

/// Whether Apex keeps the word for itself, in any case of letters.
pub fn is_reserved(word: &str) -> bool {
    RESERVED.binary_search(&word.to_ascii_lowercase().as_str()).is_ok()
}

/// Whether the word is reserved and yet the name of a standard object that Apex accepts as a type.
pub fn is_standard_object(word: &str) -> bool {
    ["Case", "Group"].iter().any(|object| same(object, word))
}

/// The reserved words of Apex, those kept for later use included; sorted.
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
    use super::*;

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
    fn class_names_fit() {
        assert_eq!(class_name(&"x".repeat(NAME_LIMIT)).len(), CLASS_LIMIT);
        assert_eq!(test_class_name("Short"), "DynamicAction_Short_Test");
        assert_eq!(test_class_name(&"x".repeat(NAME_LIMIT)), format!("DATest_{}", "x".repeat(NAME_LIMIT)));
    }

    #[test]
    fn reserved_words_are_sorted_and_found_in_any_case() {
        assert!(RESERVED.is_sorted());
        assert!(is_reserved("Select") && is_reserved("SOBJECT") && !is_reserved("Opportunity"));
    }
}
