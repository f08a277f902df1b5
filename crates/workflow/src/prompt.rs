//! System prompt for the tools: the prompt of the contract, with a list of the tools from their schemas.

use std::fmt::Write as _;

use super::tools::TOOLS;

const ROLE: &str = "You are a blueprint design assistant. You help users create workflow blueprints for the Sorcha distributed \
    ledger platform.";

const RULES: [&str; 6] = [
    "Every blueprint needs at least 2 participants",
    "Every blueprint needs at least 1 action",
    "Every action needs a sender (who does it)",
    "At least one action must be a starting action",
    "Use disclosure to control data privacy between participants",
    "Routes name participants: the next action of that participant follows",
];

const CLOSING_SENTENCE: &str = "Always validate the blueprint after making changes to show users any issues.";

/// Returns the system prompt for a model with these tools.
pub fn system_prompt() -> String {
    let mut text = format!("{ROLE}\n\nAvailable tools:\n");
    for tool in &TOOLS {
        let _ = writeln!(text, "- {}: {}", tool.name, tool.description);
    }
    text.push_str("\nBlueprint rules:\n");
    for rule in RULES {
        let _ = writeln!(text, "- {rule}");
    }
    let _ = writeln!(text, "\n{CLOSING_SENTENCE}");
    text
}

#[cfg(test)]
mod tests {
    use super::{TOOLS, system_prompt};

    #[test]
    fn every_tool_is_listed_with_what_it_does() {
        let text = system_prompt();
        for tool in &TOOLS {
            assert!(!tool.description.is_empty());
            assert!(text.contains(&format!("- {}: {}\n", tool.name, tool.description)));
        }
    }
}
