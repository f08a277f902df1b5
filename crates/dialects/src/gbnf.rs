//! Prints a grammar in GBNF, the grammar language of `llama.cpp`, as a pure function of the exported schema.
//!
//! The grammar admits the answers of that schema, with the properties of each object in order. Every value has exactly
//! one notation, except for numbers and the case of escaped control characters: a character that need not be escaped is
//! not. Therefore one character of a string is one character of the grammar, and lengths, patterns and excluded names
//! are exact.

mod characters;
mod expression;
mod integers;
mod names;
mod objects;
mod pattern;
mod spelling;

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

use planwright_schema::model::Keyword;
use planwright_source::visible_line;
use serde_json::Value;

use crate::values::{listed, named_types};
use expression::Expression;

/// Maximum count of a repetition. `llama.cpp` rejects a grammar with 2,000 or more.
pub(crate) const MAX_REPETITIONS: u64 = 1_999;
/// Maximum weight of a repeated part, because the engine multiplies its content.
const MAX_REPEATED_WEIGHT: usize = 40;
/// Maximum length of a rule name that is derived from property names.
const MAX_NAME_LENGTH: usize = 60;
/// Prefix of the first line of each grammar.
pub const BANNER: &str = "# GBNF, written by planwright export";

/// Formats that the grammar supports, with a regular expression that matches exactly the strings of the format.
const FORMATS: [(&str, &str); 2] = [
    ("uuid", "^[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}$"),
    ("ipv4", r"^((25[0-5]|2[0-4][0-9]|1[0-9]{2}|[1-9]?[0-9])\.){3}(25[0-5]|2[0-4][0-9]|1[0-9]{2}|[1-9]?[0-9])$"),
];
/// Names of the supported formats.
pub(crate) const FORMAT_NAMES: &[&str] = &[FORMATS[0].0, FORMATS[1].0];

/// Rules for JSON. Only those that are used are printed.
const JSON_RULES: [(&str, &str); 11] = [
    ("value", "object | array | string | number | boolean | \"null\""),
    ("object", r#""{" ws (pair ("," ws pair)* ws)? "}""#),
    ("pair", r#"string ":" ws value"#),
    ("array", r#""[" ws (value ("," ws value)* ws)? "]""#),
    ("string", r#""\"" char* "\"""#),
    ("char", r"[^\x00-\x1F\x22\x5C] | escape"),
    ("escape", r#""\\" (["\\bfnrt] | "u00" ("0" [0-7bBeEfF] | "1" [0-9a-fA-F]))"#),
    ("number", r#"integer ("." [0-9]+)? ([eE] [+-]? [0-9]+)?"#),
    ("integer", r#""-"? ("0" | [1-9] [0-9]*)"#),
    ("boolean", r#""true" | "false""#),
    ("ws", r#"(" " | "\n" [ \t]{0,20})?"#),
];
/// Rule that matches no string, because it never ends.
const NEVER_RULE: (&str, &str) = ("never", "[x] never");

/// Checks whether a grammar can express a pattern.
pub(crate) fn supports_pattern(pattern: &str) -> bool {
    pattern::to_expression(pattern).is_some()
}

/// Prints the grammar of an exported schema.
pub(crate) fn print(schema: &Value, title: &str) -> String {
    let mut grammar = Grammar::default();
    let known = JSON_RULES.iter().chain([&NEVER_RULE]).map(|(name, _)| (*name).to_owned());
    grammar.taken = known.chain(["root".to_owned()]).collect();
    let definitions = schema.get(Keyword::Defs.name()).and_then(Value::as_object);
    for name in definitions.into_iter().flatten().map(|(name, _)| name) {
        let rule = grammar.reserve(name);
        grammar.definitions.insert(name, rule);
    }
    let body = grammar.body(schema, "root");
    grammar.define("root", comment(schema), body);
    for (name, definition) in definitions.into_iter().flatten() {
        let rule = grammar.definitions[name.as_str()].clone();
        let body = grammar.body(definition, &rule);
        grammar.define(&rule, comment(definition), body);
    }
    grammar.text(title)
}

/// Returns the description of a schema.
fn comment(schema: &Value) -> Option<&str> {
    schema.get("description").and_then(Value::as_str)
}

/// Printed rule with its comment, and the rules that it references.
struct GrammarRule {
    text: String,
    named: Vec<String>,
}

/// Rules so far.
#[derive(Default)]
struct Grammar<'s> {
    rules: BTreeMap<String, GrammarRule>,
    taken: BTreeSet<String>,
    /// Number of rules that have this name as a prefix.
    alike: BTreeMap<String, usize>,
    /// Rule of each definition.
    definitions: BTreeMap<&'s str, String>,
    /// Names of rules in the order in which they were assigned.
    order: Vec<String>,
}

impl<'s> Grammar<'s> {
    /// Returns a new rule name that is similar to `like`.
    fn reserve(&mut self, like: &str) -> String {
        let letter = |c: char| if c.is_ascii_alphanumeric() { c.to_ascii_lowercase() } else { '-' };
        let plain: String = like.chars().map(letter).take(MAX_NAME_LENGTH).collect();
        let plain = plain.trim_matches('-');
        let plain =
            if plain.starts_with(|c: char| c.is_ascii_alphabetic()) { plain.to_owned() } else { format!("r{plain}") };
        let mut name = plain.clone();
        let number = self.alike.entry(plain.clone()).or_insert(1);
        while !self.taken.insert(name.clone()) {
            *number += 1;
            name = format!("{plain}-{number}");
        }
        self.order.push(name.clone());
        name
    }

    /// Prints a rule.
    fn define(&mut self, name: &str, comment: Option<&str>, body: Expression) {
        let body = self.extract_heavy_parts(body, name);
        let named = body.rules().into_iter().map(str::to_owned).collect();
        let lines = comment.into_iter().flat_map(str::lines);
        let mut text = String::new();
        for line in lines {
            let _ = writeln!(text, "# {}", visible_line(line));
        }
        let _ = writeln!(text, "{name} ::= {body}");
        self.rules.insert(name.to_owned(), GrammarRule { text, named });
    }

    /// Adds a rule and returns a reference to it.
    fn rule(&mut self, like: &str, comment: Option<&str>, body: Expression) -> Expression {
        let name = self.reserve(like);
        self.define(&name, comment, body);
        Expression::Rule(name)
    }

    /// Moves heavy or counted repeated parts to separate rules, because the engine multiplies their content.
    fn extract_heavy_parts(&mut self, expression: Expression, like: &str) -> Expression {
        match expression {
            Expression::Sequence(parts) => {
                Expression::Sequence(parts.into_iter().map(|part| self.extract_heavy_parts(part, like)).collect())
            }
            Expression::Choice(parts) => {
                Expression::Choice(parts.into_iter().map(|part| self.extract_heavy_parts(part, like)).collect())
            }
            Expression::Repeat(part, least, most) => {
                let part = self.extract_heavy_parts(*part, like);
                let is_counted = least > 1 || most.is_some_and(|most| most > 1);
                let part = if (is_counted && !part.is_atom()) || part.weight() > MAX_REPEATED_WEIGHT {
                    self.rule(&format!("{like}-part"), None, part)
                } else {
                    part
                };
                Expression::Repeat(Box::new(part), least, most)
            }
            Expression::Literal(_) | Expression::Character(_) | Expression::Rule(_) => expression,
        }
    }

    /// Returns the expression for an inner schema: a new rule if the schema has parts or a description.
    fn expression(&mut self, schema: &'s Value, like: &str) -> Expression {
        let comment = comment(schema);
        let has_parts = schema.get(Keyword::Properties.name()).is_some()
            || schema["type"] == "array"
            || schema.get(Keyword::AnyOf.name()).is_some();
        if comment.is_none() && !has_parts {
            return self.body(schema, like);
        }
        let name = self.reserve(like);
        let body = self.body(schema, &name);
        self.define(&name, comment, body);
        Expression::Rule(name)
    }

    fn body(&mut self, schema: &'s Value, like: &str) -> Expression {
        if let Some(name) =
            schema.get(Keyword::Ref.name()).and_then(Value::as_str).and_then(|at| at.strip_prefix("#/$defs/"))
        {
            let name = name.replace("~1", "/").replace("~0", "~");
            return self.definitions.get(name.as_str()).map_or_else(|| Expression::rule("value"), Expression::rule);
        }
        if let Some(branches) = schema.get(Keyword::AnyOf.name()).and_then(Value::as_array) {
            let branches = branches.iter().map(|branch| self.expression(branch, like)).collect();
            return Expression::choice(branches);
        }
        if let Some(values) = listed(schema) {
            return Expression::choice(values.iter().map(|value| Expression::literal(value.to_string())).collect());
        }
        let types = named_types(schema);
        if types.is_empty() {
            return Expression::rule("value");
        }
        Expression::choice(types.into_iter().map(|name| self.of_type(name, schema, like)).collect())
    }

    fn of_type(&mut self, name: &str, schema: &'s Value, like: &str) -> Expression {
        match name {
            "object" => self.object(schema, like),
            "array" => self.array(schema, like),
            "string" => text(schema),
            "integer" => whole_number(schema),
            "null" => Expression::literal("null"),
            plain => Expression::rule(plain),
        }
    }

    /// Returns the reachable rules in order. Rules of JSON come last.
    fn text(&self, title: &str) -> String {
        let mut wanted = BTreeSet::new();
        let mut pending = vec!["root"];
        while let Some(name) = pending.pop() {
            if wanted.insert(name) {
                pending.extend(self.rules.get(name).into_iter().flat_map(|rule| &rule.named).map(String::as_str));
            }
        }
        let mut text = format!("{BANNER}: {title}\n\n{}", self.rules["root"].text);
        let named = self.order.iter().filter(|name| wanted.contains(name.as_str()));
        text.extend(named.filter_map(|name| self.rules.get(name)).map(|rule| rule.text.as_str()));
        if wanted.contains("object") {
            wanted.insert("value");
        }
        text.push('\n');
        for (name, body) in JSON_RULES.into_iter().chain([NEVER_RULE]) {
            // Each rule of JSON references only later ones.
            if wanted.contains(name) {
                wanted.extend(words(body));
                let _ = writeln!(text, "{name} ::= {body}");
            }
        }
        text
    }
}

/// Returns the words of a rule, including those in its literals.
fn words(text: &str) -> BTreeSet<&str> {
    text.split(|c: char| !c.is_ascii_alphanumeric() && c != '-').collect()
}

/// Returns the expression for a string, which applies one keyword.
fn text(schema: &Value) -> Expression {
    let format = schema.get("format").and_then(Value::as_str);
    let format =
        format.and_then(|format| FORMATS.iter().find(|(name, _)| *name == format)).map(|(_, pattern)| *pattern);
    let pattern = schema.get("pattern").and_then(Value::as_str).or(format);
    let number = |keyword: &str| schema.get(keyword).and_then(Value::as_u64);
    let inner = match (
        pattern.and_then(pattern::to_expression),
        number(Keyword::MinLength.name()),
        number(Keyword::MaxLength.name()),
    ) {
        (Some(found), ..) => found,
        (None, None, None) => return Expression::rule("string"),
        (None, least, Some(most)) if least.is_some_and(|least| least > most) => return Expression::rule("never"),
        (None, least, most) => Expression::rule("char").repeat(least.unwrap_or(0), most),
    };
    Expression::Sequence(vec![Expression::literal("\""), inner, Expression::literal("\"")])
}

fn whole_number(schema: &Value) -> Expression {
    let bound = |keyword: &str| schema.get(keyword).and_then(Value::as_i64);
    match (bound(Keyword::Minimum.name()), bound(Keyword::Maximum.name())) {
        (None, None) => Expression::rule("integer"),
        (least, most) => integers::between(least, most),
    }
}
