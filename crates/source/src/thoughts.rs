//! Detects thoughts in answers of models: tags, channels and comments.

/// A mark at a position of an answer.
#[derive(Clone, Copy)]
pub(crate) enum ThoughtMark {
    /// A thought, with its end.
    Thought(usize),
    /// The end of a thought that has no start.
    End(usize),
    /// A chat format token without content, with its end.
    Token(usize),
}

/// Names of tags around thoughts, in lower case, with `_` between words.
const TAGS: &[&str] = &[
    "think",
    "thinking",
    "thought",
    "thoughts",
    "thought_process",
    "begin_of_thought",
    "antthinking",
    "reason",
    "reasoning",
    "analysis",
    "reflection",
    "scratchpad",
    "scratch_pad",
    "monologue",
    "inner_monologue",
    "internal",
    "chain_of_thought",
    "cot",
    "deliberation",
    "rationale",
    "critique",
    "commentary",
    "draft",
    "planning",
    "details",
];

/// Tokens of chat formats that end a message or start a tool call.
const TOKENS: &[&str] = &[
    "<|im_end|>",
    "<|eot_id|>",
    "<|endoftext|>",
    "<|end_of_text|>",
    "<|eom_id|>",
    "<|end|>",
    "<|return|>",
    "<|call|>",
    "</s>",
    "<end_of_turn>",
    "<|end_of_turn|>",
    "<|python_tag|>",
    "[TOOL_CALLS]",
];

/// Maximum length of a tag name, in bytes.
const MAX_TAG_NAME: usize = 64;

/// Returns the mark that starts at `at`, if there is one.
pub(crate) fn mark_at(text: &str, at: usize) -> Option<ThoughtMark> {
    let rest = &text[at..];
    let until = |end: &str| rest.find(end).map_or(text.len(), |found| at + found + end.len());
    if rest.starts_with("<!--") {
        return Some(ThoughtMark::Thought(until("-->")));
    }
    if rest.starts_with("<|channel|>") || rest.starts_with("<|start|>") {
        return Some(channel(text, at));
    }
    if let Some(end) = TOKENS.iter().find(|end| rest.starts_with(**end)) {
        return Some(ThoughtMark::Token(at + end.len()));
    }
    if let Some(end) = bare_channel(text, at) {
        return Some(ThoughtMark::Thought(end));
    }
    let tag = ThoughtTag::parse(text, at)?;
    if tag.is_closing {
        return Some(ThoughtMark::End(tag.end));
    }
    Some(ThoughtMark::Thought(thought_end(text, &tag)))
}

/// A tag around a thought: `<think>`, `[THINK]` or `◁think▷`.
struct ThoughtTag {
    name: String,
    is_closing: bool,
    end: usize,
}

impl ThoughtTag {
    fn parse(text: &str, at: usize) -> Option<Self> {
        let rest = &text[at..];
        let (opening, closing) =
            [('<', '>'), ('[', ']'), ('◁', '▷')].into_iter().find(|(one, _)| rest.starts_with(*one))?;
        let inside = &rest[opening.len_utf8()..];
        let marks = |letter: &char| matches!(letter, '|' | ' ' | '/');
        let before: String = inside.chars().take_while(marks).take(MAX_TAG_NAME).collect();
        let name_at = &inside[before.len()..];
        let is_name = |letter: char| letter.is_ascii_alphanumeric() || matches!(letter, '_' | '-' | ':');
        let length = name_at.find(|letter| !is_name(letter)).unwrap_or(name_at.len()).min(MAX_TAG_NAME);
        let name = name_at.get(..length)?.to_ascii_lowercase().replace('-', "_");
        let name = name.rsplit(':').next().unwrap_or_default();
        let (is_end, name) =
            match (name.strip_prefix("end_of_"), name.strip_prefix("start_"), name.strip_prefix("end_")) {
                (Some(name), ..) => (true, format!("begin_of_{name}")),
                (_, Some(name), _) => (false, name.to_owned()),
                (_, _, Some(name)) => (true, name.to_owned()),
                _ => (false, name.to_owned()),
            };
        if !TAGS.contains(&name.as_str()) {
            return None;
        }
        // Attributes may follow. A list that starts with such a word is not a tag.
        let after = &name_at[length..];
        let (close, _) = after.char_indices().take(4 * MAX_TAG_NAME).find(|(_, letter)| *letter == closing)?;
        if opening == '[' && close > 0 {
            return None;
        }
        let end = text.len() - after.len() + close + closing.len_utf8();
        Some(Self { name, is_closing: is_end || before.contains('/'), end })
    }
}

/// Returns the end of the thought that a tag opens, or the end of the answer if it is never closed.
fn thought_end(text: &str, opening: &ThoughtTag) -> usize {
    let (mut depth, mut at) = (1_usize, opening.end);
    while let Some(offset) = text[at..].find(['<', '[', '◁']) {
        at += offset;
        match ThoughtTag::parse(text, at) {
            Some(tag) if tag.name == opening.name => {
                depth = if tag.is_closing { depth - 1 } else { depth + 1 };
                at = tag.end;
                if depth == 0 {
                    return at;
                }
            }
            _ => at += text[at..].chars().next().map_or(1, char::len_utf8),
        }
    }
    text.len()
}

/// Parses a message of the format `<|channel|>NAME<|message|>…<|end|>`. Only the channel `final` and tool
/// calls contain the answer.
fn channel(text: &str, at: usize) -> ThoughtMark {
    const MESSAGE: &str = "<|message|>";
    let rest = &text[at..];
    let Some(content) = rest.find(MESSAGE).map(|found| found + MESSAGE.len()) else {
        return ThoughtMark::Thought(text.len());
    };
    let (head, body) = rest.split_at(content);
    let name = head.rsplit_once("<|channel|>").map_or("", |(_, name)| name.trim_start());
    let role = head.strip_prefix("<|start|>").map_or("assistant", str::trim_start);
    // A message to a function is a tool call.
    let is_answer = name.starts_with("final") || name.starts_with("commentary") && head.contains("to=functions.");
    if role.starts_with("assistant") && is_answer {
        return ThoughtMark::Token(at + content);
    }
    let is_end = |place: &usize| {
        let ends = ["<|end|>", "<|return|>", "<|call|>", "<|start|>", "<|channel|>"];
        ends.iter().any(|end| body[*place..].starts_with(end))
    };
    let end = body.match_indices("<|").map(|(place, _)| place).find(is_end).unwrap_or(body.len());
    ThoughtMark::Thought(at + content + end)
}

/// Parses the same format without its tokens: `analysis…assistantfinal…`.
fn bare_channel(text: &str, at: usize) -> Option<usize> {
    const FINAL: &str = "assistantfinal";
    let is_bare = text[..at].trim().is_empty()
        && ["analysis", "assistantanalysis"].iter().any(|name| {
            let after = text[at..].strip_prefix(name);
            after.is_some_and(|after| {
                after.starts_with(|letter: char| letter.is_alphabetic() || matches!(letter, '{' | '['))
            })
        });
    is_bare.then(|| text.rfind(FINAL).map_or(text.len(), |found| found + FINAL.len()))
}
