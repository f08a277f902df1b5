//! Table of the rules for a whole workflow. They apply to drafts and exported documents.

use std::collections::{HashMap, HashSet};

use planwright_check::{Findings, Help, Rule, Suggestion};

use super::facts::{Facts, Workflow};
use super::graph::{self, Loop};

/// Minimum number of participants of a workflow.
pub const MIN_PARTICIPANT_COUNT: usize = 2;

/// Maximum number of actions that a message names.
const MAX_NAMED_ACTIONS: usize = 8;

/// Returns all rules of a workflow.
pub const fn table<W: Workflow>() -> [Rule<W, ()>; 13] {
    [
        Rule::error("MIN_PARTICIPANTS", "A workflow has fewer than two participants.", min_participants),
        Rule::error("DUPLICATE_PARTICIPANT_ID", "Two participants have the same id.", duplicate_participant),
        Rule::error("MIN_ACTIONS", "A workflow has no actions.", min_actions),
        Rule::error("DUPLICATE_ACTION_ID", "Two actions have the same id.", duplicate_action),
        Rule::error("MISSING_SENDER", "An action has no sender.", missing_sender),
        Rule::error(
            "INVALID_PARTICIPANT_REF",
            "The sender or a receiver of an action is not a participant.",
            invalid_participant,
        ),
        Rule::error("ACTION_NOT_FOUND", "A route leads to an action that does not exist.", action_not_found),
        Rule::error(
            "ORPHAN_ACTION",
            "An action cannot be reached from a starting action. If none is marked, the action with the lowest id is the start.",
            orphan,
        ),
        Rule::error(
            "CIRCULAR_ROUTE",
            "The routing has an endless loop: no route leaves it, and no action in it can be the last.",
            circular,
        ),
        Rule::warning(
            "NO_STARTING_ACTION",
            "No action is marked as a start, so the action with the lowest id is used.",
            no_start,
        ),
        Rule::warning(
            "LOOP_WITH_EXIT",
            "Actions can repeat, as in a review, but the loop has an exit.",
            loop_with_exit,
        ),
        Rule::warning(
            "DEAD_END_ROUTE",
            "A route leads to a participant without an action, so the workflow ends there.",
            dead_end,
        ),
        Rule::warning(
            "UNKNOWN_DISCLOSURE_PARTICIPANT",
            "Data is disclosed to someone who is not a participant.",
            disclosed_to_nobody,
        ),
    ]
}

fn min_participants<W: Workflow>(workflow: &W, (): &(), findings: &mut Findings) {
    if workflow.facts().participants.len() < MIN_PARTICIPANT_COUNT {
        findings.report(
            &[&"participants"],
            "Blueprint requires at least 2 participants",
            "add them with add_participant",
        );
    }
}

fn duplicate_participant<W: Workflow>(workflow: &W, (): &(), findings: &mut Findings) {
    let facts = workflow.facts();
    for (index, first, id) in repeated(facts.participants.iter()) {
        let message = format!("Participant '{id}' has the id of participant {} in the list", first + 1);
        findings.report(&[&"participants", &index], message, "give each participant a different id");
    }
}

fn min_actions<W: Workflow>(workflow: &W, (): &(), findings: &mut Findings) {
    if workflow.facts().actions.is_empty() {
        findings.report(&[&"actions"], "Blueprint requires at least 1 action", "add one with add_action");
    }
}

fn duplicate_action<W: Workflow>(workflow: &W, (): &(), findings: &mut Findings) {
    let facts = workflow.facts();
    for (index, first, id) in repeated(facts.actions.iter().map(|step| step.id)) {
        let message = format!("Action id {id} is already that of action {} in the list", first + 1);
        findings.report(&[&"actions", &index], message, "give each action a different id");
    }
}

fn missing_sender<W: Workflow>(workflow: &W, (): &(), findings: &mut Findings) {
    for (index, step) in workflow.facts().actions.iter().enumerate().filter(|(_, step)| step.sender.is_empty()) {
        let help = format!("name the participant who performs it with update_action {}", step.id);
        findings.report(&[&"actions", &index], format!("Action {} has no sender", step.id), help);
    }
}

fn invalid_participant<W: Workflow>(workflow: &W, (): &(), findings: &mut Findings) {
    let facts = workflow.facts();
    let known = known(&facts);
    for (index, step) in facts.actions.iter().enumerate() {
        let sender = Some(&step.sender).filter(|sender| !sender.is_empty());
        let mut unknown_names: Vec<&str> = Vec::new();
        for name in sender.into_iter().chain(&step.targets) {
            if !known.contains(name.as_str()) && !unknown_names.contains(&name.as_str()) {
                unknown_names.push(name);
            }
        }
        if let Some(first) = unknown_names.first() {
            let names: Vec<_> = unknown_names.iter().map(|name| format!("'{name}'")).collect();
            let message = format!("Action {} references non-existent participant {}", step.id, names.join(", "));
            let help = participant_help(findings.suggest(first, facts.participants.iter().map(String::as_str)));
            findings.report(&[&"actions", &index], message, help);
        }
    }
}

fn action_not_found<W: Workflow>(workflow: &W, (): &(), findings: &mut Findings) {
    for (index, step) in workflow.facts().actions.iter().enumerate().filter(|(_, step)| !step.lost.is_empty()) {
        let message = format!("Action {} routes to non-existent action {}", step.id, listed(step.lost.iter().copied()));
        findings.report(&[&"actions", &index], message, "add the action, or route to another");
    }
}

fn orphan<W: Workflow>(workflow: &W, (): &(), findings: &mut Findings) {
    let facts = workflow.facts();
    for index in graph::unreachable(&facts) {
        let message = format!("Action {} is not reachable from any starting action", facts.actions[index].id);
        findings.report(
            &[&"actions", &index],
            message,
            "route to its sender from an earlier action, or mark it as a start",
        );
    }
}

fn circular<W: Workflow>(workflow: &W, (): &(), findings: &mut Findings) {
    let facts = workflow.facts();
    for Loop { members, .. } in graph::loops(&facts).iter().filter(|found| !found.escapable) {
        let message = format!("Routing creates infinite loop: {}", actions(&facts, members));
        findings.report(
            &[&"actions", &members[0]],
            message,
            "give one of them a conditional route that leads on, or an end",
        );
    }
}

fn no_start<W: Workflow>(workflow: &W, (): &(), findings: &mut Findings) {
    let facts = workflow.facts();
    if !facts.actions.is_empty() && !facts.actions.iter().any(|step| step.starts) {
        let help = "set isStartingAction where the workflow begins";
        findings.report(&[&"actions"], "No action is marked as a starting action", help);
    }
}

fn loop_with_exit<W: Workflow>(workflow: &W, (): &(), findings: &mut Findings) {
    let facts = workflow.facts();
    for Loop { members, .. } in graph::loops(&facts).iter().filter(|found| found.escapable) {
        let message = format!("Routing can repeat, with a way out: {}", actions(&facts, members));
        findings.report(&[&"actions", &members[0]], message, "nothing to do if the repetition is meant");
    }
}

fn dead_end<W: Workflow>(workflow: &W, (): &(), findings: &mut Findings) {
    let facts = workflow.facts();
    let known = known(&facts);
    for (index, step) in facts.actions.iter().enumerate() {
        // Another rule reports targets that are not participants.
        let is_unknown = |name: &String| step.targets.contains(name) && !known.contains(name.as_str());
        let ends: Vec<_> =
            step.dead_ends.iter().filter(|name| !is_unknown(name)).map(|name| format!("'{name}'")).collect();
        if !ends.is_empty() {
            let message = format!("Action {} routes to {}, where no action follows", step.id, ends.join(", "));
            findings.report(&[&"actions", &index], message, "add an action for whom it routes to");
        }
    }
}

fn disclosed_to_nobody<W: Workflow>(workflow: &W, (): &(), findings: &mut Findings) {
    let facts = workflow.facts();
    let known = known(&facts);
    for (index, step) in facts.actions.iter().enumerate() {
        for name in step.disclosed_to.iter().filter(|name| !known.contains(name.as_str())) {
            let message = format!("Action {} discloses data to non-existent participant '{name}'", step.id);
            let help = participant_help(findings.suggest(name, facts.participants.iter().map(String::as_str)));
            findings.report(&[&"actions", &index], message, help);
        }
    }
}

/// Returns the help for an unknown participant, with a suggestion if one is similar.
pub fn participant_help(near: Option<Suggestion<'_>>) -> Help {
    near.map_or_else(|| "add the participant first, or name another".into(), |near| near.ask())
}

fn known(facts: &Facts) -> HashSet<&str> {
    facts.participants.iter().map(String::as_str).collect()
}

/// Returns the values that repeat an earlier one: own index, index of the first, value.
fn repeated<T: Eq + std::hash::Hash + Clone>(all: impl Iterator<Item = T>) -> Vec<(usize, usize, T)> {
    let mut seen = HashMap::new();
    let mut found = Vec::new();
    for (index, value) in all.enumerate() {
        let first = *seen.entry(value.clone()).or_insert(index);
        if first != index {
            found.push((index, first, value));
        }
    }
    found
}

fn actions(facts: &Facts, members: &[usize]) -> String {
    let noun = if members.len() == 1 { "action" } else { "actions" };
    format!("{noun} {}", listed(members.iter().map(|&index| facts.actions[index].id)))
}

fn listed(ids: impl ExactSizeIterator<Item = u64>) -> String {
    let more = ids.len().saturating_sub(MAX_NAMED_ACTIONS);
    let named: Vec<_> = ids.take(MAX_NAMED_ACTIONS).map(|id| id.to_string()).collect();
    let rest = if more > 0 { format!(" and {more} more") } else { String::new() };
    format!("{}{rest}", named.join(", "))
}
