//! Formats are asserted as in `check`: an untrue inclusion is never proved, and `check` confirms each witness.

use planwright_drift::{Options, Verdict};
use serde_json::{Value, json};

use crate::{accepts, compared};

const FORMATS: [&str; 19] = [
    "date",
    "date-time",
    "duration",
    "email",
    "hostname",
    "idn-email",
    "idn-hostname",
    "ipv4",
    "ipv6",
    "iri",
    "iri-reference",
    "json-pointer",
    "regex",
    "relative-json-pointer",
    "time",
    "uri",
    "uri-reference",
    "uri-template",
    "uuid",
];
/// Pairs in which every string of the first format also has the second.
const WITHIN: [(&str, &str); 5] = [
    ("uri", "uri-reference"),
    ("uri", "iri"),
    ("uri", "iri-reference"),
    ("uri-reference", "iri-reference"),
    ("iri", "iri-reference"),
];

fn text(more: &Value) -> Value {
    crate::with(&json!({ "type": "string" }), more)
}

/// Returns the backward verdict. A witness must be valid only under the old schema.
fn backward(old: &Value, new: &Value) -> Verdict {
    let verdict = compared(old, new, Options::default()).backward();
    if let Verdict::Broken(witness) = &verdict {
        assert!(accepts(old, witness) && !accepts(new, witness), "{old} -> {new}: {witness}");
    }
    verdict
}

#[test]
fn a_change_of_format_is_proved_only_where_it_is_true() {
    let mut undecided = Vec::new();
    for old in FORMATS {
        for new in FORMATS {
            let is_proved = old == new || WITHIN.contains(&(old, new));
            match backward(&text(&json!({ "format": old })), &text(&json!({ "format": new }))) {
                Verdict::Proved => assert!(is_proved, "{old} -> {new}"),
                Verdict::Broken(_) => assert!(!is_proved, "{old} -> {new}"),
                Verdict::Undecided(because) => {
                    assert!(because.contains("format"), "{old} -> {new}: {because}");
                    undecided.push((old, new));
                }
            }
        }
    }
    // These formats accept most strings of other formats, by specification or because the second validator is lax.
    let lax = ["hostname", "idn-email", "idn-hostname", "iri-reference", "regex", "uri-reference", "uri-template"];
    assert!(undecided.iter().all(|(_, new)| lax.contains(new)), "{undecided:?}");
}

#[test]
fn a_format_that_comes_or_goes_is_decided() {
    for format in FORMATS {
        let (free, bound) = (text(&json!({})), text(&json!({ "format": format })));
        assert!(matches!(backward(&free, &bound), Verdict::Broken(_)), "{format}");
        assert_eq!(backward(&bound, &free), Verdict::Proved, "{format}");
        let nullable = json!({ "type": ["string", "null"], "format": format });
        assert_eq!(backward(&nullable, &bound), Verdict::Broken(Value::Null), "{format}");
    }
}

#[test]
fn formats_and_lengths_and_patterns_are_decided_together() {
    for (old, new, is_proved) in [
        (json!({ "format": "uuid" }), json!({ "format": "uuid", "maxLength": 36 }), true),
        (json!({ "format": "uuid" }), json!({ "format": "uuid", "maxLength": 35 }), false),
        (json!({ "format": "date" }), json!({ "minLength": 10, "maxLength": 10 }), true),
        (json!({ "format": "email", "maxLength": 200 }), json!({ "format": "email", "maxLength": 100 }), false),
        (json!({ "format": "email" }), json!({ "format": "email", "minLength": 30 }), false),
        (
            json!({ "format": "uri", "pattern": "^https?://" }),
            json!({ "format": "uri", "pattern": "^https://" }),
            false,
        ),
        (
            json!({ "format": "email", "pattern": "@(corp|mail)\\.com$" }),
            json!({ "format": "email", "pattern": "@corp\\.com$" }),
            false,
        ),
        (json!({ "format": "date", "pattern": "^20" }), json!({ "format": "date", "pattern": "^2024-" }), false),
        (json!({ "enum": ["2024-01-01", "2024-13-01"] }), json!({ "format": "date" }), false),
        (json!({ "enum": ["2024-01-01", "2024-12-01"] }), json!({ "format": "date" }), true),
    ] {
        let verdict = backward(&text(&old), &text(&new));
        assert!(
            if is_proved { verdict == Verdict::Proved } else { matches!(verdict, Verdict::Broken(_)) },
            "{old} -> {new}: {verdict:?}"
        );
    }
    let union = |keyword: &str| json!({ keyword: [text(&json!({ "format": "date" })), text(&json!({ "format": "date-time" }))] });
    assert_eq!(backward(&union("oneOf"), &union("anyOf")), Verdict::Proved);
    assert_eq!(backward(&union("anyOf"), &union("oneOf")), Verdict::Proved, "no string has both formats");
}

#[test]
fn a_required_property_with_a_format_gets_a_value() {
    for format in FORMATS {
        let object = |kind: &str| {
            json!({
                "type": "object",
                "required": ["id", "n"],
                "properties": { "id": { "type": "string", "format": format }, "n": { "type": kind } },
            })
        };
        assert!(matches!(backward(&object("number"), &object("integer")), Verdict::Broken(_)), "{format}");
    }
}

#[test]
fn what_check_takes_for_an_annotation_is_one() {
    let draft = |name: &str, format: &str| json!({ "$schema": name, "type": "string", "format": format });
    let seven = "http://json-schema.org/draft-07/schema#";
    let latest = "https://json-schema.org/draft/2020-12/schema";
    for (old, new) in [
        (draft(latest, "color"), draft(latest, "period")),
        (draft(seven, "duration"), draft(seven, "color")),
        (draft("http://json-schema.org/draft-04/schema#", "iri"), draft(seven, "password")),
    ] {
        let pair = compared(&old, &new, Options::default());
        assert_eq!((pair.backward(), pair.forward()), (Verdict::Proved, Verdict::Proved), "{old} -> {new}");
    }
    let pair = compared(&draft(seven, "uuid"), &draft(seven, "email"), Options::default());
    assert!(matches!((pair.backward(), pair.forward()), (Verdict::Broken(_), Verdict::Broken(_))));
    let pair = compared(&draft(seven, "uuid"), &draft(latest, "uuid"), Options::default());
    assert_eq!((pair.backward(), pair.forward()), (Verdict::Proved, Verdict::Proved), "the meaning is the same");
}

#[test]
fn formats_that_are_not_compared_are_reported() {
    let (old, new) = (text(&json!({ "format": "uuid" })), text(&json!({ "format": "email" })));
    let pair = compared(&old, &new, Options { assert_formats: false });
    assert_eq!((pair.backward(), pair.has_formats), (Verdict::Proved, false));
    assert!(compared(&old, &new, Options::default()).has_formats);
}
