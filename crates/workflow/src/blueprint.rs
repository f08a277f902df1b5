//! Tools for the blueprint as a whole: `create_blueprint` and `validate_blueprint`.

use planwright_check::Diagnostic;
use planwright_generated::workflow_tools::{
    CreateBlueprintParams, CreateBlueprintReturns, ValidateBlueprintParams, ValidateBlueprintReturns,
};
use planwright_source::Pointer;

use super::codes::REPLACED;
use super::draft::Draft;
use super::outcome::OperationOutcome;
use super::validate::{check_draft, of_report};

/// Creates a draft. A later call only changes title and description, so that no work is lost.
pub(super) fn create_blueprint(
    state: &mut Option<Draft>,
    ids: &mut dyn FnMut() -> String,
    params: CreateBlueprintParams,
) -> OperationOutcome<CreateBlueprintReturns> {
    let CreateBlueprintParams { title, description } = params;
    let mut warnings = Vec::new();
    let (id, changed) = if let Some(draft) = state {
        let message = "the blueprint has a new title and description; participants and actions stay";
        warnings.push(Diagnostic::warning(REPLACED, Pointer::root(), message));
        let changed = draft.title != title || draft.description != description;
        (draft.title, draft.description) = (title, description);
        (draft.id.clone(), changed)
    } else {
        let id = ids();
        let (participants, actions) = (Vec::new(), Vec::new());
        *state = Some(Draft { id: id.clone(), title, description, version: 1, participants, actions });
        (id, true)
    };
    let returns = CreateBlueprintReturns { blueprint_id: id, message: "Blueprint created successfully".to_owned() };
    OperationOutcome { returns, warnings, changed, validation: None }
}

/// Validates the draft without changing it.
pub(super) fn validate_blueprint(
    draft: &Draft,
    _: &ValidateBlueprintParams,
) -> OperationOutcome<ValidateBlueprintReturns> {
    let report = check_draft(draft);
    let returns = ValidateBlueprintReturns(of_report(draft, &report));
    OperationOutcome { returns, warnings: Vec::new(), changed: false, validation: Some(report) }
}
