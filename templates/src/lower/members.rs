//! Chooses names for the variables of requests. Apex ignores letter case in names and reserves many words.

use std::collections::BTreeSet;

use planwright_contracts::action_blueprint::names;

use crate::tokens::ApexIdent;

/// Maximum length of a name. Payload keys may be twice as long.
const MAX_NAME_LENGTH: usize = 48;

/// Names in use in one request or response.
pub(crate) struct Members {
    taken: BTreeSet<String>,
}

impl Members {
    /// Creates a set that contains only the reserved names.
    pub(crate) fn new(reserved: impl IntoIterator<Item = &'static str>) -> Self {
        Self { taken: reserved.into_iter().map(str::to_ascii_lowercase).collect() }
    }

    /// Returns an unused name similar to that of a field or payload key: `ERP_Id__c` becomes `erpId`.
    pub(crate) fn name(&mut self, api_name: &str) -> ApexIdent {
        let base = camel(api_name);
        let mut name = base.clone();
        let mut number = 2;
        while names::is_reserved(&name) || !self.taken.insert(name.to_ascii_lowercase()) {
            name = if names::is_reserved(&base) && number == 2 {
                format!("{base}Value")
            } else {
                format!("{base}{number}")
            };
            number += 1;
        }
        ApexIdent::near(&name)
    }
}

fn camel(api_name: &str) -> String {
    let bare = suffix(api_name).map_or(api_name, |suffix| &api_name[..api_name.len() - suffix.len()]);
    let words = bare.split('_').filter(|word| !word.is_empty()).enumerate();
    let joined: String =
        words.map(|(index, word)| if index == 0 { lower_start(word) } else { upper_start(word) }).collect();
    joined.chars().take(MAX_NAME_LENGTH).collect()
}

/// Returns the suffix of a custom name, such as `__c` or `__C`.
fn suffix(api_name: &str) -> Option<&str> {
    let at = api_name.rfind("__").filter(|at| *at > 0 && api_name.len() - at <= 5)?;
    api_name.get(at..)
}

/// Lowercases the start of a word: `ERPId` to `erpId`, `ERP` to `erp`, `StageName` to `stageName`.
fn lower_start(word: &str) -> String {
    let capitals = word.bytes().take_while(u8::is_ascii_uppercase).count();
    let lowered = if capitals > 1 && capitals < word.len() { capitals - 1 } else { capitals };
    format!("{}{}", word[..lowered].to_ascii_lowercase(), &word[lowered..])
}

fn upper_start(word: &str) -> String {
    let mut letters = word.chars();
    letters.next().map_or_else(String::new, |first| format!("{}{}", first.to_ascii_uppercase(), letters.as_str()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn api_names_become_member_names() {
        let cases = [
            ("ERP_Id__c", "erpId"),
            ("StageName", "stageName"),
            ("URL", "url"),
            ("ERPId", "erpId"),
            ("ns__Some_field__c", "nsSomeField"),
            ("Place__Latitude__s", "placeLatitude"),
            ("Name__pc", "name"),
            ("a", "a"),
            ("X__c", "x"),
        ];
        for (api_name, member) in cases {
            assert_eq!(Members::new([]).name(api_name).as_str(), member);
        }
    }

    #[test]
    fn names_are_unused_and_legal() {
        let mut members = Members::new(["confirmed"]);
        let given = ["Name", "NAME", "name__c", "Date", "Confirmed", "Select", "select__c", "Value", "Name2"];
        let named: Vec<_> = given.iter().map(|name| members.name(name).as_str().to_owned()).collect();
        let want = ["name", "name2", "name3", "dateValue", "confirmed2", "selectValue", "select3", "value", "name22"];
        assert_eq!(named, want);
        for name in named {
            assert!(ApexIdent::new(&name).is_ok(), "{name}");
        }
    }

    #[test]
    fn long_names_are_cut_and_stay_distinct() {
        let mut members = Members::new([]);
        let (one, two) = (members.name(&"x".repeat(80)), members.name(&"x".repeat(80)));
        assert!(one != two && two.as_str().len() <= MAX_NAME_LENGTH + 3);
    }
}
