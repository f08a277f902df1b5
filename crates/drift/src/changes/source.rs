//! Changes that affect only generated code: type names, and names that Apex does not allow.

use std::collections::BTreeMap;

use planwright_apex::names::{CLASS_LIMIT, VARIABLE_LIMIT, is_reserved};
use serde_json::Value;

use super::{Differ, Node};
use crate::rules::RuleId;

impl<'s> Differ<'s> {
    pub(super) fn source(&mut self, old: &Node<'s>, new: &Node<'s>) {
        let title = |node: &Node<'s>| node.get("title").and_then(Value::as_str);
        if title(old) != title(new) {
            let say = |title: Option<&str>| title.map_or("none".to_owned(), |title| format!("{title:?}"));
            let message = format!("the title {} changed to {}", say(title(old)), say(title(new)));
            self.add(RuleId::RustTypeRenamed, old, new, &["title"], message);
            let class: String = title(new).unwrap_or_default().chars().filter(char::is_ascii_alphanumeric).collect();
            if class.len() > CLASS_LIMIT {
                let message =
                    format!("an Apex class has at most {CLASS_LIMIT} characters, {class} has {}", class.len());
                self.add(RuleId::ApexNameTooLong, old, new, &["title"], message);
            }
        }
        let known = old.names("properties");
        let mut spelled: BTreeMap<String, &str> = BTreeMap::new();
        for name in new.names("properties") {
            let lower = name.to_ascii_lowercase();
            let other = spelled.insert(lower.clone(), name);
            if known.contains(name) && other.is_none_or(|other| known.contains(other)) {
                continue;
            }
            let below = ["properties", name];
            if let Some(other) = other {
                let message = format!("Apex does not distinguish {name:?} from {other:?}");
                self.add(RuleId::ApexCaseCollision, old, new, &below, message);
            }
            if !known.contains(name) && is_reserved(name) {
                let message = format!("{name:?} is a reserved word of Apex");
                self.add(RuleId::ApexReservedWord, old, new, &below, message);
            }
            if !known.contains(name) && name.len() > VARIABLE_LIMIT {
                let message = format!("an Apex identifier has at most {VARIABLE_LIMIT} characters");
                self.add(RuleId::ApexNameTooLong, old, new, &below, message);
            }
        }
    }
}
