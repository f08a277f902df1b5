//! Inputs of the measurement: files that grow, and the command that reads them.

use serde_json::{Map, Value, json};

/// Files of an input of some size, with name and content.
type InputFiles = Vec<(String, String)>;

/// Command with its growing input.
pub(super) struct GrowingInput {
    pub name: &'static str,
    /// Command line, which runs in the folder of the files.
    pub arguments: &'static str,
    /// Initial size.
    pub size: usize,
    pub files: fn(usize) -> InputFiles,
}

macro_rules! inputs {
    ($($name:literal: $arguments:literal, $size:literal, $files:expr;)*) => {
        &[$(GrowingInput { name: $name, arguments: $arguments, size: $size, files: $files }),*]
    };
}

pub(super) const INPUTS: &[GrowingInput] = inputs! {
    "check, tasks": "check fix-plan plan.json", 500, |size| plan(size, |_| json!([]));
    "check, unknown dependencies": "check fix-plan plan.json", 500, |size| plan(size, |task| json!([format!("T{}", task + 900_000)]));
    "check, a chain of dependencies": "check fix-plan plan.json", 500, |size| plan(size, |task| json!([format!("T{task}")]));
    "check, unknown members": "check fix-plan plan.json", 500, |size| one("plan.json", &members(size, |_| json!(1)));
    "check, inputs": "check action-blueprint blueprint.json", 500, blueprint;
    "check, guardrails of other fields": "check action-blueprint blueprint.json", 300, |size| guarded(size, |field| {
        json!({ "type": "NUMERIC_RANGE", "params": { "field": format!("Other{field}"), "min": 0, "max": 1 } })
    });
    "check, guardrails of all fields": "check action-blueprint blueprint.json", 300, |size| guarded(size, |field| {
        json!({ "type": "RATE_LIMIT", "params": { "field": field, "requests": 1, "seconds": 60 } })
    });
    "check, repeated members": "check action-blueprint twice.json", 2_000, |size| text("twice.json", format!("{{{}}}", vec!["\"a\": 1"; size].join(",")));
    "check, patches": "check action-blueprint --format sarif actions.json", 300, |size| {
        one("actions.json", &json!({ "actions": vec![json!({ "a": 1 }); size] }))
    };
    "check, lines": "check action-blueprint --ndjson lines.ndjson", 500, |size| text("lines.ndjson", "{\"a\":1}\n".repeat(size));
    "check, errors of a schema": "check --schema list.schema.json list.json", 500, |size| {
        let schema = json!({ "type": "array", "items": { "type": "string", "pattern": "^a" } });
        [one("list.schema.json", &schema), one("list.json", &(0..size).collect())].concat()
    };
    "check, files": "check fix-plan plans", 100, |size| {
        (0..size).flat_map(|file| one(&format!("plans/{file}.json"), &json!({ "plan_version": "1.0" }))).collect()
    };
    "check, records": "check action-blueprint --ndjson lines.ndjson --report report.json", 500, |size| {
        text("lines.ndjson", "{\"a\":1}\n".repeat(size))
    };
    "apex, inputs": "apex blueprint.json --out out", 100, |size| one("blueprint.json", &action("CreateIt", "CREATE", size));
    "apex, blueprints": "apex blueprints --out out", 20, |size| {
        (0..size).flat_map(|index| one(&format!("blueprints/{index}.json"), &action(&format!("Create{index}"), "CREATE", 2))).collect()
    };
    "export, members": "export --dialect anthropic --schema schemas/doc.schema.json", 100, |size| {
        schema("schemas", Map::from_iter([("D0".to_owned(), object(&members(size, |_| json!({ "type": "string" }))))]))
    };
    "export, a chain of members": "export --dialect anthropic --schema schemas/doc.schema.json", 100, |size| {
        schema("schemas", chain(size, |next| object(&json!({ "next": next }))))
    };
    "export, definitions": "export --dialect gemini --schema schemas/doc.schema.json", 100, |size| {
        schema("schemas", definitions(size, |_| object(&json!({ "name": { "type": "string" } }))))
    };
    "lock, operations": "lock tools.json", 100, |size| {
        let tool = |index: usize| json!({ "name": format!("tool_{index}"), "inputSchema": object(&json!({ "a": { "type": "string" } })) });
        one("tools.json", &(0..size).map(tool).collect())
    };
    "lock, members": "lock tools.json", 100, |size| {
        one("tools.json", &json!([{ "name": "tool", "inputSchema": object(&members(size, |_| json!({ "type": "string" }))) }]))
    };
    "lint, a chain of references": "lint schemas", 500, |size| schema("schemas", chain(size, |next| next));
    "lint, a chain of members": "lint schemas", 500, |size| schema("schemas", chain(size, |next| object(&json!({ "next": next }))));
    "gen, a chain of references": "gen --schema schemas --out out", 100, |size| schema("schemas", chain(size, |next| next));
    "gen, a chain of members": "gen --schema schemas --out out", 100, |size| {
        schema("schemas", chain(size, |next| object(&json!({ "next": next }))))
    };
    "gen, definitions": "gen --schema schemas --out out", 100, |size| {
        schema("schemas", definitions(size, |index| object(&json!({ "name": { "type": "string" }, format!("m{index}"): { "type": "integer" } }))))
    };
    "gen, texts of an enum": "gen --schema schemas --out out", 500, |size| {
        let texts: Vec<String> = (0..size).map(|index| format!("text {index}")).collect();
        schema("schemas", Map::from_iter([("D0".to_owned(), json!({ "enum": texts }))]))
    };
    "gen, members": "gen --schema schemas --out out", 100, |size| schema("schemas", Map::from_iter([("D0".to_owned(), object(&members(size, |_| json!({ "type": "string" }))))]));
    "drift, required members": "drift old new", 200, |size| {
        let required: Vec<String> = (0..size).map(|index| format!("m{index}")).collect();
        let mut new = object(&members(size, |_| json!({ "type": "string" })));
        new["required"] = json!(required);
        let old = object(&members(size, |_| json!({ "type": "string" })));
        [("old", old), ("new", new)].into_iter().flat_map(|(folder, one)| schema(folder, Map::from_iter([("D0".to_owned(), one)]))).collect()
    };
    "drift, definitions": "drift old new", 200, |size| {
        let of = |kind: &'static str| definitions(size, |_| object(&json!({ "name": { "type": kind } })));
        [schema("old", of("string")), schema("new", of("integer"))].concat()
    };
    "drift, changed definitions": "drift old new", 50, |size| {
        let of = |longest: usize| used(&definitions(size, |_| object(&json!({ "name": { "type": "string", "maxLength": longest } }))));
        [one("old/doc.schema.json", &of(9)), one("new/doc.schema.json", &of(8))].concat()
    };
    "drift, a migration": "drift --migrate old.json new.json", 30, |size| {
        let of = |longest: usize| used(&definitions(size, |_| object(&json!({ "name": { "type": "string", "maxLength": longest } }))));
        [one("old.json", &of(9)), one("new.json", &of(8))].concat()
    };
    "drift, files": "drift old new", 50, |size| {
        let of = |folder: &str, longest: usize| {
            let schema = object(&json!({ "name": { "type": "string", "maxLength": longest } }));
            (0..size).flat_map(|file| one(&format!("{folder}/{file}.json"), &schema)).collect::<Vec<_>>()
        };
        [of("old", 50), of("new", 49)].concat()
    };
    "snapshot import, fields": "snapshot import org.json --out made.json", 2_000, |size| org("org.json", size, 255);
    "snapshot diff, fields": "snapshot diff org.json now.json", 1_000, |size| [org("org.json", size, 255), org("now.json", size, 80)].concat();
};

/// Control that must be reported: a quadratic worker.
pub(super) const CONTROLS: &[GrowingInput] = inputs! {
    "a quadratic worker": "complexity-worker letters", 4_000, |size| text("letters", "a".repeat(size));
};

fn text(name: &str, text: String) -> InputFiles {
    vec![(name.to_owned(), text)]
}

fn one(name: &str, document: &Value) -> InputFiles {
    text(name, document.to_string())
}

/// Returns a snapshot with `size` fields, 100 per object.
fn org(name: &str, size: usize, length: u64) -> InputFiles {
    let field = |index: usize| {
        let name = format!("Field_{index}__c");
        let value = json!({
            "apiName": name, "type": "String", "length": length, "nillable": true, "createable": true, "updateable": true,
        });
        (name, value)
    };
    let objects = (0..size / 100).map(|index| {
        let name = format!("Thing_{index}__c");
        let value = json!({ "apiName": name, "fields": (0..100).map(field).collect::<Map<_, _>>() });
        (name, value)
    });
    one(name, &json!({ "objects": objects.collect::<Map<_, _>>() }))
}

/// Returns an object with `size` properties.
fn members(size: usize, value: impl Fn(usize) -> Value) -> Value {
    (0..size).map(|index| (format!("m{index}"), value(index))).collect::<Map<_, _>>().into()
}

fn object(properties: &Value) -> Value {
    json!({ "type": "object", "properties": properties })
}

/// Returns `size` definitions.
fn definitions(size: usize, definition: impl Fn(usize) -> Value) -> Map<String, Value> {
    (0..size).map(|index| (format!("D{index}"), definition(index))).collect()
}

/// Returns a chain of definitions in which each references the next.
fn chain(size: usize, link: impl Fn(Value) -> Value) -> Map<String, Value> {
    let mut all = definitions(size, |index| link(json!({ "$ref": format!("#/definitions/D{}", index + 1) })));
    all.insert(format!("D{size}"), json!({ "type": "string" }));
    all
}

/// Returns a schema with definitions, which has a property for each.
fn used(definitions: &Map<String, Value>) -> Value {
    let reference = |name: &String| (name.to_lowercase(), json!({ "$ref": format!("#/definitions/{name}") }));
    let properties: Map<String, Value> = definitions.keys().map(reference).collect();
    json!({
        "$schema": "http://json-schema.org/draft-07/schema#",
        "type": "object",
        "properties": properties,
        "definitions": definitions,
    })
}

/// Returns a schema with definitions, which uses the first one.
fn schema(folder: &str, definitions: impl Into<Value>) -> InputFiles {
    let definitions: Value = definitions.into();
    let schema = json!({
        "$schema": "http://json-schema.org/draft-07/schema#",
        "title": "Doc",
        "type": "object",
        "properties": { "first": { "$ref": "#/definitions/D0" } },
        "definitions": definitions,
    });
    one(&format!("{folder}/doc.schema.json"), &schema)
}

/// Returns a fix plan with `size` tasks.
fn plan(size: usize, dependencies: impl Fn(usize) -> Value) -> InputFiles {
    let task = |index: usize| {
        let edit = json!({ "action": "modify_file", "path": format!("src/{index}.rs"), "instructions": "Change it." });
        json!({
            "id": format!("T{}", index + 1),
            "title": "A task",
            "rationale": "It is needed.",
            "acceptance": ["It compiles."],
            "dependencies": if index == 0 { json!([]) } else { dependencies(index) },
            "edits": [edit],
        })
    };
    let plan = json!({
        "plan_version": "1.0",
        "overview": { "primary_issue": "An issue", "risk_level": "low", "summary": "A summary" },
        "tasks": (0..size).map(task).collect::<Value>(),
        "tests": { "commands": ["make test"], "stop_on_failure": true },
        "metadata": { "created_at": "2026-01-06T10:00:00Z", "model": "a model", "fix_attempt": 1 },
    });
    one("plan.json", &plan)
}

/// Returns a blueprint with `size` inputs that are not bound to fields of its object.
fn blueprint(size: usize) -> InputFiles {
    one("blueprint.json", &action("UpdateIt", "UPDATE", size))
}

/// Returns a blueprint with `size` inputs and a guardrail for each of their fields.
fn guarded(size: usize, guardrail: impl Fn(String) -> Value) -> InputFiles {
    let mut blueprint = action("UpdateIt", "UPDATE", size);
    blueprint["guardrails"] = (0..size).map(|index| guardrail(format!("Field_{index}__c"))).collect();
    one("blueprint.json", &blueprint)
}

/// Returns a blueprint with this name and `size` inputs.
fn action(name: &str, operation: &str, size: usize) -> Value {
    let input = |index: usize| {
        let name = format!("Field_{index}__c");
        json!({ "apiName": name, "fieldApiName": name, "label": "A label", "dataType": "String", "required": true, "usage": "FIELD" })
    };
    json!({
        "name": name,
        "label": "Update it",
        "category": "DOMAIN",
        "targetSObject": "Opportunity",
        "operation": operation,
        "inputs": (0..size).map(input).collect::<Value>(),
    })
}
