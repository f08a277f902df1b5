//! Tests a team's story with `planwright ci`: a monorepo with three folders that refer to each other, and two branches.

use std::path::Path;

use crate::project::{git, run, write};

const MONEY: &str = r#"{
  "x-version": "1.4.0",
  "type": "object",
  "required": ["currency"],
  "properties": { "currency": { "type": "string", "maxLength": 4 }, "units": { "type": "integer" } },
  "additionalProperties": false
}
"#;
const CONFIG: &str = r#"[drift]
schemas = ["common", "orders/schemas", "billing"]
against = "main"
role = "consumed"
allow = "major"
version = "x-version"
"#;

/// Returns a schema with one property that refers to another file.
fn referring(property: &str, reference: &str) -> String {
    format!(
        "{{\n  \"x-version\": \"1.4.0\",\n  \"type\": \"object\",\n  \"properties\": {{ \"{property}\": {{ \"$ref\": \
         \"{reference}\" }} }},\n  \"additionalProperties\": false\n}}\n"
    )
}

fn commit(folder: &Path, message: &str) {
    git(folder, &["add", "-A"]);
    git(folder, &["commit", "-q", "-m", message]);
}

/// Runs `planwright ci`, and checks its exit code and parts of what it prints.
fn ci(folder: &Path, step: &str, expected: i32, parts: &[&str]) {
    let (code, out, err) = run(folder, &["ci"]);
    let all = format!("{out}{err}");
    assert_eq!(code, expected, "{step}: {all}");
    for part in parts {
        assert!(all.contains(part), "{step}: {part:?} is missing: {all}");
    }
}

fn monorepo() -> tempfile::TempDir {
    let root = tempfile::tempdir().expect("a folder");
    let folder = root.path();
    git(folder, &["init", "-q", "-b", "main"]);
    write(folder, "planwright.toml", CONFIG);
    write(folder, "common/money.json", MONEY);
    write(folder, "orders/schemas/order.json", &referring("total", "../../common/money.json"));
    write(folder, "billing/invoice.json", &referring("order", "../orders/schemas/order.json"));
    write(folder, "package.json", r#"{"name": "shop", "type": "module"}"#);
    commit(folder, "first");
    root
}

#[test]
fn two_branches_from_the_first_change_to_the_release() {
    let root = monorepo();
    let folder = root.path();
    ci(folder, "nothing changed", 0, &["3 schemas compared with main", "0 broken"]);

    // One branch adds a property, while the main branch allows more.
    git(folder, &["checkout", "-q", "-b", "notes"]);
    let noted = referring("total", "../../common/money.json").replace("\"total\"", "\"note\": true, \"total\"");
    write(folder, "orders/schemas/order.json", &noted);
    ci(folder, "a new property", 0, &["property-added-closed", "0 broken"]);
    commit(folder, "notes");
    git(folder, &["checkout", "-q", "main"]);
    let wider = MONEY.replace("\"maxLength\": 4", "\"maxLength\": 5");
    write(folder, "common/money.json", &wider);
    ci(folder, "a wider bound", 0, &["bound-loosened"]);
    commit(folder, "wider");
    git(folder, &["checkout", "-q", "notes"]);
    ci(folder, "what others merge is not a change of the branch", 0, &["the merge base with main", "0 broken"]);
    git(folder, &["checkout", "-q", "main"]);
    git(folder, &["merge", "-q", "--no-edit", "notes"]);

    // The other branch renames a file, and then lowers a bound in it.
    git(folder, &["checkout", "-q", "-b", "amounts"]);
    git(folder, &["mv", "common/money.json", "common/amount.json"]);
    let refers = noted.replace("money.json", "amount.json");
    write(folder, "orders/schemas/order.json", &refers);
    ci(folder, "a renamed file", 0, &["main:common/money.json was renamed to common/amount.json", "0 broken"]);
    let lower = wider.replace("\"maxLength\": 5", "\"maxLength\": 3");
    write(folder, "common/amount.json", &lower);
    let files = ["common/amount.json", "orders/schemas/order.json", "billing/invoice.json"];
    let breaks = ["--> common/amount.json:5:51", "3 broken", "drift     failed   3 compared, 3 broken"];
    ci(folder, "a lower bound breaks all that refer to it", 1, &[&files[..], &breaks[..]].concat());
    let (_, out, _) = run(folder, &["ci", "--format", "github"]);
    assert_eq!(out.matches("title=bound-tightened::").count(), 1, "one change, one annotation: {out}");
    ci(folder, "the version is the same", 1, &["found version 1.4.0", "a new major version, such as 2.0.0"]);
    commit(folder, "amounts");

    // The team accepts the break until a day.
    let entry = |until: &str| {
        let entry =
            "[[drift.accept]]\npointer = \"/properties/currency\"\nreason = \"Nobody sends more than three letters.\"";
        format!("{CONFIG}\n{entry}\nuntil = \"{until}\"\n")
    };
    write(folder, "planwright.toml", &entry("2999-12-31"));
    ci(
        folder,
        "an accepted break",
        0,
        &["accepted: Nobody sends more than three letters. (until 2999-12-31)", "0 broken"],
    );
    write(folder, "planwright.toml", &entry("2001-01-01"));
    ci(folder, "the day has passed", 1, &["expired on 2001-01-01; fix the break, or agree on a new date", "3 broken"]);
    write(folder, "planwright.toml", CONFIG);

    // Or it releases a major version, of every schema that breaks.
    write(folder, "common/amount.json", &lower.replace("1.4.0", "2.0.0"));
    ci(folder, "one of three new versions", 1, &["accepted: version 1.4.0 became 2.0.0", "2 broken, 1 accepted"]);
    write(folder, "orders/schemas/order.json", &refers.replace("1.4.0", "2.0.0"));
    let invoice = referring("order", "../orders/schemas/order.json").replace("1.4.0", "2.0.0");
    write(folder, "billing/invoice.json", &invoice);
    ci(folder, "three new versions", 0, &["0 broken, 3 accepted"]);
    let (code, out, err) = run(folder, &["drift", "--changelog"]);
    assert!(code == 0 && out.contains("Version step: **major**"), "{out}{err}");
    assert!(out.contains("Accepted: version 1.4.0 became 2.0.0") && out.contains("was renamed from"), "{out}");
    commit(folder, "version 2");
    git(folder, &["checkout", "-q", "main"]);
    git(folder, &["merge", "-q", "--no-edit", "amounts"]);
    ci(folder, "the release", 0, &["3 schemas compared with main", "0 broken"]);

    // A broken file gets into the main branch, and a branch repairs it.
    write(folder, "orders/schemas/order.json", &refers.replace("},\n  \"additional", "},,\n  \"additional"));
    commit(folder, "broken");
    git(folder, &["checkout", "-q", "-b", "repair"]);
    ci(folder, "a broken file", 2, &["--> orders/schemas/order.json:", "drift     not run"]);
    write(folder, "orders/schemas/order.json", &refers);
    let warned = ["warning: main:orders/schemas/order.json:", "so nothing was promised there"];
    ci(folder, "its repair", 0, &[&warned[..], &["orders/schemas/order.json: a new schema", "0 broken"]].concat());
    commit(folder, "repair");
    git(folder, &["checkout", "-q", "main"]);
    git(folder, &["merge", "-q", "--no-edit", "repair"]);
    ci(folder, "the end", 0, &["3 schemas compared with main", "0 broken"]);
}
