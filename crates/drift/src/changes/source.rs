//! Changes that affect only generated code: type names, and names that Apex does not allow.

use std::collections::BTreeMap;

use planwright_apex::names::{CLASS_LIMIT, VARIABLE_LIMIT, is_reserved};
use planwright_schema::model::Keyword;

use super::{NEW, Node, OLD, View, Walk};
use crate::rules::RuleId;

impl<'s> Walk<'s, '_> {
    pub(super) fn source(&mut self, views: [&View<'s>; 2], nodes: [Node<'s>; 2]) {
        let titles = nodes.map(|node| node.keywords().annotations.title.as_deref());
        if titles[OLD] != titles[NEW] {
            let say = |title: Option<&str>| title.map_or("none".to_owned(), |title| format!("{title:?}"));
            let message = format!("the title changed from {} to {}", say(titles[OLD]), say(titles[NEW]));
            let spots = || nodes.map(|node| node.spot_below(Keyword::Title));
            self.report(RuleId::RustTypeRenamed, spots(), message, None);
            let class: String = titles[NEW].unwrap_or_default().chars().filter(char::is_ascii_alphanumeric).collect();
            if class.len() > CLASS_LIMIT {
                let message =
                    format!("an Apex class has at most {CLASS_LIMIT} characters, {class} has {}", class.len());
                self.report(RuleId::ApexNameTooLong, spots(), message, None);
            }
        }
        let (known, names) = (views[OLD].properties(), views[NEW].properties());
        let mut spelled: BTreeMap<String, &str> = BTreeMap::new();
        for name in names.into_keys() {
            let other = spelled.insert(name.to_ascii_lowercase(), name);
            if known.contains_key(name) && other.is_none_or(|other| known.contains_key(other)) {
                continue;
            }
            let below = (Keyword::Properties, name);
            if let Some(other) = other {
                let message = format!("Apex ignores case, so it cannot distinguish {name:?} from {other:?}");
                self.add(RuleId::ApexCaseCollision, views, below, message, None);
            }
            if !known.contains_key(name) && is_reserved(name) {
                let message = format!("{name:?} is a reserved word of Apex");
                self.add(RuleId::ApexReservedWord, views, below, message, None);
            }
            if !known.contains_key(name) && name.len() > VARIABLE_LIMIT {
                let message = format!("an Apex identifier has at most {VARIABLE_LIMIT} characters");
                self.add(RuleId::ApexNameTooLong, views, below, message, None);
            }
        }
    }
}
