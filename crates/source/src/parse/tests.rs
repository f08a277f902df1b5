//! Inputs that are accepted, inputs that are rejected, and the reported locations.

use serde_json::json;

use super::parse;
use crate::{Problem, ProblemKind, Slip};

fn problem(text: &str) -> Problem {
    let mut problems = parse(text).expect_err(text);
    assert_eq!(problems.len(), 1, "{text}");
    problems.remove(0)
}

/// Returns the mistake detected in `text`, and the input from the reported location on.
fn slip(text: &str) -> (Option<Slip>, &str) {
    let problem = problem(text);
    assert!(problem.at.is_root());
    match problem.kind {
        ProblemKind::Syntax { slip, .. } => (slip, &text[problem.span.start..]),
        other => panic!("{text}: {other:?}"),
    }
}

#[test]
fn integral_floats_are_integers() {
    assert_eq!(parse("[1.0, -2e3, -0.0, 0.5, 1]").unwrap().to_string(), "[1,-2000,0,0.5,1]");
    assert_eq!(parse("9007199254740992.0").unwrap(), json!(9_007_199_254_740_992_i64));
    assert!(parse("1e300").unwrap().is_f64());
    assert!(parse("18446744073709551615").unwrap().is_u64());
    assert!(parse("18446744073709551616").unwrap().is_f64());
}

#[test]
fn all_repeated_members_are_seen() {
    let text = r#"{"a": 1, "b/c": [{"x": 1, "\u0078": {"y": 1, "y": 2}}], "a": 2, "a": 3}"#;
    let problems = parse(text).unwrap_err();
    let shown: Vec<_> = problems.iter().map(|problem| (problem.at.as_str(), &text[problem.span.clone()])).collect();
    assert_eq!(shown, [("/b~1c/0/x", r#""\u0078""#), ("/b~1c/0/x/y", r#""y""#), ("/a", r#""a""#), ("/a", r#""a""#)]);
    assert!(problems.iter().all(Problem::is_duplicate_key));
    assert_eq!(problems[2].span.start, 56);
    assert!(matches!(&problems[2].kind, ProblemKind::DuplicateKey { first, .. } if first == &(1..4)));
}

#[test]
fn a_broken_text_is_only_broken() {
    assert!(!problem(r#"{"a": 1, "a": 2,}"#).is_duplicate_key());
}

#[test]
fn slips_are_recognised() {
    assert_eq!(slip("```json\n{}\n```"), (Some(Slip::CodeFence), "```json\n{}\n```"));
    assert_eq!(slip("{}\n```"), (Some(Slip::CodeFence), "```"));
    assert_eq!(slip("Here you are: {}"), (Some(Slip::ProseBefore), "Here you are: {}"));
    assert_eq!(slip("\u{2}{}").0, Some(Slip::ProseBefore));
    assert_eq!(slip("{} Done."), (Some(Slip::ProseAfter), "Done."));
    assert_eq!(slip("{}\n{}"), (Some(Slip::SecondDocument), "{}"));
    assert_eq!(slip("[1, // one\n2]"), (Some(Slip::Comment), "// one\n2]"));
    assert_eq!(slip("{ # no\n}"), (Some(Slip::Comment), "# no\n}"));
    assert_eq!(slip("[1 /* one */]"), (Some(Slip::Comment), "/* one */]"));
    assert_eq!(slip("{} // end"), (Some(Slip::Comment), "// end"));
    assert_eq!(slip("[1,]"), (Some(Slip::TrailingComma), "]"));
    assert_eq!(slip("{\"a\":1,\n}"), (Some(Slip::TrailingComma), "}"));
    assert_eq!(slip("[1 2]"), (Some(Slip::MissingComma), "2]"));
    assert_eq!(slip(r#"{"a": "say "hi""}"#), (Some(Slip::MissingComma), r#"hi""}"#));
    assert_eq!(slip("{'a': 1}"), (Some(Slip::SingleQuotes), "'a': 1}"));
    assert_eq!(slip("['a']"), (Some(Slip::SingleQuotes), "'a']"));
    assert_eq!(slip("{“a”: 1}"), (Some(Slip::CurlyQuotes), "“a”: 1}"));
    assert_eq!(slip("{a: 1}"), (Some(Slip::BareKey), "a: 1}"));
    assert_eq!(slip("[NaN]"), (Some(Slip::NotANumber), "NaN]"));
    assert_eq!(slip("[-Infinity]"), (Some(Slip::NotANumber), "Infinity]"));
    assert_eq!(slip("{\"a\": None}"), (Some(Slip::ForeignLiteral), "None}"));
    assert_eq!(slip("[True]"), (Some(Slip::ForeignLiteral), "True]"));
    assert_eq!(slip("[undefined]").0, Some(Slip::ForeignLiteral));
    assert_eq!(slip("[\"a\nb\"]").0, Some(Slip::RawControl));
    assert_eq!(slip(r#"["C:\dir"]"#).0, Some(Slip::BadEscape));
    assert_eq!(slip(r#"["\ud800x"]"#).0, Some(Slip::LoneSurrogate));
    assert_eq!(slip("[01]").0, Some(Slip::NumberShape));
    assert_eq!(slip("[.5]").0, Some(Slip::NumberShape));
    assert_eq!(slip("[1.]").0, Some(Slip::NumberShape));
    assert_eq!(slip("[+1]").0, Some(Slip::NumberShape));
    assert_eq!(slip("[1_000]").0, Some(Slip::DigitSeparator));
    assert_eq!(slip("1_000").0, Some(Slip::DigitSeparator));
    assert_eq!(slip("[1 _000]").0, Some(Slip::MissingComma));
}

#[test]
fn a_text_that_ends_too_early() {
    for text in ["{", "[1,", "{\"a\"", "{\"a\":", "\"abc", "tr", "[1, {\"a\": \"é"] {
        let problem = problem(text);
        assert_eq!((problem.kind, problem.span), (ProblemKind::Truncated, text.len()..text.len()), "{text}");
    }
    for text in ["", " \n\t"] {
        assert_eq!(problem(text).kind, ProblemKind::Empty);
    }
}

#[test]
fn a_byte_order_mark_is_named() {
    assert!(problem("\u{feff}{}").message().contains("byte order mark"));
}

#[test]
fn numbers_beyond_floats_are_named() {
    let problem = problem("[1, 1e400]");
    assert_eq!(problem.kind, ProblemKind::NumberTooLarge);
    assert_eq!(problem.span, 4..9);
}

#[test]
fn depth_is_limited_and_located() {
    for text in ["[".repeat(100_000), "{\"a\":".repeat(100_000)] {
        let problem = problem(&text);
        assert_eq!(problem.kind, ProblemKind::TooDeep);
        assert!(problem.span.start < 1000);
    }
    assert!(parse(&("[".repeat(127) + &"]".repeat(127))).is_ok());
}

#[test]
fn messages_carry_no_position_of_their_own() {
    for text in ["{", "[1,]", "{a}", "[01]", "x", "[1 2]", "[\"\\q\"]", "{\"a\" 1}"] {
        let message = problem(text).message();
        assert!(!message.contains("column") && !message.contains(" at line"), "{message}");
    }
}
