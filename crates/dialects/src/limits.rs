//! Sizes and features that vendors and clients refuse: one table with the date and source of each row.
//!
//! Exports, `lint --for` and the page about dialects read it. A limit that the vendor publishes refuses an export. One
//! that was only measured is a warning, because it can change at any time.

use planwright_schema::model::Keyword;
use planwright_schema::set::SchemaSet;
use planwright_schema::{Target, exact_numbers, keywords};
use planwright_source::Pointer;
use serde_json::Value;

use crate::Dialect;
use crate::weakening::{Note, VENDOR_LIMIT, Weakening, located};

/// Size or feature that a limit bounds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Subject {
    /// Absolute value of a number.
    Number,
    /// Properties of all objects together.
    Properties,
    /// Characters in names and fixed values together.
    Characters,
    /// Values of all enums together.
    EnumValues,
    /// Characters in one enum that has more than `MANY_VALUES` strings.
    LongEnum,
    /// Levels of objects.
    Depth,
    /// Properties that are not required, with references expanded.
    Optional,
    /// Unions, with references expanded.
    Unions,
    /// The sum of every `maxItems`.
    MaxItemsSum,
    /// Characters in the strings of all enums together.
    EnumCharacters,
    /// References, none of which some clients resolve.
    References,
    /// Dialects in `$schema` other than 2020-12.
    OtherDrafts,
}

/// Number of strings in an enum from which its characters are limited.
pub(crate) const MANY_VALUES: usize = 250;
/// Maximum number of optional properties of a dialect that limits them.
pub(crate) const MAX_OPTIONAL: usize = 24;
/// Maximum number of unions of a dialect that limits them.
pub(crate) const MAX_UNIONS: usize = 16;

/// A limit of some dialects.
#[derive(Clone, Copy, Debug)]
pub struct Limit {
    /// Dialects with the limit. Empty for all of them.
    pub dialects: &'static [Dialect],
    /// Size or feature that is limited.
    pub subject: Subject,
    /// Largest allowed size.
    pub max: u64,
    /// `true` if the vendor publishes the limit. Other limits are reports of users.
    pub is_published: bool,
    /// Month, or year, in which the source was read.
    pub date: &'static str,
    /// Page with the limit.
    pub source: &'static str,
}

const OPENAI_PAGE: &str = "https://developers.openai.com/api/docs/guides/structured-outputs";
const ANTHROPIC_PAGE: &str = "https://platform.claude.com/docs/en/build-with-claude/structured-outputs";
const GEMINI: &[Dialect] = &[Dialect::Gemini];

const fn openai(subject: Subject, max: u64) -> Limit {
    Limit { dialects: &[Dialect::OpenAi], subject, max, is_published: true, date: "2026-02", source: OPENAI_PAGE }
}

const fn anthropic(subject: Subject, max: u64) -> Limit {
    Limit { dialects: &[Dialect::Anthropic], subject, max, is_published: true, date: "2026", source: ANTHROPIC_PAGE }
}

const fn reported(dialects: &'static [Dialect], subject: Subject, max: u64, source: &'static str) -> Limit {
    Limit { dialects, subject, max, is_published: false, date: "2026-11", source }
}

/// All limits.
pub const LIMITS: &[Limit] = &[
    reported(
        &[],
        Subject::Number,
        exact_numbers::MAX_EXACT.unsigned_abs(),
        "https://github.com/RevenueCat/ai-toolkit/issues/26",
    ),
    openai(Subject::Properties, 5_000),
    openai(Subject::Characters, 120_000),
    openai(Subject::EnumValues, 1_000),
    openai(Subject::LongEnum, 15_000),
    openai(Subject::Depth, 10),
    anthropic(Subject::Optional, MAX_OPTIONAL as u64),
    anthropic(Subject::Unions, MAX_UNIONS as u64),
    // 952 was accepted and 960 refused with eight lists, 971 and 972 with one.
    reported(GEMINI, Subject::MaxItemsSum, 952, "https://github.com/googleapis/python-genai/issues/2170"),
    // 200 values of two words, about 3,000 characters, were always accepted if the model had to call a tool.
    reported(GEMINI, Subject::EnumCharacters, 3_000, "https://github.com/googleapis/python-genai/issues/2133"),
    reported(&[Dialect::Mcp], Subject::References, 0, "https://github.com/PrefectHQ/fastmcp/pull/2808"),
    reported(&[Dialect::Mcp], Subject::OtherDrafts, 0, "https://github.com/anthropics/claude-code/issues/86142"),
];

impl Limit {
    /// Returns `true` if a dialect has the limit.
    #[must_use]
    pub fn applies_to(&self, dialect: Dialect) -> bool {
        self.dialects.is_empty() || self.dialects.contains(&dialect)
    }

    /// Returns the message for a schema that exceeds the limit.
    fn message(&self, dialects: &[Dialect]) -> String {
        let names = dialects.iter().filter(|dialect| self.applies_to(**dialect)).map(|dialect| dialect.as_str());
        let names = names.collect::<Vec<_>>().join(", ");
        let kind = if self.is_published { "limit" } else { "reported limit" };
        match self.subject {
            Subject::References => {
                format!("some clients of {names} resolve no reference; export writes definitions in place of them")
            }
            Subject::OtherDrafts => {
                format!("some clients of {names} accept only schemas of 2020-12; export writes no $schema")
            }
            subject => format!("a {kind} of {names}: at most {} {}", self.max, subject.about()),
        }
    }
}

impl Subject {
    /// Returns the words for what is counted.
    #[must_use]
    pub fn about(self) -> &'static str {
        match self {
            Self::Number => "as the absolute value of a number",
            Self::Properties => "properties in all objects together",
            Self::Characters => "characters in names and fixed values together",
            Self::EnumValues => "values in all enums together",
            Self::LongEnum => "characters in an enum of more than 250 strings",
            Self::Depth => "levels of objects",
            Self::Optional => "optional properties, with references expanded",
            Self::Unions => "unions, with references expanded",
            Self::MaxItemsSum => "as the sum of all maxItems",
            Self::EnumCharacters => "characters in the strings of all enums together",
            Self::References => "references, in some clients",
            Self::OtherDrafts => "schemas with $schema of another draft than 2020-12, in some clients",
        }
    }
}

/// Returns the published maximum of a dialect, or `usize::MAX` if no limit is published.
pub(crate) fn published_max(dialect: Dialect, subject: Subject) -> usize {
    let row = LIMITS.iter().find(|row| row.is_published && row.subject == subject && row.applies_to(dialect));
    row.and_then(|row| usize::try_from(row.max).ok()).unwrap_or(usize::MAX)
}

/// Returns the locations where the schemas of a set exceed limits of the dialects. Documents that are known by URI are
/// not of the user, and are left out.
#[must_use]
pub fn exceeded_limits(set: &SchemaSet, dialects: &[Dialect]) -> Vec<Weakening> {
    let mut notes = Vec::new();
    for file in set.files().filter(|file| file.is_named_by_caller()) {
        let place = Target { file: file.path.clone(), pointer: Pointer::root() };
        for limit in LIMITS.iter().filter(|limit| dialects.iter().any(|dialect| limit.applies_to(*dialect))) {
            notes.extend(exceeding(limit, &file.value).map(|(at, found)| note(limit, dialects, &place, &at, found)));
        }
    }
    located(set, notes)
}

/// Returns the notes for measured limits that an exported definition exceeds. `place` is its location in the source.
pub(crate) fn measured_notes(dialect: Dialect, schema: &Value, place: &Target) -> Vec<Note> {
    let rows = LIMITS.iter().filter(|limit| !limit.is_published && limit.applies_to(dialect));
    rows.filter_map(|limit| {
        let (_, found) = exceeding(limit, schema)?;
        Some(note(limit, &[dialect], place, &Pointer::root(), found))
    })
    .collect()
}

fn note(limit: &Limit, dialects: &[Dialect], place: &Target, at: &Pointer, found: u64) -> Note {
    let place = Target { file: place.file.clone(), pointer: place.pointer.join(at) };
    let message = limit.message(dialects);
    let message = match limit.subject {
        Subject::Number | Subject::References | Subject::OtherDrafts => message,
        _ => format!("{message}; the schema has {found}"),
    };
    Note::new(&place, VENDOR_LIMIT, message)
}

/// Returns the location where a document exceeds a limit, and its complete size.
fn exceeding(limit: &Limit, document: &Value) -> Option<(Pointer, u64)> {
    let mut sum = Sum { max: limit.max, total: 0, at: None };
    if limit.subject == Subject::Depth {
        measure_depth(document, &Pointer::root(), 0, &mut sum);
    } else {
        keywords::walk(document, &Pointer::root(), &mut |schema, at| {
            for (name, value) in schema.as_object().into_iter().flatten() {
                if let Some(keyword) = Keyword::from_name(name) {
                    measure(limit.subject, schema, (keyword, value), &at.member(name), &mut sum);
                }
            }
        });
    }
    sum.at.map(|at| (at, sum.total))
}

/// A size, and the location where it exceeds its maximum.
struct Sum {
    max: u64,
    total: u64,
    at: Option<Pointer>,
}

impl Sum {
    fn add(&mut self, count: u64, at: &Pointer) {
        self.total = self.total.saturating_add(count);
        if self.total > self.max && self.at.is_none() {
            self.at = Some(at.clone());
        }
    }

    /// Records a size that is not added to others.
    fn set(&mut self, size: u64, at: &Pointer) {
        if size > self.max && self.at.is_none() {
            self.at = Some(at.clone());
        }
        self.total = self.total.max(size);
    }
}

/// Adds the size of one keyword.
fn measure(subject: Subject, schema: &Value, (keyword, value): (Keyword, &Value), at: &Pointer, sum: &mut Sum) {
    let items = || value.as_array().map(Vec::as_slice).unwrap_or_default();
    let properties = || value.as_object().into_iter().flatten().map(|(name, _)| name.as_str());
    match (subject, keyword) {
        (Subject::Number, _)
            if exact_numbers::is_inexact(value)
                && keywords::children(&serde_json::json!({ keyword.name(): value }), at).is_empty() =>
        {
            sum.set(u64::MAX, at);
        }
        (Subject::Properties, Keyword::Properties) => {
            properties().for_each(|name| sum.add(1, &at.member(name)));
        }
        (Subject::Characters, Keyword::Properties | Keyword::Defs | Keyword::Definitions) => {
            properties().for_each(|name| sum.add(characters(name), &at.member(name)));
        }
        (Subject::Characters, Keyword::Const) => sum.add(length(value), at),
        (Subject::Characters, Keyword::Enum) => items().iter().for_each(|value| sum.add(length(value), at)),
        (Subject::EnumValues, Keyword::Enum) => sum.add(items().len() as u64, at),
        (Subject::LongEnum, Keyword::Enum) if items().len() > MANY_VALUES => sum.set(string_length(items()), at),
        (Subject::EnumCharacters, Keyword::Enum) => sum.add(string_length(items()), at),
        (Subject::MaxItemsSum, Keyword::MaxItems) => sum.add(value.as_u64().unwrap_or(0), at),
        (Subject::Optional, Keyword::Properties) => {
            let required = schema[Keyword::Required.name()].as_array();
            let is_required = |name: &str| required.is_some_and(|names| names.iter().any(|one| one == name));
            properties().filter(|name| !is_required(name)).for_each(|name| sum.add(1, &at.member(name)));
        }
        (Subject::Unions, Keyword::AnyOf | Keyword::OneOf) | (Subject::References, Keyword::Ref) => sum.add(1, at),
        (Subject::Unions, Keyword::Type) if value.is_array() => sum.add(1, at),
        (Subject::OtherDrafts, Keyword::Schema) => {
            let is_other = value.as_str().is_some_and(|uri| !uri.contains("2020-12"));
            sum.add(u64::from(is_other), at);
        }
        _ => {}
    }
}

/// Measures the levels of objects. References are not followed.
fn measure_depth(schema: &Value, at: &Pointer, depth: u64, sum: &mut Sum) {
    let is_object = schema[Keyword::Type.name()] == "object" || schema.get(Keyword::Properties.name()).is_some();
    let depth = depth + u64::from(is_object);
    sum.set(depth, at);
    for (place, child) in keywords::children(schema, at) {
        // A definition begins at the top where it is referred to.
        let is_definition = schema.get(Keyword::Defs.name()).is_some_and(|all| is_member(all, child))
            || schema.get(Keyword::Definitions.name()).is_some_and(|all| is_member(all, child));
        measure_depth(child, &place, if is_definition { 0 } else { depth }, sum);
    }
}

fn is_member(all: &Value, child: &Value) -> bool {
    all.as_object().into_iter().flatten().any(|(_, one)| std::ptr::eq(one, child))
}

fn characters(text: &str) -> u64 {
    text.chars().count() as u64
}

fn length(value: &Value) -> u64 {
    value.as_str().map_or_else(|| value.to_string().len() as u64, characters)
}

fn string_length(values: &[Value]) -> u64 {
    values.iter().filter_map(Value::as_str).map(characters).sum()
}

#[cfg(test)]
mod tests {
    use planwright_schema::set::SchemaSet;
    use serde_json::{Map, Value, json};

    use super::{LIMITS, Subject, exceeded_limits};
    use crate::{Conversion, Dialect};

    fn set(schema: &Value) -> SchemaSet {
        SchemaSet::parse([("s.schema.json".to_owned(), schema.to_string().into_bytes())]).unwrap()
    }

    fn places(schema: &Value, dialects: &[Dialect]) -> Vec<String> {
        exceeded_limits(&set(schema), dialects).iter().map(|one| one.pointer.to_string()).collect()
    }

    fn objects(count: usize, property: impl Fn(usize) -> Value) -> Value {
        let properties: Map<String, Value> = (0..count).map(|at| (format!("p{at:04}"), property(at))).collect();
        let required: Vec<&String> = properties.keys().collect();
        json!({"type": "object", "required": required, "properties": properties})
    }

    fn nested(depth: usize) -> Value {
        (1..depth).fold(json!({"type": "object"}), |inner, _| json!({"type": "object", "properties": {"a": inner}}))
    }

    /// Each limit is exceeded by one, at the location that exceeds it. The control is exactly at the limit.
    #[test]
    fn every_limit_is_found_at_its_place() {
        let optional = |count| json!({"type": "object", "properties": objects(count, |_| json!({}))["properties"]});
        let unions = |count| objects(count, |_| json!({"type": ["string", "null"]}));
        let strings = |count: usize, length: usize| json!({"enum": (0..count).map(|at| format!("{at:0length$}")).collect::<Vec<_>>()});
        let lists = |last: u64| objects(2, |at| json!({"type": "array", "maxItems": if at == 0 { 900 } else { last }}));
        let references =
            json!({"type": "object", "properties": {"a": {"$ref": "#/definitions/A"}}, "definitions": {"A": {}}});
        let draft = |uri: &str| json!({"$schema": uri, "type": "object"});
        let number = |most: i64| json!({"type": "object", "properties": {"n": {"type": "integer", "maximum": most}}});
        let levels = "/properties/a".repeat(10);
        let cases: [(Subject, Dialect, Value, Value, &str); 12] = [
            (Subject::Number, Dialect::Xai, number((1 << 53) - 1), number(1 << 53), "/properties/n/maximum"),
            (
                Subject::Properties,
                Dialect::OpenAi,
                objects(5_000, |_| json!({})),
                objects(5_001, |_| json!({})),
                "/properties/p5000",
            ),
            (
                Subject::Characters,
                Dialect::OpenAi,
                json!({"const": "a".repeat(120_000)}),
                json!({"const": "a".repeat(120_001)}),
                "/const",
            ),
            (Subject::EnumValues, Dialect::OpenAi, strings(1_000, 4), strings(1_001, 4), "/enum"),
            (Subject::LongEnum, Dialect::OpenAi, strings(300, 50), strings(301, 50), "/enum"),
            (Subject::Depth, Dialect::OpenAi, nested(10), nested(11), &levels),
            (Subject::Optional, Dialect::Anthropic, optional(24), optional(25), "/properties/p0024"),
            (Subject::Unions, Dialect::Anthropic, unions(16), unions(17), "/properties/p0016/type"),
            (Subject::MaxItemsSum, Dialect::Gemini, lists(52), lists(53), "/properties/p0001/maxItems"),
            (Subject::EnumCharacters, Dialect::Gemini, strings(30, 100), strings(31, 100), "/enum"),
            (Subject::References, Dialect::Mcp, json!({"type": "object"}), references, "/properties/a/$ref"),
            (
                Subject::OtherDrafts,
                Dialect::Mcp,
                draft("https://json-schema.org/draft/2020-12/schema"),
                draft("http://json-schema.org/draft-07/schema#"),
                "/$schema",
            ),
        ];
        assert_eq!(
            cases.iter().map(|case| case.0).collect::<Vec<_>>(),
            LIMITS.iter().map(|row| row.subject).collect::<Vec<_>>()
        );
        for (subject, dialect, control, schema, place) in cases {
            assert_eq!(places(&control, &[dialect]), Vec::<String>::new(), "{subject:?}");
            assert_eq!(places(&schema, &[dialect]), [place], "{subject:?}");
            // Dialects that have only the limit of numbers.
            let is_limited = |one: &Dialect| LIMITS.iter().any(|row| row.dialects.contains(one));
            let others: Vec<Dialect> = Dialect::ALL.into_iter().filter(|one| !is_limited(one)).collect();
            let expected = if subject == Subject::Number { vec![place.to_owned()] } else { Vec::new() };
            assert_eq!(places(&schema, &others), expected, "{subject:?}");
        }
    }

    #[test]
    fn an_export_warns_about_measured_limits() {
        let warned = |schema: &Value, dialect| {
            let conversion = Conversion::new(&set(schema), "s.schema.json", dialect).unwrap();
            let limits = conversion.weakenings().iter().filter(|one| one.code == "VENDOR_LIMIT");
            limits.map(|one| one.message.clone()).collect::<Vec<_>>()
        };
        let lists = json!({"type": "object", "properties": {"a": {"type": "array", "items": {}, "maxItems": 953}}});
        let [message] = warned(&lists, Dialect::Gemini).try_into().unwrap();
        assert_eq!(message, "a reported limit of gemini: at most 952 as the sum of all maxItems; the schema has 953");
        assert_eq!(warned(&lists, Dialect::OpenAi), Vec::<String>::new());
        let tree = json!({"type": "object", "properties": {"a": {"$ref": "#"}, "b": {"$ref": "#/$defs/B"}}, "$defs": {"B": {"type": "string"}}});
        assert_eq!(warned(&tree, Dialect::Mcp).len(), 1);
        let flat =
            json!({"type": "object", "properties": {"b": {"$ref": "#/$defs/B"}}, "$defs": {"B": {"type": "string"}}});
        assert_eq!(warned(&flat, Dialect::Mcp), Vec::<String>::new());
    }
}
