//! Compiles the types of the table in `docs/keywords.md` without warnings, and runs them on the documents of their rows
//! and on random ones. A valid document is preserved when it is read and written.

#[rustfmt::skip]
#[path = "expected/planwright.rs"]
#[allow(unreachable_pub, reason = "generated code is public wherever it is put")]
mod planwright;

use planwright_tests::fidelity::{check, hunt, is_valid};
use planwright_tests::round_trip::Root;
use planwright_tests::table::{file, rows};
use serde_json::{Value, json};

fn root(index: usize) -> Root {
    let root = planwright::ROOTS.iter().find(|root| root.file == file(index)).expect("every row has a root");
    planwright_tests::root!(root, planwright::with_defaults)
}

#[test]
fn every_row_accepts_and_rejects_its_documents() {
    let mut failures = Vec::new();
    for (index, row) in rows().iter().enumerate() {
        let root = root(index);
        for document in row.documents() {
            if !is_valid(&root, &document) {
                failures.push(format!("{}: the validator rejects {document}", row.keyword));
            }
            failures.extend(check(&root, &document).err().map(|failure| format!("{}: {failure}", row.keyword)));
        }
        let refused: Vec<Value> = row.invalid.iter().map(|value| row.around(value)).collect();
        let taken = refused.iter().filter(|document| is_valid(&root, document));
        failures.extend(taken.map(|document| format!("{}: the validator accepts {document}", row.keyword)));
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

/// Missing and `null` are preserved separately, `1.0` is an integer, and a document is validated before it is parsed.
#[test]
fn documents_are_validated_before_they_are_parsed() {
    use planwright::Maybe;
    use planwright::row11::Row;
    let optional = rows().iter().position(|row| row.optional && row.schema == json!({"type": ["string", "null"]}));
    assert_eq!(optional, Some(11), "the row that this test names is where it was");
    let parsed = |text: &str| Row::parse(text.as_bytes()).map(|row| row.m);
    assert_eq!(parsed("{}"), Ok(Maybe::Absent));
    assert_eq!(parsed(r#"{"m": null}"#), Ok(Maybe::Null));
    assert_eq!(parsed(r#"{"m": "a"}"#), Ok(Maybe::Value("a".to_owned())));
    assert!(parsed(r#"{"m": 1}"#).is_err());
}

/// An integer outside the range of its type does not violate the schema. The report says so, with the location.
#[test]
fn what_is_beyond_its_type_is_said() {
    use planwright::SchemaRoot as _;
    use planwright::row7::Row;
    let parsed = |text: &str| Row::parse(text.as_bytes());
    assert_eq!(parsed(r#"{"m": 1.0}"#).map(|row| row.m), Ok(1));
    assert_eq!(parsed(r#"{"m": -9223372036854775808}"#).map(|row| row.m), Ok(i64::MIN));
    for text in [r#"{"m": 9223372036854775808}"#, r#"{"m": 1e300}"#, r#"{"m": -1e19}"#] {
        let report = parsed(text).expect_err("no i64 holds it");
        assert!(Row::is_valid(&serde_json::from_str(text).expect("it is JSON")), "{text}");
        assert_eq!(report.len(), 1);
        assert_eq!((report[0].code, report[0].at.as_str()), ("OUT_OF_RANGE", "/m"));
    }
    assert_eq!(parsed(r#"{"m": 1.5}"#).expect_err("no integer")[0].code, "TYPE_MISMATCH");
    assert_eq!(parsed("{").expect_err("no JSON")[0].code, "PARSE_ERROR");
}

#[test]
fn random_documents_that_obey_come_back() {
    let mut seen = 0;
    for (index, row) in rows().iter().enumerate() {
        seen += hunt(&root(index), &row.document(), &row.documents(), 2_000, index as u64)
            .unwrap_or_else(|failure| panic!("{}: {failure}", row.keyword));
    }
    assert!(seen > 10_000, "only {seen} documents obeyed");
}
