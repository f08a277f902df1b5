//! The walk over a schema and a value.

use std::ops::ControlFlow;

use planwright_source::Pointer;
use serde_json::Value;

use super::compile::Document;
use super::{SchemaValidator, Violation};
use crate::draft::Draft;
use crate::model::{Form, Schema, SchemaObject};

/// `Break` ends the walk.
pub(super) type Flow = ControlFlow<()>;

/// A schema with the document that contains it.
#[derive(Clone, Copy)]
pub(super) struct Node<'v> {
    pub(super) schema: &'v Schema,
    pub(super) document: Document,
}

impl<'v> Node<'v> {
    /// Returns another schema of the same document.
    pub(super) fn with(self, schema: &'v Schema) -> Self {
        Self { schema, ..self }
    }
}

/// Violations that were found.
pub(super) enum Found {
    /// The first one ends the walk.
    Verdict,
    All(Vec<Violation>),
}

/// State of a walk.
pub(super) struct Run<'v> {
    pub(super) validator: &'v SchemaValidator,
    pub(super) found: Found,
    /// Location in the value, while all violations are collected.
    pub(super) at: Pointer,
    /// Documents that references lead to, from the outermost one.
    pub(super) scope: Vec<Document>,
    /// Referenced schemas with the values that they are being applied to.
    active: Vec<(*const Schema, *const Value)>,
}

impl<'v> Run<'v> {
    fn new(validator: &'v SchemaValidator, found: Found) -> Self {
        Self { validator, found, at: Pointer::root(), scope: vec![validator.entry], active: Vec::new() }
    }

    fn entry(&self) -> Node<'v> {
        Node { schema: self.validator.root(self.validator.entry), document: self.validator.entry }
    }

    pub(super) fn verdict(validator: &'v SchemaValidator, value: &Value) -> bool {
        let mut run = Self::new(validator, Found::Verdict);
        run.check(run.entry(), value).is_continue()
    }

    pub(super) fn violations(validator: &'v SchemaValidator, value: &Value) -> Vec<Violation> {
        let mut run = Self::new(validator, Found::All(Vec::new()));
        let _ = run.check(run.entry(), value);
        match run.found {
            Found::Verdict => Vec::new(),
            Found::All(found) => found,
        }
    }

    pub(super) fn draft(&self, node: Node<'v>) -> Draft {
        self.validator.draft(node.document)
    }

    /// Validates a value. The assertions come in the order of the validator at run time, so that both report the same
    /// violation first.
    pub(super) fn check(&mut self, node: Node<'v>, value: &Value) -> Flow {
        match &node.schema.form {
            Form::Boolean(false) => self.report(value, |value| format!("False schema does not allow {value}")),
            Form::Boolean(true) | Form::Invalid(_) => Flow::Continue(()),
            Form::Object(object) => self.object(node, object, value),
        }
    }

    fn object(&mut self, node: Node<'v>, object: &'v SchemaObject, value: &Value) -> Flow {
        self.kind(node, object, value)?;
        match value {
            Value::Number(number) => self.number(object, number, value)?,
            Value::String(text) => self.string(node, object, text, value)?,
            Value::Array(items) => self.array(node, object, items, value)?,
            Value::Object(members) => self.members(node, object, members, value)?,
            Value::Null | Value::Bool(_) => {}
        }
        self.logic(node, object, value)?;
        self.unevaluated(node, object, value)?;
        self.references(node, object, value)
    }

    fn references(&mut self, node: Node<'v>, object: &'v SchemaObject, value: &Value) -> Flow {
        for target in self.targets(node, object) {
            self.refer(target, value, |run| run.check(target, value), Flow::Continue(()))?;
        }
        Flow::Continue(())
    }

    /// Follows a reference. A reference that leads back to the same value has the result `repeated`.
    pub(super) fn refer<R>(
        &mut self,
        target: Node<'v>,
        value: &Value,
        apply: impl FnOnce(&mut Self) -> R,
        repeated: R,
    ) -> R {
        let key = (std::ptr::from_ref(target.schema), std::ptr::from_ref(value));
        if self.active.contains(&key) {
            return repeated;
        }
        self.active.push(key);
        self.scope.push(target.document);
        let result = apply(self);
        self.scope.pop();
        self.active.pop();
        result
    }

    /// Returns the schemas that a schema refers to.
    pub(super) fn targets(&self, node: Node<'v>, object: &'v SchemaObject) -> Vec<Node<'v>> {
        let references = &object.references;
        let fixed = references.reference.iter().filter_map(|reference| self.target(node.document, reference));
        let recursive = references.recursive.iter().filter_map(|reference| {
            let target = self.target(node.document, reference)?;
            Some(self.outermost(target, |root| root.identifiers.recursive_anchor == Some(true)))
        });
        let dynamic = references.dynamic.iter().filter_map(|reference| {
            let target = self.target(node.document, reference)?;
            let name = target.schema.object().and_then(|object| object.identifiers.dynamic_anchor.as_deref());
            Some(match name {
                Some(name) => self.outermost(target, |root| root.identifiers.dynamic_anchor.as_deref() == Some(name)),
                None => target,
            })
        });
        fixed.chain(recursive).chain(dynamic).collect()
    }

    fn target(&self, document: Document, reference: &str) -> Option<Node<'v>> {
        let (document, pointer) = self.validator.targets.get(&document)?.get(reference)?;
        Some(Node { schema: self.validator.root(*document).at(pointer)?, document: *document })
    }

    /// Returns the root of the outermost document that redefines a schema, or the schema itself.
    fn outermost(&self, target: Node<'v>, redefines: impl Fn(&SchemaObject) -> bool) -> Node<'v> {
        if !target.schema.object().is_some_and(&redefines) {
            return target;
        }
        let roots = self.scope.iter().map(|document| (*document, self.validator.root(*document)));
        let mut redefining = roots.filter(|(_, root)| root.object().is_some_and(&redefines));
        redefining.next().map_or(target, |(document, schema)| Node { schema, document })
    }

    /// Returns whether a value is valid under a schema that is only a part of a condition.
    pub(super) fn is_valid(&mut self, node: Node<'v>, value: &Value) -> bool {
        let found = std::mem::replace(&mut self.found, Found::Verdict);
        let flow = self.check(node, value);
        self.found = found;
        flow.is_continue()
    }

    /// Validates the value of a property.
    pub(super) fn inside(&mut self, name: &str, node: Node<'v>, value: &Value) -> Flow {
        self.below(|at| at.push(name), node, value)
    }

    /// Validates an item.
    pub(super) fn inside_item(&mut self, index: usize, node: Node<'v>, value: &Value) -> Flow {
        self.below(|at| at.push_index(index), node, value)
    }

    /// Validates a part of a value. `push` adds the token of the part to the location.
    fn below(&mut self, push: impl FnOnce(&mut Pointer), node: Node<'v>, value: &Value) -> Flow {
        if matches!(self.found, Found::Verdict) {
            return self.check(node, value);
        }
        push(&mut self.at);
        let flow = self.check(node, value);
        self.at.pop();
        flow
    }

    /// Reports a violation. `message` receives the value as it is displayed.
    pub(super) fn report(&mut self, value: &Value, message: impl FnOnce(&dyn std::fmt::Display) -> String) -> Flow {
        self.add(value, message, false)
    }

    /// Reports that a value does not have a format.
    pub(super) fn report_format(&mut self, value: &Value, format: &str) -> Flow {
        self.add(value, |value| format!("{value} is not a \"{format}\""), true)
    }

    fn add(&mut self, value: &Value, message: impl FnOnce(&dyn std::fmt::Display) -> String, is_format: bool) -> Flow {
        let Found::All(found) = &mut self.found else { return Flow::Break(()) };
        let message = if value.is_object() || value.is_array() { message(&"this value") } else { message(value) };
        found.push(Violation { pointer: self.at.clone(), message, is_format });
        Flow::Continue(())
    }
}
