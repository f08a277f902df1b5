//! Keywords of JSON Schema are read by `planwright_schema::model`. `tests/cases/keyword-names/baseline.json` lists what
//! other crates still read by name.

use std::fs;

use planwright_schema::model::Keyword;
use planwright_tests::keyword_names::{Counts, count, files_naming, keyword_literals};
use planwright_tests::{golden, sources, workspace};

const FILE: &str = "baseline.json";
/// Entry of the baseline for the files that name `minLength`.
const FILES: &str = "files that name minLength";

#[test]
fn fewer_crates_name_keywords() {
    let folder = workspace().join("tests/cases/keyword-names");
    let sources = sources::all(&workspace(), false);
    let mut counts = count(&workspace(), &sources).unwrap_or_else(|error| panic!("{error}"));
    counts.insert(FILES.to_owned(), files_naming(&sources, Keyword::MinLength).len());
    // Without a baseline there is nothing to compare with.
    if let Ok(text) = fs::read_to_string(folder.join(FILE)) {
        let baseline: Counts = serde_json::from_str(&text).expect("the baseline is a table of counts");
        for (area, count) in &counts {
            let accepted = baseline.get(area).copied().unwrap_or_default();
            assert!(
                *count <= accepted,
                "{area}: {count} keywords of JSON Schema are named, {accepted} are accepted; read them with planwright_schema::model"
            );
        }
    }
    let mut current = serde_json::to_string_pretty(&counts).expect("counts are JSON");
    current.push('\n');
    golden::compare_file(&folder, FILE, current).unwrap_or_else(|failure| panic!("{failure}"));
}

#[test]
fn a_named_keyword_is_found() {
    let source = r#"
        const ORDINARY: [&str; 3] = ["type", "title", "minLengths"];
        /// `minLength` in a comment.
        fn parse_length(schema: &Value) { schema.get("minLength"); schema["$ref"].as_str(); json!({ "properties": 1 }); }
        #[cfg(test)]
        mod tests { const NAME: &str = "maxLength"; }
    "#;
    assert_eq!(keyword_literals(source), Ok(vec!["minLength".to_owned(), "$ref".to_owned(), "properties".to_owned()]));
    assert!(keyword_literals("fn (").is_err());
}
