//! Structure of the workspace: files at the top level, duplicated code, and cyclic dependencies between modules.
//!
//! The lists contain known exceptions. They only shrink: an entry that is no longer needed has to be removed.

use std::collections::BTreeSet;
use std::fs;

use planwright_tests::sources::{self, Source};
use planwright_tests::{modules, twins, wildcards, workspace};

/// Entries at the top level, except hidden files.
const TOP: [&str; 19] = [
    "ARCHITECTURE.md",
    "CHANGELOG.md",
    "CONTRIBUTING.md",
    "Cargo.lock",
    "Cargo.toml",
    "LICENSE-APACHE",
    "LICENSE-MIT",
    "README.md",
    "action.yml",
    "codegen",
    "crates",
    "docs",
    "examples",
    "generated",
    "rustfmt.toml",
    "schemas",
    "templates",
    "tests",
    "xtask",
];

/// Optional entries: a policy, and the build folder of cargo.
const OPTIONAL: [&str; 2] = ["SECURITY.md", "target"];

/// Sources that write `&lt;`: the common function, and labels of Graphviz, which have their own rules.
const ESCAPERS: [&str; 2] = ["crates/source/src/markup.rs", "crates/workflow/src/diagram/dot.rs"];

/// Number of equal lines that count as a copy.
const COPY: usize = 20;

/// Known cycles of modules.
const CIRCLES: &[&[&str]] = &[];

/// Returns unlisted entries and missing ones.
fn differences(names: &[String]) -> Vec<String> {
    let there: BTreeSet<&str> = names.iter().map(String::as_str).filter(|name| !name.starts_with('.')).collect();
    let listed: BTreeSet<&str> = TOP.into();
    let strangers =
        there.difference(&listed).filter(|name| !OPTIONAL.contains(name)).map(|name| format!("{name} is there"));
    strangers.chain(listed.difference(&there).map(|name| format!("{name} is missing"))).collect()
}

#[test]
fn the_top_level_is_the_main_path() {
    let entries = fs::read_dir(workspace()).expect("the workspace can be read");
    let names = entries.map(|entry| entry.expect("an entry").file_name().to_string_lossy().into_owned());
    assert_eq!(differences(&names.collect::<Vec<_>>()), Vec::<String>::new());
    let control: Vec<String> =
        TOP[1..].iter().chain(&[".git", "target", "helpers"]).map(|&name| name.to_owned()).collect();
    assert_eq!(differences(&control), ["helpers is there", "ARCHITECTURE.md is missing"]);
}

fn source(path: &str, text: &str) -> Source {
    Source { path: path.to_owned(), text: text.to_owned() }
}

#[test]
fn markup_is_escaped_in_one_place() {
    let all = sources::all(&workspace(), false);
    let replaces = |source: &&Source| ["(\"&lt;\")", "'<', \"&lt;\""].iter().any(|call| source.text.contains(call));
    let found: Vec<&str> = all.iter().filter(replaces).map(|source| source.path.as_str()).collect();
    assert_eq!(found, ESCAPERS);
}

#[test]
fn nothing_is_written_twice() {
    let sources = sources::all(&workspace(), true);
    assert!(sources.len() > 400, "only {} sources were read", sources.len());
    let found = twins::equal_runs(&sources, COPY);
    assert!(found.is_empty(), "{}", found.join("\n"));
}

#[test]
fn copies_are_found() {
    let lines =
        |range: std::ops::Range<usize>| range.map(|number| format!("line {number}\n")).collect::<Vec<_>>().concat();
    let (one, two) = (lines(0..30), format!("other\n\n  {}", lines(5..27).replace('\n', "\n\n  ")));
    let found = twins::equal_runs(&[source("a.rs", &one), source("b.rs", &two)], COPY);
    assert_eq!(found, ["a.rs:6 and b.rs:3: 22 lines"]);
    let within = twins::equal_runs(&[source("a.rs", &format!("{one}gap\n{one}"))], COPY);
    assert_eq!(within, ["a.rs:1 and a.rs:32: 30 lines"]);
    let short = twins::equal_runs(&[source("a.rs", &one), source("b.rs", &lines(5..24))], COPY);
    assert_eq!(short, Vec::<String>::new());
    assert_eq!(twins::equal_runs(&[source("a.rs", &"}\n".repeat(60))], 70), Vec::<String>::new());
}

#[test]
fn no_modules_depend_on_each_other() {
    let root = workspace();
    let mut found = BTreeSet::new();
    for folder in sources::crates(&root) {
        let sources = sources::hand_written(&root, &folder, false);
        found.extend(modules::circles(&folder, &sources).expect("the sources parse"));
    }
    let listed = CIRCLES.iter().map(|circle| circle.iter().map(|&name| name.to_owned()).collect());
    let listed: BTreeSet<Vec<String>> = listed.collect();
    let new: Vec<_> = found.difference(&listed).collect();
    let gone: Vec<_> = listed.difference(&found).collect();
    assert!(new.is_empty() && gone.is_empty(), "circles that are not listed: {new:#?}\nlisted and gone: {gone:#?}");
}

#[test]
fn circles_are_found() {
    let circles = |files: &[(&str, &str)]| {
        let sources: Vec<Source> = files.iter().map(|(path, text)| source(&format!("one/src/{path}"), text)).collect();
        modules::circles("one", &sources).expect("it parses")
    };
    let both = vec![vec!["a".to_owned(), "b".to_owned()]];
    let main = ("lib.rs", "mod a; mod b; pub use b::Made; pub struct Shared;");
    assert_eq!(circles(&[main, ("a.rs", "use crate::b::B;"), ("b.rs", "use crate::a::A;")]), both);
    assert_eq!(circles(&[main, ("a.rs", "use super::b;"), ("b/mod.rs", "fn f() { g(crate::a::A) }")]), both);
    // Through child modules, in a macro, in a group, and through a re-export of the root.
    assert_eq!(circles(&[main, ("a/c.rs", "use crate::Made;"), ("a.rs", ""), ("b.rs", "m!(crate::a::c::C);")]), both);
    assert_eq!(circles(&[main, ("a.rs", "fn f() { use super::{x, b::B}; }"), ("b.rs", "use super::{a::{A}};")]), both);
    // A parent and its child, a one-way dependency, and tests do not count.
    let fine = [main, ("a.rs", "mod c; use crate::Shared; use c::C;"), ("a/c.rs", "use super::A; use crate::b::B;")];
    assert_eq!(circles(&fine), Vec::<Vec<String>>::new());
    let tests = ("b.rs", "#[cfg(test)] mod tests { use crate::a::A; }");
    assert_eq!(circles(&[main, ("a.rs", "use crate::b::B;"), tests]), Vec::<Vec<String>>::new());
    let three = [("lib.rs", ""), ("a.rs", "use crate::b;"), ("b.rs", "use crate::c;"), ("c.rs", "use crate::a;")];
    assert_eq!(circles(&three), vec![vec!["a".to_owned(), "b".to_owned(), "c".to_owned()]]);
}

#[test]
fn a_variant_that_a_schema_gains_goes_nowhere_unseen() {
    let generated: Vec<String> =
        ["action_blueprint", "agent_proposal", "fix_plan", "form_plan", "mcp_tools", "workflow_tools"]
            .iter()
            .map(|name| {
                fs::read_to_string(workspace().join(format!("generated/src/{name}.rs"))).expect("a generated module")
            })
            .collect();
    let enums = wildcards::enums(generated.iter().map(String::as_str)).expect("the modules parse");
    assert!(enums.contains("Guardrail") && enums.contains("Operation") && enums.len() > 20, "{enums:?}");
    let found = wildcards::catch_all_arms(&sources::all(&workspace(), false), &enums).expect("the sources parse");
    assert!(found.is_empty(), "name the variants instead of `_`: {found:#?}");
}

#[test]
fn an_arm_for_the_rest_of_a_generated_enum_is_found() {
    let enums = wildcards::enums(["m! { pub enum Shape { Dot, Line(u8) } } enum Size { S, L }"]).expect("it parses");
    assert_eq!(enums.iter().collect::<Vec<_>>(), ["Shape", "Size"]);
    let count = |text: &str| wildcards::catch_all_arms(&[source("a.rs", text)], &enums).expect("it parses");
    for text in [
        "fn f(s: Shape) -> u8 { match s { Shape::Dot => 1, _ => 2 } }",
        "fn f(s: &Shape) { n!(match s { &Shape::Line(n) if n > 1 => {} other => g(other), }) }",
        "fn f(s: Shape) { if true { match &s { a::Shape::Line { .. } | a::Shape::Dot => {} (_) => {} } } }",
    ] {
        let found = count(text);
        assert!(found.len() == 1 && found[0].starts_with("a.rs: Shape::"), "{text}: {found:?}");
    }
    for text in [
        "fn f(s: Shape) { match s { Shape::Dot => {} Shape::Line(_) => {} } }",
        "fn f(s: Shape) { match s { Shape::Dot => {} _ if true => {} Shape::Line(_) => {} } }",
        "fn f(v: Value) { match v { Value::Null => {} _ => match 1 { 1 => {} _ => {} } } }",
        "fn f(s: Shape) { matches!(s, Shape::Dot); match g(s) { Some(_) => {} _ => {} } }",
    ] {
        assert_eq!(count(text), Vec::<String>::new(), "{text}");
    }
    assert!(wildcards::catch_all_arms(&[source("c.rs", "struct {")], &enums).is_err());
}
