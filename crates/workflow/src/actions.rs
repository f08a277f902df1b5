//! Tools for actions: `add_action`, `update_action` and `delete_action`.

use planwright_check::Diagnostic;
use planwright_generated::workflow_tools::{
    ActionMember, AddActionParams, AddActionReturns, DeleteActionParams, DeleteActionReturns, UpdateActionParams,
    UpdateActionReturns,
};
use planwright_source::Pointer;

use super::codes::{REPLACED, ROUTING_REPLACED};
use super::disclosure;
use super::draft::{Action, Draft, Put, Routing, put};
use super::fields;
use super::outcome::{OperationOutcome, OperationResult};
use super::participants::count;
use super::references::{References, member};

/// Adds an action. An existing action with the same id is replaced in its position, with its disclosures and routing.
pub(super) fn add_action(draft: &mut Draft, params: AddActionParams) -> OperationResult<AddActionReturns> {
    let AddActionParams { data_fields, description, id, is_starting_action, route_to_next, sender, title } = params;
    References::new(draft)
        .participant(member("sender"), Some(&sender))
        .participant(member("routeToNext"), route_to_next.as_deref())
        .done()?;
    let data_fields = data_fields.unwrap_or_default();
    let mut warnings = fields::constraint_warnings(&data_fields);
    let message = format!("Action '{title}' added");
    let routing = route_to_next.map(|to| Routing::Next { to });
    let disclosures = Vec::new();
    let action = Action { id, title, description, sender, is_starting_action, data_fields, disclosures, routing };
    let put = put(&mut draft.actions, action, |known| known.id == id);
    if put != Put::Added {
        let message = format!("action {id} was there already and has been replaced, with its disclosures and routing");
        warnings.push(Diagnostic::warning(REPLACED, Pointer::root(), message));
    }
    let returns = AddActionReturns { action_count: count(&draft.actions), action_id: id, message };
    Ok(OperationOutcome { returns, warnings, changed: put != Put::Repeated, validation: None })
}

/// Updates the properties that are present and differ.
pub(super) fn update_action(draft: &mut Draft, params: UpdateActionParams) -> OperationResult<UpdateActionReturns> {
    let UpdateActionParams { data_fields, description, id, is_starting_action, route_to_next, sender, title } = params;
    References::new(draft)
        .action("id", id)
        .participant(member("sender"), sender.as_deref())
        .participant(member("routeToNext"), route_to_next.as_deref())
        .done()?;
    let mut warnings = data_fields.as_deref().map(fields::constraint_warnings).unwrap_or_default();
    let mut fields_changed = Vec::new();
    if let Some(action) = draft.action_mut(id) {
        let mut note = |member: ActionMember, differs: bool| fields_changed.extend(differs.then_some(member));
        note(ActionMember::Title, merge(&mut action.title, title));
        note(ActionMember::Description, merge(&mut action.description, description.map(Some)));
        note(ActionMember::Sender, merge(&mut action.sender, sender));
        note(ActionMember::IsStartingAction, merge(&mut action.is_starting_action, is_starting_action));
        let fields_differ = merge(&mut action.data_fields, data_fields);
        note(ActionMember::DataFields, fields_differ);
        let was_routed = action.routing.is_some();
        let route_differs = merge(&mut action.routing, route_to_next.map(|to| Some(Routing::Next { to })));
        note(ActionMember::RouteToNext, route_differs);
        if was_routed && route_differs {
            warnings.push(routing_replaced(id));
        }
        if fields_differ {
            let disclosed = action.disclosures.iter().flat_map(|entry| &entry.data_pointers);
            warnings.extend(disclosure::pointer_warning(action, disclosed));
        }
    }
    let changed = !fields_changed.is_empty();
    let returns = UpdateActionReturns { action_id: id, fields_changed, message: "Action updated".to_owned() };
    Ok(OperationOutcome { returns, warnings, changed, validation: None })
}

/// Deletes an action. Routes name participants, so no other action refers to it.
pub(super) fn delete_action(draft: &mut Draft, params: &DeleteActionParams) -> OperationResult<DeleteActionReturns> {
    let DeleteActionParams { id } = *params;
    References::new(draft).action("id", id).done()?;
    let title = draft.action(id).map(|action| action.title.clone()).unwrap_or_default();
    draft.actions.retain(|action| action.id != id);
    let message = format!("Action '{title}' deleted");
    let returns = DeleteActionReturns { action_id: id, action_count: count(&draft.actions), message };
    Ok(OperationOutcome { returns, warnings: Vec::new(), changed: true, validation: None })
}

/// Creates the warning about a replaced routing. An action has only one routing, and the last one wins.
pub(super) fn routing_replaced(id: u64) -> Diagnostic {
    let message = format!("action {id} had a routing already, which has been replaced");
    Diagnostic::warning(ROUTING_REPLACED, Pointer::root(), message)
}

/// Replaces `known` by `given` if it is present. Returns whether that changed the value.
fn merge<T: PartialEq>(known: &mut T, given: Option<T>) -> bool {
    given.is_some_and(|given| {
        let differs = *known != given;
        *known = given;
        differs
    })
}
