//! What to tell a model before it writes a document of a contract: schema, rules, a good example, a bad one and what is
//! said of it. All of it is made from the schema and the rule tables, so it cannot say other than the checks do.

mod example;

use std::fmt;

use serde::Serialize as _;
use serde_json::ser::PrettyFormatter;
use serde_json::{Serializer, Value};

use planwright_runtime::codes::{CodeInfo, SHARED};
use planwright_runtime::{Report, Severity};

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
    /// A document that passes.
    pub good: String,
    /// One that does not.
    pub bad: String,
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
    /// The prompt of a contract or schema; `None` where the schema has no example that can be spoiled.
    pub fn of(subject: PromptSubject<'_>) -> Option<Self> {
        let PromptSubject { name, schema, instructions, codes, refuse } = subject;
        let mut schema: Value = serde_json::from_str(schema).ok()?;
        let good = schema.get("examples")?.get(0)?.clone();
        let (bad, repair) = example::spoil(refuse, &good)?;
        let purpose = schema.get("description").and_then(Value::as_str).unwrap_or_default().to_owned();
        let rules = codes.into_iter().chain(SHARED.iter().copied()).collect();
        strip(&mut schema);
        let (schema, good, bad) = (pretty(&schema), pretty(&good), pretty(&bad));
        let instructions = instructions.iter().map(|&one| one.to_owned()).collect();
        Some(Self {
            name: name.to_owned(),
            purpose,
            instructions,
            schema,
            rules,
            good,
            bad,
            repair: repair.to_string(),
        })
    }
}

impl fmt::Display for Prompt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { name, purpose, instructions, schema, good, bad, repair, .. } = self;
        writeln!(f, "# {name}\n\n{purpose}\n")?;
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
        writeln!(f, "\n## A good answer\n\n```json\n{good}\n```\n\n## A bad answer\n\n```json\n{bad}\n```\n")?;
        write!(f, "What would be said of it:\n\n```text\n{repair}```\n")
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
    String::from_utf8(out).unwrap_or_default()
}
