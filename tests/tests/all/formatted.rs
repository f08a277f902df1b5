//! Generated code never makes `cargo fmt --check` fail, regardless of the user's configuration.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use planwright_tests::cases;

/// Very different configurations.
const CONFIGS: &[&str] =
    &["max_width=60,use_small_heuristics=Off", "max_width=100", "max_width=160,use_small_heuristics=Max"];

/// Returns the changes that rustfmt would make in these files and their modules.
fn changes(files: &[PathBuf], config: &str) -> Option<String> {
    let output = Command::new("rustfmt")
        .args(["--check", "--edition", "2024", "--config", config])
        .args(files)
        .output()
        .expect("rustfmt can be started: it comes with the toolchain");
    let said = [output.stdout, output.stderr].concat();
    (!output.status.success()).then(|| String::from_utf8_lossy(&said).into_owned())
}

#[test]
fn rustfmt_leaves_every_golden_as_it_is() {
    let files = cases::all("codegen").into_iter().map(|case| case.folder.join("expected/mod.rs"));
    let files: Vec<PathBuf> = files.collect();
    assert!(files.iter().all(|file| file.exists()));
    for config in CONFIGS {
        assert_eq!(changes(&files, config), None, "with {config}");
    }
}

#[test]
fn rustfmt_would_change_the_same_text_unmarked() {
    let golden = cases::all("codegen").swap_remove(0).folder.join("expected/mod.rs");
    let text = fs::read_to_string(golden).expect("a golden");
    let unmarked: String = text
        .lines()
        .filter(|line| *line != "#[rustfmt::skip]" && !line.starts_with("pub mod"))
        .flat_map(|line| [line, "\n"])
        .collect();
    let folder = tempfile::tempdir().expect("a folder");
    let file = Path::new(folder.path()).join("mod.rs");
    fs::write(&file, unmarked).expect("it can be written");
    for config in CONFIGS {
        assert!(changes(std::slice::from_ref(&file), config).is_some(), "with {config}");
    }
}
