//! Detects prose that does not present the JSON next to it as the answer: refusals, prohibitions, doubts, questions and
//! examples.
//!
//! This only searches for words and does not understand sentences. An accidental match costs a user one manual edit,
//! but a missed refusal would execute what was refused. The list is therefore long, and prose in an unsupported script
//! counts as a refusal.

mod vocabulary;

use crate::name_words;
use vocabulary::{NAMES, PHRASES, PRESENTING, WORDS};

/// Words that start a line about the model's thoughts, before a colon or the end of the line.
const LABELS: &[&str] =
    &["thought", "thoughts", "thinking", "thought process", "reasoning", "analysis", "scratchpad", "reflection"];

/// Tags that have no influence on the document inside them.
const TAGS: &[&str] = &[
    "answer",
    "final_answer",
    "final",
    "output",
    "response",
    "result",
    "json",
    "json_output",
    "plan",
    "document",
    "eos",
    "tool_call",
    "tool_calls",
    "function_call",
    "tool_code",
    "function",
    "parameters",
    "arguments",
];

/// Maximum length of prose that is searched, in bytes. No model writes more around an answer.
const MAX_PROSE: usize = 64 * 1024;

/// Returns whether the prose before and after a document declines it as the answer.
pub(crate) fn declines(before: &str, after: &str) -> bool {
    // A question before the document, or directly after it, is not an answer. A question at the end only offers more
    // help.
    let is_question = before.contains(['?', '？', '؟']) || after.trim_start().starts_with(['?', '？', '؟']);
    is_question || is_inside_sentence(before) || [before, after].into_iter().any(declines_in)
}

/// Number of words before a document from which they are a sentence and not a label.
const MIN_SENTENCE: usize = 2;

/// Returns whether a document is in the middle of a sentence, such as `I removed {…}`, which may mean anything.
///
/// A sentence that presents a document ends before it, with a colon, or with a word such as `is`.
fn is_inside_sentence(before: &str) -> bool {
    // A line break was added after each part.
    let line = before.strip_suffix('\n').unwrap_or(before).rsplit('\n').next().unwrap_or_default();
    let line = line.trim_end_matches([' ', '\t', '`', '*', '_']);
    let words: Vec<&str> =
        line.split(|letter: char| !letter.is_alphanumeric()).filter(|word| !word.is_empty()).collect();
    let Some(last) = words.last().filter(|last| line.ends_with(*last)) else { return false };
    words.len() >= MIN_SENTENCE && !PRESENTING.contains(&last.to_lowercase().as_str())
}

/// Returns whether the name of a property around a document shows that the document is not the answer, such as
/// `rejected_plan` or `userInput`.
pub fn is_declining_name(name: &str) -> bool {
    name_words(name).into_iter().any(|word| {
        let word = word.to_lowercase();
        WORDS.contains(&word.as_str()) || NAMES.contains(&word.as_str())
    })
}

fn declines_in(prose: &str) -> bool {
    if prose.len() > MAX_PROSE {
        return !prose.trim().is_empty();
    }
    let prose =
        prose.to_lowercase().replace(['’', '‘', 'ʼ', '`'], "'").replace("no problem", " ").replace("no worries", " ");
    let is_in_word = |letter: char| letter.is_alphabetic() || letter == '\'';
    let has_word = || prose.split(|letter| !is_in_word(letter)).any(|word| WORDS.contains(&word.trim_matches('\'')));
    has_word()
        || PHRASES.iter().any(|part| prose.contains(part))
        || prose.lines().any(|line| is_label(line) || is_struck(line))
        || has_unknown_tag(&prose)
        || prose.chars().any(|letter| letter.is_alphabetic() && !is_covered(letter))
}

/// Returns whether a line is a heading such as `**Thinking:**`.
fn is_label(line: &str) -> bool {
    let marks = |letter: char| matches!(letter, '#' | '*' | '_' | '>' | '-' | ' ' | '\t');
    let line = line.trim_start_matches(marks);
    LABELS.iter().any(|label| {
        let rest = line.strip_prefix(label).map(|rest| rest.trim_start_matches(marks));
        rest.is_some_and(|rest| rest.trim().is_empty() || rest.starts_with([':', '：', '…']))
    })
}

/// Returns whether a line contains struck-out text: `~~` that does not open a code block.
fn is_struck(line: &str) -> bool {
    line.contains("~~") && !line.trim_start().starts_with("~~~")
}

/// Returns whether there is a tag that could affect the document inside it, such as `<bad>`.
fn has_unknown_tag(prose: &str) -> bool {
    prose.match_indices('<').any(|(at, _)| {
        let inside = prose[at + 1..].trim_start_matches('/');
        let name: String =
            inside.chars().take_while(|letter| letter.is_alphanumeric() || *letter == '_').take(32).collect();
        let is_tag = inside.starts_with(|letter: char| letter.is_alphabetic() || matches!(letter, '|' | '!' | '?'));
        is_tag && !TAGS.contains(&name.as_str())
    })
}

/// Returns whether the word lists cover the script of a letter.
fn is_covered(letter: char) -> bool {
    matches!(u32::from(letter),
        // Latin, Cyrillic, Arabic, Devanagari
        0..=0x24F | 0x1E00..=0x1EFF | 0x2B0..=0x2FF | 0x400..=0x52F | 0x600..=0x6FF | 0x750..=0x77F | 0x8A0..=0x8FF
        | 0xFB50..=0xFDFF | 0xFE70..=0xFEFF | 0x900..=0x97F
        // Chinese, Japanese, Korean
        | 0x1100..=0x11FF | 0x3005..=0x3007 | 0x3040..=0x30FF | 0x3130..=0x318F | 0x3400..=0x4DBF | 0x4E00..=0x9FFF
        | 0xAC00..=0xD7AF | 0xF900..=0xFAFF | 0xFF00..=0xFFEF | 0x20000..=0x323AF)
}
