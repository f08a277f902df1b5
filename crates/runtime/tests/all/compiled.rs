//! A validator that is compiled by macro has the same verdicts and reports as one that is built at run time.

use std::sync::LazyLock;

use jsonschema::{Draft, ErrorIterator};
use planwright_runtime::{Report, Validator};
use serde_json::{Value, json};

use crate::integers::verdicts;

/// The validator that the macro compiles from `{"properties": {"n": {"type": "integer"}}}` of draft-04.
static WHOLE: LazyLock<jsonschema::Validator> = LazyLock::new(|| {
    let schema = json!({"properties": {"n": {"type": "integer"}}});
    jsonschema::options().with_draft(Draft::Draft4).build(&schema).expect("it is a schema")
});

fn is_whole(value: &Value) -> bool {
    WHOLE.is_valid(value)
}

fn errors_of_whole(value: &Value) -> ErrorIterator<'_> {
    WHOLE.iter_errors(value)
}

#[test]
fn integers_of_draft_04_go_by_their_value() {
    assert!(!is_whole(&json!({"n": 1.0})), "the control: by itself it goes by the spelling");
    let validator = Validator::compiled("{}", "Draft4", true, is_whole, errors_of_whole, &[]);
    for (number, is_whole) in [("1", true), ("1.0", true), ("1e2", true), ("1.5", false)] {
        assert_eq!(verdicts(&validator, number), [is_whole; 4], "{number}");
    }
}

/// Two untagged branches that contain each other.
const TREE: &str = r##"{
    "$ref": "#/definitions/Node",
    "definitions": {
        "Node": {"anyOf": [
            {"type": "object", "required": ["rank"], "properties": {"in": {"$ref": "#/definitions/Node"}, "rank": {"minimum": 0, "type": "integer"}}},
            {"type": "object", "required": ["rank"], "properties": {"in": {"$ref": "#/definitions/Node"}, "rank": {"maximum": -1, "type": "integer"}}}
        ]}
    }
}"##;

fn errors_of_all_branches(_: &Value) -> ErrorIterator<'_> {
    panic!("the errors of all branches of all levels are too many")
}

#[test]
fn errors_of_unions_inside_each_other_do_not_multiply() {
    let validator = Validator::compiled(TREE, "Draft7", true, |_| false, errors_of_all_branches, &[]);
    let mut node = json!({"rank": "x"});
    for _ in 0..40 {
        node = json!({"rank": 1, "in": node});
    }
    let report: Report = validator.check(&node).expect_err("a rank is a text");
    let places: Vec<String> = report.iter().map(|one| one.at.to_string()).collect();
    assert_eq!(places, [format!("{}/rank", "/in".repeat(40))]);
}
