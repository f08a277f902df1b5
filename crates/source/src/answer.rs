//! Finds the only JSON document in a model's answer, which may also contain thoughts, prose and code fences.
//!
//! A document is accepted only if the answer is unambiguous. JSON in a thought, in a refusal or next to a second
//! document is rejected. Accepting it could execute something that the model only considered or was told not to do.

use std::ops::Range;

use serde_json::Value;

use crate::brackets::length;
use crate::refusal::declines;
use crate::thoughts::{ThoughtMark, mark_at};

/// Reason why an answer has no acceptable document.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoDocument {
    /// There is no complete JSON object or array.
    Absent,
    /// There is more than one.
    Several,
    /// Every document is in a thought, or the prose refuses it, questions it or calls it an example.
    Declined,
}

/// A Markdown code block.
struct CodeBlock {
    /// Range from the first backtick of the opening line to the end of the closing line.
    outer: Range<usize>,
    /// Range of the lines between.
    inner: Range<usize>,
    is_json: bool,
    is_closed: bool,
}

/// The parts of an answer outside thoughts.
#[derive(Default)]
struct AnswerParts {
    blocks: Vec<CodeBlock>,
    /// Bracketed values outside code blocks.
    values: Vec<Range<usize>>,
    thoughts: Vec<Range<usize>>,
    /// Number of brackets outside thoughts and code blocks that are never closed.
    open_brackets: usize,
    /// Number of unclosed brackets that were followed to the end of the answer, also in thoughts.
    followed_brackets: usize,
    /// Number of closing brackets outside thoughts and code blocks that follow quotation marks and close nothing.
    stray_brackets: usize,
    /// `true` if quotation marks follow the last value.
    has_quotes: bool,
}

/// Maximum indentation of a code fence, in characters.
const MAX_INDENT: usize = 40;
/// Maximum number of unclosed brackets that are followed to the end of the answer.
const MAX_OPEN_BRACKETS: usize = 8;

/// Returns the bytes of the only JSON object or array of an answer.
///
/// Only the brackets delimit the value here. The parser decides whether it is valid JSON. If several documents are
/// equal, the first one is returned.
///
/// # Errors
///
/// Returns the reason if there is no document, more than one, or one that is not meant as the answer.
pub fn sole_document(text: &str) -> Result<Range<usize>, NoDocument> {
    let parts = AnswerParts::parse(text);
    let Some(candidates) = parts.candidates(text) else { return Err(NoDocument::Absent) };
    match candidates.as_slice() {
        [] => Err(parts.without_answer(text)),
        [first, others @ ..] if others.iter().all(|other| is_same(&text[first.clone()], &text[other.clone()])) => {
            if parts.declines(text, &candidates) {
                Err(NoDocument::Declined)
            } else {
                Ok(first.clone())
            }
        }
        _ => Err(NoDocument::Several),
    }
}

/// Returns the bytes of every JSON object or array outside the thoughts of an answer, in the order of the source.
pub fn document_candidates(text: &str) -> Vec<Range<usize>> {
    AnswerParts::parse(text).candidates(text).unwrap_or_default()
}

/// Returns the bytes inside the only code block of an answer with prose around it. The block may contain invalid JSON.
///
/// # Errors
///
/// Returns the reason if there is no such block, more than one, or one that is not meant as the answer.
pub fn sole_block(text: &str) -> Result<Range<usize>, NoDocument> {
    let parts = AnswerParts::parse(text);
    match parts.blocks.as_slice() {
        [] => Err(parts.without_answer(text)),
        _ if parts.values.iter().any(|value| is_document(&text[value.clone()])) => Err(NoDocument::Several),
        [block] if !block.is_json || !block.is_closed => Err(NoDocument::Absent),
        [block] if parts.declines(text, std::slice::from_ref(&block.outer)) => Err(NoDocument::Declined),
        [block] => Ok(block.inner.clone()),
        _ => Err(NoDocument::Several),
    }
}

/// Returns whether a bracketed value looks like a document. `{id}` and `[1]` in a sentence do not.
fn is_document(value: &str) -> bool {
    value.starts_with('{') && (value.contains([':', '：']) || value == "{}") || value[1..].trim_start().starts_with('{')
}

/// Returns whether two documents have the same value, or the same bytes if they are not JSON.
fn is_same(one: &str, other: &str) -> bool {
    let value = |text| serde_json::from_str::<Value>(text).ok();
    one == other || value(one).is_some_and(|one| value(other) == Some(one))
}

impl AnswerParts {
    fn parse(text: &str) -> Self {
        let mut parts = Self::default();
        let mut at = 0;
        while let Some(letter) = text[at..].chars().next() {
            at = parts.parse_part(text, at, letter);
        }
        parts
    }

    /// Parses the part that starts at `at` with `letter`, and returns its end.
    fn parse_part(&mut self, text: &str, at: usize, letter: char) -> usize {
        if matches!(letter, '<' | '[' | '◁' | 'a')
            && let Some(mark) = mark_at(text, at)
        {
            return self.skip_mark(at, mark);
        }
        if matches!(letter, '`' | '~')
            && let Some(block) = code_block(text, at)
        {
            let end = block.outer.end;
            self.blocks.push(block);
            return end;
        }
        if matches!(letter, '{' | '[') {
            let may_follow = self.followed_brackets < MAX_OPEN_BRACKETS;
            if may_follow && let Some(length) = length(&text[at..]) {
                self.values.push(at..at + length);
                self.has_quotes = false;
                return at + length;
            }
            self.followed_brackets += 1;
            self.open_brackets += 1;
        }
        // After quotation marks, a bracket that closes nothing shows that the value before was not delimited correctly.
        self.has_quotes |= letter == '"';
        self.stray_brackets += usize::from(self.has_quotes && matches!(letter, '}' | ']'));
        at + letter.len_utf8()
    }

    /// Skips the mark of a thought, and returns its end.
    fn skip_mark(&mut self, at: usize, mark: ThoughtMark) -> usize {
        match mark {
            ThoughtMark::Thought(end) | ThoughtMark::Token(end) => {
                self.thoughts.push(at..end);
                end
            }
            // The opening tag was part of the prompt: everything up to here is a thought.
            ThoughtMark::End(end) => {
                self.blocks.clear();
                self.values.clear();
                self.thoughts.clear();
                self.thoughts.push(0..end);
                (self.open_brackets, self.stray_brackets) = (0, 0);
                end
            }
        }
    }

    /// Returns the documents outside thoughts, or `None` if brackets do not delimit them.
    ///
    /// Of a JSON code block with unmatched brackets, the whole content is a document.
    fn candidates(&self, text: &str) -> Option<Vec<Range<usize>>> {
        let mut all = self.values.clone();
        let mut is_open = self.open_brackets + self.stray_brackets > 0;
        for block in &self.blocks {
            let (found, is_cut) = values_in(text, block.inner.clone());
            let inner = text[block.inner.clone()].trim();
            if is_cut && block.is_json && block.is_closed && inner.starts_with(['{', '[']) {
                let start = block.inner.start + text[block.inner.clone()].find(['{', '[']).unwrap_or_default();
                all.push(start..start + inner.len());
                continue;
            }
            all.extend(found);
            is_open |= is_cut;
        }
        all.sort_by_key(|value| value.start);
        if all.iter().any(|value| is_document(&text[value.clone()])) {
            all.retain(|value| is_document(&text[value.clone()]));
        }
        (!is_open).then_some(all)
    }

    /// Returns whether the prose around equal documents declines them.
    fn declines(&self, text: &str, documents: &[Range<usize>]) -> bool {
        let (mut before, mut after) = (String::new(), String::new());
        let mut from = 0;
        let start = documents.first().map_or(text.len(), |first| first.start);
        let mut passed: Vec<Range<usize>> = self.thoughts.iter().chain(documents).cloned().collect();
        passed.sort_by_key(|part| part.start);
        for part in passed.into_iter().chain(std::iter::once(text.len()..text.len())) {
            let prose = if from <= start { &mut before } else { &mut after };
            prose.push_str(text.get(from..part.start).unwrap_or_default());
            prose.push('\n');
            from = part.end;
        }
        declines(&before, &after)
    }

    /// Returns the reason why an answer without a document outside thoughts has no document.
    fn without_answer(&self, text: &str) -> NoDocument {
        let has_value = |thought: &Range<usize>| text[thought.clone()].contains(['{', '[']);
        if self.thoughts.iter().any(has_value) { NoDocument::Declined } else { NoDocument::Absent }
    }
}

/// Returns the bracketed values of a part of an answer, and whether it contains an unclosed bracket.
fn values_in(text: &str, part: Range<usize>) -> (Vec<Range<usize>>, bool) {
    let (mut values, mut from) = (Vec::new(), part.start);
    while let Some(offset) = text[from..part.end].find(['{', '[']) {
        let start = from + offset;
        let Some(length) = length(&text[start..part.end]) else { return (values, true) };
        values.push(start..start + length);
        from = start + length;
    }
    (values, false)
}

/// Returns the code block whose opening fence is at `at`.
///
/// The fence may follow spaces, quotation marks and a list marker at the start of its line.
fn code_block(text: &str, at: usize) -> Option<CodeBlock> {
    let fence = text[at..].chars().next()?;
    let before = text[..at].chars().rev().take_while(|letter| *letter != '\n').take(MAX_INDENT);
    let is_mark = |letter: char| matches!(letter, ' ' | '\t' | '>' | '-' | '*' | '.' | '0'..='9');
    let is_start = before.clone().count() < MAX_INDENT && before.clone().all(is_mark);
    let length = if is_start { text[at..].chars().take_while(|letter| *letter == fence).count() } else { 0 };
    if length < 3 {
        return None;
    }
    let (info, lines) = text[at + length..].split_once('\n')?;
    // This is inline code.
    if info.contains(fence) {
        return None;
    }
    let first = text.len() - lines.len();
    let mut start = first;
    for line in lines.split_inclusive('\n') {
        let marks = line.trim().trim_start_matches(['>', ' ']);
        if marks.chars().count() >= length && marks.chars().all(|letter| letter == fence) {
            let end = start + line.trim_end().len();
            let is_json = matches!(info.trim().to_ascii_lowercase().as_str(), "" | "json");
            return Some(CodeBlock { outer: at..end, inner: first..start, is_json, is_closed: true });
        }
        start += line.len();
    }
    Some(CodeBlock { outer: at..text.len(), inner: first..text.len(), is_json: false, is_closed: false })
}

#[cfg(test)]
mod tests {
    use super::*;

    const DOCUMENT: &str = "{\"version\": 1, \"steps\": [\"}\"]}";

    /// Templates in which `@` is a document, each with whether the document is the answer.
    const ANSWERS: &str = include_str!("../tests/answers.txt");

    #[test]
    fn only_a_document_that_is_given_as_the_answer_is_taken() {
        let mut count = 0;
        for line in ANSWERS.lines().filter(|line| !line.starts_with('#')) {
            let (verdict, template) = line.split_once(' ').unwrap();
            let template = template.replace("\\n", "\n");
            // Only the last document is the answer. The earlier ones are different.
            let earlier = template.matches('@').count().saturating_sub(1);
            let text = template.replacen('@', &DOCUMENT.replace('1', "2"), earlier).replace('@', DOCUMENT);
            let found = sole_document(&text);
            let expected = match verdict {
                "taken" => Ok(template.rfind('@').unwrap()),
                "absent" => Err(NoDocument::Absent),
                "several" => Err(NoDocument::Several),
                "declined" => Err(NoDocument::Declined),
                other => panic!("{other}"),
            };
            // Each earlier document is longer than its `@`.
            let longer = template.matches('@').count().saturating_sub(1) * (DOCUMENT.len() - 1);
            let expected = expected.map(|at| at + longer..at + longer + DOCUMENT.len());
            assert_eq!(found, expected, "{text}");
            count += 1;
        }
        assert!(count > 60, "{count}");
    }

    #[test]
    fn a_mark_in_a_string_is_no_thought() {
        let document = "{\"a\": \"<think> </think>\"}";
        let text = format!("Sure:\n```json\n{document}\n```\n");
        assert_eq!(sole_document(&text).map(|range| &text[range]), Ok(document));
    }

    #[test]
    fn the_block_of_an_answer_is_the_only_one() {
        let block = |text: &'static str| sole_block(text).map(|range| &text[range]);
        assert_eq!(block("Here:\n```json\n{\"a\": \n```\nDone with {id}."), Ok("{\"a\": \n"));
        assert_eq!(block("<think>\n```\n[9]\n```\n</think>\n```\n[1]\n```"), Ok("[1]\n"));
        assert_eq!(block("Here:\n```json\n{}"), Err(NoDocument::Absent));
        assert_eq!(block("Here:\n```python\n{}\n```"), Err(NoDocument::Absent));
        assert_eq!(block("```\n{}\n```\nor\n```\n[]\n```"), Err(NoDocument::Several));
        assert_eq!(block("Not {\"a\": 1}, but\n```\n[]\n```"), Err(NoDocument::Several));
        assert_eq!(block("What must NOT be done:\n```json\n{}\n```"), Err(NoDocument::Declined));
        assert_eq!(block("<think>\n```\n[9]\n```\n</think>\nSorry."), Err(NoDocument::Declined));
    }

    /// Parsing time is linear in the length of the answer.
    #[test]
    fn hostile_texts_are_read_once() {
        for part in [
            "[",
            "{\"",
            "<think>",
            "</think>",
            "[</think>",
            "```\n",
            "`",
            "a`",
            "<|channel|>",
            "<|channel|>x<|message|>",
            "<",
            "<think ",
            "<!--",
            "[THINK]",
            "~~~x\n",
            "a ",
            "analysis",
        ] {
            let text = part.repeat(5_000);
            assert!(sole_document(&text).is_err(), "{part}");
            assert!(sole_block(&text).is_err(), "{part}");
        }
    }
}
