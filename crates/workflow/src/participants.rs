//! Tools for participants: `add_participant` and `remove_participant`.

use planwright_check::{Diagnostic, suggest};
use planwright_contracts::workflow_tools::rules::{MIN_PARTICIPANT_COUNT, participant_help};
use planwright_generated::workflow_tools::{
    AddParticipantParams, AddParticipantReturns, RemoveParticipantParams, RemoveParticipantReturns,
};
use planwright_source::Pointer;

use super::codes::{MIN_PARTICIPANTS, PARTICIPANT_NOT_FOUND, REPLACED};
use super::draft::{Action, Draft, Participant, Put, put};
use super::outcome::{OperationOutcome, OperationResult};

/// Adds a participant. An existing participant with the same id is replaced in its position.
pub(super) fn add_participant(
    draft: &mut Draft,
    params: AddParticipantParams,
) -> OperationOutcome<AddParticipantReturns> {
    let AddParticipantParams { id, name, organisation, role } = params;
    let participant = Participant { id, name, organisation: organisation.unwrap_or_default(), role };
    let message = format!("Participant '{}' added", participant.name);
    let participant_id = participant.id.clone();
    let put = put(&mut draft.participants, participant, |known| known.id == participant_id);
    let mut warnings = Vec::new();
    if put != Put::Added {
        let message = format!("participant {participant_id:?} was there already and has been replaced");
        warnings.push(Diagnostic::warning(REPLACED, Pointer::root(), message));
    }
    let returns = AddParticipantReturns { participant_id, participant_count: count(&draft.participants), message };
    OperationOutcome { returns, warnings, changed: put != Put::Repeated, validation: None }
}

/// Removes a participant, the actions that it performs or that route to it, and its disclosures.
pub(super) fn remove_participant(
    draft: &mut Draft,
    params: RemoveParticipantParams,
) -> OperationResult<RemoveParticipantReturns> {
    let RemoveParticipantParams { id } = params;
    let at = Pointer::root().member("id");
    if draft.participant(&id).is_none() {
        let help = participant_help(suggest(&id, draft.participants.iter().map(|participant| participant.id.as_str())));
        let error = Diagnostic::error(PARTICIPANT_NOT_FOUND, at, format!("there is no participant {id:?}"));
        return Err(vec![error.with_help(help)]);
    }
    if draft.participants.len() <= MIN_PARTICIPANT_COUNT {
        let message = format!("Blueprint requires at least 2 participants, it has {}", draft.participants.len());
        let error = Diagnostic::error(MIN_PARTICIPANTS, at, message);
        return Err(vec![error.with_help("add another participant first")]);
    }
    let references = |action: &Action| action.sender == id || action.targets().any(|target| target == id);
    let removed: Vec<u64> = draft.actions.iter().filter(|action| references(action)).map(|action| action.id).collect();
    draft.actions.retain(|action| !references(action));
    draft.participants.retain(|participant| participant.id != id);
    for action in &mut draft.actions {
        action.disclosures.retain(|entry| entry.participant_id != id);
    }
    let warning = (!removed.is_empty()).then(|| "Actions referencing this participant were also removed".to_owned());
    let message = "Participant removed".to_owned();
    let returns = RemoveParticipantReturns { message, removed_action_ids: Some(removed), success: true, warning };
    Ok(OperationOutcome { returns, warnings: Vec::new(), changed: true, validation: None })
}

/// Returns the length of a slice as an integer for JSON.
pub(super) fn count<T>(all: &[T]) -> u64 {
    u64::try_from(all.len()).unwrap_or(u64::MAX)
}
