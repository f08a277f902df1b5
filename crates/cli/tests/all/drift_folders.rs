//! Tests `planwright drift` for several folders: references between them, renames, merge bases and broken files.

use std::fs;
use std::path::Path;

use serde_json::{Value, json};

use crate::project::{git, run, write};

const MONEY: &str = r#"{"type": "object", "properties": {"currency": {"type": "string", "maxLength": 3}}, "additionalProperties": false}"#;

/// Returns an order that refers to a file for its total.
fn order(reference: &str) -> String {
    json!({ "type": "object", "properties": { "total": { "$ref": reference } }, "additionalProperties": false })
        .to_string()
}

/// Creates a repository with the files on the branch `main`, and checks out the branch `feature`.
fn repository(files: &[(&str, &str)]) -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    git(folder.path(), &["init", "-q", "-b", "main"]);
    for (path, text) in files {
        write(folder.path(), path, text);
    }
    git(folder.path(), &["add", "-A"]);
    git(folder.path(), &["commit", "-q", "-m", "first"]);
    git(folder.path(), &["checkout", "-q", "-b", "feature"]);
    folder
}

const CONFIG: &str = "[drift]\nschemas = [\"svc/schemas\", \"common\"]\nagainst = \"main\"\n";

fn monorepo() -> tempfile::TempDir {
    let order = order("../../common/money.json");
    repository(&[("common/money.json", MONEY), ("svc/schemas/order.json", &order), ("planwright.toml", CONFIG)])
}

fn verdicts(folder: &Path, arguments: &[&str]) -> (i32, Value) {
    let (code, out, err) = run(folder, &[&["drift", "--format", "json"], arguments].concat());
    (code, serde_json::from_str(&out).unwrap_or_else(|_| panic!("{arguments:?}: {out}{err}")))
}

#[test]
fn references_between_listed_folders_are_followed() {
    let folder = monorepo();
    let path = folder.path();
    let (code, out, err) = run(path, &["drift"]);
    assert!(code == 0 && out.contains("2 schemas compared with main (") && err.is_empty(), "{code} {out}{err}");

    write(path, "common/money.json", &MONEY.replace('3', "2"));
    let (code, found) = verdicts(path, &[]);
    assert_eq!(code, 1);
    for file in ["common/money.json", "svc/schemas/order.json"] {
        assert_eq!(found["files"][file]["backward"]["verdict"], "broken", "{file}: {found}");
        assert_eq!(found["files"][file]["forward"]["verdict"], "proved", "{file}: {found}");
    }
    let change = &found["files"]["svc/schemas/order.json"]["changes"][0];
    assert_eq!(change["new"]["file"], "common/money.json");
    for arguments in [
        &["svc/schemas", "common", "--against", "main"][..],
        &["svc/schemas", "--against", "main"],
        &["svc/schemas/order.json", "--against", "main"],
    ] {
        assert_eq!(verdicts(path, arguments).0, 1, "{arguments:?}");
    }
    let (_, out, _) = run(&path.join("svc/schemas"), &["drift", ".", "--against", "main"]);
    assert!(out.contains("--> ../../common/money.json:1:"), "the file outside the folder is named: {out}");
}

#[test]
fn references_out_of_two_folders_are_followed() {
    let folder = tempfile::tempdir().expect("a folder");
    let order = order("../../common/money.json");
    for (side, length) in [("v1", "3"), ("v2", "2")] {
        write(folder.path(), &format!("{side}/svc/schemas/order.json"), &order);
        write(folder.path(), &format!("{side}/common/money.json"), &MONEY.replace('3', length));
    }
    let (code, found) = verdicts(folder.path(), &["v1/svc/schemas", "v2/svc/schemas"]);
    assert_eq!((code, &found["files"]["order.json"]["backward"]["verdict"]), (1, &json!("broken")), "{found}");
    assert_eq!(run(folder.path(), &["drift", "v1/svc/schemas", "v1/svc/schemas"]).0, 0);
    assert_eq!(run(folder.path(), &["drift", "v1/common", "v2/common", "v1/svc"]).0, 2, "OLD, NEW and a third");
}

#[test]
fn a_reference_that_nothing_answers_is_the_same_on_both_sides() {
    let folder = repository(&[("s/order.json", &order("../../nowhere/money.json"))]);
    assert_eq!(run(folder.path(), &["drift", "--against", "main", "s"]).0, 0);
    write(folder.path(), "s/order.json", &order("../nowhere/else.json"));
    assert_eq!(run(folder.path(), &["drift", "--against", "main", "s"]).0, 3);
}

#[test]
fn baselines_contain_what_is_outside_the_folder() {
    let folder = monorepo();
    let path = folder.path();
    assert_eq!(run(path, &["drift", "--write-baseline", "kept.json", "svc/schemas"]).0, 0);
    assert_eq!(run(path, &["drift", "--baseline", "kept.json", "svc/schemas"]).0, 0);
    write(path, "common/money.json", &MONEY.replace('3', "2"));
    assert_eq!(run(path, &["drift", "--baseline", "kept.json", "svc/schemas"]).0, 1);
}

#[test]
fn folders_with_copies_of_a_schema_stay_apart() {
    let copy =
        |length: u8| format!("{{\"$id\": \"https://x.org/money\", \"type\": \"string\", \"maxLength\": {length}}}");
    let user = r#"{"$ref": "https://x.org/money"}"#;
    let (one, two) = (copy(3), copy(4));
    let folder = repository(&[("a/money.json", &one), ("a/user.json", user), ("b/money.json", &two)]);
    write(folder.path(), "b/money.json", &copy(5));
    let (code, found) = verdicts(folder.path(), &["--against", "main", "a", "b"]);
    assert_eq!(code, 1);
    assert_eq!(found["files"]["b/money.json"]["forward"]["verdict"], "broken");
    assert_eq!(found["files"]["a/user.json"]["forward"]["verdict"], "proved");
    fs::remove_file(folder.path().join("a/money.json")).expect("it exists");
    let (_, found) = verdicts(folder.path(), &["--against", "main", "a", "b"]);
    assert_eq!(
        found["files"]["a/user.json"]["forward"]["verdict"], "broken",
        "the URI leads to the other folder: {found}"
    );
}

#[test]
fn renamed_files_are_compared() {
    let folder = monorepo();
    let path = folder.path();
    git(path, &["mv", "common/money.json", "common/amount.json"]);
    write(path, "svc/schemas/order.json", &order("../../common/amount.json"));
    let (code, out, err) = run(path, &["drift"]);
    assert_eq!(code, 0, "{out}{err}");
    assert!(out.contains("main:common/money.json was renamed to common/amount.json\n"), "{out}");
    write(path, "common/amount.json", &MONEY.replace("\"maxLength\": 3", "\"maxLength\": 2"));
    let (code, out, _) = run(path, &["drift"]);
    assert_eq!(code, 1, "{out}");
    write(path, "common/amount.json", r#"{"type": "array"}"#);
    write(path, "svc/schemas/order.json", "{\"type\": \"object\"}");
    let (_, out, _) = run(path, &["drift"]);
    assert!(out.contains("common/money.json: the schema was removed"), "another file is not a new name: {out}");
}

#[test]
fn a_renamed_file_keeps_its_id() {
    let schema =
        |length: u8| format!("{{\"$id\": \"https://x.org/a\", \"type\": \"string\",\n\"maxLength\": {length}}}");
    let folder = repository(&[("s/a.json", &schema(3))]);
    git(folder.path(), &["mv", "s/a.json", "s/b.json"]);
    write(folder.path(), "s/b.json", &schema(2));
    let (code, found) = verdicts(folder.path(), &["--against", "main", "s"]);
    assert_eq!((code, &found["files"]["b.json"]["renamed_from"]), (1, &json!("main:s/a.json")), "{found}");
    assert!(found["files"].get("a.json").is_none(), "{found}");
}

#[test]
fn a_branch_is_compared_with_its_merge_base() {
    let schema = |length: u8| format!("{{\"type\": \"string\", \"maxLength\": {length}}}");
    let folder = repository(&[("s/a.json", &schema(5))]);
    let path = folder.path();
    git(path, &["checkout", "-q", "main"]);
    write(path, "s/a.json", &schema(6));
    git(path, &["commit", "-q", "-a", "-m", "widen"]);
    git(path, &["checkout", "-q", "feature"]);
    let (code, out, _) = run(path, &["drift", "--against", "main", "s"]);
    assert!(code == 0 && out.contains(", the merge base with main, 0 broken"), "{code} {out}");
    assert_eq!(run(path, &["drift", "--against", "main", "--against-tip", "s"]).0, 1);
    write(path, "planwright.toml", "[drift]\nschemas = [\"s\"]\nagainst = \"main\"\nagainst-tip = true\n");
    assert_eq!(run(path, &["drift"]).0, 1);
    fs::remove_file(path.join("planwright.toml")).expect("it exists");
    git(path, &["checkout", "-q", "--orphan", "other"]);
    git(path, &["commit", "-q", "-m", "no common commit"]);
    let (code, _, err) = run(path, &["drift", "--against", "main", "s"]);
    assert!(code == 1 && err.contains("have no known common commit"), "{code} {err}");
}

#[test]
fn a_broken_old_file_promised_nothing() {
    let user = r#"{"type": "object", "properties": {"a": {"$ref": "a.json"}}}"#;
    let other = r#"{"type": "string", "maxLength": 5}"#;
    let folder = repository(&[("s/a.json", r#"{"type": "string",}"#), ("s/user.json", user), ("s/other.json", other)]);
    let path = folder.path();
    let against = ["drift", "--against", "main", "s"];
    let (code, _, err) = run(path, &against);
    assert!(code == 2 && err.contains("s/a.json:1:19"), "it is still broken: {code} {err}");
    write(path, "s/a.json", r#"{"type": "string"}"#);
    let (code, out, err) = run(path, &against);
    assert_eq!(code, 0, "{out}{err}");
    assert!(err.contains("warning: main:s/a.json:1:19") && err.contains("nothing was promised there"), "{err}");
    assert!(out.contains("s/user.json: a new schema"), "{out}");
    assert_eq!(run(path, &["drift", "--against", "main", "s/a.json"]).0, 0);

    write(path, "s/other.json", r#"{"type": "string", "maxLength": 4}"#);
    assert_eq!(run(path, &against).0, 1, "the other files are compared");
    write(path, "s/a.json", r#"{"type": "strnig"}"#);
    let (code, out, err) = run(path, &against);
    assert_eq!(code, 2);
    assert!(out.contains("bound-tightened") && err.contains("--> s/a.json:1:2\n"), "all findings: {out}{err}");
    assert!(!err.contains("error: s/user.json"), "a file that refers to a broken one has no error of its own: {err}");
}

#[cfg(unix)]
#[test]
fn links_of_a_revision_are_followed() {
    let folder = repository(&[("common/money.json", MONEY)]);
    let path = folder.path();
    fs::create_dir(path.join("s")).expect("a folder");
    std::os::unix::fs::symlink("../common/money.json", path.join("s/money.json")).expect("a link");
    git(path, &["add", "-A"]);
    git(path, &["commit", "-q", "-m", "a link"]);
    let against = ["drift", "--against", "HEAD", "s"];
    let (code, out, err) = run(path, &against);
    assert!(code == 0 && err.is_empty() && out.contains("1 schema compared"), "{code} {out}{err}");
    write(path, "common/money.json", &MONEY.replace('3', "2"));
    assert_eq!(run(path, &against).0, 1);
}

#[test]
fn other_files_are_skipped() {
    let folder = repository(&[
        ("a.schema.json", r#"{"type": "string", "maxLength": 5}"#),
        ("package.json", r#"{"name": "a", "type": "module", "dependencies": {"b": "^1"}}"#),
        ("tsconfig.json", "{\n  // strict\n  \"compilerOptions\": {},\n}"),
        ("data/list.json", r#"[{"type": "object"}]"#),
        (".planwright/apex.json", r#"{"type": "string"}"#),
        ("node_modules/b/b.schema.json", r#"{"type": "string"}"#),
        ("fixtures/c.json", r#"{"type": "strnig"}"#),
        ("planwright.toml", "[drift]\nschemas = [\".\"]\nagainst = \"main\"\nexclude = [\"fixtures/**\"]\n"),
    ]);
    let path = folder.path();
    let (code, out, err) = run(path, &["drift"]);
    assert_eq!(code, 0, "{out}{err}");
    assert!(out.contains("1 schema compared with"), "{out}");
    assert!(err.contains("note: skipped 3 files without a schema; list them with --verbose"), "{err}");
    let (_, _, err) = run(path, &["drift", "--verbose"]);
    for file in ["package.json", "tsconfig.json", "data/list.json"] {
        assert!(err.contains(&format!("{file}: not a schema")), "{file}: {err}");
    }
    let (code, _, err) = run(path, &["drift", "--exclude", "a.*"]);
    assert!(code == 2 && err.contains("fixtures/c.json"), "the command line wins: {code} {err}");
    let (code, out, err) = run(path, &["drift", "--include", "**/b.schema.json"]);
    assert!(code == 0 && out.contains("1 schema compared"), "{code} {out}{err}");
    assert_eq!(run(path, &["drift", "--include", "["]).0, 2);
    assert_eq!(run(path, &["drift", "--include", "none"]).0, 2);
}

#[test]
fn a_list_below_items_shows_the_dialect() {
    let side = |inner: &str| format!("{{\"type\": \"array\", \"items\": [{{\"type\": \"string\"{inner}}}]}}");
    let folder = tempfile::tempdir().expect("a folder");
    write(folder.path(), "old.json", &side(""));
    write(folder.path(), "new.json", &side(", \"maxLength\": 3"));
    let (code, out, err) = run(folder.path(), &["drift", "old.json", "new.json"]);
    assert!(
        code == 1 && out.contains("backward broken by [\"aaaa\"]") && out.contains("forward  proved"),
        "{out}{err}"
    );
    assert!(err.contains("INFERRED_DIALECT") && err.contains("draft-07"), "{err}");
}

#[test]
fn schemas_that_only_have_annotations_are_schemas() {
    let folder = tempfile::tempdir().expect("a folder");
    write(folder.path(), "a.json", r#"{"title": "x"}"#);
    write(folder.path(), "b.json", r#"{"$id": "https://x.org/b", "x-owner": "team"}"#);
    write(folder.path(), "c.json", r#"{"type": "string"}"#);
    let code = |new: &str| run(folder.path(), &["drift", "a.json", new]).0;
    assert_eq!((code("a.json"), code("b.json"), code("c.json")), (0, 0, 1));
}

/// Files that refer to each other are decided, and unchanged ones without compiling them.
#[test]
fn rings_of_files_are_compared() {
    let folder = tempfile::tempdir().expect("a folder");
    for (side, length) in [("old", 5), ("new", 6)] {
        for number in 0..60 {
            let ring = number / 20 * 20;
            let next = |step| format!("f{}.json", ring + (number - ring + step) % 20);
            let length = if number == 7 { length } else { 5 };
            let schema = json!({
                "type": "object", "additionalProperties": false,
                "properties": { "v": { "type": "string", "maxLength": length }, "a": { "$ref": next(1) }, "b": { "$ref": next(2) } },
            });
            write(folder.path(), &format!("{side}/f{number}.json"), &schema.to_string());
        }
    }
    let (code, out, err) = run(folder.path(), &["drift", "old", "new"]);
    assert!(code == 1 && out.contains("60 schemas compared, 20 broken\n"), "{code} {out}{err}");
}

#[test]
fn a_folder_without_its_last_schema_lost_it() {
    let folder = repository(&[("old/money.json", MONEY), ("s/money.json", MONEY), ("new/readme.txt", "")]);
    let path = folder.path();
    fs::remove_dir_all(path.join("s")).expect("a folder");
    for arguments in [
        &["old", "new"][..],
        &["--against", "main", "s"],
        &["--against", "main", "./s/"],
        &["--against", "main", "s/money.json"],
    ] {
        let (code, out, err) = run(path, &[&["drift"], arguments].concat());
        assert!(code == 1 && out.contains("/money.json: the schema was removed"), "{arguments:?}: {code} {out}{err}");
        assert!(out.contains("1 schema compared") && out.contains("1 broken"), "{arguments:?}: {out}{err}");
    }
    write(path, "planwright.toml", "[drift]\nschemas = [\"s\"]\nagainst = \"main\"\n");
    let (code, out, _) = run(path, &["ci"]);
    assert!(code == 1 && out.contains("s/money.json: the schema was removed"), "{out}");
    // A path that neither side has is a mistake, and so is a folder that does not exist.
    for arguments in
        [&["--against", "main", "t"][..], &["--against", "main", "s/order.json"], &["nowhere", "old"], &["new", "new"]]
    {
        let (code, out, err) = run(path, &[&["drift"], arguments].concat());
        assert_eq!(code, 2, "{arguments:?}: {out}{err}");
    }
}

#[test]
fn an_empty_old_folder_promised_nothing() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path();
    write(path, "new/money.json", MONEY);
    write(path, "empty/readme.txt", "");
    write(path, "other/package.json", r#"{"name": "a", "type": "module"}"#);
    write(path, "planwright.toml", "[drift]\nschemas = [\"new\"]\nbaseline = \"empty\"\n");
    for (arguments, reason) in [
        (&["empty", "new"][..], "empty: no *.json, *.jsonc, *.yaml or *.yml file below this folder"),
        (&["other", "new"], "other: no schema below this folder; 1 other file skipped"),
        (&["new", "--baseline", "empty"], "empty: no *.json"),
        (&[], "empty: no *.json"),
    ] {
        let (code, out, err) = run(path, &[&["drift"], arguments].concat());
        assert!(code == 0 && out.contains("new/money.json: a new schema"), "{arguments:?}: {code} {out}{err}");
        let warning = err.lines().find(|line| line.starts_with("warning: "));
        let warning = warning.unwrap_or_else(|| panic!("{arguments:?}: {err}"));
        assert!(warning.contains(reason) && warning.ends_with("; so nothing was promised there"), "{warning}");
    }
}

#[test]
fn hints_that_cannot_be_followed_are_reported() {
    let old =
        json!({ "type": "object", "properties": { "mail": { "type": "string" } }, "additionalProperties": false });
    let folder = repository(&[("s/a.json", &old.to_string())]);
    let path = folder.path();
    let drift = |hint: Value| {
        let mut new = old.clone();
        let mut email = json!({ "type": "string" });
        email.as_object_mut().expect("an object").extend(hint.as_object().expect("an object").clone());
        new["properties"]["email"] = email;
        write(path, "s/a.json", &new.to_string());
        let (code, out, err) = run(path, &["drift", "--against", "main", "--role", "consumed", "s"]);
        assert_eq!(code, 0, "{out}{err}");
        err
    };
    for (hint, expected) in [
        (json!({ "x-renamed-form": "mail" }), "`x-renamed-form` at `/email`: did you mean `x-renamed-from`?"),
        (json!({ "x-renamed-from": "mial" }), "the old schema has no property \"mial\" here; did you mean \"mail\"?"),
        (json!({ "x-moved-from": "/contact/mail" }), "`x-moved-from` at `/email`: its value has another form"),
        (json!({ "x-renamed-from": 3 }), "`x-renamed-from` at `/email`: expected a name, or a list of names"),
    ] {
        let err = drift(hint);
        assert!(err.contains("warning: s/a.json: the hint ") && err.contains(expected), "{expected}: {err}");
    }
    for hint in [json!({ "x-owner": "team" }), json!({ "x-renamed-from": "mail" }), json!({})] {
        let err = drift(hint.clone());
        assert!(!err.contains("the hint"), "{hint}: {err}");
    }
    // A hint that is part of the old version was for an earlier change.
    git(path, &["checkout", "-q", "main"]);
    drift(json!({ "x-renamed-from": "post" }));
    git(path, &["commit", "-q", "-a", "-m", "a hint"]);
    assert!(!drift(json!({ "x-renamed-from": "post", "title": "E-mail" })).contains("the hint"));
}

#[test]
fn patterns_select_both_sides() {
    let folder = repository(&[("s/money.json", MONEY), ("s/note.json", MONEY)]);
    let path = folder.path();
    assert_eq!(run(path, &["drift", "--write-baseline", "kept.json", "s"]).0, 0);
    write(path, "s/money.json", &MONEY.replace('3', "2"));
    for old in [["--against", "main"], ["--baseline", "kept.json"]] {
        for (pattern, code) in [("s/money.json", 1), ("money.json", 1), ("**/m*.json", 1), ("s/n*.json", 0)] {
            let (found, out, err) = run(path, &[&["drift", "s", "--include", pattern], &old[..]].concat());
            assert!(found == code && out.contains("1 schema compared"), "{old:?} {pattern}: {found} {out}{err}");
            let (found, out, err) = run(path, &[&["drift", "s", "--exclude", pattern], &old[..]].concat());
            let others = i32::from(pattern == "s/n*.json");
            assert!(found == others && out.contains("1 schema compared"), "{old:?} {pattern}: {found} {out}{err}");
        }
    }
    for (arguments, code, part) in [
        (&["--include", "a/*.json"][..], 2, "s: --include \"a/*.json\" matches none of 2 files below it"),
        (&["--include", "*.yaml", "--include", "n*.json"], 0, "the pattern \"*.yaml\" of `include` matches none of 2"),
        (&["--exclude", "*"], 2, "s: 2 files below this folder, and all are left out by --exclude"),
        (
            &["--exclude", "m*.json", "--exclude", "x/**"],
            0,
            "the pattern \"x/**\" of `exclude` matches none of 2 files",
        ),
    ] {
        let (found, out, err) = run(path, &[&["drift", "s", "--against", "main"], arguments].concat());
        assert!(found == code && err.contains(part), "{arguments:?}: {found} {out}{err}");
    }
    // The patterns of the configuration are about all files of the project.
    let config = "[drift]\nschemas = [\"s\"]\nagainst = \"main\"\ninclude = [\"s/*.json\"]\nexclude = [\"t/**\"]\n";
    write(path, "planwright.toml", config);
    write(path, "s/money.json", MONEY);
    for (arguments, count) in [(&[][..], 1), (&["s"], 0), (&["s/money.json"], 0), (&["s", "--exclude", "x"], 1)] {
        let (code, out, err) = run(path, &[&["drift"], arguments].concat());
        assert_eq!((code, err.matches("matches none of").count()), (0, count), "{arguments:?}: {out}{err}");
    }
}

#[test]
fn a_change_has_one_location() {
    let folder = repository(&[("s/money.json", MONEY)]);
    let path = folder.path();
    write(path, "s/money.json", &MONEY.replace(r#""currency": {"type": "string", "maxLength": 3}"#, ""));
    let at = "/properties/currency";
    let arguments = ["s", "--against", "main"];
    let (code, found) = verdicts(path, &arguments);
    let change = &found["files"]["money.json"]["changes"][0];
    assert_eq!((code, &change["pointer"]), (1, &json!(at)), "{found}");
    assert_eq!((&change["old"]["file"], &change["new"]["file"]), (&json!("main:s/money.json"), &json!("s/money.json")));
    let (_, out, _) = run(path, &[&["drift"], &arguments[..]].concat());
    assert!(out.contains(&format!(" = at: {at}\n")) && out.contains("--> s/money.json:1:"), "{out}");
    let (_, out, _) = run(path, &[&["drift", "--changelog"], &arguments[..]].concat());
    assert!(out.contains(&format!("- `{at}`: the property `currency` was removed")), "{out}");
}

#[test]
fn code_that_the_project_does_not_generate_does_not_change() {
    let titled = |title: &str| MONEY.replacen('{', &format!("{{\"title\": \"{title}\", "), 1);
    let folder = repository(&[("s/money.json", &titled("Money"))]);
    let path = folder.path();
    let apex = r#""Currency": {"type": "string"}, "currency""#;
    write(path, "s/money.json", &titled("Amount").replace(r#""currency""#, apex));
    let (rust, apex) = ("rust-type-renamed", "apex-case-collision");
    let gen_section = |lang: &str| format!("[gen]\nlang = \"{lang}\"\nschemas = \"s\"\nout = \"out\"\n");
    for (config, file, reported) in [
        (String::new(), "", [false, false]),
        (gen_section("rust"), "", [true, false]),
        (gen_section("apex"), "", [false, true]),
        (format!("[drift.severity]\n{rust} = \"warning\"\n"), "", [true, false]),
        (String::new(), "Cargo.toml", [true, false]),
        (String::new(), "sfdx-project.json", [false, true]),
    ] {
        write(path, "planwright.toml", &config);
        if !file.is_empty() {
            write(path, file, "{}");
        }
        let (_, out, err) = run(path, &["drift", "s", "--against", "main"]);
        assert_eq!([rust, apex].map(|rule| out.contains(rule)), reported, "{config}{file}: {out}{err}");
        assert!(out.contains("property-added-closed"), "{out}");
        if !file.is_empty() {
            fs::remove_file(path.join(file)).expect("a file");
        }
    }
    fs::remove_file(path.join("planwright.toml")).expect("a file");
    let (_, out, _) = run(path, &["drift", "s", "--against", "main"]);
    assert!(out.contains(rust) && out.contains(apex), "without a configuration: {out}");
}
