//! The engine: the shared vectors of the kinds `preview`, `execute` and `undo`, every code, and stores that fail at
//! each call.

use std::collections::BTreeSet;
use std::path::Path;

use planwright_contracts::form_plan::{Context, Plan};
use planwright_contracts::{Checked, Report, check_value};
use planwright_forms::{
    AuditEntry, AuditState, Commit, Executed, Form, FormStore, Forms, MemoryStore, PLACEHOLDER_OPTION, Sources,
    StoreError, TokenState, UndoRecord, Undone, codes, execute, preview, run_execute, run_preview, run_undo, undo,
    undo_all,
};
use planwright_generated::form_plan::FormPlan;
use serde_json::{Value, json};

#[test]
fn shared_vectors_pass() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/vectors/form-plan.jsonl");
    let text = std::fs::read_to_string(path).unwrap();
    let mut count = 0;
    for vector in text.lines().map(|line| serde_json::from_str::<Value>(line).unwrap()) {
        let (input, context) = (&vector["input"], &vector["context"]);
        let judged = match vector["kind"].as_str().unwrap() {
            "preview" => run_preview(&input.to_string(), context),
            "execute" => run_execute(&input.to_string(), context),
            "undo" => run_undo(&input.to_string(), context),
            _ => continue,
        };
        count += 1;
        for (key, wanted) in vector["expect"].as_object().unwrap() {
            let got = match key.as_str() {
                "valid" => json!(judged.valid),
                "codes" => json!(judged.report.errors().map(|one| one.code).collect::<Vec<_>>()),
                "pointers" => json!(judged.report.errors().map(|one| one.at.as_str()).collect::<Vec<_>>()),
                fact => judged.facts[fact].clone(),
            };
            assert_eq!(&got, wanted, "{}: {key}", vector["id"]);
        }
    }
    assert!(count > 5);
}

fn checked(steps: &Value) -> Checked<FormPlan> {
    check_value::<Plan>(json!({"version": 1, "steps": steps}), &Context::default()).unwrap()
}

fn store() -> MemoryStore {
    let forms = json!([
        {"id": 3, "title": "قدیمی", "status": "draft", "fields": [{"type": "short_text"}, {"type": "email", "x": 1}], "by": "a"},
        {"id": 5, "title": "باز", "status": "published", "fields": []}
    ]);
    MemoryStore::new(serde_json::from_value(forms).unwrap(), None)
}

/// Returns a plan with every kind of step, on new and existing forms.
fn everything() -> Checked<FormPlan> {
    checked(&json!([
        {"action": "create_form", "params": {"title": "الف"}},
        {"action": "add_field", "params": {"type": "dropdown", "question": "شهر؟", "required": true}},
        {"action": "add_field", "params": {"type": "rating", "index": 0}},
        {"action": "add_field", "params": {"id": 3, "type": "long_text", "index": 99}},
        {"action": "update_form_title", "params": {"id": 3, "title": "نو"}},
        {"action": "update_form_title", "params": {"id": 3, "title": "نوتر"}},
        {"action": "publish_form", "params": {"id": 3}},
        {"action": "draft_form", "params": {"id": 5}},
        {"action": "draft_form", "params": {"id": 5}},
        {"action": "open_builder", "params": {"id": 6}},
        {"action": "open_editor", "params": {"id": 3, "index": 2}},
        {"action": "open_results", "params": {"id": 5}}
    ]))
}

fn with_sources<T>(from: u32, run: impl FnOnce(&mut Sources<'_>) -> T) -> T {
    let mut number = from;
    let mut tokens = || {
        number += 1;
        format!("t{number}")
    };
    run(&mut Sources { clock: &mut || "now".to_owned(), tokens: &mut tokens })
}

fn run(plan: &Checked<FormPlan>, store: &mut impl FormStore) -> Executed {
    with_sources(0, |sources| execute(plan, store, sources))
}

fn redeem(token: &str, store: &mut impl FormStore) -> Result<Undone, Report> {
    with_sources(100, |sources| undo(token, store, sources))
}

fn code(result: Result<Undone, Report>) -> &'static str {
    result.unwrap_err()[0].code
}

#[test]
fn every_step_can_be_executed_and_undone() {
    let mut store = store();
    let before = store.forms().to_vec();
    let done = run(&everything(), &mut store);
    assert!(done.ok(), "{:?}", done.report);
    assert_eq!(done.steps.len(), 12);
    assert_eq!(done.tokens().count(), 9, "what only opens gives no token");
    assert_eq!(store.audit().len(), 12);
    assert!(store.audit().iter().all(|entry| matches!(entry.state, AuditState::Done { .. })));
    assert_eq!(done.steps[3].index, Some(2), "beyond the end is the end");
    let form = &store.forms()[2];
    assert_eq!((form.id, form.title.as_str(), form.fields[0].kind.as_str()), (6, "الف", "rating"));
    assert_eq!(form.fields[1].options, [PLACEHOLDER_OPTION]);
    let undone = with_sources(100, |sources| undo_all(done.tokens(), &mut store, sources)).unwrap();
    assert_eq!(undone.len(), 9);
    assert_eq!(store.forms(), before);
    assert_eq!(store.audit().len(), 12 + 9);
}

#[test]
fn a_preview_equals_the_execution_and_changes_nothing() {
    let mut store = store();
    let before = store.clone();
    let shown = preview(&everything(), &store);
    assert_eq!(store, before);
    let done = run(&everything(), &mut store);
    assert_eq!(shown.report, done.report);
    let said = |steps: &[planwright_forms::StepResult]| -> Vec<_> {
        steps.iter().map(|step| (step.form, step.index, step.said.clone())).collect()
    };
    assert_eq!(said(&shown.steps), said(&done.steps));
    assert!(shown.steps.iter().all(|step| step.token.is_none() && !step.said.fa.is_empty()));
    assert_eq!(
        shown.steps[4].said.en,
        "changes the title of form 3 from \"\u{2068}قدیمی\u{2069}\" to \"\u{2068}نو\u{2069}\""
    );
    assert_eq!(shown.steps[4].said.fa, "عنوان فرم ۳ از «\u{2068}قدیمی\u{2069}» به «\u{2068}نو\u{2069}» تغییر می‌کند");
}

#[test]
fn descriptions_isolate_text_direction() {
    let plan = checked(&json!([{"action": "create_form", "params": {"title": "a\u{202e}b\nc"}}]));
    assert!(preview(&plan, &store()).steps[0].said.en.contains("\"\u{2068}ab c\u{2069}\""));
}

#[test]
fn the_first_failing_step_ends_the_execution() {
    let mut store = store();
    let plan = checked(&json!([
        {"action": "create_form", "params": {}},
        {"action": "publish_form", "params": {"id": 99}},
        {"action": "draft_form", "params": {"id": 5}}
    ]));
    let shown = preview(&plan, &store);
    let done = run(&plan, &mut store);
    assert!(!done.ok());
    assert_eq!(shown.report, done.report);
    assert_eq!((done.report[0].code, done.report[0].at.as_str()), (codes::FORM_NOT_FOUND, "/steps/1/params/id"));
    assert_eq!(done.tokens().collect::<Vec<_>>(), ["t1"]);
    assert_eq!(store.forms().len(), 3);
    let states: Vec<_> = store.audit().iter().map(|entry| &entry.state).collect();
    assert!(
        matches!(states[..], [AuditState::Done { .. }, AuditState::Failed { code, .. }] if code == "FORM_NOT_FOUND")
    );
}

#[test]
fn every_code_can_happen() {
    let mut seen = BTreeSet::new();
    let mut store = store();
    let plan = checked(&json!([
        {"action": "create_form", "params": {}},
        {"action": "add_field", "params": {"type": "rating"}},
        {"action": "update_form_title", "params": {"id": 3, "title": "x"}},
        {"action": "update_form_title", "params": {"id": 3, "title": "y"}},
        {"action": "open_editor", "params": {"id": 5, "index": 0}},
        {"action": "publish_form", "params": {"id": 99}}
    ]));
    let done = run(&plan, &mut store);
    seen.extend(done.report.iter().map(|one| one.code));
    seen.insert(code(redeem("t3", &mut store)));
    seen.insert(code(redeem("t99", &mut store)));
    let undone = redeem("t1", &mut store).unwrap();
    assert_eq!(undone.invalidated, ["t2"]);
    assert_eq!(code(redeem("t2", &mut store)), codes::TOKEN_USED, "its form is gone");
    assert_eq!(code(redeem("t1", &mut store)), codes::TOKEN_USED);
    seen.insert(code(redeem("t1", &mut store)));
    for error in every_store_error() {
        let mut failing = Failing { store: store.clone(), calls: 0, fails_at: 1, error: error.clone() };
        let reported = code(redeem("t4", &mut failing));
        assert_eq!(reported, error.code());
        seen.insert(reported);
    }
    let stores = every_store_error();
    let all: BTreeSet<_> = codes::ALL.iter().map(|info| info.code).chain(stores.iter().map(StoreError::code)).collect();
    assert_eq!(seen, all);
}

#[test]
fn a_token_is_rejected_if_its_change_is_gone() {
    let mut store = store();
    let plan = checked(&json!([
        {"action": "add_field", "params": {"id": 5, "type": "rating", "question": "a", "index": 0}},
        {"action": "add_field", "params": {"id": 5, "type": "rating", "question": "b", "index": 0}},
        {"action": "publish_form", "params": {"id": 3}},
        {"action": "draft_form", "params": {"id": 3}}
    ]));
    assert!(run(&plan, &mut store).ok());
    // Fields are identified by their content, so these two tokens can be redeemed in any order.
    redeem("t1", &mut store).unwrap();
    redeem("t2", &mut store).unwrap();
    assert!(store.forms()[1].fields.is_empty());
    let before = store.forms().to_vec();
    assert_eq!(code(redeem("t3", &mut store)), codes::UNDO_CONFLICT);
    assert_eq!(store.forms(), before);
    redeem("t4", &mut store).unwrap();
    redeem("t3", &mut store).unwrap();
    assert!(store.tokens().iter().all(|record| record.state == TokenState::Used));
}

fn every_store_error() -> [StoreError; 5] {
    let why = || "page 7".to_owned();
    [
        StoreError::Locked,
        StoreError::Full,
        StoreError::Corrupt(why()),
        StoreError::Newer { found: 2, known: 1 },
        StoreError::Failed(why()),
    ]
}

#[test]
fn a_failing_store_loses_nothing() {
    for error in every_store_error() {
        for fails_at in 1..80 {
            let mut failing = Failing { store: store(), calls: 0, fails_at, error: error.clone() };
            let done = run(&everything(), &mut failing);
            let calls = failing.calls;
            let mut store = failing.store;
            if !done.ok() {
                assert_eq!((done.report.len(), done.report[0].code), (1, error.code()));
                assert_eq!(done.report[0].at.as_str(), format!("/steps/{}", done.steps.len()));
            }
            // Every change has an entry, and every token has a change.
            let changes = store.audit().iter().filter(|entry| matches!(entry.state, AuditState::Done { .. })).count();
            assert_eq!(changes, done.steps.len());
            assert_eq!(store.tokens().len(), done.tokens().count());
            with_sources(100, |sources| undo_all(done.tokens(), &mut store, sources)).unwrap();
            assert_eq!(store.forms(), self::store().forms());
            assert!(done.ok() || calls >= fails_at);
        }
    }
}

#[test]
fn entries_are_written_before_changes() {
    let mut spy = Spy { store: store(), open: 0 };
    assert!(run(&everything(), &mut spy).ok());
    assert_eq!(spy.open, 0);
}

#[test]
fn ids_run_out_without_panic() {
    let mut store = MemoryStore::new(vec![], Some(u64::MAX));
    let done = run(&checked(&json!([{"action": "create_form", "params": {}}])), &mut store);
    assert_eq!(done.report[0].code, codes::STORE_FULL);
    let judged = run_execute("{\"version\": 1, \"steps\": 3}", &json!({"confirm": true, "forms": [{"id": "x"}]}));
    assert!(!judged.valid);
    let unconfirmed =
        run_execute(&json!(everything().get()).to_string(), &json!({"forms": [], "confirm": false, "next_id": 6}));
    assert_eq!(unconfirmed.facts["forms_after"], json!([]));
    assert_eq!(unconfirmed.facts["audit_entries"], 0);
}

#[test]
fn a_store_round_trips_through_json() {
    let mut store = store();
    run(&everything(), &mut store);
    let text = serde_json::to_string(&store).unwrap();
    assert_eq!(serde_json::from_str::<MemoryStore>(&text).unwrap(), store);
}

/// Store whose `fails_at`th call fails, and all later calls of the run.
struct Failing {
    store: MemoryStore,
    calls: usize,
    fails_at: usize,
    error: StoreError,
}

impl Failing {
    fn count(&mut self) -> Result<(), StoreError> {
        self.calls += 1;
        if self.calls >= self.fails_at { Err(self.error.clone()) } else { Ok(()) }
    }
}

impl Forms for Failing {
    fn form(&self, id: u64) -> Result<Option<Form>, StoreError> {
        self.store.form(id)
    }

    fn next_id(&self) -> Result<u64, StoreError> {
        self.store.next_id()
    }
}

impl FormStore for Failing {
    fn begin(&mut self, entry: AuditEntry) -> Result<u64, StoreError> {
        self.count()?;
        self.store.begin(entry)
    }

    fn commit(&mut self, commit: Commit) -> Result<(), StoreError> {
        self.count()?;
        self.store.commit(commit)
    }

    fn record(&self, token: &str) -> Result<Option<UndoRecord>, StoreError> {
        self.store.record(token)
    }

    fn open_tokens(&self, form: u64) -> Result<Vec<String>, StoreError> {
        self.store.open_tokens(form)
    }
}

/// Store that checks that each change has its entry.
struct Spy {
    store: MemoryStore,
    open: usize,
}

impl Forms for Spy {
    fn form(&self, id: u64) -> Result<Option<Form>, StoreError> {
        self.store.form(id)
    }

    fn next_id(&self) -> Result<u64, StoreError> {
        self.store.next_id()
    }
}

impl FormStore for Spy {
    fn begin(&mut self, entry: AuditEntry) -> Result<u64, StoreError> {
        assert_eq!(entry.state, AuditState::Started);
        self.open += 1;
        self.store.begin(entry)
    }

    fn commit(&mut self, commit: Commit) -> Result<(), StoreError> {
        assert_eq!(self.open, 1, "a change without its entry");
        self.open -= 1;
        self.store.commit(commit)
    }

    fn record(&self, token: &str) -> Result<Option<UndoRecord>, StoreError> {
        self.store.record(token)
    }

    fn open_tokens(&self, form: u64) -> Result<Vec<String>, StoreError> {
        self.store.open_tokens(form)
    }
}
