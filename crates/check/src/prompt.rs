//! Prompts for models that write documents of a contract or schema: the goal, the schema, the rules, and examples.
//!
//! Everything is derived from the schema and the rule tables, so a prompt never contradicts the checks.

mod example;
mod field_lines;
mod made_example;
mod schema_codes;
mod task;

use std::fmt;

use serde::Serialize as _;
use serde_json::ser::PrettyFormatter;
use serde_json::{Serializer, Value};

pub use task::{MAX_GOAL, PromptTask};

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
    /// Purpose of the document.
    pub task: PromptTask,
    /// Parts to print.
    pub style: PromptStyle,
    /// The whole schema, without the parts that only tools need.
    pub schema: String,
    /// A line for each field, in the order of the schema.
    pub fields: Vec<String>,
    /// Rules in addition to the schema: first those of the contract, then the shared ones that the schema can report.
    pub rules: Vec<CodeInfo>,
    /// A valid document: the first valid one of the schema's `examples`, or one that was made from the schema.
    pub good: Option<String>,
    /// The same document with mistakes.
    pub bad: Option<BadExample>,
}

/// Length of a prompt.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum PromptStyle {
    /// The whole schema, the rules with their codes, a good and a bad example.
    #[default]
    Full,
    /// A line for each field instead of the schema, only the rules that the schema does not express, and a good
    /// example.
    Short,
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
    /// An example is only included if it was validated. If the schema has no valid one, one is made, where possible.
    pub fn from_subject(subject: PromptSubject<'_>) -> Option<Self> {
        let PromptSubject { name, schema, instructions, codes, refuse } = subject;
        let mut schema: Value = serde_json::from_str(schema).ok()?;
        let examples = schema.get("examples").and_then(Value::as_array);
        let good = examples.into_iter().flatten().find(|example| refuse(&example.to_string()).is_none()).cloned();
        let good = good.or_else(|| made_example::make(&schema, refuse));
        let bad = good.as_ref().and_then(|good| example::spoil(refuse, good));
        let bad = bad.map(|(bad, repair)| BadExample { document: pretty(&bad), repair: repair.to_string() });
        let purpose = schema.get("description").and_then(Value::as_str).unwrap_or_default();
        let purpose = visible_line(purpose);
        let rules = codes.into_iter().chain(schema_codes::shared_codes(&schema)).collect();
        strip(&mut schema);
        let fields = field_lines::field_lines(&schema);
        let instructions = instructions.iter().map(|&one| one.to_owned()).collect();
        let good = good.map(|good| pretty(&good));
        let (name, schema) = (visible_line(name), pretty(&schema));
        let (task, style) = (PromptTask::default(), PromptStyle::default());
        Some(Self { name, purpose, instructions, task, style, schema, fields, rules, good, bad })
    }

    /// Prints the schema, or its fields in a short prompt.
    fn print_schema(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.style == PromptStyle::Full || self.fields.is_empty() {
            let note = "Every keyword applies, including formats. Lengths are counted in characters.";
            return writeln!(f, "## Schema\n\n{note}\n\n```json\n{}\n```\n", self.schema);
        }
        writeln!(f, "## Fields\n")?;
        self.fields.iter().try_for_each(|line| writeln!(f, "{line}"))?;
        writeln!(f)
    }

    /// Prints the rules. A short prompt leaves out those that the fields state.
    fn print_rules(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let is_shared = |rule: &CodeInfo| SHARED.iter().any(|shared| shared.code == rule.code);
        let is_shown = |rule: &&CodeInfo| self.style == PromptStyle::Full || !is_shared(rule);
        let mut rules = self.rules.iter().filter(is_shown).peekable();
        if rules.peek().is_some() {
            writeln!(
                f,
                "## Rules\n\nThese rules apply in addition to the schema. A document that breaks one is rejected with its code. A document with only warnings is accepted.\n"
            )?;
        }
        rules.try_for_each(|rule| {
            let warning = if rule.severity == Severity::Warning { " (warning)" } else { "" };
            writeln!(f, "- {}{warning}: {}", rule.code, rule.purpose)
        })
    }
}

impl fmt::Display for Prompt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { name, purpose, instructions, task, style, good, bad, .. } = self;
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
        write!(f, "{task}")?;
        self.print_schema(f)?;
        self.print_rules(f)?;
        if let Some(good) = good {
            writeln!(f, "\n## A good answer\n\n```json\n{good}\n```")?;
        }
        if let (PromptStyle::Full, Some(BadExample { document, repair })) = (style, bad) {
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
