//! Targets of the faults: three stores, generated classes and a whole package, each with a writer and a reader of
//! numbers.

mod package;

use std::collections::BTreeSet;
use std::fs;
use std::path::PathBuf;
use std::process::Command;

use serde_json::{Value, json};

/// Location of a test.
pub(super) struct Bench {
    pub(super) program: PathBuf,
    pub(super) folder: PathBuf,
}

/// Store with its commands. A writer succeeds only if its number is stored.
#[derive(Debug)]
pub(super) struct FaultStore {
    pub(super) name: &'static str,
    /// File in which bits are flipped, relative to the folder.
    pub(super) file: Option<&'static str>,
    /// Set if each number creates its own files.
    pub(super) grows: bool,
    pub(super) make: fn(&Bench) -> Result<(), String>,
    pub(super) write: fn(&Bench, usize) -> Command,
    pub(super) read: fn(&Bench) -> Result<BTreeSet<usize>, String>,
}

/// All stores.
pub(super) const STORES: &[FaultStore] = &[
    FaultStore {
        name: "forms",
        file: Some("store/forms.db"),
        grows: false,
        make: |_| Ok(()),
        write: write_form,
        read: read_forms,
    },
    FaultStore {
        name: "agent",
        file: Some("store/agent.db"),
        grows: false,
        make: make_agent,
        write: |bench, number| bench.planwright(&["agent", "task", "add", "store", &number.to_string()]),
        read: read_agent,
    },
    FaultStore {
        name: "drafts",
        file: Some("store/draft.db"),
        grows: false,
        make: |_| Ok(()),
        write: write_draft,
        read: read_draft,
    },
    FaultStore { name: "classes", file: None, grows: true, make: make_classes, write: write_class, read: read_classes },
    FaultStore {
        name: "package",
        file: None,
        grows: false,
        make: make_classes,
        write: package::write,
        read: package::read_package,
    },
];

/// File that is rewritten in place without lock and checksum. Its losses must be reported.
pub(super) const CONTROL: &[FaultStore] = &[FaultStore {
    name: "control",
    file: Some("store/list"),
    grows: false,
    make: |bench| fs::create_dir_all(bench.folder.join("store")).map_err(|error| error.to_string()),
    write: |bench, number| {
        let mut command = Command::new("sh");
        let script = "{ cat store/list 2> store/none; sleep 0.05; echo \"$0\"; } > new && cat new > store/list";
        command.args(["-c", script, &number.to_string()]).current_dir(&bench.folder);
        command
    },
    read: |bench| {
        let text = fs::read_to_string(bench.folder.join("store/list")).map_err(|error| error.to_string())?;
        numbers(text.lines().map(Value::from).collect::<Vec<_>>().iter())
    },
}];

impl Bench {
    pub(super) fn planwright(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(&self.program);
        command.args(arguments).current_dir(&self.folder);
        command
    }

    /// Returns the names of the files in the store.
    pub(super) fn names(&self) -> BTreeSet<String> {
        let entries = fs::read_dir(self.folder.join("store")).into_iter().flatten().flatten();
        entries.map(|entry| entry.file_name().to_string_lossy().into_owned()).collect()
    }

    /// Returns the output of a command if it succeeds.
    fn answer(&self, arguments: &[&str]) -> Result<String, String> {
        let output = self.planwright(arguments).output().map_err(|error| error.to_string())?;
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        if output.status.success() { Ok(text) } else { Err(text + &String::from_utf8_lossy(&output.stderr)) }
    }

    fn value(&self, arguments: &[&str]) -> Result<Value, String> {
        serde_json::from_str(&self.answer(arguments)?).map_err(|error| error.to_string())
    }

    fn put(&self, name: &str, text: &str) {
        // If writing fails, the command that reads the file fails.
        let _ = fs::write(self.folder.join(name), text);
    }
}

/// Parses a list of numbers.
fn numbers<'v>(texts: impl Iterator<Item = &'v Value>) -> Result<BTreeSet<usize>, String> {
    let read = |text: &Value| text.as_str().and_then(|text| text.trim_start_matches('n').parse().ok());
    texts.map(|text| read(text).ok_or_else(|| format!("{text} is no number that was written"))).collect()
}

fn elements(value: &Value) -> impl Iterator<Item = &Value> {
    value.as_array().into_iter().flatten()
}

fn write_form(bench: &Bench, number: usize) -> Command {
    let step = json!({ "action": "create_form", "params": { "title": number.to_string() } });
    let field = json!({ "action": "add_field", "params": { "type": "short_text" } });
    let plan = format!("plan-{number}.json");
    bench.put(&plan, &json!({ "version": 1, "steps": [step, field] }).to_string());
    bench.planwright(&["form", "execute", "--confirm", "--store", "store", &plan])
}

fn read_forms(bench: &Bench) -> Result<BTreeSet<usize>, String> {
    let forms = bench.value(&["form", "show", "--store", "store", "--format", "json"])?;
    if elements(&forms).any(|form| form["fields"].as_array().is_none_or(|fields| fields.len() != 1)) {
        return Err("half a plan".to_owned());
    }
    numbers(elements(&forms).map(|form| &form["title"]))
}

fn make_agent(bench: &Bench) -> Result<(), String> {
    let campaign = json!({
        "campaign": { "id": "550e8400-e29b-41d4-a716-446655440000", "name": "Faults", "status": "active" },
        "tasks": [],
        "leads_summary": { "total": 0, "pending": 0, "contacted": 0, "responded": 0, "current_lead": null },
    });
    bench.put("campaign.json", &campaign.to_string());
    bench.answer(&["agent", "init", "store", "campaign.json"]).map(drop)
}

fn read_agent(bench: &Bench) -> Result<BTreeSet<usize>, String> {
    bench.answer(&["agent", "audit", "store", "--verify"])?;
    let log = bench.value(&["agent", "audit", "store", "--outcome", "succeeded", "--format", "json"])?;
    numbers(elements(&log).map(|entry| &entry["intent"]["payload"]["task"]["description"]))
}

/// The calls of one session come from a file. A client process would have to be killed too.
fn write_draft(bench: &Bench, number: usize) -> Command {
    let call = |id: usize, tool: &str, arguments: Value| {
        let params = json!({ "name": tool, "arguments": arguments });
        json!({ "jsonrpc": "2.0", "id": id, "method": "tools/call", "params": params }).to_string()
    };
    let client = json!({ "name": "faults", "version": "1" });
    let params = json!({ "protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": client });
    let mut lines = vec![
        json!({ "jsonrpc": "2.0", "id": 0, "method": "initialize", "params": params }).to_string(),
        json!({ "jsonrpc": "2.0", "method": "notifications/initialized" }).to_string(),
    ];
    if number == 0 {
        lines.push(call(1, "create_blueprint", json!({ "title": "Faults", "description": "What is kept." })));
    }
    lines.push(call(2, "add_participant", json!({ "id": format!("n{number}"), "name": "Name" })));
    let file = format!("calls-{number}");
    bench.put(&file, &(lines.join("\n") + "\n"));
    let mut command = Command::new("sh");
    let script = "\"$0\" mcp --store store < \"$1\" | grep '\"id\":2' | grep -q '\"isError\":false'";
    command.args(["-c", script]).arg(&bench.program).arg(file).current_dir(&bench.folder);
    command
}

fn read_draft(bench: &Bench) -> Result<BTreeSet<usize>, String> {
    bench.put("none.jsonl", "");
    bench.answer(&["workflow", "run", "none.jsonl", "--store", "store", "--export", "out.json"])?;
    let text = fs::read_to_string(bench.folder.join("out.json")).map_err(|error| error.to_string())?;
    let document: Value = serde_json::from_str(&text).map_err(|error| error.to_string())?;
    numbers(elements(&document["participants"]).map(|one| &one["id"]))
}

fn make_classes(bench: &Bench) -> Result<(), String> {
    fs::create_dir_all(bench.folder.join("plans")).map_err(|error| error.to_string())
}

/// Generates the classes of all plans so far.
fn write_class(bench: &Bench, number: usize) -> Command {
    put_blueprint(bench, number);
    bench.planwright(&["apex", "--out", "store", "plans"])
}

fn put_blueprint(bench: &Bench, number: usize) {
    let id = json!({ "apiName": "Id", "fieldApiName": "Id", "label": "Invoice", "dataType": "Id", "required": true });
    let total = json!({ "apiName": "Total", "fieldApiName": "Total__c", "label": "Total", "dataType": "Decimal", "required": true });
    let blueprint = json!({
        "name": format!("Number{number}"), "label": format!("Number {number}"), "category": "DOMAIN",
        "targetSObject": "Invoice__c", "operation": "UPDATE", "inputs": [id, total],
    });
    bench.put(&format!("plans/{number}.json"), &blueprint.to_string());
}

/// Reads the classes after another run: none may be stale, missing or half-written.
fn read_classes(bench: &Bench) -> Result<BTreeSet<usize>, String> {
    bench.answer(&["apex", "--out", "store", "plans"])?;
    bench.answer(&["apex", "--check", "--out", "store", "plans"])?;
    let entries = fs::read_dir(bench.folder.join("store/main/default/classes")).map_err(|error| error.to_string())?;
    let names = entries.flatten().map(|entry| entry.file_name().to_string_lossy().into_owned());
    Ok(names.filter_map(|file| number_of(file.strip_suffix(".cls")?)).collect())
}

/// Returns the number in the name of a class.
fn number_of(class: &str) -> Option<usize> {
    class.strip_prefix("DynamicAction_Number")?.parse().ok()
}
