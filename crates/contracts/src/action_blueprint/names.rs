//! Names that end up in Apex: how an action's name becomes a class name, and which names Apex keeps for itself.

pub use planwright_apex::names::{CLASS_LIMIT, is_reserved, same, sanitize};

/// How many characters an action's sanitised name may have: 40 for a class, less `DynamicAction_`.
pub const NAME_LIMIT: usize = 26;

/// How many characters an API name may have: a namespace of 15, 40 of its own, suffix and separators, with room to spare.
pub const API_NAME_LIMIT: usize = 80;

/// The objects that the runtime alone writes: for `RATE_LIMIT`, and for the tokens of questions.
pub const RUNTIME_OBJECTS: [&str; 2] = ["PlanwrightUse__c", "PlanwrightConfirmation__c"];

/// What every generated class name starts with.
pub const CLASS_PREFIX: &str = "DynamicAction_";

/// The class of an action, from its sanitised name.
pub fn class_name(sanitized: &str) -> String {
    format!("{CLASS_PREFIX}{sanitized}")
}

/// The test class of an action, from its sanitised name.
pub fn test_class_name(sanitized: &str) -> String {
    let full = format!("{CLASS_PREFIX}{sanitized}_Test");
    if full.len() <= CLASS_LIMIT { full } else { format!("DATest_{sanitized}") }
}

/// Whether this is the record key, which is addressed and never edited.
pub fn is_id(field: &str) -> bool {
    same(field, "Id")
}

/// Whether the word is reserved and yet the name of a standard object that Apex accepts as a type.
pub fn is_standard_object(word: &str) -> bool {
    ["Case", "Group"].iter().any(|object| same(object, word))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn class_names_fit() {
        assert_eq!(class_name(&"x".repeat(NAME_LIMIT)).len(), CLASS_LIMIT);
        assert_eq!(test_class_name("Short"), "DynamicAction_Short_Test");
        assert_eq!(test_class_name(&"x".repeat(NAME_LIMIT)), format!("DATest_{}", "x".repeat(NAME_LIMIT)));
    }
}
