//! Names in generated Apex: class names of actions, and length limits.

pub(crate) use crate::name_hash::name_hash;
pub use planwright_apex::names::{CLASS_LIMIT, is_reserved, same, sanitize};

/// Maximum length of an action's sanitised name: 40 for a class name, less `DynamicAction_`.
pub const NAME_LIMIT: usize = 26;

/// Maximum length of an API name: a namespace of 15, a name of 40, suffix and separators, and some margin.
pub const API_NAME_LIMIT: usize = 80;

/// Objects that only the runtime writes: for `RATE_LIMIT`, and for confirmation tokens.
pub const RUNTIME_OBJECTS: [&str; 2] = ["PlanwrightUse__c", "PlanwrightConfirmation__c"];

/// Prefix of every generated class name.
pub const CLASS_PREFIX: &str = "DynamicAction_";

/// Returns the class name of an action with this sanitised name.
pub fn class_name(sanitized: &str) -> String {
    format!("{CLASS_PREFIX}{sanitized}")
}

/// Returns the test class name of an action with this sanitised name. The names of further test classes have a number
/// after the prefix, so that one pattern, `DATest*`, selects all of them.
pub fn test_class_name(sanitized: &str) -> String {
    format!("DATest_{sanitized}")
}

/// Returns whether this is the record's Id, which identifies the record and is never edited.
pub fn is_id(field: &str) -> bool {
    same(field, "Id")
}

/// Returns whether the word is reserved, but is also a standard object that Apex accepts as a type.
pub fn is_standard_object(word: &str) -> bool {
    ["Case", "Group"].iter().any(|object| same(object, word))
}

/// Returns the number of separators `__` in an API name: `Name`, `Name__c` or `namespace__Name__c`.
///
/// Returns `None` if there are more separators, or if a part is empty or ends with `_`.
pub(crate) fn separators(name: &str) -> Option<usize> {
    let (mut found, mut run) = (0, 0);
    for byte in name.bytes() {
        if byte == b'_' {
            run += 1;
        } else {
            if run > 1 {
                found += 1;
            }
            if run > 2 {
                return None;
            }
            run = 0;
        }
    }
    (run == 0 && found <= 2).then_some(found)
}

/// Index of names that ignores letter case.
pub(crate) struct NameIndex<'n>(Vec<(u64, &'n str)>);

impl<'n> NameIndex<'n> {
    pub(crate) fn new(names: impl Iterator<Item = &'n str>) -> Self {
        let mut all: Vec<_> = names.map(|name| (name_hash(name), name)).collect();
        // A stable sort: the first of several spellings stays first.
        all.sort_by_key(|(hash, _)| *hash);
        Self(all)
    }

    /// Returns the first spelling of a name.
    pub(crate) fn find(&self, name: &str) -> Option<&'n str> {
        let hash = name_hash(name);
        let start = self.0.partition_point(|(other, _)| *other < hash);
        let alike = self.0.iter().skip(start).take_while(|(other, _)| *other == hash);
        alike.map(|(_, known)| *known).find(|known| same(known, name))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn api_names_are_counted_by_their_parts() {
        for (name, parts) in [("Name", 0), ("a_b", 0), ("Name__c", 1), ("ns__Name__c", 2), ("__c", 1), ("", 0)] {
            assert_eq!(separators(name), Some(parts), "{name}");
        }
        for name in ["a_", "a__", "a___b", "a____b__c", "a__b__c__d", "_"] {
            assert_eq!(separators(name), None, "{name}");
        }
    }

    #[test]
    fn names_are_found_in_any_spelling() {
        let names = ["Amount", "AMOUNT", "Billing_Street_Of_All__c", "Id"];
        let index = NameIndex::new(names.into_iter());
        assert_eq!(index.find("amount"), Some("Amount"));
        assert_eq!(index.find("billing_street_of_all__C"), Some("Billing_Street_Of_All__c"));
        assert_eq!((index.find("Ids"), index.find("")), (None, None));
        let hashes: std::collections::BTreeSet<_> = (0..10_000).map(|n| name_hash(&format!("Field_{n}__c"))).collect();
        assert_eq!(hashes.len(), 10_000);
    }

    #[test]
    fn class_names_fit() {
        assert_eq!(class_name(&"x".repeat(NAME_LIMIT)).len(), CLASS_LIMIT);
        assert_eq!(test_class_name("Short"), "DATest_Short");
        assert!(test_class_name(&"x".repeat(NAME_LIMIT)).len() < CLASS_LIMIT);
    }
}
