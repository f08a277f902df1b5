//! Tests which breaks `planwright drift` accepts, and its changelog: the story of a schema on a branch.

use std::path::Path;

use serde_json::{Value, json};

use crate::project::{git, run, write};

fn order(version: u32, currency: u32, id: u32) -> String {
    json!({
        "$id": format!("https://example.com/v{version}/order.json"),
        "type": "object",
        "properties": {
            "currency": { "type": "string", "maxLength": currency },
            "id": { "type": "string", "maxLength": id, "description": "Order." },
        },
        "additionalProperties": false,
    })
    .to_string()
}

/// Creates a repository with an order on `main`, and the branch `feature` with the configuration.
fn branch(config: &str) -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path();
    git(path, &["init", "-q", "-b", "main"]);
    write(path, "s/order.json", &order(1, 9, 9));
    git(path, &["add", "-A"]);
    git(path, &["commit", "-q", "-m", "first"]);
    git(path, &["checkout", "-q", "-b", "feature"]);
    configure(path, config);
    folder
}

fn configure(path: &Path, config: &str) {
    write(path, "planwright.toml", &format!("[drift]\nschemas = [\"s\"]\nagainst = \"main\"\n{config}"));
}

/// The configuration, version and lengths of the new order, the exit code, and a part of the output.
type Case = (&'static str, (u32, u32, u32), i32, &'static str);

const CASES: &[Case] = &[
    ("", (1, 8, 9), 1, "1 schema compared"),
    // An entry for the rule, the location or the file.
    ("[[drift.accept]]\nrule = \"bound-tightened\"\nreason = \"agreed\"", (1, 8, 9), 0, "accepted: agreed"),
    ("[[drift.accept]]\npointer = \"/properties/currency\"\nreason = \"agreed\"", (1, 8, 9), 0, "0 broken, 1 accepted"),
    ("[[drift.accept]]\nfiles = [\"s/*.json\"]\nreason = \"agreed\"", (1, 8, 8), 0, "accepted: agreed"),
    ("[[drift.accept]]\nreason = \"agreed\"\nuntil = \"2999-12-31\"", (1, 8, 9), 0, "agreed (until 2999-12-31)"),
    // An entry that does not cover every break accepts none.
    ("[[drift.accept]]\npointer = \"/properties/currency\"\nreason = \"agreed\"", (1, 8, 8), 1, "1 broken"),
    ("[[drift.accept]]\nfiles = [\"other/*\"]\nreason = \"agreed\"", (1, 8, 9), 1, "matches no break; remove it"),
    ("[[drift.accept]]\nreason = \"agreed\"\nuntil = \"2001-01-01\"", (1, 8, 9), 1, "expired on 2001-01-01"),
    ("[[drift.accept]]\nreason = \"agreed\"", (1, 9, 9), 0, "matches no break; remove it"),
    // Severities.
    ("[drift.severity]\nbound-tightened = \"warning\"", (1, 8, 9), 0, "warning[bound-tightened]"),
    ("[drift.severity]\nbound-loosened = \"error\"\n", (1, 10, 9), 1, "error[bound-loosened]"),
    // A new major version.
    ("allow = \"major\"", (2, 8, 9), 0, "version v1 became v2"),
    (
        "allow = \"major\"",
        (1, 8, 9),
        1,
        "not accepted: allow = \"major\" found version v1 in the `$id` of main:s/order.json and version v1 in the `$id` of \
         s/order.json; a new major version, such as v2, would accept the break",
    ),
    (
        "allow = \"major\"\nversion = \"x-version\"",
        (2, 8, 9),
        1,
        "no version in the property `x-version` of main:s/order.json and no version in the property `x-version` of s/order.json",
    ),
    (
        "allow = \"major\"\nversion = \"path\"",
        (2, 8, 9),
        1,
        "no version in the path of s/order.json; to accept a break",
    ),
    // Invalid configurations.
    (
        "[[drift.accept]]\nrule = \"max-length\"\nreason = \"agreed\"",
        (1, 8, 9),
        2,
        "planwright.toml:6:8: unknown rule \"max-length\"",
    ),
    ("[drift.severity]\nbound-tight = \"note\"", (1, 8, 9), 2, "planwright.toml:6:1: unknown rule \"bound-tight\""),
    ("[[drift.accept]]\nfiles = [\"s/[\"]\nreason = \"a\"", (1, 8, 9), 2, "planwright.toml:6:10: invalid pattern"),
    ("include = [\"s/[\"]", (1, 8, 9), 2, "planwright.toml:5:12: invalid pattern"),
    ("[[drift.accept]]\nrule = \"bound-tightened\"", (1, 8, 9), 2, "say why the break is accepted"),
    ("[[drift.accept]]\nreason = \"a\"\nuntil = \"soon\"", (1, 8, 9), 2, "expected a date such as"),
    ("version = \"path\"", (1, 8, 9), 2, "allow = \"major\""),
];

#[test]
fn a_break_passes_for_a_reason_only() {
    for (config, (version, currency, id), expected, part) in CASES {
        // Both roles would count the wider bound, too.
        let folder = branch(&format!("role = \"consumed\"\n{config}"));
        write(folder.path(), "s/order.json", &order(*version, *currency, *id));
        let (code, out, err) = run(folder.path(), &["drift"]);
        assert!(code == *expected && format!("{out}{err}").contains(part), "{config}: {code} {out}{err}");
        let (code, out, err) = run(folder.path(), &["ci", "--only", "drift"]);
        assert_eq!(code, *expected, "{config}: {out}{err}");
    }
}

/// The tag of the release may be on the commit that breaks, or on one after the base.
#[test]
fn a_tag_with_a_new_major_number_accepts_a_break() {
    let folder = branch("role = \"consumed\"\nallow = \"major\"\nversion = \"git-tag:order-*\"\n");
    let path = folder.path();
    write(path, "s/order.json", &order(1, 8, 9));
    let drift = |part: &str, expected: i32| {
        let (code, out, err) = run(path, &["drift"]);
        assert!(code == expected && format!("{out}{err}").contains(part), "{part}: {code} {out}{err}");
    };
    drift("no version in the git tags in the history of main:s/order.json", 1);
    drift("a shallow clone may lack the tags", 1);
    for tag in ["order-1.9.0", "order-1.10.0", "other-2.0.0", "order-stable"] {
        git(path, &["tag", tag, "main"]);
    }
    drift("found version 1.10.0 in the git tags in the history of main:s/order.json and version 1.10.0 in", 1);
    git(path, &["commit", "-q", "-a", "-m", "second"]);
    git(path, &["tag", "-a", "-m", "third", "other-3.0.0"]);
    drift("a new major version, such as 2.0.0, would accept the break", 1);
    git(path, &["tag", "-a", "-m", "second", "order-2.0.0-rc.1"]);
    drift("accepted: version 1.10.0 became 2.0.0, which is a new major version", 0);
    // A file has no history.
    write(path, "old.json", &order(1, 9, 9));
    let (code, out, err) = run(path, &["drift", "old.json", "s/order.json"]);
    assert!(
        code == 1 && format!("{out}{err}").contains("no version in the git tags in the history of old.json"),
        "{out}{err}"
    );
}

#[test]
fn an_acceptance_is_in_the_report() {
    let folder = branch("[[drift.accept]]\nreason = \"agreed\"\nuntil = \"2999-12-31\"\n");
    write(folder.path(), "s/order.json", &order(1, 8, 9));
    let (code, out, err) = run(folder.path(), &["drift", "--format", "json"]);
    let found: Value = serde_json::from_str(&out).unwrap_or_else(|_| panic!("{out}{err}"));
    let file = &found["files"]["order.json"];
    assert_eq!((code, &file["backward"]["verdict"]), (0, &json!("broken")), "the verdict stays");
    assert_eq!(file["accepted"], json!({ "by": "entry", "reason": "agreed", "until": "2999-12-31" }));
}

#[test]
fn the_changelog_names_the_step_of_the_version() {
    let folder = branch("role = \"consumed\"\n");
    let path = folder.path();
    let changelog = || run(path, &["drift", "--changelog"]);
    let (code, out, err) = changelog();
    assert!(code == 0 && out.contains("Version step: **none**") && out.contains("Nothing changed."), "{out}{err}");
    for (schema, step, part) in [
        (order(1, 8, 9), "major", "Breaking:\n\n- `/properties/currency/maxLength`: "),
        (order(1, 10, 9), "minor", "Other changes:\n\n- `/properties/currency/maxLength`: "),
        (order(1, 9, 9).replace("Order.", "Number."), "patch", " (text)"),
    ] {
        write(path, "s/order.json", &schema);
        let (_, out, err) = changelog();
        assert!(out.contains(&format!("Version step: **{step}**")) && out.contains(part), "{step}: {out}{err}");
        assert!(out.contains(&format!("### `order.json` ({step})")), "{out}");
    }
    let (_, out, _) = run(path, &["drift", "--changelog", "--format", "json"]);
    let found: Value = serde_json::from_str(&out).expect("JSON");
    assert_eq!(found, json!({ "step": "patch", "files": { "order.json": "patch" } }));
}

#[test]
fn an_accepted_break_is_breaking_in_the_changelog() {
    let folder = branch("role = \"consumed\"\n\n[[drift.accept]]\nreason = \"agreed\"\n");
    let path = folder.path();
    write(path, "s/order.json", &order(1, 8, 9));
    let (code, out, err) = run(path, &["drift", "--changelog"]);
    assert_eq!(code, 0, "{out}{err}");
    assert!(
        out.contains("Breaking:\n\n- `/properties/currency/maxLength`: ") && out.contains("Accepted: agreed"),
        "{out}"
    );
}
