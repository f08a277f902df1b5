//! Validates an exported schema against the documentation of a dialect. This module deliberately shares no code with
//! the conversion.

mod supported;

use std::cell::Cell;
use std::fmt;

use planwright_schema::PatternFeatures;
use planwright_schema::model::{Keyword, ValueKind};
use planwright_source::{Pointer, printable};
use serde_json::Value;

use self::supported::{
    ANTHROPIC, COMMON, GBNF, GEMINI, LLGUIDANCE, OPENAI, OUTLINES, UNSUPPORTED_IN_TOOLS, VERTEX_OPENAPI, XAI, XGRAMMAR,
};
use crate::Dialect;
use crate::limits::{MANY_VALUES, Subject, published_max};

/// Keyword or size that a dialect does not support.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Breach {
    /// Location in the vendor's schema.
    pub at: Pointer,
    /// Description of the problem.
    pub message: String,
}

impl fmt::Display for Breach {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let at = if self.at.is_root() { "the root" } else { self.at.as_str() };
        write!(out, "at {} of the exported schema: {}", printable(at), self.message)
    }
}

const OPENAI_FORMATS: &[&str] = &["date-time", "time", "date", "duration", "email", "hostname", "ipv4", "ipv6", "uuid"];
const ANTHROPIC_FORMATS: &[&str] =
    &["date-time", "time", "date", "duration", "email", "hostname", "uri", "ipv4", "ipv6", "uuid"];

const XGRAMMAR_FORMATS: &[&str] = &["duration", "json-pointer", "relative-json-pointer", "uuid"];
const VLLM_FORMATS: &[&str] = &["duration", "uuid"];
const GBNF_FORMATS: &[&str] = &["ipv4", "uuid"];
/// Number of repetitions from which the engine rejects a grammar.
const GBNF_REFUSED_REPETITIONS: u64 = 2_000;
const XAI_FORMATS: &[&str] = &["date", "date-time", "email", "ipv4", "time", "uuid"];
/// Characters that may appear between `^` and `$`: literal ones, and those that form classes, groups and counts.
const WHOLE_PATTERN_CHARACTERS: &str = " _-:/@#=,;%!<>&~[](){}*+?|";

/// Maximum number of schemas with references expanded, far more than any grammar supports.
const MAX_EXPANDED_SCHEMAS: usize = 200_000;
const EXPANSION_TOO_LARGE: &str = "with its references written out it is larger than any grammar";

/// Returns everything that the dialect does not support.
#[must_use]
pub fn breaches(dialect: Dialect, schema: &Value) -> Vec<Breach> {
    let mut checker = Checker { dialect, whole: schema, found: Vec::new(), steps: Cell::new(0) };
    checker.root();
    checker.schema(schema, &Pointer::root());
    match dialect {
        Dialect::OpenAi => checker.openai_limits(),
        Dialect::Anthropic => checker.anthropic_limits(),
        Dialect::Mistral
        | Dialect::Bedrock
        | Dialect::Vertex
        | Dialect::VertexOpenApi
        | Dialect::Xai
        | Dialect::Outlines => {
            checker.no_recursion();
        }
        Dialect::AnthropicTool
        | Dialect::Gemini
        | Dialect::Mcp
        | Dialect::LlGuidance
        | Dialect::XGrammar
        | Dialect::Vllm
        | Dialect::Gbnf => {}
    }
    checker.found
}

struct Checker<'a> {
    dialect: Dialect,
    whole: &'a Value,
    found: Vec<Breach>,
    /// Number of visited schemas with references expanded.
    steps: Cell<usize>,
}

impl<'a> Checker<'a> {
    fn breach(&mut self, at: &Pointer, message: impl Into<String>) {
        self.found.push(Breach { at: at.clone(), message: message.into() });
    }

    fn root(&mut self) {
        let is_object = self.whole[Keyword::Type.name()] == "object";
        let root = Pointer::root();
        let is_decoder = matches!(
            self.dialect,
            Dialect::LlGuidance | Dialect::XGrammar | Dialect::Vllm | Dialect::Outlines | Dialect::Gbnf
        );
        if !is_decoder
            && !matches!(self.dialect, Dialect::Gemini | Dialect::Vertex | Dialect::VertexOpenApi)
            && !is_object
        {
            self.breach(&root, "the root has to be an object");
        }
        let unions: &[Keyword] = match self.dialect {
            Dialect::OpenAi
            | Dialect::Anthropic
            | Dialect::AnthropicTool
            | Dialect::Mistral
            | Dialect::Bedrock
            | Dialect::Xai => &[Keyword::AnyOf, Keyword::OneOf, Keyword::AllOf],
            Dialect::Gemini
            | Dialect::Mcp
            | Dialect::LlGuidance
            | Dialect::XGrammar
            | Dialect::Vllm
            | Dialect::Outlines
            | Dialect::Gbnf
            | Dialect::VertexOpenApi
            | Dialect::Vertex => &[],
        };
        for keyword in unions.iter().map(|keyword| keyword.name()).filter(|name| self.whole.get(name).is_some()) {
            self.breach(&root, format!("the root has `{keyword}`"));
        }
    }

    fn schema(&mut self, schema: &'a Value, at: &Pointer) {
        let Some(members) = schema.as_object() else {
            if self.is_closed() {
                self.breach(at, "a schema has to be an object");
            }
            return;
        };
        for (name, value) in members {
            let here = at.member(name);
            if !self.supports(name, value) {
                self.breach(&here, format!("`{name}` is not taken"));
            }
            let Some(keyword) = Keyword::from_name(name) else { continue };
            match keyword.value() {
                ValueKind::SchemasByName => {
                    for (name, inner) in value.as_object().into_iter().flatten() {
                        self.schema(inner, &here.member(name));
                    }
                }
                ValueKind::Schemas => {
                    for (index, inner) in value.as_array().into_iter().flatten().enumerate() {
                        self.schema(inner, &here.index(index));
                    }
                }
                ValueKind::Schema | ValueKind::SchemaOrSchemas
                    if keyword != Keyword::AdditionalProperties || value.is_object() =>
                {
                    self.schema(value, &here);
                }
                _ => {}
            }
        }
        if self.is_closed() {
            self.strict(schema, at);
        }
        if matches!(self.dialect, Dialect::XGrammar | Dialect::Vllm | Dialect::Outlines) {
            self.spliced(schema, at);
        }
    }

    /// Checks whether the dialect supports the keyword with this value.
    fn supports(&self, name: &str, value: &Value) -> bool {
        let Some(keyword) = Keyword::from_name(name) else {
            return matches!(self.dialect, Dialect::Mcp | Dialect::AnthropicTool);
        };
        let named = |formats: &[&str]| value.as_str().is_some_and(|name| formats.contains(&name));
        match (self.dialect, keyword) {
            (Dialect::Mcp, _) => true,
            (Dialect::AnthropicTool, _) => !UNSUPPORTED_IN_TOOLS.contains(&keyword),
            (Dialect::OpenAi, Keyword::Pattern) => !features(value).looks_around,
            (Dialect::Anthropic | Dialect::LlGuidance | Dialect::Gbnf, Keyword::Pattern) => {
                let found = features(value);
                !found.looks_around && !found.refers_back && !found.has_word_boundary
            }
            (Dialect::OpenAi, Keyword::Format) => named(OPENAI_FORMATS),
            (Dialect::Anthropic | Dialect::LlGuidance, Keyword::Format) => named(ANTHROPIC_FORMATS),
            (Dialect::XGrammar | Dialect::Vllm | Dialect::Outlines, Keyword::Pattern) => {
                let inner = value.as_str().and_then(|text| text.strip_prefix('^')?.strip_suffix('$'));
                let plain = |one: char| one.is_ascii_alphanumeric() || WHOLE_PATTERN_CHARACTERS.contains(one);
                inner.is_some_and(|inner| inner.chars().all(plain) && !inner.contains("(?"))
            }
            (Dialect::XGrammar, Keyword::Format) => named(XGRAMMAR_FORMATS),
            (Dialect::Vllm, Keyword::Format) => named(VLLM_FORMATS),
            (Dialect::Xai, Keyword::Format) => named(XAI_FORMATS),
            (Dialect::Gbnf, Keyword::Format) => named(GBNF_FORMATS),
            (Dialect::Gbnf, Keyword::MinLength | Keyword::MaxLength | Keyword::MinItems | Keyword::MaxItems) => {
                value.as_u64().is_some_and(|times| times < GBNF_REFUSED_REPETITIONS)
            }
            (Dialect::XGrammar | Dialect::Vllm | Dialect::Gbnf, Keyword::Minimum | Keyword::Maximum) => value.is_i64(),
            (Dialect::Gbnf, _) => COMMON.contains(&keyword) || GBNF.contains(&keyword),
            (Dialect::Outlines | Dialect::VertexOpenApi, Keyword::Ref | Keyword::Defs) => false,
            (Dialect::VertexOpenApi, _) => COMMON.contains(&keyword) || VERTEX_OPENAPI.contains(&keyword),
            (Dialect::Anthropic, Keyword::MinItems) => *value == 0 || *value == 1,
            (Dialect::OpenAi, _) => COMMON.contains(&keyword) || OPENAI.contains(&keyword),
            (Dialect::Anthropic, _) => COMMON.contains(&keyword) || ANTHROPIC.contains(&keyword),
            (Dialect::LlGuidance, _) => COMMON.contains(&keyword) || LLGUIDANCE.contains(&keyword),
            (Dialect::Gemini | Dialect::Vertex, _) => COMMON.contains(&keyword) || GEMINI.contains(&keyword),
            (Dialect::XGrammar | Dialect::Vllm, _) => COMMON.contains(&keyword) || XGRAMMAR.contains(&keyword),
            (Dialect::Outlines, _) => COMMON.contains(&keyword) || OUTLINES.contains(&keyword),
            (Dialect::Mistral | Dialect::Bedrock, _) => COMMON.contains(&keyword),
            (Dialect::Xai, _) => COMMON.contains(&keyword) || XAI.contains(&keyword),
        }
    }

    /// Checks whether every object has to be closed.
    fn is_closed(&self) -> bool {
        matches!(
            self.dialect,
            Dialect::OpenAi
                | Dialect::Anthropic
                | Dialect::Mistral
                | Dialect::Bedrock
                | Dialect::VertexOpenApi
                | Dialect::Xai
                | Dialect::Outlines
        )
    }

    /// Checks rules of decoders that copy names into a grammar and apply only one keyword of a string.
    fn spliced(&mut self, schema: &Value, at: &Pointer) {
        for name in schema[Keyword::Properties.name()].as_object().into_iter().flatten().map(|(name, _)| name) {
            if name.chars().any(|one| one == '"' || one == '\\' || one.is_control()) {
                let message = format!("the name {name:?} has a character that JSON escapes");
                self.breach(&at.member(Keyword::Properties.name()).member(name), message);
            }
        }
        let heeded = [Keyword::Pattern, Keyword::Format, Keyword::MinLength]
            .into_iter()
            .filter(|keyword| schema.get(keyword.name()).is_some());
        if schema[Keyword::Type.name()] == "string" && heeded.count() > 1 {
            self.breach(at, "only one of `pattern`, `format` and lengths is heeded");
        }
    }

    fn no_recursion(&mut self) {
        let mut recursive = false;
        self.expand(self.whole, &mut Vec::new(), &mut |schema| recursive |= schema.is_none());
        if self.is_too_large() {
            self.breach(&Pointer::root(), EXPANSION_TOO_LARGE);
        }
        if recursive {
            self.breach(&Pointer::root(), "recursion is not taken");
        }
    }

    /// Checks the rules of strict dialects for one schema.
    fn strict(&mut self, schema: &Value, at: &Pointer) {
        let is_object = schema[Keyword::Type.name()] == "object" || schema.get(Keyword::Properties.name()).is_some();
        if is_object && schema.get(Keyword::AdditionalProperties.name()) != Some(&Value::Bool(false)) {
            self.breach(at, "`additionalProperties` has to be false");
        }
        if self.dialect == Dialect::OpenAi {
            let values = schema[Keyword::Enum.name()].as_array().map(Vec::as_slice).unwrap_or_default();
            let characters: usize = values.iter().filter_map(Value::as_str).map(|text| text.chars().count()).sum();
            let limit = published_max(self.dialect, Subject::LongEnum);
            if values.len() > MANY_VALUES && characters > limit {
                let message = format!(
                    "{characters} characters in an enum of more than {MANY_VALUES} strings; at most {limit} are allowed"
                );
                self.breach(&at.member(Keyword::Enum.name()), message);
            }
            for name in schema[Keyword::Properties.name()].as_object().into_iter().flatten().map(|(name, _)| name) {
                let required = schema[Keyword::Required.name()]
                    .as_array()
                    .is_some_and(|names| names.iter().any(|one| one == name));
                if !required {
                    self.breach(&at.member(Keyword::Properties.name()).member(name), "every member has to be required");
                }
            }
            let said = [Keyword::Type, Keyword::Ref, Keyword::AnyOf, Keyword::Enum, Keyword::Const]
                .iter()
                .any(|keyword| schema.get(keyword.name()).is_some());
            if !said {
                self.breach(at, "a schema has to name its type");
            }
        }
        if schema.get(Keyword::Ref.name()).is_some()
            && schema.as_object().is_some_and(|members| members.len() > 1)
            && !at.is_root()
        {
            self.breach(at, "nothing may stand beside `$ref`");
        }
    }

    fn openai_limits(&mut self) {
        let mut counts = Counts::default();
        count(self.whole, &mut counts);
        for (found, subject, what) in [
            (counts.members, Subject::Properties, "properties"),
            (counts.characters, Subject::Characters, "characters in names and fixed values"),
            (counts.values, Subject::EnumValues, "values in enums"),
            (self.depth(), Subject::Depth, "levels of objects"),
        ] {
            let limit = published_max(self.dialect, subject);
            if found > limit {
                self.breach(&Pointer::root(), format!("{found} {what}; at most {limit} are allowed"));
            }
        }
    }

    /// Checks whether the expanded schema is too large to continue.
    fn is_too_large(&self) -> bool {
        self.steps.set(self.steps.get() + 1);
        self.steps.get() > MAX_EXPANDED_SCHEMAS
    }

    /// Returns the maximum nesting of objects in the schema and in each of its definitions.
    fn depth(&self) -> usize {
        let definitions = self.whole[Keyword::Defs.name()].as_object().into_iter().flatten().map(|(_, schema)| schema);
        std::iter::once(self.whole).chain(definitions).map(nesting).max().unwrap_or(0)
    }

    fn anthropic_limits(&mut self) {
        let (mut optional, mut unions) = (0_usize, 0_usize);
        let mut recursive = false;
        self.expand(self.whole, &mut Vec::new(), &mut |schema| {
            let Some(schema) = schema else {
                recursive = true;
                return;
            };
            let required = schema[Keyword::Required.name()].as_array().map_or(0, Vec::len);
            optional += schema[Keyword::Properties.name()]
                .as_object()
                .map_or(0, |members| members.len().saturating_sub(required));
            unions += usize::from(
                schema.get(Keyword::AnyOf.name()).is_some()
                    || schema.get(Keyword::OneOf.name()).is_some()
                    || schema[Keyword::Type.name()].is_array(),
            );
        });
        if self.is_too_large() {
            self.breach(&Pointer::root(), EXPANSION_TOO_LARGE);
        }
        if recursive {
            self.breach(&Pointer::root(), "recursion is not taken");
        }
        for (found, subject, what) in
            [(optional, Subject::Optional, "optional properties"), (unions, Subject::Unions, "unions")]
        {
            let limit = published_max(self.dialect, subject);
            if found > limit {
                self.breach(
                    &Pointer::root(),
                    format!("{found} {what} in the expanded schema; at most {limit} are allowed"),
                );
            }
        }
    }

    /// Visits every schema and follows references. `None` is passed for a recursive reference.
    fn expand(&self, schema: &'a Value, inside: &mut Vec<&'a str>, visit: &mut dyn FnMut(Option<&'a Value>)) {
        if self.is_too_large() {
            return;
        }
        if let Some(name) = reference(schema) {
            if inside.contains(&name) {
                visit(None);
                return;
            }
            inside.push(name);
            self.expand(&self.whole[Keyword::Defs.name()][name], inside, visit);
            inside.pop();
            return;
        }
        visit(Some(schema));
        for inner in inner(schema) {
            self.expand(inner, inside, visit);
        }
    }
}

/// Returns the nesting depth of objects. References are not followed.
fn nesting(schema: &Value) -> usize {
    usize::from(schema[Keyword::Type.name()] == "object") + inner(schema).map(nesting).max().unwrap_or(0)
}

fn features(pattern: &Value) -> PatternFeatures {
    PatternFeatures::from_pattern(pattern.as_str().unwrap_or_default())
}

#[derive(Default)]
struct Counts {
    members: usize,
    characters: usize,
    values: usize,
}

fn count(schema: &Value, counts: &mut Counts) {
    let names = |keyword: &str| schema[keyword].as_object().into_iter().flatten().map(|(name, _)| name.chars().count());
    counts.members += schema[Keyword::Properties.name()].as_object().map_or(0, serde_json::Map::len);
    counts.characters += names(Keyword::Properties.name()).chain(names(Keyword::Defs.name())).sum::<usize>();
    let listed = schema[Keyword::Enum.name()].as_array().into_iter().flatten();
    counts.values += schema[Keyword::Enum.name()].as_array().map_or(0, Vec::len);
    let fixed = listed.chain(schema.get(Keyword::Const.name())).map(|value| match value {
        Value::String(text) => text.chars().count(),
        other => other.to_string().len(),
    });
    counts.characters += fixed.sum::<usize>();
    let definitions = schema[Keyword::Defs.name()].as_object().into_iter().flatten().map(|(_, inner)| inner);
    for inner in inner(schema).chain(definitions) {
        count(inner, counts);
    }
}

fn reference(schema: &Value) -> Option<&str> {
    schema.get(Keyword::Ref.name())?.as_str()?.strip_prefix("#/$defs/")
}

/// Returns the schemas of inner values.
fn inner(schema: &Value) -> impl Iterator<Item = &Value> {
    let members = schema[Keyword::Properties.name()].as_object().into_iter().flatten().map(|(_, inner)| inner);
    let lists = [Keyword::AnyOf, Keyword::OneOf, Keyword::AllOf, Keyword::PrefixItems]
        .into_iter()
        .filter_map(|keyword| schema[keyword.name()].as_array());
    let one =
        [Keyword::Items, Keyword::AdditionalProperties].into_iter().filter_map(|keyword| schema.get(keyword.name()));
    members.chain(lists.flatten()).chain(one)
}
