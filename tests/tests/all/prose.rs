//! Comments, documents, messages and names use the standard words of the field. `tests/cases/prose/baseline.json` lists what is left.

use std::fs;

use planwright_tests::prose::{Baseline, Hits, comments, documents, messages};
use planwright_tests::{golden, workspace};

const FILE: &str = "baseline.json";

#[test]
fn wording_only_gets_better() {
    let folder = workspace().join("tests/cases/prose");
    let hits = Hits::measure(&workspace());
    // Without a baseline there is nothing to compare with. This is how the file is written again after an area moved.
    if let Ok(text) = fs::read_to_string(folder.join(FILE)) {
        let baseline: Baseline = serde_json::from_str(&text).expect("the baseline is a table of counts");
        let rises = hits.rises(&baseline);
        assert!(rises.is_empty(), "{}", rises.join("\n"));
    }
    let mut current = serde_json::to_string_pretty(&hits.baseline()).expect("counts are JSON");
    current.push('\n');
    golden::compare_file(&folder, FILE, current).unwrap_or_else(|failure| panic!("{failure}"));
}

#[test]
fn every_source_is_read() {
    let (comments, documents) = (comments(&workspace()), documents(&workspace()));
    assert!(comments.len() > 8000, "only {} comment lines were read", comments.len());
    assert!(documents.len() > 1500, "only {} lines of documents were read", documents.len());
    for path in ["crates/runtime/src/lib.rs", "codegen/src/lib.rs", "xtask/src/main.rs", "tests/src/lib.rs"] {
        assert!(comments.iter().any(|line| line.path == path), "{path} was not read");
    }
    for path in ["README.md", "ARCHITECTURE.md", "docs/ci.md"] {
        assert!(documents.iter().any(|line| line.path == path), "{path} was not read");
    }
    let messages = messages(&workspace());
    assert!(messages.len() > 1000, "only {} messages were read", messages.len());
    for path in [
        "crates/cli/tests/messages/check/session.txt",
        "docs/codes.md",
        "tests/cases/refused.jsonl",
        "tests/cases/prompts/fix-plan.md",
    ] {
        assert!(messages.iter().any(|line| line.path == path), "{path} was not read");
    }
}
