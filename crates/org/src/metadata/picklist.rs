//! Reads the values of a picklist: its own, or those of a global value set.

use std::collections::BTreeMap;

use planwright_check::{Diagnostic, codes};
use roxmltree::Node;

use super::values::flag;
use crate::codes::VALUE_SET_UNKNOWN;
use crate::xml;

/// Active values of each global value set in the files.
pub(super) type ValueSets = BTreeMap<String, Values>;

/// Picklist values, and whether one of them is the default.
#[derive(Clone, Debug, Default)]
pub(super) struct Values {
    pub active: Vec<String>,
    pub has_default: bool,
}

/// Picklist of a field.
#[derive(Clone, Debug, Default)]
pub(super) struct Picklist {
    /// `None` if the values are unknown.
    pub values: Option<Values>,
    pub restricted: bool,
}

/// Returns the picklist of a field, or `None` if the file does not define one.
pub(super) fn read_picklist(field: Node<'_, '_>, sets: &ValueSets, found: &mut Vec<Diagnostic>) -> Option<Picklist> {
    let set = xml::child(field, "valueSet")?;
    let restricted = flag(set, "restricted", found);
    if let Some(definition) = xml::child(set, "valueSetDefinition") {
        return Some(Picklist { values: Some(gather(xml::children(definition, "value"), found)), restricted });
    }
    let name = xml::child(set, "valueSetName");
    let known = name.and_then(|name| sets.get(name.text().unwrap_or_default().trim()));
    if let (Some(name), None) = (name, known) {
        let message = format!("the global value set {} is not among the files", name.text().unwrap_or_default().trim());
        let help = "import globalValueSets/ together with the objects; until then its values are not checked";
        found.push(xml::warning(VALUE_SET_UNKNOWN, name, message, help));
    }
    Some(Picklist { values: known.cloned(), restricted })
}

/// Returns the values of a global value set.
pub(super) fn custom_values(root: Node<'_, '_>, found: &mut Vec<Diagnostic>) -> Values {
    gather(xml::children(root, "customValue"), found)
}

fn gather<'a, 'i: 'a>(all: impl Iterator<Item = Node<'a, 'i>>, found: &mut Vec<Diagnostic>) -> Values {
    let mut values = Values::default();
    for value in all {
        let is_active = xml::child(value, "isActive").is_none() || flag(value, "isActive", found);
        let Some(name) = xml::content(value, "fullName") else {
            let message = "a value of the picklist has no fullName".to_owned();
            found.push(xml::error(codes::MISSING_FIELD, value, message, "retrieve the metadata again"));
            continue;
        };
        if is_active {
            values.has_default |= flag(value, "default", found);
            values.active.push(name.to_owned());
        }
    }
    values
}
