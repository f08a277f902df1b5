//! Compares the graph rules with a slow, direct implementation of their definition, on small random workflows.

use std::collections::BTreeSet;

use planwright_workflow::{Action, Draft, Routing, check_draft};
use serde_json::{Value, json};

const WORKFLOWS: u64 = 3_000;

type Found = BTreeSet<(&'static str, String)>;

/// Returns the next number of a sequence that is equal on every machine (xorshift64).
fn roll(state: &mut u64, sides: u64) -> u64 {
    *state ^= *state << 13;
    *state ^= *state >> 7;
    *state ^= *state << 17;
    (*state >> 11) % sides
}

fn random(seed: u64) -> Draft {
    let dice = &mut (seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1);
    let people = 2 + roll(dice, 4);
    let mut ids: Vec<u64> = (0..=roll(dice, 7)).map(|index| index * 3).collect();
    for index in (1..ids.len()).rev() {
        ids.swap(index, usize::try_from(roll(dice, index as u64 + 1)).unwrap());
    }
    let person = |dice: &mut u64| format!("p{}", roll(dice, people));
    let mut actions = Vec::new();
    for id in ids {
        let condition = |to: String| json!({ "field": "x", "operator": "equals", "value": 1, "routeTo": to });
        let routing = match roll(dice, 5) {
            0 => Value::Null,
            1 | 2 => json!({ "kind": "next", "to": person(dice) }),
            3 => json!({ "kind": "conditional", "conditions": [condition(person(dice))], "default": person(dice) }),
            _ => json!({ "kind": "conditional", "conditions": [condition(person(dice)), condition(person(dice))] }),
        };
        let starts = roll(dice, 4) == 0;
        actions.push(
            json!({ "id": id, "title": "T", "sender": person(dice), "isStartingAction": starts, "routing": routing }),
        );
    }
    let participants: Vec<_> = (0..people).map(|number| json!({ "id": format!("p{number}"), "name": "P" })).collect();
    let draft =
        json!({ "id": "x", "title": "Doc", "description": "Random", "participants": participants, "actions": actions });
    Draft::from_value(draft).unwrap()
}

/// Returns the index of the participant's next action after action `from`.
fn resolve(draft: &Draft, participant: &str, from: u64) -> Option<usize> {
    let own = || draft.actions.iter().enumerate().filter(|(_, action)| action.sender == participant);
    let next = own().filter(|(_, action)| action.id > from).min_by_key(|(_, action)| action.id);
    next.or_else(|| own().min_by_key(|(_, action)| action.id)).map(|(index, _)| index)
}

fn expected(draft: &Draft) -> Found {
    let count = draft.actions.len();
    let targets = |action: &Action| action.targets().map(|to| resolve(draft, to, action.id)).collect::<Vec<_>>();
    let mut edge = vec![vec![false; count]; count];
    let mut exits = vec![false; count];
    let mut found = Found::new();
    for (index, action) in draft.actions.iter().enumerate() {
        targets(action).into_iter().flatten().for_each(|to| edge[index][to] = true);
        let dead_end = targets(action).contains(&None);
        exits[index] = dead_end || matches!(action.routing, None | Some(Routing::Conditional { default: None, .. }));
        if dead_end {
            found.insert(("DEAD_END_ROUTE", format!("/actions/{index}")));
        }
    }
    let mut path = edge.clone();
    for through in 0..count {
        let onward = path[through].clone();
        for row in path.iter_mut().filter(|row| row[through]) {
            row.iter_mut().zip(&onward).for_each(|(reached, more)| *reached |= more);
        }
    }
    let mut starts: Vec<_> = (0..count).filter(|&index| draft.actions[index].is_starting_action).collect();
    if starts.is_empty() {
        found.insert(("NO_STARTING_ACTION", "/actions".to_owned()));
        starts.extend((0..count).min_by_key(|&index| draft.actions[index].id));
    }
    for (index, reached) in path.iter().enumerate() {
        if !starts.iter().any(|&start| start == index || path[start][index]) {
            found.insert(("ORPHAN_ACTION", format!("/actions/{index}")));
        }
        let members: Vec<_> = (0..count).filter(|&other| reached[other] && path[other][index]).collect();
        if reached[index] && members[0] == index {
            let leaves =
                |&member: &usize| exits[member] || (0..count).any(|to| edge[member][to] && !members.contains(&to));
            let code = if members.iter().any(leaves) { "LOOP_WITH_EXIT" } else { "CIRCULAR_ROUTE" };
            found.insert((code, format!("/actions/{index}")));
        }
    }
    found
}

#[test]
fn workflow_graph_rules_match_their_definition() {
    let mut seen = BTreeSet::new();
    for seed in 0..WORKFLOWS {
        let draft = random(seed);
        let found: Found = check_draft(&draft).iter().map(|one| (one.code, one.at.to_string())).collect();
        assert_eq!(found, expected(&draft), "{seed}: {}", json!(draft));
        seen.extend(found.into_iter().map(|(code, _)| code));
    }
    assert_eq!(seen.len(), 5, "every code was met: {seen:?}");
}
