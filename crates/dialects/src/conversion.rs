//! A root in one dialect: its schema, and the way there and back. All of it follows from the canonical schema alone.

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
use crate::node::{Node, NodeKind, Plan};
use crate::openapi;
use crate::print::{print, print_taken};
use crate::source::Source;
use crate::tool;
use crate::weakening::{LIMIT_EXCEEDED, Note, Refusal, Weakening, located};
use planwright_schema::Target;
use planwright_schema::set::SchemaSet;

/// The conversion of one root.
#[derive(Clone, Debug)]
pub struct Conversion {
    title: String,
    description: Option<String>,
    schema: Value,
    weakenings: Vec<Weakening>,
    plan: Plan,
    dialect: Dialect,
    canonical: Value,
    /// Where each definition of the canonical schema is written.
    places: BTreeMap<String, Target>,
}

impl Conversion {
    /// Converts the root of one file of the set.
    ///
    /// # Errors
    ///
    /// [`Refusal::Schema`] where the set cannot be linked, or has no such file; [`Refusal::Dialect`] with every place that
    /// the dialect cannot say, or the limits that the whole exceeds.
    pub fn new(set: &SchemaSet, file: &str, dialect: Dialect) -> Result<Self, Refusal> {
        let source = Source::new(set, file)?;
        let (plan, schema, weakenings) = if let Some(rules) = dialect.rules() {
            let (plan, weakenings) = compile(set, &source, rules)?;
            let schema = print(&plan, rules);
            (plan, schema, weakenings)
        } else {
            let kept = tool::keep(set, &source, dialect);
            let plan = Plan { root: Node::of(NodeKind::Free), wrapped: kept.wrapped, ..Plan::default() };
            (plan, kept.schema, kept.weakenings)
        };
        let broken = breaches(dialect, &schema);
        if let Some((_, place)) = source.definitions.get(&source.root).filter(|_| !broken.is_empty()) {
            let notes = broken.iter().map(|breach| Note::new(place, LIMIT_EXCEEDED, breach.to_string()));
            return Err(Refusal::Dialect(located(set, notes.collect())));
        }
        let description = source.definitions.get(&source.root).and_then(|(schema, _)| schema.get("description"));
        let description = description.and_then(Value::as_str).map(str::to_owned);
        let places = source.definitions.into_iter().map(|(name, (_, place))| (name, place)).collect();
        let (title, canonical) = (source.root, source.bundled);
        Ok(Self { title, description, schema, weakenings, plan, dialect, canonical, places })
    }

    /// The schema that the vendor is given, as JSON Schema.
    #[must_use]
    pub fn schema(&self) -> &Value {
        &self.schema
    }

    /// The schema in the form in which the vendor's request holds it: that of another language, where it is one.
    #[must_use]
    pub fn given(&self) -> Value {
        if self.dialect == Dialect::VertexOpenApi { openapi::form(&self.schema) } else { self.schema.clone() }
    }

    /// The grammar of the schema, where it is this that the engine is given.
    #[must_use]
    pub fn grammar(&self) -> Option<String> {
        (self.dialect == Dialect::Gbnf).then(|| gbnf::print(&self.schema, &self.title))
    }

    /// The schema as the vendor's engine reads it, which may take more than the schema says.
    #[must_use]
    pub fn taken(&self) -> Value {
        self.dialect.rules().map_or_else(|| self.schema.clone(), |rules| print_taken(&self.plan, rules))
    }

    /// The name of the root's type.
    #[must_use]
    pub fn title(&self) -> &str {
        &self.title
    }

    /// What the root says of itself.
    #[must_use]
    pub fn description(&self) -> Option<&str> {
        self.description.as_deref()
    }

    /// Where the vendor's schema says less than the canonical one, or something else, in the order of the text.
    #[must_use]
    pub fn weakenings(&self) -> &[Weakening] {
        &self.weakenings
    }

    /// The canonical schema, in one document.
    #[must_use]
    pub fn canonical(&self) -> &Value {
        &self.canonical
    }

    /// Where a place of the canonical document was written: the file, and the pointer in it.
    #[must_use]
    pub fn written_at(&self, at: &Pointer) -> Target {
        let tokens: Vec<_> = at.tokens().collect();
        let named = match tokens.as_slice() {
            [definitions, name, rest @ ..] if definitions == "definitions" => {
                self.places.get(&**name).map(|place| (place, rest))
            }
            _ => None,
        };
        let root = || self.places.get(&self.title).map(|place| (place, tokens.as_slice()));
        let Some((place, rest)) = named.or_else(root) else { return Target::root(&self.title) };
        rest.iter().fold(place.clone(), |place, token| place.member(token))
    }

    /// The documents that come back from answers of the vendor's schema.
    #[must_use]
    pub fn admitted(&self) -> Admitted {
        match self.dialect.rules() {
            Some(rules) => admitted::of_plan(&self.plan, rules),
            None => admitted::of_schema(&self.schema, self.plan.wrapped),
        }
    }

    /// The canonical document of an answer in the vendor's shape. The law has still to judge it.
    ///
    /// # Errors
    ///
    /// Every place where the answer has another shape than the vendor's schema asks for.
    pub fn normalize(&self, answer: &Value) -> Result<Value, Vec<Fault>> {
        answer::document(&self.plan, answer)
    }

    /// A canonical document in the vendor's shape, for examples in prompts.
    ///
    /// # Errors
    ///
    /// The first place that the vendor's shape cannot say, such as a member that the schema does not mention.
    pub fn encode(&self, document: &Value) -> Result<Value, Fault> {
        encode::answer(&self.plan, document)
    }
}
