//! The contracts by name, for a caller that chooses one at run time.

use std::fmt;

use planwright_check::codes::CodeInfo;
use planwright_check::prompt::{Prompt, Subject};
use planwright_check::{Contract, Policy, Report, check, text};
use planwright_generated::action_blueprint::{ResponseEnvelope, SchemaSnapshot};
use planwright_generated::agent_proposal::AgentProposal;
use planwright_generated::fix_plan::FixPlan;
use planwright_generated::form_plan::PlannerOutput;
use planwright_generated::workflow_tools::WorkflowDocument;
use planwright_runtime::RootInfo;

use crate::action_blueprint::{self, Blueprint, Snapshot};
use crate::agent_proposal::{self, Proposal, State};
use crate::fix_plan::Fix;
use crate::form_plan;
use crate::workflow_tools::Document;

/// A kind of document that can be checked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ContractName {
    /// One blueprint, an array of them, or `{"actions": […]}`.
    ActionBlueprint,
    /// The snapshot of an org that blueprints are checked against.
    SchemaSnapshot,
    /// One proposal of an agent.
    AgentProposal,
    /// The state that an agent is shown.
    StateSnapshot,
    /// A form plan, or `{"none": true}`.
    FormPlan,
    /// A fix plan.
    FixPlan,
    /// An exported workflow document.
    WorkflowTools,
}

/// What documents are checked against besides their schema and rules; the part of the contract at hand counts.
#[derive(Clone, Debug, Default)]
pub struct Surroundings {
    /// For [`ContractName::ActionBlueprint`].
    pub action_blueprint: action_blueprint::Context,
    /// For [`ContractName::AgentProposal`].
    pub agent_proposal: agent_proposal::Context,
    /// For [`ContractName::FormPlan`].
    pub form_plan: form_plan::Context,
}

impl ContractName {
    /// Every name.
    pub const ALL: [Self; 7] = [
        Self::ActionBlueprint,
        Self::SchemaSnapshot,
        Self::AgentProposal,
        Self::StateSnapshot,
        Self::FormPlan,
        Self::FixPlan,
        Self::WorkflowTools,
    ];

    /// The contract called `name`.
    pub fn parse(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|contract| contract.as_str() == name)
    }

    /// The name as people write it.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::ActionBlueprint => "action-blueprint",
            Self::SchemaSnapshot => "schema-snapshot",
            Self::AgentProposal => "agent-proposal",
            Self::StateSnapshot => "state-snapshot",
            Self::FormPlan => "form-plan",
            Self::FixPlan => "fix-plan",
            Self::WorkflowTools => "workflow-tools",
        }
    }

    /// Checks a text; the report of warnings if it passes, else of errors and warnings.
    pub fn check(self, text: &str, surroundings: &Surroundings) -> Result<Report, Report> {
        fn warnings<C: Contract>(text: &str, context: &C::Context) -> Result<Report, Report> {
            check::<C>(text, context).map(|checked| checked.warnings().clone())
        }
        match self {
            Self::ActionBlueprint => {
                action_blueprint::check_file(text, &surroundings.action_blueprint).map(|batch| batch.warnings)
            }
            Self::SchemaSnapshot => warnings::<Snapshot>(text, &()),
            Self::AgentProposal => warnings::<Proposal>(text, &surroundings.agent_proposal),
            Self::StateSnapshot => warnings::<State>(text, &()),
            Self::FormPlan => match form_plan::check_output(text, &surroundings.form_plan)? {
                form_plan::Outcome::Plan(plan) => Ok(plan.warnings().clone()),
                form_plan::Outcome::None => Ok(Report::default()),
            },
            Self::FixPlan => warnings::<Fix>(text, &()),
            Self::WorkflowTools => warnings::<Document>(text, &()),
        }
    }

    /// The codes that this contract has beyond [`SHARED`](planwright_check::codes::SHARED), sorted; one code may have several entries.
    pub fn codes(self) -> Vec<CodeInfo> {
        fn of<C: Contract>() -> Vec<CodeInfo> {
            let shape = C::SHAPE_RULES.iter().map(|rule| rule.info);
            C::SCHEMA_CODES.iter().copied().chain(shape).chain(C::RULES.iter().map(|rule| rule.info)).collect()
        }
        let mut all = match self {
            Self::ActionBlueprint => [of::<Blueprint>(), action_blueprint::envelope_codes()].concat(),
            Self::SchemaSnapshot => of::<Snapshot>(),
            Self::AgentProposal => of::<Proposal>(),
            Self::StateSnapshot => of::<State>(),
            Self::FormPlan => [of::<form_plan::Plan>(), form_plan::output_codes()].concat(),
            Self::FixPlan => of::<Fix>(),
            Self::WorkflowTools => of::<Document>(),
        };
        all.sort_by_key(|info| info.code);
        all
    }

    /// What to tell a model before it writes such a document; `None` for one that no model writes.
    pub fn prompt(self) -> Option<Prompt> {
        let root = self.answer()?;
        let refuse = |text: &str| self.check(text, &Surroundings::default()).err();
        Prompt::of(Subject { name: self.as_str(), schema: root.schema, codes: self.codes(), refuse: &refuse })
    }

    /// The schema of what a model answers.
    fn answer(self) -> Option<RootInfo> {
        match self {
            Self::ActionBlueprint => Some(RootInfo::of::<ResponseEnvelope>()),
            Self::AgentProposal => Some(RootInfo::of::<AgentProposal>()),
            Self::FormPlan => Some(RootInfo::of::<PlannerOutput>()),
            Self::FixPlan => Some(RootInfo::of::<FixPlan>()),
            Self::WorkflowTools => Some(RootInfo::of::<WorkflowDocument>()),
            Self::SchemaSnapshot | Self::StateSnapshot => None,
        }
    }
}

impl fmt::Display for ContractName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl Surroundings {
    /// Reads the text of a context file for one contract: an object whose members are all optional (`snapshot`,
    /// `task_store`, `policy`, `filters`). The report points into that file.
    pub fn read(contract: ContractName, text: &str) -> Result<Self, Report> {
        let read = text::read(text, Policy::Strict)?;
        let mut surroundings = Self::default();
        let locate = |report: Report| Report::of_text(report.into_iter().collect(), text);
        match contract {
            ContractName::ActionBlueprint => {
                surroundings.action_blueprint = action_blueprint::read_context(&read.value).map_err(locate)?;
            }
            ContractName::AgentProposal => {
                surroundings.agent_proposal = agent_proposal::read_context(&read.value).map_err(locate)?;
            }
            ContractName::FormPlan => surroundings.form_plan = form_plan::read_context(&read.value),
            _ => {}
        }
        Ok(surroundings)
    }

    /// Surroundings with a schema snapshot, checked before.
    pub fn with_snapshot(snapshot: SchemaSnapshot) -> Self {
        Self { action_blueprint: action_blueprint::Context { snapshot: Some(snapshot) }, ..Self::default() }
    }
}
