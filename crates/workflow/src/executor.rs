//! Implements the generated tools. Each method changes the draft. Warnings and other results in addition to the answer
//! are kept in [`Notes`].

use planwright_check::codes::SCHEMA_VIOLATION;
use planwright_check::{Diagnostic, Report, schema};
use planwright_generated::workflow_tools::{
    AddActionParams, AddActionReturns, AddParticipantParams, AddParticipantReturns, AddRoutingParams,
    AddRoutingReturns, CreateBlueprintParams, CreateBlueprintReturns, DeleteActionParams, DeleteActionReturns,
    RemoveParticipantParams, RemoveParticipantReturns, SetDisclosureParams, SetDisclosureReturns, UndoParams,
    UndoReturns, UpdateActionParams, UpdateActionReturns, ValidateBlueprintParams, ValidateBlueprintReturns,
    WorkflowTools,
};
use planwright_generated::{ToolFault, ToolParams};
use planwright_source::Pointer;
use serde_json::Value;

use super::draft::Draft;
use super::history::{History, Part, Step};
use super::outcome::{OperationOutcome, OperationResult};
use super::{actions, blueprint, disclosure, participants, routing, tools};

/// Executes one call on a draft.
pub(super) struct Executor<'s> {
    draft: &'s mut Option<Draft>,
    history: &'s mut History,
    ids: &'s mut dyn FnMut() -> String,
    /// Results in addition to the answer. Also set if the call fails.
    pub(super) notes: Notes,
}

/// Results of a call in addition to its answer.
#[derive(Default)]
pub(super) struct Notes {
    pub(super) warnings: Vec<Diagnostic>,
    pub(super) changed: bool,
    pub(super) validation: Option<Report>,
}

/// Reasons why a call failed.
pub(super) struct Errors(pub(super) Vec<Diagnostic>);

impl<'s> Executor<'s> {
    pub(super) fn new(
        draft: &'s mut Option<Draft>,
        history: &'s mut History,
        ids: &'s mut dyn FnMut() -> String,
    ) -> Self {
        Self { draft, history, ids, notes: Notes::default() }
    }

    /// Runs an operation that changes at most `part` of the draft, and keeps the part as it was for `undo`.
    fn change<R>(
        &mut self,
        tool: &'static str,
        part: &Part<'_>,
        operation: impl FnOnce(&mut Draft) -> OperationResult<R>,
    ) -> Result<R, Errors> {
        let Some(draft) = self.draft else { return Err(Errors(vec![tools::no_blueprint()])) };
        let step = Step::before(tool, draft, part);
        let done = operation(draft).map_err(Errors)?;
        if done.changed {
            self.history.add(step);
        }
        Ok(self.note(done))
    }

    fn note<R>(&mut self, done: OperationOutcome<R>) -> R {
        let OperationOutcome { returns, mut warnings, changed, validation } = done;
        self.notes.warnings.append(&mut warnings);
        self.notes.changed = changed;
        self.notes.validation = validation;
        returns
    }
}

impl WorkflowTools for Executor<'_> {
    type Error = Errors;

    fn parse_arguments<P: ToolParams>(&mut self, arguments: &Value) -> Result<P, Errors> {
        let tool = tools::find(P::TOOL.name).map_err(|error| Errors(vec![error]))?;
        let found = tools::validate_arguments(tool, arguments);
        if found.iter().any(Diagnostic::is_error) {
            return Err(Errors(found));
        }
        self.notes.warnings = found;
        schema::fit(arguments).map_err(Errors)
    }

    fn create_blueprint(&mut self, params: CreateBlueprintParams) -> Result<CreateBlueprintReturns, Errors> {
        let step = self.draft.as_ref().map(|draft| Step::before(CreateBlueprintParams::TOOL.name, draft, &Part::Title));
        let done = blueprint::create_blueprint(self.draft, self.ids, params);
        if let (true, Some(step)) = (done.changed, step) {
            self.history.add(step);
        }
        Ok(self.note(done))
    }

    fn add_participant(&mut self, params: AddParticipantParams) -> Result<AddParticipantReturns, Errors> {
        let id = params.id.clone();
        let add = |draft: &mut Draft| Ok(participants::add_participant(draft, params));
        self.change(AddParticipantParams::TOOL.name, &Part::Participant(&id), add)
    }

    fn remove_participant(&mut self, params: RemoveParticipantParams) -> Result<RemoveParticipantReturns, Errors> {
        let remove = |draft: &mut Draft| participants::remove_participant(draft, params);
        self.change(RemoveParticipantParams::TOOL.name, &Part::Lists, remove)
    }

    fn add_action(&mut self, params: AddActionParams) -> Result<AddActionReturns, Errors> {
        let part = Part::Action(params.id);
        self.change(AddActionParams::TOOL.name, &part, |draft| actions::add_action(draft, params))
    }

    fn update_action(&mut self, params: UpdateActionParams) -> Result<UpdateActionReturns, Errors> {
        let part = Part::Action(params.id);
        self.change(UpdateActionParams::TOOL.name, &part, |draft| actions::update_action(draft, params))
    }

    fn delete_action(&mut self, params: DeleteActionParams) -> Result<DeleteActionReturns, Errors> {
        let part = Part::Action(params.id);
        self.change(DeleteActionParams::TOOL.name, &part, |draft| actions::delete_action(draft, &params))
    }

    fn set_disclosure(&mut self, params: SetDisclosureParams) -> Result<SetDisclosureReturns, Errors> {
        let part = Part::Action(params.action_id);
        self.change(SetDisclosureParams::TOOL.name, &part, |draft| disclosure::set_disclosure(draft, params))
    }

    fn add_routing(&mut self, params: AddRoutingParams) -> Result<AddRoutingReturns, Errors> {
        let part = Part::Action(params.action_id);
        self.change(AddRoutingParams::TOOL.name, &part, |draft| routing::add_routing(draft, params))
    }

    fn undo(&mut self, _: UndoParams) -> Result<UndoReturns, Errors> {
        let Some(draft) = self.draft else { return Err(Errors(vec![tools::no_blueprint()])) };
        let done = self.history.undo(draft).map_err(Errors)?;
        Ok(self.note(done))
    }

    fn validate_blueprint(&mut self, params: ValidateBlueprintParams) -> Result<ValidateBlueprintReturns, Errors> {
        let Some(draft) = self.draft else { return Err(Errors(vec![tools::no_blueprint()])) };
        let done = blueprint::validate_blueprint(draft, &params);
        Ok(self.note(done))
    }
}

impl From<ToolFault> for Errors {
    fn from(fault: ToolFault) -> Self {
        Self(match fault {
            ToolFault::Unknown { name, .. } => vec![tools::unknown(&name)],
            fault => vec![Diagnostic::error(SCHEMA_VIOLATION, Pointer::root(), fault.to_string())],
        })
    }
}
