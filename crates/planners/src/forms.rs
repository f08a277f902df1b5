//! The internal planner: reads a request in Persian and writes the plan for it, or says why there is none. No model is asked.
//!
//! A request is split into tokens; the tokens are read as slots (forms, questions, names, verbs); the slots are read as
//! sentences, each with a verb in the positive imperative; the sentences become steps. Each word is part of exactly one slot or is
//! a polite word of a table, so a word that the grammar does not know means no plan: half of a request is not what was asked
//! for. Words that turn a request around (negations, questions, conditions, corrections, times) are looked for first.

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

/// Longer requests, in bytes, are not read.
const LONGEST: usize = 8_000;

/// The limits of the internal planner.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlannerConfig {
    /// How many fields are added at most, over all groups; the rest is left out (the filter
    /// `arshline_ai_plan_internal_max_fields`).
    pub max_fields: usize,
    /// How many steps a plan may have; a longer one is no plan (the filter `arshline_ai_plan_max_steps`).
    pub max_steps: usize,
}

impl Default for PlannerConfig {
    fn default() -> Self {
        Self { max_fields: 6, max_steps: Context::default().max_steps }
    }
}

impl PlannerConfig {
    /// Reads `{"max_fields": …, "filters": {…}}`; whatever is absent or no count keeps its default.
    pub fn read(context: &Value) -> Self {
        let count =
            |at: &str| context.pointer(at).and_then(Value::as_u64).and_then(|count| usize::try_from(count).ok());
        let max_fields = count("/max_fields").or_else(|| count("/filters/arshline_ai_plan_internal_max_fields"));
        Self {
            max_fields: max_fields.unwrap_or(Self::default().max_fields),
            max_steps: read_context(context).max_steps,
        }
    }
}

/// A plan, and what a limit left out of it.
#[derive(Debug)]
pub struct PlannedForm {
    /// The plan.
    pub plan: Checked<FormPlan>,
    /// Present if the request asks for more fields than the limit.
    pub cut: Option<FieldsCut>,
}

/// The plan for an utterance.
///
/// # Errors
///
/// Why there is none.
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
    if utterance.len() > LONGEST {
        return Err(NoPlan::new(NoPlanReason::TooLong));
    }
    let said = Utterance::read(utterance);
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
    let slots = reader::read(&said).map_err(|found| fault(truer(&said, found)))?;
    let asked = sentences::read(&slots).map_err(fault)?;
    let (steps, cut) = steps::assemble(asked, config).map_err(fault)?;
    let steps = FormPlan { steps };
    let checked = serde_json::to_value(steps)
        .ok()
        .and_then(|plan| check_value::<Plan>(plan, &Context { max_steps: config.max_steps }).ok());
    // What the reader lets pass and the contract does not is an id beyond what a store gives out.
    let plan = checked.ok_or_else(|| NoPlan::new(NoPlanReason::BadNumber))?;
    Ok(PlannedForm { plan, cut })
}

/// What was not understood in a question is the question, and before a verb that no step stands for it is the verb.
fn truer(said: &Utterance, found: titles::Fault) -> titles::Fault {
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
            let (reason, end) = refused_words::tells(&said.tokens, at)?;
            Some((reason, at..end))
        })
    };
    if found.0 == NoPlanReason::UnknownWord { verb().unwrap_or(found) } else { found }
}

/// Why an utterance is no request in Persian at all.
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

/// Whether `text` has `words` in it, as a person compares Persian: spaces, joiners, digits of either kind, vowel marks and the
/// letters of an Arabic keyboard make no difference.
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

    /// How many phrases are compared to read so many bytes of the piece.
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
            let (half, all) = (comparisons(piece, LONGEST / 2), comparisons(piece, LONGEST - 100));
            assert!(all < 8_000_000 && 4 * all <= 9 * half, "{piece}: {half} comparisons, then {all}");
        }
    }
}
