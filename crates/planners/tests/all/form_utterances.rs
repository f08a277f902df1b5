//! The form planner: the shared vectors of the kind `utterance`, and the cases of this repository.
//!
//! A line of `tests/cases/utterances.jsonl` is a case: `utterance` is the request, and `context` has the limits if they differ
//! from the defaults. `plan` is the expected plan. Cases that must get no plan have `no_plan` with the reason.

use std::fs;
use std::path::{Path, PathBuf};

use planwright_generated::form_plan::FormStep;
use planwright_planners::forms::{PlannedForm, PlannerConfig, plan};
use serde_json::{Value, json};

use crate::json_lines;

#[test]
fn shared_vectors_pass() {
    let text = fs::read_to_string(here().join("vectors/form-plan.jsonl")).unwrap();
    let vectors = text.lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
    let mut failures = Vec::new();
    let mut count = 0;
    for vector in vectors.filter(|vector| vector["kind"] == "utterance") {
        count += 1;
        let got = planned(vector["input"].as_str().unwrap(), &vector["context"]);
        if got != vector["expect"]["plan"] {
            failures.push(format!("{}: {}\n  got {got}", vector["id"], vector["input"]));
        }
    }
    assert!(count > 0);
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

#[test]
fn cases_pass() {
    let mut failures = Vec::new();
    let cases = json_lines::read_rows(&here().join("cases/utterances.jsonl"));
    assert!(cases.len() >= 40, "{} cases", cases.len());
    for case in &cases {
        let name = json_lines::name(case);
        let utterance = case["utterance"].as_str().expect("a case has an utterance");
        let expected = match (&case["plan"], case["no_plan"].as_str()) {
            (plan @ Value::Object(_), None) => plan,
            (Value::Null, Some(reason)) if !reason.trim().is_empty() => &Value::Null,
            _ => panic!("{name} needs either a plan or a reason"),
        };
        let got = planned(utterance, &case["context"]);
        if got != *expected {
            failures.push(format!(
                "{name}: {utterance}\n  expected {expected}\n  got      {got} {:?}",
                plan(utterance, &PlannerConfig::from_json(&case["context"])).err()
            ));
        }
    }
    assert!(failures.is_empty(), "{} failed\n{}", failures.len(), failures.join("\n"));
}

#[test]
fn strange_texts_never_panic() {
    let long = "یک سوال کوتاه به فرم 3 اضافه کن، ".repeat(100_000);
    let hostile = [
        "",
        " \n\u{200c}\u{200f}",
        "«",
        "««««»",
        "\"",
        "فرم",
        "فرم 99999999999999999999999999 را منتشر کن",
        "فرم 0 را منتشر کن",
        "سوال 0 فرم 3 را ویرایش کن و فرم 3 را باز کن",
        "عنوان فرم 3 را به",
        "عنوان فرم 3 را به «» تغییر بده",
        "نام فرم را بگذار",
        "با عنوان",
        "با متن",
        "\u{0}\u{202e}فرم\u{0}",
        long.as_str(),
    ];
    for text in hostile {
        assert_eq!(planned(text, &Value::Null), Value::Null, "{text}");
    }
}

#[test]
fn random_words_give_a_valid_plan_or_none() {
    let words = [
        "فرم",
        "فرم 3",
        "به فرم ۷",
        "یک فرم جدید",
        "فرمی",
        "آن را",
        "را",
        "با",
        "و",
        "و",
        "،",
        ".",
        "بساز",
        "بساز",
        "اضافه کن",
        "اضافه کن",
        "منتشر کن",
        "پیش‌نویس کن",
        "باز کن",
        "نتایج فرم 4",
        "سوال 2 فرم 3",
        "یک سوال کوتاه",
        "سه لیست کشویی",
        "دو سوال الزامی",
        "«الف»",
        "با عنوان «ب»",
        "با متن «پ»",
        "نامش را ت بگذار",
        "عنوان فرم 3 را به ث تغییر بده",
        "لطفا",
        "منتشر نکن",
        "حذف کن",
        "چند سوال",
        "الف",
    ];
    let mut state = 7_u64;
    let mut random = |below: usize| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(state >> 33).unwrap() % below
    };
    let config = PlannerConfig::default();
    let mut planned = 0;
    for _ in 0..6_000 {
        let text: Vec<_> = (0..random(7)).map(|_| words[random(words.len())]).collect();
        let Ok(PlannedForm { plan, .. }) = plan(&text.join(" "), &config) else { continue };
        planned += 1;
        let fields = plan.steps.iter().filter(|step| matches!(step, FormStep::AddField(_))).count();
        assert!(fields <= 6 && plan.steps.len() <= 12 && !plan.steps.is_empty());
        assert!(plan.steps.iter().skip(1).all(|step| !matches!(step, FormStep::CreateForm(_))));
    }
    assert!(planned > 100, "{planned}");
}

#[test]
fn limits_are_read_from_the_context() {
    let config = PlannerConfig::from_json(&json!({"max_fields": 2, "filters": {"arshline_ai_plan_max_steps": 3}}));
    assert_eq!(config, PlannerConfig { max_fields: 2, max_steps: 3 });
    let config = PlannerConfig::from_json(&json!({"filters": {"arshline_ai_plan_internal_max_fields": 9}}));
    assert_eq!(config, PlannerConfig { max_fields: 9, max_steps: 12 });
    assert_eq!(PlannerConfig::from_json(&Value::Null), PlannerConfig::default());
}

fn planned(utterance: &str, context: &Value) -> Value {
    plan(utterance, &PlannerConfig::from_json(context)).map_or(Value::Null, |planned| json!(planned.plan.get()))
}

fn here() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests")
}
