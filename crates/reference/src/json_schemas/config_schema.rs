//! JSON Schema of planwright.toml for editors, and the table of its keys for `docs/`.

#![allow(dead_code, reason = "only the derive reads the types")]

mod key_values;

use std::collections::BTreeMap;
use std::fmt::Write as _;

use key_values::{ContentModelKey, DialectKey};
use planwright_codegen::{RUST_OPTIONS, RustOption, Takes};
use schemars::JsonSchema;
use serde_json::{Map, Value, json};

/// Keyword of the alternatives in a schema of this module.
const ANY_OF: &str = "anyOf";

/// Settings of a project. Each command has a section with its name. Paths are relative to the file, and command-line options
/// override the settings.
#[derive(JsonSchema)]
#[schemars(title = "planwright.toml", deny_unknown_fields)]
struct ConfigurationFile {
    /// `planwright apex`: generation of Apex from blueprints.
    apex: Option<ApexKeys>,
    /// Validates `format`, in every command. Contracts always validate it. [default: true]
    #[schemars(rename = "assert-formats")]
    assert_formats: Option<bool>,
    /// `planwright check`: documents and the contract or schema to validate them against. For several sets, repeat `[[check]]`.
    check: Option<OneOrMany<CheckKeys>>,
    /// Effect of adding or removing a property of an open object [default: strict]
    #[schemars(rename = "content-model")]
    content_model: Option<ContentModelKey>,
    /// Dialect of schemas without `$schema` [default: inferred]
    #[schemars(rename = "default-dialect")]
    default_dialect: Option<DialectKey>,
    /// Local files and folders for references by URI, each as `URI=FILE` or `URI=DIR`.
    documents: Option<Vec<String>>,
    /// `planwright drift`: schemas and the version to compare them with.
    drift: Option<DriftKeys>,
    /// `planwright gen`: schemas and the code to generate from them. For several sets, repeat `[[gen]]`.
    r#gen: Option<OneOrMany<GenKeys>>,
    /// `planwright lock`: operations and their lock file. For several sets, repeat `[[lock]]`.
    lock: Option<OneOrMany<LockKeys>>,
    /// `planwright ci`: the Salesforce org to check blueprints against.
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
    /// Salesforce API version, such as `"65.0"` [default: that of sfdx-project.json]
    api_version: Option<String>,
    /// Blueprint files, and folders with `*.json` files.
    blueprints: Option<Vec<String>>,
    /// Grants access to the fields that blueprints read and write, in the permission set [default: false]
    field_permissions: Option<bool>,
    /// Folder of package.xml and destructiveChangesPost.xml [default: manifest]
    manifest_dir: Option<String>,
    /// Namespace of the classes in the org. It also sets `packaged`, unless that is false.
    namespace: Option<String>,
    /// Package directory [default: that of sfdx-project.json, or force-app]
    out: Option<String>,
    /// Makes what flows and agents call `global`, for classes of a package [default: true if there is a namespace, here or in
    /// sfdx-project.json]
    packaged: Option<bool>,
    /// Files to write in addition to the classes.
    parts: Option<Vec<PartKey>>,
    /// Requires a custom permission for each action, which the permission set contains [default: false]
    permission: Option<bool>,
    /// Name of the permission set [default: `Planwright_Actions`]
    permission_set: Option<String>,
    /// Runtime classes to write too: `true` or `"used"` for those that the actions need, `"all"` for all of them, `"package"` for none:
    /// the org has the package of `--runtime-package`.
    runtime: Option<RuntimeKey>,
    /// Salesforce org, as `planwright snapshot import` wrote it.
    snapshot: Option<String>,
    /// Checks standard objects against the built-in field list if there is no `snapshot` [default: true]
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
    Package,
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
    /// Baseline of accepted findings, as `planwright check --write-baseline` wrote it.
    baseline: Option<String>,
    /// File with additional facts for the rules. Each contract defines its own.
    context: Option<String>,
    /// Contract, or a single schema of a contract. Use `schema` for your own schema.
    contract: Option<String>,
    /// Codes whose warnings are errors.
    deny: Option<Vec<String>>,
    /// Makes all warnings errors [default: false]
    deny_warnings: Option<bool>,
    /// Documents: files, and folders with `*.json` files.
    files: Vec<String>,
    /// Accepted warnings, each as `[[check.ignore]]`.
    ignore: Option<Vec<IgnoreKeys>>,
    /// Your own schema file.
    schema: Option<String>,
    /// Folder of the schemas that the file refers to [default: its own folder]
    schemas: Option<String>,
    /// Salesforce org, for blueprints.
    snapshot: Option<String>,
    /// Checks standard objects against the built-in field list if there is no `snapshot` [default: true]
    standard: Option<bool>,
}

/// Code whose warnings are accepted, with a reason.
#[derive(JsonSchema)]
#[schemars(deny_unknown_fields, rename_all = "kebab-case")]
struct IgnoreKeys {
    /// Code of the warnings.
    code: String,
    /// File patterns [default: all files]
    files: Option<Vec<String>>,
    /// Reason for accepting the warnings.
    reason: String,
}

#[derive(JsonSchema)]
#[schemars(deny_unknown_fields, rename_all = "kebab-case")]
struct DriftKeys {
    /// Accepted breaks.
    accept: Option<Vec<AcceptKeys>>,
    /// Old version: a git revision, a file or a folder.
    against: Option<String>,
    /// Compare with the tip of `against` instead of the merge base with HEAD [default: false]
    against_tip: Option<bool>,
    /// Breaks that pass: those of a new major version, or none [default: none]
    allow: Option<AllowKey>,
    /// Accepts undecided verdicts [default: false]
    allow_undecided: Option<bool>,
    /// Deprecated: use the key before all sections.
    assert_formats: Option<bool>,
    /// File that `planwright drift --write-baseline` wrote, or a folder of schemas. Use instead of `against`.
    baseline: Option<String>,
    /// Deprecated: use the key before all sections.
    content_model: Option<ContentModelKey>,
    /// Patterns of files in folders to leave out, such as `**/fixtures/**`.
    exclude: Option<Vec<String>>,
    /// Patterns of files in folders to compare, such as `**/*.schema.json` [default: every schema]
    include: Option<Vec<String>>,
    /// Use of documents in the project, for all schemas or by path prefix [default: both]
    role: Option<RoleOrRoles>,
    /// Schema files, and folders of schemas.
    schemas: Option<Vec<String>>,
    /// Severity of the changes of a rule, by rule.
    severity: Option<BTreeMap<String, SeverityKey>>,
    /// Opposite of `allow-undecided`. Deprecated.
    strict: Option<bool>,
    /// Place of the version of a schema: `$id`, `path`, `git-tag`, `git-tag:PATTERN`, or a property of the schema [default: $id]
    version: Option<String>,
}

/// A break that is accepted. Without `rule` and `pointer`, every break of the files is accepted.
#[derive(JsonSchema)]
#[schemars(deny_unknown_fields, rename_all = "kebab-case")]
struct AcceptKeys {
    /// File patterns [default: all files]
    files: Option<Vec<String>>,
    /// JSON Pointer of a schema at or above the change.
    pointer: Option<String>,
    /// Reason for accepting the break.
    reason: String,
    /// Rule from `planwright rules drift`.
    rule: Option<String>,
    /// Last day on which it is accepted, such as `2027-01-31`.
    until: Option<String>,
}

#[derive(JsonSchema)]
#[schemars(rename_all = "kebab-case")]
enum AllowKey {
    Major,
    None,
}

#[derive(JsonSchema)]
#[schemars(rename_all = "kebab-case")]
enum SeverityKey {
    Error,
    Warning,
    Note,
}

#[derive(JsonSchema)]
#[schemars(deny_unknown_fields, rename_all = "kebab-case")]
struct LockKeys {
    /// Accepts undecided verdicts [default: false]
    allow_undecided: Option<bool>,
    /// Deprecated: use the key before all sections.
    content_model: Option<ContentModelKey>,
    /// Codes that fail with any severity, such as `DESCRIPTION_CHANGED`.
    deny: Option<Vec<String>>,
    /// Lock file [default: operations.lock.json]
    file: Option<String>,
    /// Changes of descriptions that fail [default: calls]
    profile: Option<LockProfileKey>,
    /// Files that list operations, or folders of schemas.
    sources: Vec<String>,
    /// Opposite of `allow-undecided`. Deprecated.
    strict: Option<bool>,
}

#[derive(JsonSchema)]
#[schemars(rename_all = "kebab-case")]
enum LockProfileKey {
    Calls,
    Security,
    Strict,
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
/// Keys other than Rust options, which come from the option table.
#[schemars(deny_unknown_fields, rename_all = "kebab-case")]
struct GenKeys {
    /// Apex: Salesforce API version of the metadata [default: 65.0]
    api_version: Option<String>,
    /// Apex: name of the class [default: name of the folder followed by Models]
    class: Option<String>,
    /// Codes of schema warnings that are errors.
    deny: Option<Vec<String>>,
    /// Makes all schema warnings errors [default: false]
    deny_warnings: Option<bool>,
    /// Local files and folders for references by URI, each as `URI=FILE` or `URI=DIR`.
    documents: Option<Vec<String>>,
    /// Language of the generated code [default: rust]
    lang: Option<LangKey>,
    /// Output folder.
    out: Option<String>,
    /// Apex: schema files to start from [default: all files]
    root: Option<Vec<String>>,
    /// Folder of the schemas.
    schemas: Option<String>,
    /// File name suffix of schemas, such as `.schema.json` [default: .json, .jsonc, .yaml and .yml]
    suffix: Option<String>,
    /// options of single types, by name.
    types: Option<BTreeMap<String, TypeKeys>>,
    /// Rust: folder for a copy of the crate planwright-runtime. Your crate depends on its path.
    vendor_runtime: Option<String>,
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
    /// Additional attributes of the type.
    attributes: Option<Vec<String>>,
    /// Additional traits that the type derives.
    derives: Option<Vec<String>>,
    /// Name of the type.
    name: Option<String>,
    /// Path of the type to use instead.
    replace: Option<String>,
}

#[derive(JsonSchema)]
#[schemars(deny_unknown_fields, rename_all = "kebab-case")]
struct SnapshotKeys {
    /// Old state of the org, to compare with.
    against: Option<String>,
    /// Blueprint files, and folders of blueprints [default: those of `[apex]`]
    blueprints: Option<Vec<String>>,
    /// Salesforce org: a snapshot, a describe file, or a folder with snapshots, describe files or metadata [default: `snapshot` of `[apex]`]
    file: Option<String>,
}

/// Returns the schema, in draft 2020-12.
pub(super) fn schema() -> Value {
    let mut schema = schemars::schema_for!(ConfigurationFile).to_value();
    // TOML has no null, so a missing key is left out.
    without_null(&mut schema);
    if let Some(keys) = schema["$defs"]["GenKeys"]["properties"].as_object_mut() {
        let mut all: BTreeMap<String, Value> = std::mem::take(keys).into_iter().collect();
        for option in RUST_OPTIONS {
            let mut own = of_option(option);
            if let Some(section) = all.remove(option.key) {
                // The same key can also be a section.
                let description = format!("{} Or a table: {}", text(&own), text(&section));
                own = json!({ (ANY_OF): [own, section], "description": description });
            }
            all.insert(option.key.to_owned(), own);
        }
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
        Takes::TextsOr(_, all, _) => {
            json!({ (ANY_OF): [{ "type": "string", "enum": [all] }, { "type": "array", "items": { "type": "string" } }] })
        }
        Takes::Pairs(..) => json!({ "type": "object", "additionalProperties": { "type": "string" } }),
    };
    let when = if matches!(option.takes, Takes::Switch { to: false, .. }) { "Rust, if `false`" } else { "Rust" };
    let end = if option.about.ends_with(']') { "" } else { "." };
    schema["description"] = format!("{when}: {}{end}", option.about).into();
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
            if let Some(Value::Array(branches)) = object.get_mut(ANY_OF) {
                branches.retain(|branch| branch.get("type").is_none_or(|name| name != "null"));
                if let [one] = branches.as_slice() {
                    let one = one.as_object().cloned().unwrap_or_default();
                    object.shift_remove(ANY_OF);
                    object.extend(one);
                }
            }
            object.values_mut().for_each(without_null);
        }
        Value::Array(items) => items.iter_mut().for_each(without_null),
        _ => {}
    }
}

/// Returns the keys of each section as a Markdown page.
pub fn markdown() -> String {
    let schema = schema();
    let mut page = "# Configuration\n\n<!-- Generated from the schema of the file. Do not edit. -->\n\n".to_owned();
    let _ = writeln!(
        page,
        "{}\n`planwright schema planwright.toml` prints the schema of the file, and `planwright init` sets it up for editors.",
        text(&schema).replace(" Each command", "\nEach command")
    );
    page += "\n## Before all sections\n\n";
    let all = || schema["properties"].as_object().into_iter().flatten();
    for (name, value) in all().filter(|(name, _)| keys(&schema, name).is_none()) {
        let _ = writeln!(page, "{}", row(&schema, name, name, value));
    }
    for (name, section) in all().filter(|(name, _)| keys(&schema, name).is_some()) {
        let _ = write!(page, "\n## [{name}]\n\n{}\n\n", text(section));
        for (key, value) in keys(&schema, name).into_iter().flatten() {
            let _ = writeln!(page, "{}", row(&schema, &format!("{name}.{key}"), key, value));
        }
    }
    page
}

/// Returns the list item of a key, with an anchor. The value of a key without parentheses is one string or boolean.
fn row(schema: &Value, anchor: &str, key: &str, value: &Value) -> String {
    let takes = takes(schema, value);
    let takes = if takes == "boolean" || takes == "string" { String::new() } else { format!(" ({takes})") };
    format!("- <a id=\"{anchor}\">`{key}`</a>{takes}: {}", text(value))
}

fn text(schema: &Value) -> String {
    schema["description"].as_str().unwrap_or_default().replace('\n', " ")
}

/// Returns the definition behind a reference, or the schema itself.
fn target<'s>(schema: &'s Value, value: &'s Value) -> &'s Value {
    let name = value["$ref"].as_str().and_then(|path| path.strip_prefix("#/$defs/"));
    name.map_or(value, |name| &schema["$defs"][name])
}

/// Returns the keys of a section that is a table or a list of tables.
fn keys<'s>(schema: &'s Value, section: &str) -> Option<&'s serde_json::Map<String, Value>> {
    let found = target(schema, &schema["properties"][section]);
    let found = found["anyOf"].get(0).map_or(found, |one| target(schema, one));
    found["properties"].as_object()
}

/// Returns the names of the keys of a section that are not deprecated. Empty for an unknown section.
pub fn keys_of_section(section: &str) -> Vec<String> {
    let schema = schema();
    let all = keys(&schema, section).into_iter().flatten();
    all.filter(|(_, value)| !text(value).contains("Deprecated")).map(|(key, _)| key.clone()).collect()
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
        Some("array") => list(&takes(schema, &value["items"])),
        Some("boolean") => "boolean".to_owned(),
        Some("string") => "string".to_owned(),
        Some("integer" | "number") => "number".to_owned(),
        _ => "table".to_owned(),
    }
}

/// Describes a list whose items are described by `items`.
fn list(items: &str) -> String {
    if items == "string" { "list".to_owned() } else { format!("list of {items}") }
}

#[cfg(test)]
mod tests {
    use std::io::Write as _;

    use planwright_project::config::{self, CONTENT, DIALECT, DOCUMENTS, FORMATS, SECTIONS};

    use super::*;

    /// The schema allows exactly the keys that are read: the error for an unknown key lists the known ones.
    #[test]
    fn the_schema_has_the_keys_that_are_read() {
        let schema = schema();
        let all = schema["properties"].as_object().expect("it has properties").keys().map(String::as_str);
        let (sections, plain): (Vec<&str>, Vec<&str>) = all.partition(|name| keys(&schema, name).is_some());
        assert_eq!(sections, SECTIONS);
        assert_eq!(plain, [FORMATS, CONTENT, DIALECT, DOCUMENTS]);
        for section in sections {
            let known: Vec<&str> = keys(&schema, section).expect("a section").keys().map(String::as_str).collect();
            let mut file = tempfile::NamedTempFile::new().expect("a file");
            writeln!(file, "[{section}]\nzzzzzzzzzz = 1").expect("it is written");
            let problems = config::load(Some(file.path())).expect_err("a problem").messages();
            let listed = problems.into_iter().find(|one| one.contains("zzzzzzzzzz")).expect("the key is refused");
            let listed = listed.split_once("expected one of ").expect("all are listed").1;
            let mut listed: Vec<&str> = listed.split(", ").collect();
            listed.sort_unstable();
            assert_eq!(listed, known, "{section}");
        }
    }

    #[test]
    fn no_key_is_null() {
        let text = schema().to_string();
        assert!(!text.contains("\"null\""), "{text}");
        assert!(markdown().contains(
            "- <a id=\"apex.parts\">`parts`</a> (list of `manifest`, `destructive`, `permission-set`, `agent`): "
        ));
    }
}
