//! Form planner: turns a request in Persian into a form plan, or explains why it cannot. It uses no model.
//!
//! 1. A request is split into tokens.
//! 2. The tokens are parsed into slots (forms, questions, names, verbs).
//! 3. The slots are parsed into sentences, each with a positive imperative verb.
//! 4. The sentences become steps.
//!
//! Each word belongs to exactly one slot, or is a known polite word. An unknown word leads to no plan, because
//! half of a request is not what the user wants. Words that change the meaning of a request (negations, questions,
//! conditions, corrections, times) are searched first.

mod field_groups;
mod form_states;
mod persian_forms;
mod persian_nouns;
mod persian_numbers;
mod persian_verbs;
mod phrases;
mod reader;
mod refusal;
mod refused_words;
mod sentences;
mod slots;
mod small_words;
mod steps;
mod titles;
mod tokenizer;

use planwright_check::{Checked, check_value};
use planwright_contracts::form_plan::{Context, Plan, read_context};
use planwright_generated::form_plan::FormPlan;
use serde_json::Value;

pub use self::refusal::{FieldsCut, NoPlan, NoPlanReason};
use self::tokenizer::{TokenKind, Utterance};

/// Maximum length of a request in bytes.
const MAX_REQUEST_BYTES: usize = 8_000;

/// Limits of the form planner.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlannerConfig {
    /// Maximum number of fields to add, over all groups. Further fields are omitted (the filter
    /// `arshline_ai_plan_internal_max_fields`).
    pub max_fields: usize,
    /// Maximum number of steps. A longer plan is rejected (the filter `arshline_ai_plan_max_steps`).
    pub max_steps: usize,
}

impl Default for PlannerConfig {
    fn default() -> Self {
        Self { max_fields: 6, max_steps: Context::default().max_steps }
    }
}

impl PlannerConfig {
    /// Parses `{"max_fields": …, "filters": {…}}`. Absent or invalid values keep their default.
    pub fn from_json(context: &Value) -> Self {
        let count =
            |at: &str| context.pointer(at).and_then(Value::as_u64).and_then(|count| usize::try_from(count).ok());
        let max_fields = count("/max_fields").or_else(|| count("/filters/arshline_ai_plan_internal_max_fields"));
        Self {
            max_fields: max_fields.unwrap_or(Self::default().max_fields),
            max_steps: read_context(context).max_steps,
        }
    }
}

/// Plan, with the fields that a limit omitted.
#[derive(Debug)]
pub struct PlannedForm {
    /// The plan.
    pub plan: Checked<FormPlan>,
    /// Present if the request contains more fields than the limit allows.
    pub cut: Option<FieldsCut>,
}

/// Creates the plan for an utterance.
///
/// # Errors
///
/// Returns the reason why the request has no plan.
///
/// ```
/// use planwright_planners::forms::{NoPlanReason, PlannerConfig, plan};
///
/// let config = PlannerConfig::default();
/// let found = plan("عنوان فرم ۳ را به «تماس با ما» تغییر بده", &config).unwrap();
/// assert_eq!(serde_json::to_value(found.plan.get()).unwrap()["steps"][0]["params"]["title"], "تماس با ما");
///
/// let refused = plan("فرم ۳ را منتشر نکن", &config).unwrap_err();
/// assert_eq!(refused.reason, NoPlanReason::Negation);
/// assert_eq!(refused.word.as_deref(), Some("منتشر نکن"));
/// ```
pub fn plan(utterance: &str, config: &PlannerConfig) -> Result<PlannedForm, NoPlan> {
    if utterance.len() > MAX_REQUEST_BYTES {
        return Err(NoPlan::new(NoPlanReason::TooLong));
    }
    let said = Utterance::tokenize(utterance);
    let fault = |(reason, tokens): titles::Fault| {
        let word = said.written(tokens);
        NoPlan { reason, word: Some(word).filter(|word| !word.is_empty()) }
    };
    if let Some(reason) = no_request(&said) {
        return Err(NoPlan::new(reason));
    }
    if let Some((reason, start, end)) = refused_words::find(&said.tokens) {
        return Err(fault((reason, start..end)));
    }
    let slots = reader::read_slots(&said).map_err(|found| fault(better_reason(&said, found)))?;
    let asked = sentences::read_sentences(&slots).map_err(fault)?;
    let (steps, cut) = steps::assemble(asked, config).map_err(fault)?;
    let steps = FormPlan { steps };
    let checked = serde_json::to_value(steps)
        .ok()
        .and_then(|plan| check_value::<Plan>(plan, &Context { max_steps: config.max_steps }).ok());
    // The only values that the parser accepts and the contract rejects are ids larger than any store assigns.
    let plan = checked.ok_or_else(|| NoPlan::new(NoPlanReason::BadNumber))?;
    Ok(PlannedForm { plan, cut })
}

/// Replaces a vague reason by a better one. In a question, the reason is that it is a question. Before an unsupported
/// verb, the reason is the verb.
fn better_reason(said: &Utterance, found: titles::Fault) -> titles::Fault {
    let end = said.tokens.len();
    let asks = said.tokens.last().is_some_and(|token| token.is_mark("؟") || token.is_mark("?"));
    let weak = matches!(
        found.0,
        NoPlanReason::UnknownWord | NoPlanReason::NoTitle | NoPlanReason::NoCount | NoPlanReason::NoFormId
    );
    if asks && weak {
        return (NoPlanReason::Question, found.1.start..end);
    }
    let verb = || {
        (found.1.start..end).find_map(|at| {
            let (reason, end) = refused_words::implied_reason(&said.tokens, at)?;
            Some((reason, at..end))
        })
    };
    if found.0 == NoPlanReason::UnknownWord { verb().unwrap_or(found) } else { found }
}

/// Returns why an utterance is not a request in Persian.
fn no_request(said: &Utterance) -> Option<NoPlanReason> {
    let letters = || {
        let words = said.tokens.iter().filter(|token| token.kind == TokenKind::Word);
        words.flat_map(|token| token.text.chars()).filter(|letter| letter.is_alphabetic())
    };
    if letters().next().is_none() {
        return Some(NoPlanReason::NothingAsked);
    }
    let persian = |letter: char| matches!(letter, '\u{600}'..='\u{6ff}' | '\u{750}'..='\u{77f}');
    (!letters().any(persian)).then_some(NoPlanReason::NotPersian)
}

/// Returns whether a request contains `words`, compared as Persian readers do.
///
/// Spaces, joiners, the kind of digits, vowel marks and the letters of an Arabic keyboard make no difference.
///
/// ```
/// use planwright_planners::forms::mentions;
///
/// assert!(mentions("فرم\u{200c}هاي ۱۲", "فرم های 12"));
/// assert!(!mentions("فرم ۱۲", "فرم ۱۳"));
/// ```
pub fn mentions(text: &str, words: &str) -> bool {
    tokenizer::plain_spelling(text).contains(&tokenizer::plain_spelling(words))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the number of phrase comparisons for `bytes` bytes of the repeated piece.
    fn comparisons(piece: &str, bytes: usize) -> u64 {
        let before = phrases::COMPARISONS.get();
        let _ = plan(&piece.repeat(bytes / piece.len()), &PlannerConfig::default());
        phrases::COMPARISONS.get() - before
    }

    #[test]
    fn work_grows_with_the_text_only() {
        for piece in [
            "«",
            "سوال ",
            "فرم 3 و ",
            "عنوان فرم 3 ",
            "با عنوان ",
            "نامش ",
            "چند ",
            "سه سوال ",
            "منتشر ",
            "به فرم 3 ",
            "که توش ",
            "یه فرم که توش ",
            "منتشر و ",
            "، ",
        ] {
            let (half, all) = (comparisons(piece, MAX_REQUEST_BYTES / 2), comparisons(piece, MAX_REQUEST_BYTES - 100));
            assert!(all < 8_000_000 && 4 * all <= 9 * half, "{piece}: {half} comparisons, then {all}");
        }
    }
}
