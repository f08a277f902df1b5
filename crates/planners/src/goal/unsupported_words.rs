//! Words that change the meaning of a goal, or that actions do not support: negations, conditions, times, questions,
//! quantities. They are searched before planning, outside of quotation marks and field names.

use super::clauses::Clause;
use super::lexicon::{self, Form};
use super::refusal::GoalRefusal;
use super::small_words::BOUNDS;
use super::vocabulary::Vocabulary;
use super::words::{GoalToken, Token};

const NEGATIONS: &[&str] = &[
    "not",
    "never",
    "no",
    "without",
    "none",
    "nobody",
    "nothing",
    "cannot",
    "stop",
    "avoid",
    "prevent",
    "block",
    "forbid",
    "prohibit",
    "except",
    "excluding",
    "skip",
    "ignore",
    "refrain",
    "neither",
    "nor",
    "dont",
    "undo",
    "instead",
    "rather",
    "nevermind",
    "keep",
    "leave",
    "halt",
    "ban",
    "disallow",
    "hold",
];

/// First part of `don't` and similar contractions.
const CONTRACTED: &[&str] = &[
    "don", "doesn", "didn", "won", "can", "couldn", "wouldn", "shouldn", "mustn", "isn", "aren", "wasn", "weren",
    "needn", "hasn", "haven",
];

const CONDITIONS: &[&str] = &[
    "if",
    "unless",
    "while",
    "because",
    "where",
    "whose",
    "provided",
    "assuming",
    "otherwise",
    "else",
    "depending",
    "only",
    "just",
    "maybe",
    "perhaps",
    "possibly",
    "either",
    "before",
    "that",
    "which",
    "who",
];

const TIMES: &[&str] = &[
    "daily",
    "weekly",
    "monthly",
    "hourly",
    "yearly",
    "annually",
    "nightly",
    "later",
    "soon",
    "tonight",
    "yesterday",
    "afterwards",
    "eventually",
    "periodically",
    "regularly",
    "morning",
    "evening",
    "noon",
    "midnight",
    "always",
    "temporarily",
];

const SPANS: &[&str] =
    &["minute", "minutes", "hour", "hours", "day", "days", "week", "weeks", "month", "months", "year", "years"];

const QUANTITIES: &[&str] = &[
    "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "several", "multiple", "many", "few",
    "dozen", "couple", "pair", "all", "every", "each", "both", "half", "twice", "some", "most", "various",
];

const QUESTIONS: &[&str] = &[
    "what", "why", "how", "who", "whom", "which", "whose", "where", "is", "are", "was", "were", "did", "does", "do",
    "has", "have", "had", "should", "shall", "may", "might", "am",
];

/// Pronouns for a thing that is not named.
const PRONOUNS: &[&str] = &["something", "anything", "everything", "whatever", "it", "this"];

/// Words that turn a passive sentence into a request: `the case must be closed`.
const MODALS: &[&str] = &["must", "should", "shall", "needs", "need", "has", "have", "required"];

/// Returns why a goal cannot be planned.
pub(super) fn find(tokens: &[Token], vocabulary: &Vocabulary<'_>) -> Option<GoalRefusal> {
    let mut start = 0;
    for (at, token) in tokens.iter().enumerate() {
        if token.kind == GoalToken::Stop {
            start = at + 1;
            continue;
        }
        if let Some(refusal) = at_start(tokens, at).filter(|_| at == start) {
            return Some(refusal);
        }
        let named = (at.saturating_sub(4)..=at)
            .any(|from| vocabulary.long_field_at(tokens, from).is_some_and(|len| from + len > at));
        if token.kind == GoalToken::Word
            && !named
            && let Some(refusal) = word(tokens, at)
        {
            return Some(refusal);
        }
    }
    None
}

fn at_start(tokens: &[Token], at: usize) -> Option<GoalRefusal> {
    let next = tokens.get(at + 1);
    let denies = next.is_some_and(|next| next.is_any(&["not", "t"]));
    let asks = tokens[at].is_any(QUESTIONS)
        || tokens[at].is_any(&["can", "could", "would", "will"]) && !next.is_some_and(|next| next.is_any(&["you"]));
    // `Do something` is a command, not a question.
    let orders = tokens[at].is_any(&["do"]) && next.is_some_and(|next| next.is_any(PRONOUNS));
    (asks && !denies && !orders).then(|| GoalRefusal::Question { text: text(sentence(tokens, at)) })
}

fn word(tokens: &[Token], at: usize) -> Option<GoalRefusal> {
    let token = &tokens[at];
    let next = tokens.get(at + 1);
    let words = |len: usize| text(&tokens[at..(at + len).min(tokens.len())]);
    let bounds = BOUNDS.iter().any(|(phrase, _)| {
        phrase.len() > 1
            && phrase
                .iter()
                .enumerate()
                .all(|(nth, word)| tokens.get(at + nth).is_some_and(|token| token.is_any(&[word])))
    });
    if bounds {
        return None;
    }
    let contracted = token.is_any(CONTRACTED) && next.is_some_and(|next| next.is_any(&["t"]));
    if contracted || token.is_any(NEGATIONS) {
        return Some(GoalRefusal::Negation { words: words(if contracted { 2 } else { 1 }) });
    }
    let recurring =
        token.is_any(&["every", "each"]) && next.is_some_and(|next| next.is_any(SPANS) || next.is_any(TIMES));
    let counted = |at: usize| tokens.get(at).is_some_and(|token| matches!(token.kind, GoalToken::Number { .. }));
    let span = counted(at + 1) && tokens.get(at + 2).is_some_and(|token| token.is_any(SPANS));
    if recurring || token.is_any(TIMES) || span && token.is_any(&["in", "after", "within", "for", "every"]) {
        return Some(GoalRefusal::Time { words: words(if span { 3 } else { 1 + usize::from(recurring) }) });
    }
    let event = token.is_any(&["every"]) && next.is_some_and(|next| next.is_any(&["time"]));
    if token.is_any(QUANTITIES) && !event {
        return Some(GoalRefusal::Quantity { words: words(2) });
    }
    // `that case` is a determiner with a noun, but `cases that are old` is a condition.
    let clause = next.is_some_and(|next| next.is_any(QUESTIONS) || lexicon::verb(&next.lower).is_some());
    let names = token.is_any(&["that"]) && !clause;
    (token.is_any(CONDITIONS) && !names).then(|| GoalRefusal::Condition { words: words(3) })
}

/// Returns why a clause is not a request: it is a statement, or its verb is not used as a verb.
pub(super) fn no_request(clause: &Clause) -> Option<GoalRefusal> {
    let refusal = || Some(GoalRefusal::NoRequest { step: text(&clause.tokens) });
    let states =
        clause.tokens.get(clause.at + 1).is_some_and(|next| next.is_any(&["is", "are", "was", "were", "has", "had"]));
    let asked = clause.tokens[..clause.at].iter().any(|token| token.is_any(MODALS));
    if states || !clause.command && !asked { refusal() } else { None }
}

/// Returns whether a function word changes the meaning of the verb, or names a person or thing that actions do not
/// know.
pub(super) fn is_telling(clause: &Clause, at: usize, people: bool) -> bool {
    const PARTICLES: &[&str] = &["off", "out", "over", "back", "up", "down", "away", "aside"];
    const PEOPLE: &[&str] = &[
        "user",
        "users",
        "manager",
        "team",
        "rep",
        "representative",
        "agent",
        "queue",
        "someone",
        "somebody",
        "everyone",
        "support",
        "system",
        "me",
        "us",
        "him",
        "her",
        "them",
    ];
    let token = &clause.tokens[at];
    at == clause.at + 1 && token.is_any(PARTICLES)
        || token.is_any(&["so", "there", "one", "linked", "off", "back", "away", "aside", "down"])
        || !people && at > clause.at + 1 && token.is_any(PEOPLE)
}

/// Returns whether a clause starts like an event: `when a case is closed`.
pub(super) fn is_event(condition: &[Token], form: impl Fn(&str) -> Option<Form>) -> bool {
    let events = ["when", "whenever", "once", "upon", "after", "as", "every"];
    let verb = condition.iter().any(|token| token.kind == GoalToken::Word && form(&token.lower).is_some())
        || condition.iter().any(|token| token.is_any(&["is", "are", "gets", "has", "been"]));
    condition.first().is_none_or(|first| first.is_any(&events)) && (condition.is_empty() || verb)
}

fn sentence(tokens: &[Token], at: usize) -> &[Token] {
    let end = tokens[at..].iter().position(|token| token.kind == GoalToken::Stop).map_or(tokens.len(), |len| at + len);
    &tokens[at..end]
}

fn text(tokens: &[Token]) -> String {
    tokens.iter().map(|token| token.text.as_str()).collect::<Vec<_>>().join(" ")
}
