//! What differs between hosts of the same contract, as a hook.

use planwright_generated::agent_proposal::{
    AgentProposal, ExecuteToolProposal, GenerateMessageProposal, PersistArtifactProposal, ToolName,
};

use super::snapshot::{CampaignState, is_complex};

/// The decisions that the contract leaves to its host. Every method has a usual answer.
pub trait Policy {
    /// Whether new tasks of this campaign should be justified.
    fn is_complex(&self, state: &CampaignState<'_>) -> bool {
        is_complex(state)
    }

    /// Whether somebody must approve before this valid proposal is executed.
    fn needs_approval(&self, proposal: &AgentProposal) -> bool {
        asks_approval(proposal)
    }
}

/// The usual answers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct UsualPolicy;

impl Policy for UsualPolicy {}

/// The usual policy on approval: what the proposal says of itself; tools that run code or write to people always need it,
/// for their schema has no member to ask with.
pub fn asks_approval(proposal: &AgentProposal) -> bool {
    match proposal {
        AgentProposal::ExecuteTool(ExecuteToolProposal { tool_name, .. }) => {
            matches!(tool_name, ToolName::PythonExecute | ToolName::SendMessage)
        }
        AgentProposal::GenerateMessage(GenerateMessageProposal { requires_approval, .. })
        | AgentProposal::PersistArtifact(PersistArtifactProposal { requires_approval, .. }) => *requires_approval,
        AgentProposal::CreateTask(_)
        | AgentProposal::SelectNextTask(_)
        | AgentProposal::AnalyzeLeads(_)
        | AgentProposal::RequestUserInput(_)
        | AgentProposal::NoOp(_) => false,
    }
}
