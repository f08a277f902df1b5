//! Decisions that differ between hosts of the same contract.

use planwright_generated::agent_proposal::{
    AgentProposal, ExecuteToolProposal, GenerateMessageProposal, PersistArtifactProposal, ToolName,
};

use super::snapshot::{CampaignState, is_complex};

/// Decisions that the contract leaves to its host. Every method has a default.
pub trait Policy {
    /// Returns whether new tasks of this campaign need a justification.
    fn is_complex(&self, state: &CampaignState<'_>) -> bool {
        is_complex(state)
    }

    /// Returns whether this valid proposal must be approved before it is executed.
    fn needs_approval(&self, proposal: &AgentProposal) -> bool {
        asks_approval(proposal)
    }
}

/// Policy that uses the default decisions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct UsualPolicy;

impl Policy for UsualPolicy {}

/// Returns whether the default policy requires approval for this proposal.
///
/// The policy decides by what the action does: running code, writing to people, and keeping an artifact that later cycles use
/// always require approval. A proposal comes from a model, so its `requires_approval` can add this requirement, never remove it.
pub fn asks_approval(proposal: &AgentProposal) -> bool {
    requires_approval(proposal) || raises_approval(proposal)
}

/// Returns whether an action of this kind requires approval, regardless of the proposal's own request.
fn requires_approval(proposal: &AgentProposal) -> bool {
    match proposal {
        AgentProposal::ExecuteTool(ExecuteToolProposal { tool_name, .. }) => {
            matches!(tool_name, ToolName::PythonExecute | ToolName::SendMessage)
        }
        AgentProposal::GenerateMessage(_) | AgentProposal::PersistArtifact(_) => true,
        AgentProposal::CreateTask(_)
        | AgentProposal::SelectNextTask(_)
        | AgentProposal::AnalyzeLeads(_)
        | AgentProposal::RequestUserInput(_)
        | AgentProposal::NoOp(_) => false,
    }
}

/// Returns whether the proposal itself asks for approval. Kinds without the field cannot.
fn raises_approval(proposal: &AgentProposal) -> bool {
    match proposal {
        AgentProposal::GenerateMessage(GenerateMessageProposal { requires_approval, .. })
        | AgentProposal::PersistArtifact(PersistArtifactProposal { requires_approval, .. }) => *requires_approval,
        AgentProposal::ExecuteTool(_)
        | AgentProposal::CreateTask(_)
        | AgentProposal::SelectNextTask(_)
        | AgentProposal::AnalyzeLeads(_)
        | AgentProposal::RequestUserInput(_)
        | AgentProposal::NoOp(_) => false,
    }
}
