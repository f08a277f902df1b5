//! The rules of contracts that are only code, as keywords and sentences of a schema.

use planwright_contracts::action_blueprint::names::{API_NAME_LIMIT, NAME_LIMIT};
use planwright_contracts::fix_plan::PATH_PATTERN;
use planwright_contracts::form_plan;
use planwright_contracts::workflow_tools::rules::MIN_PARTICIPANT_COUNT;
use planwright_schema::model::Keyword;
use serde_json::{Value, json};

use super::{DEFINITIONS, PROPERTIES, at, set};

/// Rules of one contract.
struct ContractRules {
    /// Start of the paths of its schemas.
    schemas: &'static str,
    /// Adds the keywords.
    add_limits: fn(&mut Value),
    /// Sentences for descriptions: the definition, its property or `""`, and the sentence.
    sentences: &'static [(&'static str, &'static str, &'static str)],
}

const RULES: [ContractRules; 5] = [
    ContractRules {
        schemas: "action-blueprint/action-blueprint.",
        add_limits: limit_blueprint,
        sentences: &[
            (
                "ActionBlueprint",
                "inputs",
                "UPDATE needs a FIELD input for Id, which INSERT and CREATE do not allow. UPSERT needs one for its key field. No \
                 two FIELD inputs set the same field, and no two inputs have the same apiName.",
            ),
            ("ActionBlueprint", "keyFields", "UPSERT takes exactly one."),
            (
                "ActionInput",
                "dataType",
                "Compound types (Address, Location) are not allowed: set their component fields.",
            ),
        ],
    },
    ContractRules {
        schemas: "agent-proposal/",
        add_limits: |_| (),
        sentences: &[
            ("ProposedTask", "preconditions", "Only ids of tasks that exist."),
            ("SelectNextTaskProposal", "task_id", "One of pending_tasks, whose preconditions are all done."),
        ],
    },
    ContractRules {
        schemas: "fix-plan/",
        add_limits: limit_fix_plan,
        sentences: &[
            (
                "FixTask",
                "dependencies",
                "Each is the id of another task of this plan that comes earlier in the list, so there are no cycles.",
            ),
            (
                "RepoPath",
                "",
                "It starts with neither `/`, `~` nor a drive, and has no segment `.` or `..`, no empty segment, no backslash and no \
                 control character.",
            ),
            ("RenameFileEdit", "target_path", "It differs from `path`."),
            ("FixMetadata", "created_at", "The offset is Z or +00:00."),
        ],
    },
    ContractRules {
        schemas: "form-plan/",
        add_limits: limit_form_plan,
        sentences: &[
            (
                "AddFieldParams",
                "id",
                "Required unless a create_form step comes earlier in the plan. At most 18446744073709551615.",
            ),
            // As a keyword, vendors would exclude valid ids above 2^53 - 1.
            ("FormId", "", "At most 18446744073709551615."),
            (
                "PlannerOutput",
                "",
                "Never both. If the only step would be open_builder, open_editor or open_results, there is no plan.",
            ),
        ],
    },
    ContractRules {
        schemas: "workflow-tools/workflow-document.",
        add_limits: limit_workflow,
        sentences: &[
            (
                "WorkflowDocument",
                "actions",
                "At least one has isStartingAction, and each can be reached from such an action. A loop needs a way out: a route to \
                 an action outside, or an action at which the workflow can end.",
            ),
            ("WorkflowAction", "sender", "The `id` of one of `participants` of the document."),
            (
                "WorkflowAction",
                "condition",
                "Each participant that it names is one of `participants` of the document, and performs an action.",
            ),
            ("RouteParticipant", "principal", "One of `participants` of the document, who performs an action."),
            (
                "WorkflowRoute",
                "nextActionIds",
                "Each is the `id` of an action of the document. If there is none, the workflow ends.",
            ),
            ("Disclosure", "participantAddress", "One of `participants` of the document."),
        ],
    },
];

/// Adds the rules of a contract to one of its schemas, which has the path `file`.
pub(crate) fn add_rules(schema: &mut Value, file: &str) {
    for rules in RULES.iter().filter(|rules| file.starts_with(rules.schemas)) {
        (rules.add_limits)(schema);
        for (definition, property, sentence) in rules.sentences {
            let path = if property.is_empty() { &["description"][..] } else { &[PROPERTIES, property, "description"] };
            if let Some(Value::String(text)) = find(schema, definition).and_then(|definition| at(definition, path)) {
                text.push(' ');
                text.push_str(sentence);
            }
        }
    }
}

fn limit_blueprint(schema: &mut Value) {
    let name = json!({
        "description": format!(
            "Identifier of the action, of at most {NAME_LIMIT} characters: a letter, then letters and digits. The generated class \
             is named `DynamicAction_<Name>`."
        ),
        "type": "string",
        (Keyword::MinLength.name()): 1,
        (Keyword::MaxLength.name()): NAME_LIMIT,
        (Keyword::Pattern.name()): "^[A-Za-z][A-Za-z0-9]*$",
    });
    set(schema, &[PROPERTIES, "name"], name);
    limit(schema, "ApiName", &[], Keyword::MaxLength, json!(API_NAME_LIMIT));
}

fn limit_fix_plan(schema: &mut Value) {
    limit(schema, "RepoPath", &[], Keyword::Pattern, json!(PATH_PATTERN));
}

fn limit_form_plan(schema: &mut Value) {
    limit(
        schema,
        "FormPlan",
        &[PROPERTIES, "steps"],
        Keyword::MaxItems,
        json!(form_plan::Context::default().max_steps),
    );
}

fn limit_workflow(schema: &mut Value) {
    limit(schema, "WorkflowDocument", &[PROPERTIES, "participants"], Keyword::MinItems, json!(MIN_PARTICIPANT_COUNT));
    limit(schema, "WorkflowDocument", &[PROPERTIES, "actions"], Keyword::MinItems, json!(1));
    let sender = "Id of the participant who performs an action, in 1 to 64 characters.";
    limit(schema, "SenderId", &[], Keyword::Description, json!(sender));
    limit(schema, "SenderId", &[], Keyword::MinLength, json!(1));
}

/// Sets a keyword of a definition, or of the schema at a path in it.
fn limit(schema: &mut Value, definition: &str, path: &[&str], keyword: Keyword, value: Value) {
    if let Some(definition) = find(schema, definition) {
        set(definition, &[path, &[keyword.name()]].concat(), value);
    }
}

/// Returns the definition with a name. It can be the schema itself.
fn find<'v>(schema: &'v mut Value, name: &str) -> Option<&'v mut Value> {
    let is_root = schema.get(Keyword::Title.name()).is_some_and(|title| title == name);
    if is_root { Some(schema) } else { at(schema, &[DEFINITIONS, name]) }
}

#[cfg(test)]
mod tests {
    use planwright_check::Report;
    use planwright_contracts::{ContractName, Surroundings, check_schema};
    use serde_json::{Value, json};

    use crate::NamedSchema;

    /// The schema accepts exactly the paths that the rule accepts.
    #[test]
    fn the_pattern_of_paths_is_the_rule() {
        let schema = NamedSchema::contract("fix-plan").unwrap().with_rules().compile().unwrap();
        let mut document: Value = serde_json::from_str(&ContractName::FixPlan.prompt().unwrap().good.unwrap()).unwrap();
        let letters = ["a", "Z", ".", "..", ":", "/", "~", "\\", "\u{1}", "\u{85}", "é", " "];
        let mut paths = vec![String::new()];
        for length in 0..3 {
            let longer = paths.iter().filter(|path| path.chars().count() >= length);
            let longer = longer.flat_map(|path| letters.iter().map(move |letter| format!("{path}{letter}")));
            paths = paths.iter().cloned().chain(longer.collect::<Vec<_>>()).collect();
        }
        let mut accepted = 0;
        for path in paths {
            document["tasks"][0]["edits"][0]["path"] = json!(path);
            let text = document.to_string();
            let has = |report: &Report| report.iter().any(|one| one.code == "INVALID_PATH");
            let result = ContractName::FixPlan.check(&text, &Surroundings::default());
            let is_valid = !has(&result.unwrap_or_else(|report| report));
            assert_eq!(check_schema(&schema, &text).is_ok(), is_valid, "{path:?}");
            accepted += usize::from(is_valid);
        }
        assert!(accepted > 100, "{accepted}");
    }
}
