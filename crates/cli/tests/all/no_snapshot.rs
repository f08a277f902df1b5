//! Tests blueprints of standard objects without a snapshot: the built-in objects are used, unless that is disabled.

use crate::project::{repository, run, write};

fn case(name: &str) -> String {
    repository().join("tests/cases/org/standard/blueprints").join(name).display().to_string()
}

#[test]
fn a_mistyped_field_of_a_standard_object_is_refused_before_it_is_rendered() {
    let folder = tempfile::tempdir().unwrap();
    let mistyped = case("mistyped.json");
    for command in [&["check", "action-blueprint"][..], &["apex", "--out", "made"], &["agent-script", "write"]] {
        let (code, out, err) = run(folder.path(), &[command, &[mistyped.as_str()]].concat());
        assert_eq!(code, 1, "{command:?}: {out}{err}");
        let said = out + &err;
        assert!(said.contains("FIELD_NOT_STANDARD") && said.contains("Case has no field Statuss"), "{said}");
        assert!(said.contains("did you mean \"Status\"?"), "{said}");
        let (code, out, err) = run(folder.path(), &[command, &["--no-standard", &mistyped]].concat());
        assert_eq!(code, 0, "{command:?}: {out}{err}");
        assert!(!(out + &err).contains("FIELD_NOT_STANDARD"), "{command:?}");
    }
}

#[test]
fn a_field_that_nothing_is_known_of_is_a_warning() {
    let folder = tempfile::tempdir().unwrap();
    let (code, out, err) = run(folder.path(), &["check", "action-blueprint", &case("unknown.json")]);
    assert_eq!(code, 0, "{out}{err}");
    assert!((out + &err).contains("Case is not known to have a field Wavelength"));
}

#[test]
fn the_configuration_can_leave_standard_objects_unchecked() {
    let folder = tempfile::tempdir().unwrap();
    let blueprint = case("mistyped.json");
    let config = |standard: &str| {
        format!(
            "[check]\ncontract = \"action-blueprint\"\nfiles = [{blueprint:?}]\n{standard}\n[apex]\nblueprints = [{blueprint:?}]\n{standard}\n"
        )
    };
    for (standard, code) in [("", 1), ("standard = true", 1), ("standard = false", 0)] {
        write(folder.path(), "planwright.toml", &config(standard));
        for command in ["check", "apex"] {
            let (found, out, err) = run(folder.path(), &[command]);
            assert_eq!(found, code, "{command} {standard}: {out}{err}");
        }
    }
}

/// The acceptance vectors are unaffected: valid blueprints have no errors here.
#[test]
fn what_the_vectors_take_is_taken_without_a_snapshot_too() {
    let folder = tempfile::tempdir().unwrap();
    let vectors = std::fs::read_to_string(repository().join("tests/vectors/action-blueprint.jsonl")).unwrap();
    let mut tried = 0;
    for line in vectors.lines() {
        let vector: serde_json::Value = serde_json::from_str(line).unwrap();
        let is_blueprint = ["blueprint", "envelope", "codegen"].contains(&vector["kind"].as_str().unwrap_or_default());
        if !is_blueprint || vector["expect"]["valid"] != true || !vector["context"]["snapshot"].is_null() {
            continue;
        }
        let text = vector["input"].as_str().map_or_else(|| vector["input"].to_string(), str::to_owned);
        write(folder.path(), &format!("{}.json", vector["id"].as_str().unwrap()), &text);
        tried += 1;
    }
    assert!(tried > 8, "{tried}");
    let (code, out, err) = run(folder.path(), &["check", "action-blueprint", "."]);
    assert_eq!(code, 0, "{out}{err}");
}
