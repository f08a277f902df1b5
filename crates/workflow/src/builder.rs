//! The tools as a Rust API: one method per tool, named as in the contract. Each runs on the same engine as a model's
//! calls.

use planwright_check::Report;
use planwright_generated::workflow_tools::{
    AddParticipantParams, AddRoutingParams, DataField, DataFieldType, ParticipantRole, RoutingCondition,
    RoutingOperator, ValidationReport,
};
use serde_json::{Value, json};

use super::draft::Draft;
use super::session::Session;
use super::validate::validate;

/// Builds a workflow call by call.
///
/// ```
/// use planwright_workflow::{WorkflowBuilder, data_field};
/// use planwright_generated::workflow_tools::{DataFieldType, RoutingOperator};
///
/// let draft = WorkflowBuilder::create_blueprint("loan", "Loan Approval", "Simple loan workflow")
///     .add_participant("applicant", "Applicant", |it| it.as_person())
///     .add_participant("bank", "Bank", |it| it.from_organisation("Acme").as_organization())
///     .add_action(0, "Apply", "applicant", |it| {
///         it.as_starting_action().requires_data([data_field("amount", DataFieldType::Number)])
///     })
///     .add_action(1, "Review", "bank", |it| it)
///     .add_routing(0, |it| it.when("amount", RoutingOperator::GreaterThan, 1000, "bank"))
///     .set_disclosure(0, "bank", ["/amount"])
///     .build()
///     .unwrap();
/// assert_eq!(draft.actions.len(), 2);
/// ```
pub struct WorkflowBuilder {
    session: Session<Box<dyn FnMut() -> String + Send>>,
    calls: usize,
    refused: Vec<Refused>,
}

/// Rejected call. Later calls are executed anyway, so the first rejection is usually the cause of the others.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refused {
    /// Index of the call, from 0.
    pub call: usize,
    /// Name of the tool.
    pub tool: &'static str,
    /// Reason. Pointers lead into the arguments.
    pub report: Report,
}

/// Builder for optional properties of a participant.
pub struct ParticipantBuilder(AddParticipantParams);

/// Builder for the properties of a new or existing action.
#[derive(Default)]
pub struct ActionBuilder(serde_json::Map<String, Value>);

/// Builder for the routes of an action.
pub struct RoutingBuilder(AddRoutingParams);

/// Creates an optional data field without constraints.
pub fn data_field(name: impl Into<String>, type_: DataFieldType) -> DataField {
    DataField { constraints: None, name: name.into(), required: false, title: None, type_ }
}

impl WorkflowBuilder {
    /// Starts a new blueprint with the given id.
    pub fn create_blueprint(id: impl Into<String>, title: &str, description: &str) -> Self {
        let id = id.into();
        let session = Session::new(Box::new(move || id.clone()) as Box<dyn FnMut() -> String + Send>);
        Self { session, calls: 0, refused: Vec::new() }
            .call("create_blueprint", json!({ "title": title, "description": description }))
    }

    /// Adds a participant, or replaces the one with the same id.
    #[must_use]
    pub fn add_participant(
        self,
        id: &str,
        name: &str,
        more: impl FnOnce(ParticipantBuilder) -> ParticipantBuilder,
    ) -> Self {
        let params = AddParticipantParams { id: id.to_owned(), name: name.to_owned(), organisation: None, role: None };
        self.call("add_participant", json!(more(ParticipantBuilder(params)).0))
    }

    /// Removes a participant, and the actions that reference it.
    #[must_use]
    pub fn remove_participant(self, id: &str) -> Self {
        self.call("remove_participant", json!({ "id": id }))
    }

    /// Adds an action, or replaces the one with the same id.
    #[must_use]
    pub fn add_action(
        self,
        id: u64,
        title: &str,
        sender: &str,
        more: impl FnOnce(ActionBuilder) -> ActionBuilder,
    ) -> Self {
        let action = more(ActionBuilder::default().with_title(title).sent_by(sender));
        self.call("add_action", action.into_arguments(id))
    }

    /// Changes an action. Properties that are not set stay unchanged.
    #[must_use]
    pub fn update_action(self, id: u64, more: impl FnOnce(ActionBuilder) -> ActionBuilder) -> Self {
        let action = more(ActionBuilder::default());
        self.call("update_action", action.into_arguments(id))
    }

    /// Deletes an action.
    #[must_use]
    pub fn delete_action(self, id: u64) -> Self {
        self.call("delete_action", json!({ "id": id }))
    }

    /// Undoes the last change.
    #[must_use]
    pub fn undo(self) -> Self {
        self.call("undo", json!({}))
    }

    /// Sets the data fields of an action that a participant sees. `/*` means all fields.
    #[must_use]
    pub fn set_disclosure(
        self,
        action_id: u64,
        participant_id: &str,
        fields: impl IntoIterator<Item = impl Into<String>>,
    ) -> Self {
        let fields: Vec<String> = fields.into_iter().map(Into::into).collect();
        self.call("set_disclosure", json!({ "actionId": action_id, "participantId": participant_id, "fields": fields }))
    }

    /// Replaces the routing of an action by conditional routes.
    #[must_use]
    pub fn add_routing(self, action_id: u64, routes: impl FnOnce(RoutingBuilder) -> RoutingBuilder) -> Self {
        let params = AddRoutingParams { action_id, conditions: Vec::new(), default_route: None };
        self.call("add_routing", json!(routes(RoutingBuilder(params)).0))
    }

    /// Validates the current draft. Returns `None` if the creation of the draft was rejected.
    pub fn validate_blueprint(&self) -> Option<ValidationReport> {
        self.session.draft().map(validate)
    }

    /// Returns the draft, valid or not.
    ///
    /// # Errors
    ///
    /// Returns the rejected calls, if there are any.
    pub fn build(self) -> Result<Draft, Vec<Refused>> {
        let Self { session, refused, .. } = self;
        match session.into_draft() {
            Some(draft) if refused.is_empty() => Ok(draft),
            _ => Err(refused),
        }
    }

    fn call(mut self, tool: &'static str, arguments: Value) -> Self {
        let answer = self.session.call(tool, arguments);
        if !answer.is_success() {
            self.refused.push(Refused { call: self.calls, tool, report: answer.report });
        }
        self.calls += 1;
        self
    }
}

impl ParticipantBuilder {
    /// Sets the organization of the participant.
    #[must_use]
    pub fn from_organisation(mut self, organisation: &str) -> Self {
        self.0.organisation = Some(organisation.to_owned());
        self
    }

    /// Marks the participant as an individual.
    #[must_use]
    pub fn as_person(mut self) -> Self {
        self.0.role = Some(ParticipantRole::Person);
        self
    }

    /// Marks the participant as an organization.
    #[must_use]
    pub fn as_organization(mut self) -> Self {
        self.0.role = Some(ParticipantRole::Organization);
        self
    }
}

impl ActionBuilder {
    /// Sets the title.
    #[must_use]
    pub fn with_title(self, title: &str) -> Self {
        self.set("title", title)
    }

    /// Sets the description.
    #[must_use]
    pub fn with_description(self, description: &str) -> Self {
        self.set("description", description)
    }

    /// Sets the participant who performs the action.
    #[must_use]
    pub fn sent_by(self, sender: &str) -> Self {
        self.set("sender", sender)
    }

    /// Marks the action as a start of the workflow.
    #[must_use]
    pub fn as_starting_action(self) -> Self {
        self.set("isStartingAction", true)
    }

    /// Marks the action as not a start of the workflow.
    #[must_use]
    pub fn as_later_action(self) -> Self {
        self.set("isStartingAction", false)
    }

    /// Sets all data fields that the action collects.
    #[must_use]
    pub fn requires_data(self, fields: impl IntoIterator<Item = DataField>) -> Self {
        let fields: Vec<_> = fields.into_iter().collect();
        self.set("dataFields", json!(fields))
    }

    /// Routes to the next action of a participant.
    #[must_use]
    pub fn route_to_next(self, participant: &str) -> Self {
        self.set("routeToNext", participant)
    }

    fn set(mut self, member: &str, value: impl Into<Value>) -> Self {
        self.0.insert(member.to_owned(), value.into());
        self
    }

    fn into_arguments(self, id: u64) -> Value {
        self.set("id", id).0.into()
    }
}

impl RoutingBuilder {
    /// Adds a route that is taken if the comparison is true and no earlier one is.
    #[must_use]
    pub fn when(mut self, field: &str, operator: RoutingOperator, value: impl Into<Value>, route_to: &str) -> Self {
        let (field, route_to, value) = (field.to_owned(), route_to.to_owned(), value.into());
        self.0.conditions.push(RoutingCondition { field, operator, route_to, value });
        self
    }

    /// Sets the route that is taken if no comparison is true.
    #[must_use]
    pub fn else_route(mut self, participant: &str) -> Self {
        self.0.default_route = Some(participant.to_owned());
        self
    }
}
