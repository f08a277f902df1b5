//! Custom fields that only the goal names. Without a snapshot they cannot be verified.

use std::borrow::Cow;

use planwright_generated::action_blueprint::{FieldSnapshot, SchemaSnapshot};
use planwright_runtime::Maybe;

use super::target::mentions;
use super::vocabulary::Vocabulary;
use super::words::{GoalToken, tokens};

/// Returns the standard objects, and adds every `Field__c` of the goal as a string field to the objects that the goal
/// names. Also returns the names of these fields.
pub(super) fn with_named_fields<'s>(
    goal: &str,
    standard: &'s SchemaSnapshot,
) -> (Cow<'s, SchemaSnapshot>, Vec<String>) {
    let all = tokens(goal);
    let is_custom = |text: &str| {
        text.len() > 3 && text.to_ascii_lowercase().ends_with("__c") && text.is_ascii() && !text.contains("___")
    };
    let tokens = all.iter().filter(|token| token.kind == GoalToken::Word && is_custom(&token.text));
    let names: Vec<String> = tokens
        .map(|token| token.text.clone())
        .filter(|name| name.starts_with(|c: char| c.is_ascii_alphabetic()))
        .collect();
    if names.is_empty() {
        return (Cow::Borrowed(standard), names);
    }
    let vocabulary = Vocabulary::from_snapshot(standard);
    let objects: Vec<String> =
        mentions(&all, &vocabulary).iter().map(|mention| mention.name.object.api_name.clone()).collect();
    let mut extended = standard.clone();
    for (api_name, object) in &mut extended.objects {
        if objects.contains(api_name) {
            object.fields.extend(names.iter().map(|name| (name.clone(), text_field(name))));
        }
    }
    (Cow::Owned(extended), names)
}

fn text_field(api_name: &str) -> FieldSnapshot {
    FieldSnapshot {
        api_name: api_name.to_owned(),
        auto_number: None,
        calculated: None,
        compound_field_name: Maybe::Absent,
        createable: true,
        defaulted: None,
        external_id: Some(true),
        id_lookup: None,
        label: None,
        length: None,
        nillable: true,
        permissionable: None,
        picklist_values: Vec::new(),
        precision: None,
        reference_to: None,
        restricted_picklist: None,
        scale: None,
        type_: "String".to_owned(),
        updateable: true,
    }
}
