//! Tool for disclosures: `set_disclosure`.

use std::borrow::Cow;
use std::collections::HashSet;

use planwright_check::Diagnostic;
use planwright_generated::workflow_tools::{SetDisclosureParams, SetDisclosureReturns};
use planwright_source::Pointer;

use super::codes::UNKNOWN_DISCLOSURE_FIELD;
use super::draft::{Action, Disclosed, Draft, Put, put};
use super::outcome::{OperationOutcome, OperationResult};
use super::participants::count;
use super::references::{References, member};

/// Pointer for all fields.
const ALL_FIELDS: &str = "/*";

/// Sets what a participant sees of an action, and replaces an earlier disclosure.
pub(super) fn set_disclosure(draft: &mut Draft, params: SetDisclosureParams) -> OperationResult<SetDisclosureReturns> {
    let SetDisclosureParams { action_id, fields, participant_id } = params;
    References::new(draft)
        .action("actionId", action_id)
        .participant(member("participantId"), Some(&participant_id))
        .done()?;
    let data_pointers = pointers(fields);
    let fields_disclosed = count(&data_pointers);
    let message = format!("Disclosure configured for {participant_id}");
    let (mut warnings, mut changed) = (None, false);
    if let Some(action) = draft.action_mut(action_id) {
        warnings = pointer_warning(action, data_pointers.iter());
        let is_it = |known: &Disclosed| known.participant_id == participant_id;
        let entry = Disclosed { participant_id: participant_id.clone(), data_pointers };
        changed = put(&mut action.disclosures, entry, is_it) != Put::Repeated;
    }
    let returns = SetDisclosureReturns { fields_disclosed, message };
    Ok(OperationOutcome { returns, warnings: warnings.into_iter().collect(), changed, validation: None })
}

/// Converts fields to distinct JSON Pointers. A bare name is the name of a field. `/*` replaces all others.
fn pointers(fields: Vec<String>) -> Vec<String> {
    let rooted = fields.into_iter().map(|field| if field.starts_with('/') { field } else { format!("/{field}") });
    let mut seen = HashSet::new();
    let pointers: Vec<String> = rooted.filter(|pointer| seen.insert(pointer.clone())).collect();
    if seen.contains(ALL_FIELDS) { vec![ALL_FIELDS.to_owned()] } else { pointers }
}

/// Returns a warning about pointers that match no field of the action.
pub(super) fn pointer_warning<'p>(action: &Action, pointers: impl Iterator<Item = &'p String>) -> Option<Diagnostic> {
    let declared: HashSet<&str> = action.data_fields.iter().map(|field| field.name.as_str()).collect();
    let unknown: Vec<_> = pointers.filter(|pointer| *pointer != ALL_FIELDS && !leads_to(pointer, &declared)).collect();
    let named: Vec<_> = unknown.iter().take(10).map(|pointer| format!("{pointer:?}")).collect();
    (!unknown.is_empty()).then(|| {
        let more = if named.len() < unknown.len() { ", …" } else { "" };
        let message = format!("action {} has no data field for {}{more}", action.id, named.join(", "));
        Diagnostic::warning(UNKNOWN_DISCLOSURE_FIELD, Pointer::root(), message)
            .with_help("declare the field in the action's dataFields, or name another")
    })
}

fn leads_to(pointer: &str, declared: &HashSet<&str>) -> bool {
    let first = pointer.parse::<Pointer>().ok().and_then(|pointer| pointer.tokens().next().map(Cow::into_owned));
    first.is_some_and(|name| declared.contains(name.as_str()))
}
