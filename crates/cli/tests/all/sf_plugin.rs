//! Tests that the plugin for `sf` has every command and option of the program. `UPDATE_EXPECT=1` writes its table of
//! commands, unless `CI` is set.

use std::path::Path;

use serde_json::Value;

use crate::golden;
use crate::project::{repository, run};

/// Commands that are not part of the plugin: engines are for programs, and `sf` has its own completion.
const LEFT_OUT: [&str; 8] = ["agent", "completions", "conformance", "fix", "form", "manual", "mcp", "workflow"];

#[test]
fn the_plugin_has_every_command_with_its_options() {
    let (code, printed, err) = run(Path::new("."), &["manual", "--format", "json"]);
    assert_eq!(code, 0, "{err}");
    let mut table: Value = serde_json::from_str(&printed).expect("JSON");
    let commands = table["commands"].as_array_mut().expect("commands");
    let is_left_out = |command: &Value| {
        let name = command["name"].as_str().and_then(|name| name.split(' ').next());
        name.is_some_and(|name| LEFT_OUT.contains(&name))
    };
    let all = commands.len();
    commands.retain(|command| !is_left_out(command));
    assert!(commands.len() > 20 && commands.len() < all, "{} of {all}", commands.len());
    let text = format!("{table:#}\n");
    golden::compare_file(&repository().join("crates/cli/packages/sf/lib"), "commands.json", text)
        .unwrap_or_else(|problem| panic!("{problem}"));
}

#[test]
fn definitions_of_one_command_have_what_its_help_has() {
    let (code, printed, err) = run(Path::new("."), &["manual", "snapshot", "--format", "json"]);
    assert_eq!(code, 0, "{err}");
    let table: Value = serde_json::from_str(&printed).expect("JSON");
    let names: Vec<&str> =
        table["commands"].as_array().expect("commands").iter().filter_map(|one| one["name"].as_str()).collect();
    assert_eq!(names, ["snapshot import", "snapshot diff", "snapshot check"]);
    let check = &table["commands"][2];
    assert_eq!(check["arguments"][1]["name"], "BLUEPRINT");
    assert_eq!((&check["arguments"][1]["required"], &check["arguments"][1]["multiple"]), (&true.into(), &true.into()));
    let format =
        check["options"].as_array().expect("options").iter().find(|one| one["name"] == "format").expect("--format");
    assert_eq!(format["default"], "human");
    assert!(format["values"].as_array().is_some_and(|values| values.contains(&"sarif".into())), "{format}");
}
