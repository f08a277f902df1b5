//! Compares readers that validate while they read with the validator.
//!
//! A document is accepted by a reader if and only if it is valid, and both return the same value. The table of a reader
//! has the same findings as the validator. The clean pass of a contract agrees with its stages.

use std::collections::BTreeSet;

use planwright_check::text::{self, Read};
use planwright_check::{Contract, check_allowed, validate};
use planwright_contracts::action_blueprint::{Blueprint, Snapshot};
use planwright_contracts::agent_proposal::{Proposal, State};
use planwright_contracts::fix_plan::Fix;
use planwright_contracts::form_plan::Plan;
use planwright_contracts::workflow_tools::Document;
use planwright_generated::{
    ROOTS, RootInfo, SchemaRoot, action_blueprint, agent_proposal, fix_plan, form_plan, workflow_tools,
};
use planwright_runtime::reader::{self, ReadAt, ReadJudged, ValueCheck};
use planwright_runtime::schema::{self, Violation};
use planwright_runtime::{Diagnostic, Validator, whole_numbers};
use planwright_source::Pointer;
use planwright_tests::documents;
use planwright_tests::mutate::Random;
use planwright_tests::vary::{DocumentParts, written};
use serde::Serialize;
use serde_json::Value;

/// Root with its two ways to read, and two validators: the table of its reader, and its schema.
struct Subject {
    root: RootInfo,
    judge: &'static Validator,
    oracle: Validator,
    fast: fn(&str, bool) -> Option<Value>,
}

fn fast<T: SchemaRoot>(text: &str, strict: bool) -> Option<Value> {
    T::read_fast(text.as_bytes(), strict).map(|read| serde_json::to_value(read).expect("it is JSON"))
}

fn subjects() -> Vec<Subject> {
    macro_rules! subjects {
        ($($module:ident::$root:ident),+ $(,)?) => {
            vec![$(Subject {
                root: RootInfo::for_type::<$module::$root>(),
                judge: <$module::$root as SchemaRoot>::validator(),
                oracle: <$module::$root as SchemaRoot>::validator().by_schema(),
                fast: fast::<$module::$root>,
            }),+]
        };
    }
    subjects![
        action_blueprint::ActionBlueprint,
        action_blueprint::ActionRequest,
        action_blueprint::ResponseEnvelope,
        action_blueprint::SchemaSnapshot,
        agent_proposal::AgentProposal,
        agent_proposal::StateSnapshot,
        agent_proposal::ValidationErrorResponse,
        fix_plan::FixPlan,
        form_plan::FormPlan,
        form_plan::PlannerOutput,
        workflow_tools::AddActionParams,
        workflow_tools::DataField,
        workflow_tools::WorkflowDocument,
    ]
}

/// Adds the keyword to the message of a violation.
fn with_keyword(violation: Violation) -> Violation {
    Violation { message: format!("{} ({})", violation.message, violation.keyword), ..violation }
}

/// Compares a reader with the validators for one document. Returns whether the document is valid.
fn compare(
    subject: &Subject,
    fast: fn(&str, bool) -> Option<Value>,
    document: &Value,
    text: &str,
) -> Result<bool, String> {
    let root = &subject.root;
    let slow =
        if subject.oracle.is_valid(document) { (root.normalize)(document).ok().map(whole_numbers) } else { None };
    let read = fast(text, false).map(whole_numbers);
    if read != slow {
        return Err(format!("{}: {text}\n reader {read:?}\n validator {slow:?}", root.name));
    }
    let findings = |found: Vec<Diagnostic>| {
        found.into_iter().map(|one| (one.at, one.code, one.message, one.help)).collect::<BTreeSet<_>>()
    };
    let by_table = findings(schema::violations(subject.judge, document, |violation, _| Some(with_keyword(violation))));
    let by_validator =
        findings(schema::violations(&subject.oracle, document, |violation, _| Some(with_keyword(violation))));
    if by_table != by_validator {
        return Err(format!("{}: {text}\n table {by_table:?}\n validator {by_validator:?}", root.name));
    }
    if subject.judge.is_valid(document) != subject.oracle.is_valid(document) {
        return Err(format!("{}: {text}\n the root and its validator do not agree", root.name));
    }
    if fast(text, true).is_some() {
        let unknown = schema::unknown_members(root, document);
        if slow.is_none() || !unknown.is_empty() {
            return Err(format!("{}: {text}\n the strict reader takes what has {unknown:?}", root.name));
        }
    }
    Ok(slow.is_some())
}

/// Compares documents of the repository and random variations. Returns the number of compared and of valid documents.
fn hunt(
    subject: &Subject,
    fast: fn(&str, bool) -> Option<Value>,
    rounds: usize,
    seed: u64,
) -> Result<(usize, usize), String> {
    let mut random = Random::new(seed);
    let documents: Vec<Value> =
        documents::for_root(&subject.root).into_iter().filter(|document| document.to_string().len() < 10_000).collect();
    let mut valid: Vec<Value> = documents.iter().filter(|document| subject.root.is_valid(document)).cloned().collect();
    let mut parts = DocumentParts::default();
    valid.iter().take(20).for_each(|document| parts.collect(document));
    parts.names.push("x".to_owned());
    let (mut all, mut allowed) = (0, 0);
    for document in &documents {
        allowed += usize::from(compare(subject, fast, document, &written(document, &mut random))?);
        all += 1;
    }
    valid.truncate(50);
    for _ in 0..if valid.is_empty() { 0 } else { rounds } {
        let mut document = random.pick(&valid).clone();
        for _ in 0..=random.below(3) {
            parts.change(&mut document, &mut random);
        }
        allowed += usize::from(compare(subject, fast, &document, &written(&document, &mut random))?);
        all += 1;
    }
    Ok((all, allowed))
}

/// Returns the number of random documents per root. `READER_ROUNDS` overrides it.
fn rounds() -> usize {
    std::env::var("READER_ROUNDS").ok().and_then(|text| text.parse().ok()).unwrap_or(400)
}

#[test]
fn readers_and_validators_agree() {
    let (mut all, mut allowed) = (0, 0);
    for (index, subject) in subjects().iter().enumerate() {
        let found = hunt(subject, subject.fast, rounds(), index as u64).unwrap_or_else(|failure| panic!("{failure}"));
        all += found.0;
        allowed += found.1;
    }
    println!("{all} documents, {allowed} of them valid");
    assert!(all > 4_000 && allowed > all / 20, "{all} documents, {allowed} of them valid");
}

#[test]
fn every_contract_has_a_reader() {
    let mut seen = 0;
    for subject in subjects() {
        let valid = documents::for_root(&subject.root)
            .into_iter()
            .filter(|document| (subject.root.normalize)(document).is_ok() && subject.root.is_valid(document));
        for document in valid {
            assert!((subject.fast)(&document.to_string(), false).is_some(), "{}: {document}", subject.root.name);
            seen += 1;
        }
    }
    assert!(seen > 100 && ROOTS.len() >= subjects().len(), "{seen}");
}

/// Controls: a reader that accepts too much, and one that loses data, are reported.
#[test]
fn a_wrong_reader_is_found() {
    fn lax(text: &str, _: bool) -> Option<Value> {
        lax_read::<fix_plan::FixPlan>(text)
    }
    fn lax_read<T: for<'de> ReadJudged<'de> + Serialize>(text: &str) -> Option<Value> {
        let read: Option<T> = reader::read_root(text.as_bytes(), ReadAt::checking(&ValueCheck::ANY));
        read.and_then(|read| serde_json::to_value(read).ok())
    }
    fn loses(text: &str, strict: bool) -> Option<Value> {
        let mut read = fast::<fix_plan::FixPlan>(text, strict)?;
        read["overview"].take();
        Some(read)
    }
    let root = RootInfo::for_type::<fix_plan::FixPlan>();
    let judge = fix_plan::FixPlan::validator();
    let subject = Subject { root, judge, oracle: judge.by_schema(), fast: fast::<fix_plan::FixPlan> };
    for wrong in [lax as fn(&str, bool) -> Option<Value>, loses] {
        assert!(hunt(&subject, wrong, 200, 1).is_err());
    }
    let lax = Box::leak(Box::new(judge.by_schema().by_table(&ValueCheck::ANY)));
    let lax_table = Subject { judge: lax, ..subject };
    assert!(hunt(&lax_table, lax_table.fast, 200, 1).is_err());
}

#[test]
fn texts_that_are_no_json_are_refused() {
    let valid = documents::for_root(&RootInfo::for_type::<fix_plan::FixPlan>());
    let valid = valid.iter().find(|document| fix_plan::FixPlan::is_valid(document)).expect("there is one").to_string();
    let read = |text: &str| fast::<fix_plan::FixPlan>(text, false).is_some();
    assert!(read(&valid));
    for end in (0..valid.len()).filter(|end| valid.is_char_boundary(*end)) {
        assert!(!read(&valid[..end]), "cut at {end}");
    }
    let twice = valid.replacen("\"plan_version\"", "\"plan_version\":\"1.0\",\"plan_\\u0076ersion\"", 1);
    assert!(!read(&twice), "a member stands twice, once with an escape");
    assert!(
        read(&valid.replacen("\"plan_version\"", "\"plan_\\u0076ersion\"", 1)),
        "a name with an escape is that name"
    );
    for bad in [format!("{valid} x"), format!("[{valid}]"), "[".repeat(100_000), "null".to_owned(), String::new()] {
        assert!(!read(&bad), "{bad:.80}");
    }
}

/// Returns the value if no stage of a contract has a finding for this document.
fn found_nothing<C: Contract>(text: &str, context: &C::Context) -> Option<Value> {
    let Read { value, warnings, .. } = text::read_document(text, C::POLICY).ok()?;
    let mut passed = validate::<C>(value, context, &Pointer::root()).ok()?;
    let silent = warnings.is_empty() && passed.take_warnings().is_empty();
    silent.then(|| serde_json::to_value(passed.get()).expect("it is JSON"))
}

/// Runs the clean pass on one document.
fn clean<C: Contract<Context: Default>>(text: &str) -> Option<Value> {
    let checked =
        check_allowed::<C>(text, &C::Context::default())?.ok().filter(|checked| checked.warnings().is_empty());
    checked.map(|checked| serde_json::to_value(&*checked).expect("it is JSON"))
}

/// Compares the clean pass of a contract with its stages. Returns the number of clean random documents.
fn hunt_clean<C: Contract<Context: Default>>(clean: fn(&str) -> Option<Value>, seed: u64) -> Result<usize, String> {
    let context = C::Context::default();
    let root = RootInfo::for_type::<C::Plan>();
    let mut random = Random::new(seed);
    let documents: Vec<Value> =
        documents::for_root(&root).into_iter().filter(|document| document.to_string().len() < 10_000).collect();
    let valid: Vec<Value> = documents.iter().filter(|document| root.is_valid(document)).cloned().collect();
    let mut parts = DocumentParts::default();
    valid.iter().take(20).for_each(|document| parts.collect(document));
    parts.names.push("x".to_owned());
    let mut texts: Vec<String> = documents.iter().map(|document| written(document, &mut random)).collect();
    for _ in 0..rounds() {
        let mut document = random.pick(&valid).clone();
        for _ in 0..random.below(3) {
            parts.change(&mut document, &mut random);
        }
        texts.push(written(&document, &mut random));
    }
    let (mut count, mut missed) = (0, 0);
    for text in &texts {
        let stages = found_nothing::<C>(text, &context);
        let fast = clean(text);
        missed += usize::from(fast.is_none() && stages.is_some());
        if fast.is_some() && fast != stages {
            return Err(format!("{}: {text}\n clean {fast:?}\n stages {stages:?}", root.name));
        }
        count += usize::from(fast.is_some());
    }
    // A missed document only costs time.
    if missed * 20 > count { Err(format!("{}: {missed} missed, {count} clean", root.name)) } else { Ok(count) }
}

#[test]
fn the_clean_pass_of_a_contract_finds_what_its_rules_find() {
    let found = [
        hunt_clean::<Blueprint>(clean::<Blueprint>, 1),
        hunt_clean::<Snapshot>(clean::<Snapshot>, 2),
        hunt_clean::<Proposal>(clean::<Proposal>, 3),
        hunt_clean::<State>(clean::<State>, 4),
        hunt_clean::<Plan>(clean::<Plan>, 5),
        hunt_clean::<Fix>(clean::<Fix>, 6),
        hunt_clean::<Document>(clean::<Document>, 7),
    ];
    for count in found {
        let count = count.unwrap_or_else(|failure| panic!("{failure}"));
        println!("{count} documents were clean");
        assert!(count > 10, "only {count} documents were clean");
    }
}

/// Control: a clean pass without rules is reported.
#[test]
fn a_clean_pass_without_rules_is_found() {
    fn lax(text: &str) -> Option<Value> {
        fast::<fix_plan::FixPlan>(text, true)
    }
    assert!(hunt_clean::<Fix>(lax, 6).is_err());
}
