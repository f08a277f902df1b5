//! `1.0` is an integer in every draft, for documents and values alike. In draft-04 the specification leaves it to the
//! notation.

use std::collections::BTreeMap;

use jsonschema::Draft;
use planwright_runtime::Validator;
use serde_json::{Value, json};

const DRAFTS: [Draft; 5] = [Draft::Draft4, Draft::Draft6, Draft::Draft7, Draft::Draft201909, Draft::Draft202012];

/// Returns the verdicts on a number, as a value and in a document.
pub(super) fn verdicts(validator: &Validator, number: &str) -> Vec<bool> {
    let text = format!(r#"{{"n": {number}}}"#);
    let value: Value = serde_json::from_str(&text).expect("it is JSON");
    let read = |read: Result<BTreeMap<String, i64>, _>| read.map_err(|_: planwright_runtime::Report| ()).is_ok();
    vec![
        validator.is_valid(&value),
        validator.check(&value).is_ok(),
        read(validator.deserialize(&value)),
        read(validator.parse(text.as_bytes())),
    ]
}

#[test]
fn whole_numbers_are_integers_however_they_are_written() {
    for draft in DRAFTS {
        for kinds in [json!("integer"), json!(["integer", "null"])] {
            let schema = json!({"type": "object", "properties": {"n": {"type": kinds}}});
            let validator = Validator::of_document(&schema, draft, BTreeMap::new()).expect("it is a schema");
            for (number, is_whole) in
                [("1", true), ("1.0", true), ("1000000000.0", true), ("1e2", true), ("1.5", false)]
            {
                assert_eq!(verdicts(&validator, number), [is_whole; 4], "{draft:?} {kinds} {number}");
            }
            let report = validator.check(&json!({"n": 1.5})).expect_err("it has a fraction");
            assert!(report.to_string().contains("/n"), "{draft:?}: {report}");
        }
    }
}
