//! The JSON Schema of planwright.toml, for editors, and the table of its keys for `docs/`. A test holds it against the keys that
//! are read.

#![allow(dead_code, reason = "the types are read by their derive alone")]

use std::collections::BTreeMap;
use std::fmt::Write as _;

use planwright_codegen::{RUST_OPTIONS, RustOption, Takes};
use schemars::JsonSchema;
use serde_json::{Map, Value, json};

/// What a project says once instead of on every command line. Each command has a section of its name; paths are relative to the
/// file, and the command line wins over it.
#[derive(JsonSchema)]
#[schemars(title = "planwright.toml", deny_unknown_fields)]
struct ConfigurationFile {
    /// `planwright apex`: what is made of blueprints.
    apex: Option<ApexKeys>,
    /// Whether formats are asserted, in every command; else they are. The five contracts always assert them.
    #[schemars(rename = "assert-formats")]
    assert_formats: Option<bool>,
    /// `planwright check`: documents and what they are checked against; several as `[[check]]`.
    check: Option<OneOrMany<CheckKeys>>,
    /// `planwright drift`: schemas and what they are compared with.
    drift: Option<DriftKeys>,
    /// `planwright gen`: sets of schemas and what is made of them; several as `[[gen]]`.
    r#gen: Option<OneOrMany<GenKeys>>,
    /// `planwright lock`: operations that are offered and the file of what was promised; several as `[[lock]]`.
    lock: Option<OneOrMany<LockKeys>>,
    /// `planwright ci`: the org that blueprints are checked against.
    snapshot: Option<SnapshotKeys>,
}

#[derive(JsonSchema)]
#[schemars(untagged)]
enum OneOrMany<T> {
    One(T),
    Many(Vec<T>),
}

#[derive(JsonSchema)]
#[schemars(deny_unknown_fields, rename_all = "kebab-case")]
struct ApexKeys {
    /// Version of the platform, such as `"65.0"`; else that of sfdx-project.json.
    api_version: Option<String>,
    /// Files of blueprints, and folders with every `*.json` below.
    blueprints: Option<Vec<String>>,
    /// Whether the permission set gives the fields that blueprints read and write.
    field_permissions: Option<bool>,
    /// Folder of package.xml and destructiveChangesPost.xml; else `manifest`.
    manifest_dir: Option<String>,
    /// Namespace that the classes have in the org. With one they are those of a package, unless `packaged` is false.
    namespace: Option<String>,
    /// Package directory; else that of sfdx-project.json, or `force-app`.
    out: Option<String>,
    /// Whether the classes are part of a package: what flows and agents call is `global`; else where there is a namespace, here or in
    /// sfdx-project.json.
    packaged: Option<bool>,
    /// What is written beside the classes.
    parts: Option<Vec<PartKey>>,
    /// Name of the permission set.
    permission_set: Option<String>,
    /// Whether the classes that actions need are written too: all, or `"used"`, those that these actions need.
    runtime: Option<RuntimeKey>,
    /// The org, as `planwright snapshot import` wrote it.
    snapshot: Option<String>,
    /// Whether blueprints of standard objects are checked against the fields that are built in where there is no `snapshot`; else
    /// they are.
    standard: Option<bool>,
}

#[derive(JsonSchema)]
#[schemars(untagged)]
enum RuntimeKey {
    Flag(bool),
    Extent(ExtentKey),
}

#[derive(JsonSchema)]
#[schemars(rename_all = "kebab-case")]
enum ExtentKey {
    All,
    Used,
}

#[derive(JsonSchema)]
#[schemars(rename_all = "kebab-case")]
enum PartKey {
    Manifest,
    Destructive,
    PermissionSet,
    Agent,
}

#[derive(JsonSchema)]
#[schemars(deny_unknown_fields, rename_all = "kebab-case")]
struct CheckKeys {
    /// File of accepted findings, as `planwright check --write-baseline` writes it.
    baseline: Option<String>,
    /// What the rules may look at besides the document, as the contract defines it.
    context: Option<String>,
    /// A contract, or one schema of one; or `schema` instead.
    contract: Option<String>,
    /// Codes whose warnings are errors.
    deny: Option<Vec<String>>,
    /// Whether every warning is an error.
    deny_warnings: Option<bool>,
    /// The documents: files, and folders with every `*.json` below.
    files: Vec<String>,
    /// Warnings that are accepted, each as `[[check.ignore]]`.
    ignore: Option<Vec<IgnoreKeys>>,
    /// A schema file of the project's own.
    schema: Option<String>,
    /// Folder of the schemas that the file refers to; else its own.
    schemas: Option<String>,
    /// The org, for blueprints.
    snapshot: Option<String>,
    /// Whether blueprints of standard objects are checked against the fields that are built in where there is no `snapshot`; else
    /// they are.
    standard: Option<bool>,
}

/// A code, and why its warnings are accepted.
#[derive(JsonSchema)]
#[schemars(deny_unknown_fields, rename_all = "kebab-case")]
struct IgnoreKeys {
    /// The code.
    code: String,
    /// Patterns of files; all files where there are none.
    files: Option<Vec<String>>,
    /// Why.
    reason: String,
}

#[derive(JsonSchema)]
#[schemars(deny_unknown_fields, rename_all = "kebab-case")]
struct DriftKeys {
    /// What to compare with: a git revision, a file or a folder.
    against: Option<String>,
    /// Whether undecided verdicts pass; else they fail the run.
    allow_undecided: Option<bool>,
    /// Whether formats are asserted; an older place of the key before all sections, for `drift` only.
    assert_formats: Option<bool>,
    /// What `planwright drift --write-baseline` wrote, or a folder of schemas; instead of `against`.
    baseline: Option<String>,
    /// Whether a member that comes to an open object, or goes from one, counts.
    content_model: Option<ContentModelKey>,
    /// What the project does with documents, for all or by what paths begin with.
    role: Option<RoleOrRoles>,
    /// Files and folders of schemas.
    schemas: Option<Vec<String>>,
    /// The opposite of `allow-undecided`; an older key.
    strict: Option<bool>,
}

#[derive(JsonSchema)]
#[schemars(deny_unknown_fields, rename_all = "kebab-case")]
struct LockKeys {
    /// Whether undecided verdicts pass; else they fail the run.
    allow_undecided: Option<bool>,
    /// Whether a member that comes to an open object, or goes from one, counts; else `lenient`.
    content_model: Option<ContentModelKey>,
    /// The lock file; else operations.lock.json.
    file: Option<String>,
    /// Files that list operations, and folders of schemas.
    sources: Vec<String>,
    /// The opposite of `allow-undecided`; an older key.
    strict: Option<bool>,
}

#[derive(JsonSchema)]
#[schemars(rename_all = "kebab-case")]
enum ContentModelKey {
    Strict,
    Lenient,
}

#[derive(JsonSchema)]
#[schemars(rename_all = "kebab-case")]
enum RoleKey {
    Consumed,
    Produced,
    Both,
}

#[derive(JsonSchema)]
#[schemars(untagged)]
enum RoleOrRoles {
    ForAll(RoleKey),
    ByPrefix(BTreeMap<String, RoleKey>),
}

#[derive(JsonSchema)]
/// The keys that are no options of Rust; those come of their table.
#[schemars(deny_unknown_fields, rename_all = "kebab-case")]
struct GenKeys {
    /// Apex: version of the platform of the metadata.
    api_version: Option<String>,
    /// Apex: name of the class.
    class: Option<String>,
    /// Codes of warnings about the schemas that are errors.
    deny: Option<Vec<String>>,
    /// Whether all warnings about the schemas are errors.
    deny_warnings: Option<bool>,
    /// Each `URI=DIR`: folders that stand for documents that `$ref`s name by URI.
    documents: Option<Vec<String>>,
    /// What is made.
    lang: Option<LangKey>,
    /// Folder of the generated files.
    out: Option<String>,
    /// Apex: schema files to start from.
    root: Option<Vec<String>>,
    /// Folder of the schemas.
    schemas: Option<String>,
    /// How the names of schema files end.
    suffix: Option<String>,
    /// Rust: single types, by name.
    types: Option<BTreeMap<String, TypeKeys>>,
}

#[derive(JsonSchema)]
#[schemars(rename_all = "kebab-case")]
enum LangKey {
    Rust,
    Apex,
}

#[derive(JsonSchema)]
#[schemars(deny_unknown_fields, rename_all = "kebab-case")]
struct TypeKeys {
    /// Its attributes besides.
    attributes: Option<Vec<String>>,
    /// What it derives besides.
    derives: Option<Vec<String>>,
    /// Its name.
    name: Option<String>,
    /// A type of the project's own that stands for it.
    replace: Option<String>,
}

#[derive(JsonSchema)]
#[schemars(deny_unknown_fields, rename_all = "kebab-case")]
struct SnapshotKeys {
    /// The org as it was, to compare with.
    against: Option<String>,
    /// Files and folders of blueprints; else those of `[apex]`.
    blueprints: Option<Vec<String>>,
    /// The org: a snapshot, a describe file, or a folder of either or of metadata; else the `snapshot` of `[apex]`.
    file: Option<String>,
}

/// The schema, of draft 2020-12.
pub(super) fn schema() -> Value {
    let mut schema = schemars::schema_for!(ConfigurationFile).to_value();
    // A key that is not there is left out: TOML has no null.
    without_null(&mut schema);
    if let Some(keys) = schema["$defs"]["GenKeys"]["properties"].as_object_mut() {
        let mut all: BTreeMap<String, Value> = std::mem::take(keys).into_iter().collect();
        all.extend(RUST_OPTIONS.iter().map(|option| (option.key.to_owned(), of_option(option))));
        *keys = Map::from_iter(all);
    }
    schema
}

fn of_option(option: &RustOption) -> Value {
    let mut schema = match &option.takes {
        Takes::Switch { .. } => json!({ "type": "boolean" }),
        Takes::Choice(choices) => {
            json!({ "type": "string", "enum": choices.iter().map(|choice| choice.name).collect::<Vec<_>>() })
        }
        Takes::Text(..) => json!({ "type": "string" }),
        Takes::Texts(..) => json!({ "type": "array", "items": { "type": "string" } }),
        Takes::Pairs(..) => json!({ "type": "object", "additionalProperties": { "type": "string" } }),
    };
    let when = if matches!(option.takes, Takes::Switch { to: false, .. }) { "Rust, if `false`" } else { "Rust" };
    schema["description"] = format!("{when}: {}.", option.about).into();
    schema
}

fn without_null(value: &mut Value) {
    match value {
        Value::Object(object) => {
            if let Some(Value::Array(types)) = object.get_mut("type") {
                types.retain(|name| name != "null");
                if let [one] = types.as_slice() {
                    let one = one.clone();
                    object.insert("type".to_owned(), one);
                }
            }
            if let Some(Value::Array(branches)) = object.get_mut("anyOf") {
                branches.retain(|branch| branch.get("type").is_none_or(|name| name != "null"));
                if let [one] = branches.as_slice() {
                    let one = one.as_object().cloned().unwrap_or_default();
                    object.shift_remove("anyOf");
                    object.extend(one);
                }
            }
            object.values_mut().for_each(without_null);
        }
        Value::Array(items) => items.iter_mut().for_each(without_null),
        _ => {}
    }
}

/// The keys of each section as a Markdown page.
pub(super) fn markdown() -> String {
    let schema = schema();
    let mut page = "# Configuration\n\n<!-- Generated from the schema of the file. Do not edit. -->\n\n".to_owned();
    let _ = writeln!(
        page,
        "{} `planwright schema planwright.toml` prints the schema of the file,\nand `planwright init` puts it where editors find it.",
        text(&schema).replace(" Each command", "\nEach command")
    );
    page += "\n## Before all sections\n\n| key | takes | what it says |\n|---|---|---|\n";
    let all = || schema["properties"].as_object().into_iter().flatten();
    for (name, value) in all().filter(|(name, _)| keys(&schema, name).is_none()) {
        let _ = writeln!(page, "| `{name}` | {} | {} |", takes(&schema, value), text(value));
    }
    for (name, section) in all().filter(|(name, _)| keys(&schema, name).is_some()) {
        let _ = write!(page, "\n## [{name}]\n\n{}\n\n| key | takes | what it says |\n|---|---|---|\n", text(section));
        for (key, value) in keys(&schema, name).into_iter().flatten() {
            let _ = writeln!(page, "| `{key}` | {} | {} |", takes(&schema, value), text(value));
        }
    }
    page
}

fn text(schema: &Value) -> String {
    schema["description"].as_str().unwrap_or_default().replace('\n', " ")
}

/// The definition behind a reference, or the schema itself.
fn target<'s>(schema: &'s Value, value: &'s Value) -> &'s Value {
    let name = value["$ref"].as_str().and_then(|path| path.strip_prefix("#/$defs/"));
    name.map_or(value, |name| &schema["$defs"][name])
}

/// The keys of a section, alone or in a list.
fn keys<'s>(schema: &'s Value, section: &str) -> Option<&'s serde_json::Map<String, Value>> {
    let found = target(schema, &schema["properties"][section]);
    let found = found["anyOf"].get(0).map_or(found, |one| target(schema, one));
    found["properties"].as_object()
}

fn takes(schema: &Value, value: &Value) -> String {
    let value = target(schema, value);
    let names: Vec<&str> = value["enum"].as_array().into_iter().flatten().filter_map(Value::as_str).collect();
    if !names.is_empty() {
        return names.iter().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ");
    }
    if let Some(branches) = value["anyOf"].as_array() {
        return branches.iter().map(|branch| takes(schema, branch)).collect::<Vec<_>>().join("; or ");
    }
    match value["type"].as_str() {
        Some("array") => format!("a list of: {}", takes(schema, &value["items"])),
        Some("boolean") => "`true`, `false`".to_owned(),
        Some("string") => "a text".to_owned(),
        Some("integer" | "number") => "a number".to_owned(),
        _ => "a table".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use planwright_project::config::{self, FORMATS, SECTIONS};

    use super::*;

    /// What the schema allows is what is read: an unknown key is refused with the list of the known ones.
    #[test]
    fn the_schema_has_the_keys_that_are_read() {
        let schema = schema();
        let all = schema["properties"].as_object().expect("it has properties").keys().map(String::as_str);
        let (sections, plain): (Vec<&str>, Vec<&str>) = all.partition(|name| keys(&schema, name).is_some());
        assert_eq!((sections.as_slice(), plain.as_slice()), (SECTIONS, [FORMATS].as_slice()));
        let file = tempfile::NamedTempFile::new().expect("a file");
        for section in sections {
            let known: Vec<&str> = keys(&schema, section).expect("a section").keys().map(String::as_str).collect();
            std::fs::write(file.path(), format!("[{section}]\nzzzzzzzzzz = 1\n")).expect("it is written");
            let problems = config::load(Some(file.path())).expect_err("a problem").reasons();
            let listed = problems.into_iter().find(|one| one.contains("zzzzzzzzzz")).expect("the key is refused");
            let listed = listed.split_once("known are ").expect("all are listed").1;
            let mut listed: Vec<&str> = listed.split(", ").collect();
            listed.sort_unstable();
            assert_eq!(listed, known, "{section}");
        }
    }

    #[test]
    fn no_key_is_null() {
        let text = schema().to_string();
        assert!(!text.contains("\"null\""), "{text}");
        assert!(markdown().contains("| `parts` | a list of: `manifest`, `destructive`, `permission-set`, `agent` |"));
    }
}
