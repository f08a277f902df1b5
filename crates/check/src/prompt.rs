//! Prompts for models that write documents of a contract or schema: the schema, the rules, and examples if the schema
//! has any.
//!
//! Everything is derived from the schema and the rule tables, so a prompt never contradicts the checks.

mod example;

use std::fmt;

use serde::Serialize as _;
use serde_json::ser::PrettyFormatter;
use serde_json::{Serializer, Value};

use planwright_runtime::codes::{CodeInfo, SHARED};
use planwright_runtime::{Report, Severity};
use planwright_schema::model::{Keyword, ValueKind};
use planwright_source::{printable_json, visible_line};

/// Parts of a prompt. [`Display`](fmt::Display) formats them as Markdown.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Prompt {
    /// Name of the contract or schema.
    pub name: String,
    /// Description of a document, from its schema.
    pub purpose: String,
    /// Instructions that a check cannot enforce.
    pub instructions: Vec<String>,
    /// The whole schema, without the parts that only tools need.
    pub schema: String,
    /// Rules in addition to the schema: first those of the contract, then those of every contract.
    pub rules: Vec<CodeInfo>,
    /// A valid document: the first valid one of the schema's `examples`.
    pub good: Option<String>,
    /// The same document with mistakes.
    pub bad: Option<BadExample>,
}

/// An invalid document.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BadExample {
    /// The document.
    pub document: String,
    /// Repair instructions for the author.
    pub repair: String,
}

/// Input from which a [`Prompt`] is created.
pub struct PromptSubject<'a> {
    /// Name of the contract or schema.
    pub name: &'a str,
    /// Schema of a model's answer.
    pub schema: &'a str,
    /// Instructions that a check cannot enforce.
    pub instructions: &'a [&'a str],
    /// Codes in addition to those of the schema.
    pub codes: Vec<CodeInfo>,
    /// Returns the report of a document, or `None` if it is valid.
    pub refuse: &'a dyn Fn(&str) -> Option<Report>,
}

impl Prompt {
    /// Creates the prompt of a contract or schema. Returns `None` if the schema is not JSON.
    ///
    /// An example is only included if it was validated. A schema without a valid example gets a prompt without
    /// examples.
    pub fn from_subject(subject: PromptSubject<'_>) -> Option<Self> {
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
            "Answer with one JSON document and nothing else: no prose, no code fence, no comment, no duplicate property.\n"
        )?;
        if !instructions.is_empty() {
            writeln!(f, "## What to answer\n")?;
            instructions.iter().try_for_each(|one| writeln!(f, "- {one}"))?;
            writeln!(f)?;
        }
        writeln!(f, "## Schema\n\nEvery keyword applies, including formats. Lengths are counted in characters.\n")?;
        writeln!(
            f,
            "```json\n{schema}\n```\n\n## Rules\n\nThese rules apply in addition to the schema. A document that breaks one is rejected with its code. A document with only warnings is accepted.\n"
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
            write!(f, "Its report:\n\n```text\n{repair}```\n")?;
        }
        Ok(())
    }
}

/// Removes keywords that do not describe documents: addresses, comments, examples. Properties with these names are
/// kept.
fn strip(schema: &mut Value) {
    match schema {
        Value::Array(all) => all.iter_mut().for_each(strip),
        Value::Object(members) => {
            for keyword in [Keyword::Schema, Keyword::DollarId, Keyword::Comment, Keyword::Examples] {
                members.shift_remove(keyword.name());
            }
            for (keyword, below) in members {
                match (Keyword::from_name(keyword).map(Keyword::value), below) {
                    (Some(ValueKind::SchemasByName | ValueKind::SchemasOrNamesByName), Value::Object(named)) => {
                        named.values_mut().for_each(strip);
                    }
                    (Some(ValueKind::Any | ValueKind::List | ValueKind::Names), _) => {}
                    (_, below) => strip(below),
                }
            }
        }
        _ => {}
    }
}

/// Formats JSON with an indent of one space, because every space costs a model tokens.
fn pretty(value: &Value) -> String {
    let mut out = Vec::new();
    let mut writer = Serializer::with_formatter(&mut out, PrettyFormatter::with_indent(b" "));
    // Writing a value to memory cannot fail.
    drop(value.serialize(&mut writer));
    printable_json(&String::from_utf8(out).unwrap_or_default()).into_owned()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::strip;

    #[test]
    fn only_keywords_are_removed_and_no_properties() {
        let kept = json!({
            "properties": {"examples": {"const": {"$id": 1}}}, "dependentSchemas": {"$comment": {"minProperties": 1}},
            "dependencies": {"examples": ["a"]}, "default": {"examples": 1}
        });
        let mut schema = kept.clone();
        schema["$comment"] = "c".into();
        schema["dependentSchemas"]["$comment"]["examples"] = json!([1]);
        strip(&mut schema);
        assert_eq!(schema, kept);
    }
}
