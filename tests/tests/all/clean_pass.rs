//! Compares the clean pass of a contract with its rules. If the pass reports a plan as clean, no rule may have a
//! finding. Conversely, most plans without findings must be reported as clean.

use std::collections::BTreeSet;

use planwright_check::{Contract, rule};
use planwright_contracts::action_blueprint::Blueprint;
use planwright_contracts::agent_proposal::Proposal;
use planwright_contracts::fix_plan::Fix;
use planwright_contracts::workflow_tools::Document;
use planwright_generated::{RootInfo, SchemaRoot};
use planwright_source::Pointer;
use planwright_tests::documents;
use planwright_tests::mutate::Random;
use serde_json::{Value, json};

/// Strings that rules look for.
const STRINGS: [&str; 40] = [
    "Id",
    "ID",
    "INSERT",
    "CREATE",
    "UPDATE",
    "UPSERT",
    "CALL",
    "FIELD",
    "PARAMETER",
    "TOKEN",
    "CreatedById",
    "Owner__r",
    "Name_",
    "a___b",
    "a__b__c__d",
    "class",
    "Case",
    "Event__e",
    "Type__mdt",
    "Row__b",
    "Account__Share",
    "PlanwrightUse__c",
    "String",
    "address",
    "base64",
    "decimal",
    "Datetime",
    "no type",
    "é",
    "label \u{fffe}",
    "A name of more than twenty-six letters",
    "x.y/../z",
    "/x",
    "a//b",
    ".x",
    "a/",
    "T1",
    "T2",
    "T3",
    "PII_REDACT",
];

/// Locations of the strings, lists, numbers and booleans of a document.
#[derive(Default)]
struct PlacesOf {
    texts: Vec<String>,
    lists: Vec<String>,
    plain: Vec<String>,
}

impl PlacesOf {
    fn collect(&mut self, value: &Value, at: &str) {
        match value {
            Value::Object(members) => members.iter().for_each(|(name, member)| {
                self.collect(member, &format!("{at}/{}", name.replace('~', "~0").replace('/', "~1")));
            }),
            Value::Array(items) => {
                items.iter().enumerate().for_each(|(index, item)| self.collect(item, &format!("{at}/{index}")));
                self.lists.push(at.to_owned());
            }
            Value::String(_) => self.texts.push(at.to_owned()),
            _ => self.plain.push(at.to_owned()),
        }
    }
}

/// Changes one location of a document to something that a rule may look for.
fn spoil(document: &mut Value, random: &mut Random) {
    let mut places = PlacesOf::default();
    places.collect(document, "");
    let (text, other): (&String, &String) = (random.pick(&places.texts), random.pick(&places.texts));
    let other = document.pointer(other).and_then(Value::as_str).unwrap_or_default().to_owned();
    match random.below(8) {
        0 if !places.plain.is_empty() => {
            let place: &String = random.pick(&places.plain);
            let value = [json!(true), json!(false), json!(0), json!(1), json!(-5), json!(90)][random.below(6)].clone();
            document.pointer_mut(place).into_iter().for_each(|plain| *plain = value.clone());
        }
        1 | 2 if !places.lists.is_empty() => {
            let place: &String = random.pick(&places.lists);
            let Some(Value::Array(items)) = document.pointer_mut(place) else { return };
            match random.below(3) {
                0 if items.len() > 1 => items.rotate_left(1),
                1 if !items.is_empty() => items.push(items[0].clone()),
                _ => drop(items.pop()),
            }
        }
        _ => {
            let Some(Value::String(text)) = document.pointer_mut(text) else { return };
            match random.below(6) {
                0 => text.make_ascii_uppercase(),
                1 => text.push_str(["_", "__r", "__c", "__x__c", "/", " "][random.below(6)]),
                2 => *text = "long".repeat(random.below(30)),
                3 => *text = other,
                _ => STRINGS[random.below(STRINGS.len())].clone_into(text),
            }
        }
    }
}

/// Counts of a run.
#[derive(Debug, Default)]
struct PassCounts {
    /// Plans that the pass reports as clean.
    clean: usize,
    /// Plans without findings that the pass does not report as clean. They only cost time.
    missed: usize,
    /// Rules that were the only one with a finding in some plan. If the pass forgets one of them, the test fails.
    alone: BTreeSet<usize>,
}

/// Returns the number of plans of each contract. `READER_ROUNDS` overrides it.
fn rounds() -> usize {
    let asked = std::env::var("READER_ROUNDS").ok().and_then(|text| text.parse().ok());
    asked.unwrap_or(400) * 15
}

fn hunt<C: Contract>(
    is_clean: fn(&C::Plan, &C::Context) -> bool,
    context: &C::Context,
    seed: u64,
) -> Result<PassCounts, String> {
    let root = RootInfo::for_type::<C::Plan>();
    let mut random = Random::new(seed);
    let mut documents: Vec<Value> =
        documents::for_root(&root).into_iter().filter(|document| document.to_string().len() < 10_000).collect();
    let mut valid: Vec<Value> = documents.iter().filter(|document| root.is_valid(document)).cloned().collect();
    // Few documents of the repository have outputs.
    for index in 0..valid.len() {
        for (field, data_type) in [("Name", "String"), ("Name", "Base64"), ("Owner__r", "String"), ("class", "String")]
        {
            let mut more = valid[index].clone();
            more["outputs"] = json!([{ "fieldApiName": field, "label": "Name", "dataType": data_type }]);
            if root.is_valid(&more) {
                if (field, data_type) == ("Name", "String") {
                    valid.push(more.clone());
                }
                documents.push(more);
            }
        }
    }
    for _ in 0..rounds() {
        let mut document = random.pick(&valid).clone();
        for _ in 0..=random.below(3) {
            spoil(&mut document, &mut random);
        }
        documents.push(document);
    }
    let mut met = PassCounts::default();
    for text in documents.iter().map(Value::to_string) {
        let Some(plan) = C::Plan::read_fast(text.as_bytes(), false) else { continue };
        let finds = |row: &usize| !rule::run(&C::RULES[*row..=*row], &plan, context, &Pointer::root()).is_empty();
        let found: Vec<usize> = (0..C::RULES.len()).filter(finds).collect();
        match (is_clean(&plan, context), found.as_slice()) {
            (true, []) => met.clean += 1,
            (true, [row, ..]) => return Err(format!("{} finds something in {text}", C::RULES[*row].info.code)),
            (false, []) => met.missed += 1,
            (false, [row]) => drop(met.alone.insert(*row)),
            (false, _) => {}
        }
    }
    Ok(met)
}

/// Runs one contract. Returns the counts, and the codes of the rules that were never the only one with a finding.
fn hunted<C: Contract<Context: Default>>(seed: u64) -> (PassCounts, Vec<&'static str>) {
    let met = hunt::<C>(C::is_clean, &C::Context::default(), seed).unwrap_or_else(|failure| panic!("{failure}"));
    let never = (0..C::RULES.len()).filter(|row| !met.alone.contains(row)).map(|row| C::RULES[row].info.code);
    let never = never.collect();
    println!("{met:?}, never alone: {never:?}");
    (met, never)
}

/// Rules that need a snapshot of an org. With a snapshot, the pass reports no blueprint as clean.
const WITH_A_SNAPSHOT: &[&str] = &[
    "VALUE_NOT_IN_PICKLIST",
    "OBJECT_NOT_IN_SCHEMA",
    "FIELD_NOT_IN_SCHEMA",
    "NOT_IN_SNAPSHOT",
    "FIELD_NOT_CREATEABLE",
    "FIELD_NOT_UPDATEABLE",
    "UPSERT_KEY_NOT_UNIQUE",
];

#[test]
fn clean_blueprints_are_those_in_which_no_rule_finds_anything() {
    let (met, never) = hunted::<Blueprint>(1);
    let never: Vec<_> = never.into_iter().filter(|code| !WITH_A_SNAPSHOT.contains(code)).collect();
    assert_eq!(never, [""; 0], "no plan shows whether the pass asks what these rules ask");
    assert!(met.clean > 500 && met.missed * 20 < met.clean, "{met:?}");
}

#[test]
fn clean_fix_plans_are_those_in_which_no_rule_finds_anything() {
    let (met, never) = hunted::<Fix>(2);
    assert_eq!(never, [""; 0]);
    assert!(met.clean > 500 && met.missed * 20 < met.clean, "{met:?}");
}

#[test]
fn clean_workflows_and_proposals_are_those_in_which_no_rule_finds_anything() {
    let (met, never) = hunted::<Document>(3);
    assert!(met.clean > 100 && met.missed == 0 && never.len() < 5, "{met:?} {never:?}");
    let (met, _) = hunted::<Proposal>(4);
    assert!(met.clean > 100 && met.missed == 0, "{met:?}");
}

/// Control: a pass that forgets one rule is reported.
#[test]
fn a_pass_that_forgets_a_rule_is_found() {
    fn all_but<C: Contract, const ROW: usize>(plan: &C::Plan, context: &C::Context) -> bool {
        let rest = C::RULES[..ROW].iter().chain(&C::RULES[ROW + 1..]);
        rest.into_iter().all(|one| rule::run(std::slice::from_ref(one), plan, context, &Pointer::root()).is_empty())
    }
    let context = planwright_contracts::action_blueprint::Context::default();
    assert!(hunt::<Blueprint>(all_but::<Blueprint, 0>, &context, 1).is_err());
    assert!(hunt::<Blueprint>(all_but::<Blueprint, 16>, &context, 1).is_err());
    assert!(hunt::<Fix>(all_but::<Fix, 3>, &(), 2).is_err());
    assert!(hunt::<Fix>(all_but::<Fix, 7>, &(), 2).is_err());
    assert!(hunt::<Fix>(|_, ()| true, &(), 2).is_err());
}
