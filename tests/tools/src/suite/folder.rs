//! Reads a folder in the format of the JSON-Schema-Test-Suite: groups of a schema with documents and verdicts.

use std::fs;
use std::path::{Path, PathBuf};

use planwright_sync::read_tree;
use serde::Deserialize;
use serde_json::value::RawValue;

/// Base URI of the remote documents in the suite.
const REMOTE: &str = "http://localhost:1234/";

/// Content of a folder.
pub(super) struct Suite {
    /// Groups, in the order of the files.
    pub groups: Vec<Group>,
    remotes: Option<PathBuf>,
}

/// Schema with its documents.
#[derive(Clone, Debug)]
pub(super) struct Group {
    /// File and description.
    pub name: String,
    /// Source of the schema. `$schema` is added if the folder name determines the draft.
    pub schema: String,
    pub tests: Vec<Test>,
}

/// Document with its verdict.
#[derive(Clone, Debug)]
pub(super) struct Test {
    pub description: String,
    /// Source of the document.
    pub data: String,
    pub valid: bool,
}

#[derive(Deserialize)]
struct RawGroup {
    #[serde(default)]
    description: String,
    schema: Box<RawValue>,
    tests: Vec<RawTest>,
}

#[derive(Deserialize)]
struct RawTest {
    #[serde(default)]
    description: String,
    data: Box<RawValue>,
    valid: bool,
}

impl Suite {
    /// Reads every `*.json` below `folder`.
    pub(super) fn load(folder: &Path, remotes: Option<&Path>) -> Result<Self, String> {
        let files = read_tree(folder, ".json")
            .map_err(|errors| errors.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n"))?;
        let beside = folder.ancestors().map(|above| above.join("remotes")).find(|remotes| remotes.is_dir());
        let mut groups = Vec::new();
        for (path, bytes) in files {
            let raw: Vec<RawGroup> =
                serde_json::from_slice(&bytes).map_err(|error| format!("{path}: no file of the suite: {error}"))?;
            let dialect = dialect(&folder.join(&path));
            groups.extend(raw.into_iter().map(|group| Group {
                name: format!("{path}: {}", group.description),
                schema: with_dialect(group.schema.get(), dialect),
                tests: group.tests.into_iter().map(test).collect(),
            }));
        }
        if groups.is_empty() {
            return Err(format!("{}: no file of the suite", folder.display()));
        }
        Ok(Self { groups, remotes: remotes.map(Path::to_path_buf).or(beside) })
    }

    /// Returns the remote document with this URI.
    pub(super) fn remote(&self, uri: &str) -> Option<Vec<u8>> {
        let path = uri.strip_prefix(REMOTE)?;
        let stays = !path.split('/').any(|part| part == "..");
        fs::read(self.remotes.as_ref()?.join(path)).ok().filter(|_| stays)
    }
}

fn test(raw: RawTest) -> Test {
    Test { description: raw.description, data: raw.data.get().to_owned(), valid: raw.valid }
}

/// Returns the dialect of a folder of the suite.
fn dialect(file: &Path) -> Option<&'static str> {
    file.ancestors().filter_map(Path::file_name).find_map(|name| match name.to_str()? {
        "draft4" => Some("http://json-schema.org/draft-04/schema#"),
        "draft6" => Some("http://json-schema.org/draft-06/schema#"),
        "draft7" => Some("http://json-schema.org/draft-07/schema#"),
        "draft2019-09" => Some("https://json-schema.org/draft/2019-09/schema"),
        "draft2020-12" => Some("https://json-schema.org/draft/2020-12/schema"),
        _ => None,
    })
}

fn with_dialect(schema: &str, dialect: Option<&str>) -> String {
    let Some((dialect, rest)) = dialect.zip(schema.trim_start().strip_prefix('{')) else { return schema.to_owned() };
    let named = serde_json::from_str::<serde_json::Value>(schema).is_ok_and(|schema| schema.get("$schema").is_some());
    if named {
        return schema.to_owned();
    }
    let comma = if rest.trim_start().starts_with('}') { "" } else { "," };
    format!("{{\"$schema\":\"{dialect}\"{comma}{rest}")
}
