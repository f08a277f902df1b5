//! Catalog of the contracts, for callers that choose one by name at run time.

use std::fmt;

use planwright_check::codes::CodeInfo;
use planwright_check::follow::FollowSchema;
use planwright_check::prompt::{Prompt, PromptSubject};
use planwright_check::{Contract, Policy, Report, check, text};
use planwright_generated::action_blueprint::{ResponseEnvelope, SchemaSnapshot};
use planwright_generated::agent_proposal::AgentProposal;
use planwright_generated::fix_plan::FixPlan;
use planwright_generated::form_plan::PlannerOutput;
use planwright_generated::workflow_tools::WorkflowDocument;
use planwright_runtime::RootInfo;
use serde_json::Value;

use crate::action_blueprint::{self, Blueprint, Snapshot};
use crate::agent_proposal::{self, Proposal, State};
use crate::fix_plan::Fix;
use crate::follow;
use crate::form_plan;
use crate::workflow_tools::Document;

/// Parses the context of documents and adds it to the surroundings.
type ReadContext = fn(&Value, &mut Surroundings) -> Result<(), Report>;

/// Everything that a caller who chooses a contract by name needs.
struct ContractEntry {
    /// Name of the contract on the command line.
    name: &'static str,
    /// Schema of a model's answer, or `None` if no model writes such documents.
    answer: Option<RootInfo>,
    /// Checks a document. Returns the warnings if it is valid, and errors and warnings otherwise.
    check: fn(&str, &Surroundings) -> Result<Report, Report>,
    /// Follows incomplete documents, with the policy for what may surround them.
    follow: (fn() -> serde_json::Result<FollowSchema>, Policy),
    /// Codes in addition to the shared ones. A code may have several entries.
    codes: fn() -> Vec<CodeInfo>,
    /// Parser for the context of the documents, or `None` if they have none.
    context: Option<ReadContext>,
    /// Example documents for the codes, or `None` if they are not written yet.
    examples: Option<&'static str>,
}

/// Generates the enum of names and the entry of each. A contract is one row.
macro_rules! contracts {
    ($($(#[doc = $doc:literal])* $variant:ident: $entry:expr,)*) => {
        /// Kind of document that can be checked.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum ContractName {
            $($(#[doc = $doc])* $variant,)*
        }

        impl ContractName {
            /// All contracts.
            pub const ALL: [Self; [$(stringify!($variant)),*].len()] = [$(Self::$variant),*];

            const fn entry(self) -> &'static ContractEntry {
                match self {
                    $(Self::$variant => {
                        const ENTRY: &ContractEntry = &$entry;
                        ENTRY
                    })*
                }
            }
        }
    };
}

contracts! {
    /// One blueprint, an array of them, or `{"actions": […]}`.
    ActionBlueprint: ContractEntry {
        name: "action-blueprint",
        answer: Some(RootInfo::for_type::<ResponseEnvelope>()),
        check: |text, surroundings| {
            action_blueprint::check_file(text, &surroundings.action_blueprint).map(|batch| batch.warnings)
        },
        follow: (follow::blueprints, Policy::Fenced),
        codes: || [codes_of::<Blueprint>(), action_blueprint::envelope_codes()].concat(),
        context: Some(|value, surroundings| {
            surroundings.action_blueprint = action_blueprint::read_context(value)?;
            Ok(())
        }),
        examples: Some(include_str!("examples/action-blueprint.json")),
    },
    /// The snapshot of an org that blueprints are checked against.
    SchemaSnapshot: ContractEntry {
        name: "schema-snapshot",
        answer: None,
        check: |text, _| warnings::<Snapshot>(text, &()),
        follow: follow::plan_schema::<Snapshot>(),
        codes: codes_of::<Snapshot>,
        context: None,
        examples: Some(include_str!("examples/schema-snapshot.json")),
    },
    /// One proposal of an agent.
    AgentProposal: ContractEntry {
        name: "agent-proposal",
        answer: Some(RootInfo::for_type::<AgentProposal>()),
        check: |text, surroundings| warnings::<Proposal>(text, &surroundings.agent_proposal),
        follow: follow::plan_schema::<Proposal>(),
        codes: codes_of::<Proposal>,
        context: Some(|value, surroundings| {
            surroundings.agent_proposal = agent_proposal::read_context(value)?;
            Ok(())
        }),
        examples: Some(include_str!("examples/agent-proposal.json")),
    },
    /// The state that an agent is shown.
    StateSnapshot: ContractEntry {
        name: "state-snapshot",
        answer: None,
        check: |text, _| warnings::<State>(text, &()),
        follow: follow::plan_schema::<State>(),
        codes: codes_of::<State>,
        context: None,
        examples: None,
    },
    /// A form plan, or `{"none": true}`.
    FormPlan: ContractEntry {
        name: "form-plan",
        answer: Some(RootInfo::for_type::<PlannerOutput>()),
        check: |text, surroundings| match form_plan::check_output(text, &surroundings.form_plan)? {
            form_plan::FormAnswer::Plan(plan) => Ok(plan.warnings().clone()),
            form_plan::FormAnswer::None => Ok(Report::default()),
        },
        follow: (follow::form_plans, Policy::Strict),
        codes: || [codes_of::<form_plan::Plan>(), form_plan::output_codes()].concat(),
        context: Some(|value, surroundings| {
            surroundings.form_plan = form_plan::read_context(value);
            Ok(())
        }),
        examples: Some(include_str!("examples/form-plan.json")),
    },
    /// A fix plan.
    FixPlan: ContractEntry {
        name: "fix-plan",
        answer: Some(RootInfo::for_type::<FixPlan>()),
        check: |text, _| warnings::<Fix>(text, &()),
        follow: follow::plan_schema::<Fix>(),
        codes: codes_of::<Fix>,
        context: None,
        examples: Some(include_str!("examples/fix-plan.json")),
    },
    /// An exported workflow document.
    WorkflowTools: ContractEntry {
        name: "workflow-tools",
        answer: Some(RootInfo::for_type::<WorkflowDocument>()),
        check: |text, _| warnings::<Document>(text, &()),
        follow: follow::plan_schema::<Document>(),
        codes: codes_of::<Document>,
        context: None,
        examples: Some(include_str!("examples/workflow-tools.json")),
    },
}

/// Checks a document of a contract that consists only of a schema and rules.
fn warnings<C: Contract>(text: &str, context: &C::Context) -> Result<Report, Report> {
    check::<C>(text, context).map(|checked| checked.warnings().clone())
}

/// Returns the codes of the contract's schema and rules.
fn codes_of<C: Contract>() -> Vec<CodeInfo> {
    let shape = C::SHAPE_RULES.iter().map(|rule| rule.info);
    C::SCHEMA_CODES.iter().copied().chain(shape).chain(C::RULES.iter().map(|rule| rule.info)).collect()
}

/// Context of the documents of all contracts. A check only reads the part of its contract.
#[derive(Clone, Debug, Default)]
pub struct Surroundings {
    /// Context of [`ContractName::ActionBlueprint`].
    pub action_blueprint: action_blueprint::Context,
    /// Context of [`ContractName::AgentProposal`].
    pub agent_proposal: agent_proposal::Context,
    /// Context of [`ContractName::FormPlan`].
    pub form_plan: form_plan::Context,
}

impl ContractName {
    /// Returns the contract with this name.
    pub fn parse(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|contract| contract.as_str() == name)
    }

    /// Returns the name on the command line.
    pub const fn as_str(self) -> &'static str {
        self.entry().name
    }

    /// Checks a document. Returns the warnings if it is valid, and errors and warnings otherwise.
    pub fn check(self, text: &str, surroundings: &Surroundings) -> Result<Report, Report> {
        (self.entry().check)(text, surroundings)
    }

    /// Returns the schema for validating incomplete documents, and the policy for what may surround them. Rules only
    /// run on complete documents.
    ///
    /// # Errors
    ///
    /// Returns an error if the schema in the generated code is not JSON.
    pub fn follow(self) -> serde_json::Result<(FollowSchema, Policy)> {
        let (schema, policy) = self.entry().follow;
        schema().map(|schema| (schema, policy))
    }

    /// Returns the codes of this contract in addition to [`SHARED`](planwright_check::codes::SHARED), sorted. A code
    /// may have several entries.
    pub fn codes(self) -> Vec<CodeInfo> {
        let mut all = (self.entry().codes)();
        all.sort_by_key(|info| info.code);
        all
    }

    /// Returns the file with the example documents for its codes.
    pub(crate) const fn example_file(self) -> Option<&'static str> {
        self.entry().examples
    }

    /// Returns the instructions for a model that writes such documents, or `None` if no model writes them.
    pub fn prompt(self) -> Option<Prompt> {
        let root = self.entry().answer?;
        let refuse = |text: &str| self.check(text, &Surroundings::default()).err();
        let instructions = if self == Self::FormPlan { form_plan::INSTRUCTIONS } else { &[] };
        let (name, schema) = (self.as_str(), root.schema);
        Prompt::from_subject(PromptSubject { name, schema, instructions, codes: self.codes(), refuse: &refuse })
    }
}

impl fmt::Display for ContractName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl Surroundings {
    /// Parses the context file of one contract: an object whose properties are all optional (`snapshot`, `task_store`,
    /// `policy`, `filters`).
    ///
    /// The report points into that file.
    pub fn from_json(contract: ContractName, text: &str) -> Result<Self, Report> {
        let read = text::read_document(text, Policy::Strict)?;
        let mut surroundings = Self::default();
        let locate = |report: Report| Report::of_text(report.into_iter().collect(), text);
        if let Some(context) = contract.entry().context {
            context(&read.value, &mut surroundings).map_err(locate)?;
        }
        Ok(surroundings)
    }

    /// Creates surroundings with a checked schema snapshot.
    pub fn with_snapshot(snapshot: SchemaSnapshot) -> Self {
        let context = action_blueprint::Context { snapshot: Some(snapshot), ..Default::default() };
        Self { action_blueprint: context, ..Self::default() }
    }
}
