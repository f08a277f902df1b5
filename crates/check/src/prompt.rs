//! What to tell a model before it writes a document of a contract or schema: the schema, the rules, and examples where the
//! schema has one. All of it is made from the schema and the rule tables, so it never disagrees with the checks.

mod example;

use std::fmt;

use serde::Serialize as _;
use serde_json::ser::PrettyFormatter;
use serde_json::{Serializer, Value};

use planwright_runtime::codes::{CodeInfo, SHARED};
use planwright_runtime::{Report, Severity};
use planwright_source::{printable_json, visible_line};

/// A prompt in its parts. [`Display`](fmt::Display) writes it as Markdown.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Prompt {
    /// The name of the contract or of the schema.
    pub name: String,
    /// What a document is, in the words of its schema.
    pub purpose: String,
    /// What an answer should do beyond what a check can see.
    pub instructions: Vec<String>,
    /// The whole schema, without what only tools read.
    pub schema: String,
    /// The rules beside the schema: those of the contract, then those of every contract.
    pub rules: Vec<CodeInfo>,
    /// A document that passes: the first of the schema's `examples` that does.
    pub good: Option<String>,
    /// The same document with mistakes.
    pub bad: Option<BadExample>,
}

/// A document that is refused.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BadExample {
    /// The document.
    pub document: String,
    /// The repair text for its writer.
    pub repair: String,
}

/// What a [`Prompt`] is made from.
pub struct PromptSubject<'a> {
    /// The name of the contract or of the schema.
    pub name: &'a str,
    /// The schema of what a model answers.
    pub schema: &'a str,
    /// What an answer should do beyond what a check can see.
    pub instructions: &'a [&'a str],
    /// The codes beside those of the schema.
    pub codes: Vec<CodeInfo>,
    /// The report of a text that is refused.
    pub refuse: &'a dyn Fn(&str) -> Option<Report>,
}

impl Prompt {
    /// Returns the prompt of a contract or schema; `None` if the schema is not JSON.
    ///
    /// An example is only shown if it was validated. A schema without a valid example gets a prompt without examples.
    pub fn of(subject: PromptSubject<'_>) -> Option<Self> {
        let PromptSubject { name, schema, instructions, codes, refuse } = subject;
        let mut schema: Value = serde_json::from_str(schema).ok()?;
        let examples = schema.get("examples").and_then(Value::as_array);
        let good = examples.into_iter().flatten().find(|example| refuse(&example.to_string()).is_none()).cloned();
        let bad = good.as_ref().and_then(|good| example::spoil(refuse, good));
        let bad = bad.map(|(bad, repair)| BadExample { document: pretty(&bad), repair: repair.to_string() });
        let purpose = schema.get("description").and_then(Value::as_str).unwrap_or_default();
        let purpose = visible_line(purpose);
        let rules = codes.into_iter().chain(SHARED.iter().copied()).collect();
        strip(&mut schema);
        let instructions = instructions.iter().map(|&one| one.to_owned()).collect();
        let good = good.map(|good| pretty(&good));
        Some(Self { name: visible_line(name), purpose, instructions, schema: pretty(&schema), rules, good, bad })
    }
}

impl fmt::Display for Prompt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { name, purpose, instructions, schema, good, bad, .. } = self;
        writeln!(f, "# {name}\n")?;
        if !purpose.is_empty() {
            writeln!(f, "{purpose}\n")?;
        }
        writeln!(
            f,
            "Answer with one JSON document and nothing else: no prose, no code fence, no comment, no member twice.\n"
        )?;
        if !instructions.is_empty() {
            writeln!(f, "## What to answer\n")?;
            instructions.iter().try_for_each(|one| writeln!(f, "- {one}"))?;
            writeln!(f)?;
        }
        writeln!(f, "## Schema\n\nAll of it holds, formats too. Lengths are counted in characters.\n")?;
        writeln!(
            f,
            "```json\n{schema}\n```\n\n## Rules\n\nBeside the schema these hold. A document that breaks one is refused with its code; after a warning it is accepted.\n"
        )?;
        for rule in &self.rules {
            let warning = if rule.severity == Severity::Warning { " (warning)" } else { "" };
            writeln!(f, "- {}{warning}: {}", rule.code, rule.purpose)?;
        }
        if let Some(good) = good {
            writeln!(f, "\n## A good answer\n\n```json\n{good}\n```")?;
        }
        if let Some(BadExample { document, repair }) = bad {
            writeln!(f, "\n## A bad answer\n\n```json\n{document}\n```\n")?;
            write!(f, "What would be said of it:\n\n```text\n{repair}```\n")?;
        }
        Ok(())
    }
}

/// Removes what says nothing about documents: addresses, comments, examples. Members of documents that are called so stay.
fn strip(schema: &mut Value) {
    match schema {
        Value::Array(all) => all.iter_mut().for_each(strip),
        Value::Object(members) => {
            for keyword in ["$schema", "$id", "$comment", "examples"] {
                members.shift_remove(keyword);
            }
            for (keyword, below) in members {
                match (keyword.as_str(), below) {
                    ("properties" | "patternProperties" | "definitions" | "$defs", Value::Object(named)) => {
                        named.values_mut().for_each(strip);
                    }
                    ("const" | "enum" | "default" | "required", _) => {}
                    (_, below) => strip(below),
                }
            }
        }
        _ => {}
    }
}

/// JSON with an indent of one: a model pays for every space.
fn pretty(value: &Value) -> String {
    let mut out = Vec::new();
    let mut writer = Serializer::with_formatter(&mut out, PrettyFormatter::with_indent(b" "));
    // Writing a value to memory cannot fail.
    drop(value.serialize(&mut writer));
    printable_json(&String::from_utf8(out).unwrap_or_default()).into_owned()
}
