//! Conversion of one root to a dialect: the schema, the encoder and the decoder. Everything is derived from the
//! canonical schema.

use std::collections::BTreeMap;

use planwright_source::Pointer;
use serde_json::Value;

use crate::admitted::{self, Admitted};
use crate::allowed::breaches;
use crate::answer::{self, Fault};
use crate::compile::compile;
use crate::dialects::Dialect;
use crate::encode;
use crate::gbnf;
use crate::limits::measured_notes;
use crate::node::{Node, NodeKind, Plan};
use crate::openapi;
use crate::print::{print, print_as_applied};
use crate::source::Source;
use crate::tool;
use crate::weakening::{LIMIT_EXCEEDED, Note, Refusal, Weakening, located};
use planwright_schema::Target;
use planwright_schema::model::Keyword;
use planwright_schema::set::SchemaSet;

/// Conversion of one root.
#[derive(Clone, Debug)]
pub struct Conversion {
    title: String,
    description: Option<String>,
    schema: Value,
    weakenings: Vec<Weakening>,
    plan: Plan,
    dialect: Dialect,
    canonical: Value,
    /// Source location of each definition of the canonical schema.
    places: BTreeMap<String, Target>,
}

impl Conversion {
    /// Converts the root of one file of the set.
    ///
    /// # Errors
    ///
    /// Returns [`Refusal::Schema`] if the set cannot be linked or does not contain the file, and [`Refusal::Dialect`]
    /// with every location that the dialect cannot express or every limit that is exceeded.
    pub fn new(set: &SchemaSet, file: &str, dialect: Dialect) -> Result<Self, Refusal> {
        let source = Source::new(set, file)?;
        let (plan, schema, mut weakenings) = if let Some(rules) = dialect.rules() {
            let (plan, weakenings) = compile(set, &source, rules)?;
            let schema = print(&plan, rules);
            (plan, schema, weakenings)
        } else {
            let kept = tool::keep(set, &source, dialect);
            let plan = Plan { root: Node::new(NodeKind::Free), wrapped: kept.wrapped, ..Plan::default() };
            (plan, kept.schema, kept.weakenings)
        };
        let broken = breaches(dialect, &schema);
        if let Some((_, place)) = source.definitions.get(&source.root).filter(|_| !broken.is_empty()) {
            let notes = broken.iter().map(|breach| Note::new(place, LIMIT_EXCEEDED, breach.to_string()));
            return Err(Refusal::Dialect(located(set, notes.collect())));
        }
        if let Some((_, place)) = source.definitions.get(&source.root) {
            weakenings.extend(located(set, measured_notes(dialect, &schema, place)));
        }
        let description = source.definitions.get(&source.root).and_then(|(schema, _)| schema.get("description"));
        let description = description.and_then(Value::as_str).map(str::to_owned);
        let places = source.definitions.into_iter().map(|(name, (_, place))| (name, place)).collect();
        let (title, canonical) = (source.root, source.bundled);
        Ok(Self { title, description, schema, weakenings, plan, dialect, canonical, places })
    }

    /// Returns the vendor's schema as JSON Schema.
    #[must_use]
    pub fn schema(&self) -> &Value {
        &self.schema
    }

    /// Returns the schema as the vendor's request contains it, which may be in another schema language.
    #[must_use]
    pub fn request_schema(&self) -> Value {
        if self.dialect == Dialect::VertexOpenApi { openapi::form(&self.schema) } else { self.schema.clone() }
    }

    /// Returns the grammar, for an engine that accepts grammars.
    #[must_use]
    pub fn grammar(&self) -> Option<String> {
        (self.dialect == Dialect::Gbnf).then(|| gbnf::print(&self.schema, &self.title))
    }

    /// Returns the schema as the engine applies it, which may allow more than it should.
    #[must_use]
    pub fn taken(&self) -> Value {
        self.dialect.rules().map_or_else(|| self.schema.clone(), |rules| print_as_applied(&self.plan, rules))
    }

    /// Returns the name of the root type.
    #[must_use]
    pub fn title(&self) -> &str {
        &self.title
    }

    /// Returns the description of the root.
    #[must_use]
    pub fn description(&self) -> Option<&str> {
        self.description.as_deref()
    }

    /// Returns all differences from the canonical schema, in the order of the source.
    #[must_use]
    pub fn weakenings(&self) -> &[Weakening] {
        &self.weakenings
    }

    /// Returns the canonical schema as one document.
    #[must_use]
    pub fn canonical(&self) -> &Value {
        &self.canonical
    }

    /// Returns the source location of a location in the canonical document.
    #[must_use]
    pub fn written_at(&self, at: &Pointer) -> Target {
        let tokens: Vec<_> = at.tokens().collect();
        let named = match tokens.as_slice() {
            [definitions, name, rest @ ..] if definitions == Keyword::Definitions.name() => {
                self.places.get(&**name).map(|place| (place, rest))
            }
            _ => None,
        };
        let root = || self.places.get(&self.title).map(|place| (place, tokens.as_slice()));
        let Some((place, rest)) = named.or_else(root) else { return Target::root(&self.title) };
        rest.iter().fold(place.clone(), |place, token| place.member(token))
    }

    /// Returns the documents that answers decode to.
    #[must_use]
    pub fn admitted(&self) -> Admitted {
        match self.dialect.rules() {
            Some(rules) => admitted::of_plan(&self.plan, rules),
            None => admitted::of_schema(&self.schema, self.plan.wrapped),
        }
    }

    /// Converts an answer in the vendor's shape to the canonical document. The result has not been validated yet.
    ///
    /// # Errors
    ///
    /// Returns every location where the shape of the answer differs from the vendor's schema.
    pub fn normalize(&self, answer: &Value) -> Result<Value, Vec<Fault>> {
        answer::document(&self.plan, answer)
    }

    /// Converts a canonical document to the vendor's shape, for examples in prompts.
    ///
    /// # Errors
    ///
    /// Returns the first location that the vendor's shape cannot express, such as a property that the schema does not
    /// describe.
    pub fn encode(&self, document: &Value) -> Result<Value, Fault> {
        encode::answer(&self.plan, document)
    }
}
