//! The JSON Schema of planwright.toml, for editors, and the table of its keys for `docs/`. A test holds it against the keys that
//! are read.

#![allow(dead_code, reason = "the types are read by their derive alone")]

use std::collections::BTreeMap;
use std::fmt::Write as _;

use schemars::JsonSchema;
use serde_json::Value;

/// What a project says once instead of on every command line. Each command has a section of its name; paths are relative to the
/// file, and the command line wins over it.
#[derive(JsonSchema)]
#[schemars(title = "planwright.toml", deny_unknown_fields)]
struct ConfigurationFile {
    /// `planwright apex`: what is made of blueprints.
    apex: Option<ApexKeys>,
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
    /// Whether `format` is an assertion.
    assert_formats: Option<bool>,
    /// What `planwright drift --write-baseline` wrote, or a folder of schemas; instead of `against`.
    baseline: Option<String>,
    /// Whether a member that comes to an open object, or goes from one, counts.
    content_model: Option<ContentModelKey>,
    /// What the project does with documents, for all or by what paths begin with.
    role: Option<RoleOrRoles>,
    /// Files and folders of schemas.
    schemas: Option<Vec<String>>,
    /// Whether something undecided fails the run.
    strict: Option<bool>,
}

#[derive(JsonSchema)]
#[schemars(deny_unknown_fields, rename_all = "kebab-case")]
struct LockKeys {
    /// Whether a member that comes to an open object, or goes from one, counts; else `lenient`.
    content_model: Option<ContentModelKey>,
    /// The lock file; else operations.lock.json.
    file: Option<String>,
    /// Files that list operations, and folders of schemas.
    sources: Vec<String>,
    /// Whether something undecided fails the run.
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
#[schemars(deny_unknown_fields, rename_all = "kebab-case")]
struct GenKeys {
    /// Apex: version of the platform of the metadata.
    api_version: Option<String>,
    /// Rust: attributes of every type besides.
    attributes: Option<Vec<String>>,
    /// Rust: whether texts are those of the document that was read.
    borrowed: Option<bool>,
    /// Rust: whether structs have `builder()`.
    builders: Option<bool>,
    /// Apex: name of the class.
    class: Option<String>,
    /// Codes of warnings about the schemas that are errors.
    deny: Option<Vec<String>>,
    /// Whether all warnings about the schemas are errors.
    deny_warnings: Option<bool>,
    /// Rust: what every type derives besides.
    derives: Option<Vec<String>>,
    /// Each `URI=DIR`: folders that stand for documents that `$ref`s name by URI.
    documents: Option<Vec<String>>,
    /// Rust: whether numbers that need not be whole are `serde_json::Number`, so that `300` is not written as `300.0`.
    exact_numbers: Option<bool>,
    /// Rust: types for the texts of formats: `uuid`, `jiff`, `chrono`, `time`, `url`, `std`, or a path.
    format_types: Option<BTreeMap<String, String>>,
    /// Rust: what `format` means.
    formats: Option<FormatsKey>,
    /// Rust: whether texts and numbers with bounds that are written in place are types of their own too.
    inner_newtypes: Option<bool>,
    /// Rust: whether structs of open objects keep the members that no schema names.
    keep_unknown: Option<bool>,
    /// What is made.
    lang: Option<LangKey>,
    /// Rust: which files there are.
    layout: Option<LayoutKey>,
    /// Rust: the type of maps from text.
    map: Option<String>,
    /// Rust: attributes of members that are `required`, `optional`, `maybe` or `defaulted`.
    member_attributes: Option<BTreeMap<String, String>>,
    /// Rust: whether types have `parse`, `validate`, `FromStr` and `TryFrom` of their own.
    methods: Option<bool>,
    /// Rust: where the generated module stands in its crate.
    module_path: Option<String>,
    /// Rust: whether definitions of texts and numbers with bounds are types of their own.
    newtypes: Option<bool>,
    /// Rust: whether a member that may be null and may be absent is an `Option`, so that null is written as absent.
    null_as_absent: Option<bool>,
    /// Rust: whether a member that has a default is an `Option`, and nothing fills it in.
    optional_defaults: Option<bool>,
    /// Folder of the generated files.
    out: Option<String>,
    /// Rust: whether a list that may be absent, but not empty, is a `Vec` that is empty where it is absent.
    plain_lists: Option<bool>,
    /// Rust: whether types are judged while they are read, where `support` is `crate`.
    readers: Option<bool>,
    /// Apex: schema files to start from.
    root: Option<Vec<String>>,
    /// Folder of the schemas.
    schemas: Option<String>,
    /// Rust: attributes of every struct besides.
    struct_attributes: Option<Vec<String>>,
    /// Rust: traits of other crates that every struct derives besides.
    struct_derives: Option<Vec<String>>,
    /// How the names of schema files end.
    suffix: Option<String>,
    /// Rust: where the code takes what all sets share.
    support: Option<SupportKey>,
    /// Rust: whether `<tool>-params` beside `<tool>-returns` become a trait and its dispatcher.
    tools: Option<bool>,
    /// Rust: single types, by name.
    types: Option<BTreeMap<String, TypeKeys>>,
    /// Rust: when validators are made.
    validator: Option<ValidatorKey>,
    /// Rust: whether members that have their default are written.
    write_defaults: Option<bool>,
}

#[derive(JsonSchema)]
#[schemars(rename_all = "kebab-case")]
enum ValidatorKey {
    RunTime,
    Compiled,
}

#[derive(JsonSchema)]
#[schemars(rename_all = "kebab-case")]
enum FormatsKey {
    Assert,
    Annotate,
}

#[derive(JsonSchema)]
#[schemars(rename_all = "kebab-case")]
enum LangKey {
    Rust,
    Apex,
}

#[derive(JsonSchema)]
#[schemars(rename_all = "kebab-case")]
enum LayoutKey {
    Crate,
    Module,
    Flat,
    SingleFile,
}

#[derive(JsonSchema)]
#[schemars(rename_all = "kebab-case")]
enum SupportKey {
    Inline,
    Crate,
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
pub(crate) fn schema() -> Value {
    let mut schema = schemars::schema_for!(ConfigurationFile).to_value();
    // A key that is not there is left out: TOML has no null.
    without_null(&mut schema);
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
pub(crate) fn markdown() -> String {
    let schema = schema();
    let mut page =
        "# Configuration\n\n<!-- Generated by `cargo xtask gen` from the schema of the file. Do not edit. -->\n\n"
            .to_owned();
    let _ = writeln!(
        page,
        "{} `planwright schema planwright.toml` prints the schema of the file,\nand `planwright init` puts it where editors find it.",
        text(&schema).replace(" Each command", "\nEach command")
    );
    for (name, section) in schema["properties"].as_object().into_iter().flatten() {
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
    use std::path::PathBuf;

    use super::super::read;
    use super::*;

    /// What the schema allows is what is read: an unknown key is refused with the list of the known ones.
    #[test]
    fn the_schema_has_the_keys_that_are_read() {
        let schema = schema();
        let sections = schema["properties"].as_object().expect("it has properties");
        assert_eq!(sections.keys().map(String::as_str).collect::<Vec<_>>(), super::super::SECTIONS);
        for section in sections.keys() {
            let known: Vec<&str> = keys(&schema, section).expect("a section").keys().map(String::as_str).collect();
            let problems = read(&format!("[{section}]\nzzzzzzzzzz = 1\n"), PathBuf::new()).expect_err("a problem");
            let message = problems.into_iter().map(|one| one.message).find(|one| one.contains("zzzzzzzzzz"));
            let listed = message.expect("the key is refused");
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
