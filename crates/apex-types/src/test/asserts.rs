//! Creates the assertions about one document: one for every field, with its type.

use std::collections::BTreeMap;

use planwright_apex::layout::Piece;
use planwright_apex::tokens::{ApexIdent, ApexPath, ApexStatement};
use planwright_source::Pointer;
use serde_json::Value;

use crate::model::{Member, Model, Type};
use crate::values;

/// Approximate maximum number of statements in a test method. An object is never split.
pub(super) const MAX_STATEMENTS: usize = 24;

/// Indentation of the statements.
const INDENT: usize = 6;

/// Statements of one test method.
#[derive(Debug, Default)]
pub(super) struct Method {
    pub lines: Vec<ApexStatement>,
    /// Set if it looks up values by pointer.
    pub looks_up: bool,
    /// Variables of this method by the pointers of their values.
    variables: BTreeMap<String, ApexIdent>,
}

/// An object in the document, with its class and location.
#[derive(Clone)]
struct Object<'a> {
    class: ApexIdent,
    value: &'a Value,
    at: Pointer,
    /// The enclosing object and the path from it. `None` for the root.
    way: Option<(Box<Object<'a>>, Vec<Step>)>,
}

#[derive(Clone)]
enum Step {
    Member(ApexIdent),
    Index(usize),
    Key(String),
}

/// Returns the methods that assert a document. Each is a list of statements that starts with the variable `made`.
pub(super) fn methods(model: &Model, root: &ApexIdent, document: &Value) -> Vec<Method> {
    let mut methods = vec![Method::default()];
    let mut pending = vec![Object { class: root.clone(), value: document, at: Pointer::root(), way: None }];
    while let Some(object) = pending.pop() {
        if methods.last().is_some_and(|method| method.lines.len() >= MAX_STATEMENTS) {
            methods.push(Method::default());
        }
        let mut inside = Vec::new();
        if let Some(method) = methods.last_mut() {
            assert_object(model, &object, method, &mut inside);
        }
        pending.extend(inside.into_iter().rev());
    }
    methods
}

fn assert_object<'a>(model: &Model, object: &Object<'a>, method: &mut Method, inside: &mut Vec<Object<'a>>) {
    let variable = method.variable(model, object);
    let members = model.classes.get(&object.class).into_iter().flat_map(|class| &class.members);
    let is_wrapper = model.classes.get(&object.class).is_some_and(|class| class.is_wrapper);
    for member in members {
        let value = if is_wrapper { Some(object.value) } else { object.value.get(&member.property) };
        let Some(value) = value else { continue };
        let steps = vec![Step::Member(member.name.clone())];
        let at = if is_wrapper { object.at.clone() } else { object.at.member(&member.property) };
        let mut walk = Walk { variable: &variable, object, method: &mut *method, inside: &mut *inside };
        walk.value(&member.kind, value, &steps, &at);
        assert_choice(model, member, value, &variable, &at, method);
    }
    if method.lines.is_empty() || object.value.as_object().is_some_and(serde_json::Map::is_empty) {
        method.assert("isNotNull", vec![Piece::name(&variable), message(&object.at)]);
    }
}

fn assert_choice(
    model: &Model,
    member: &Member,
    value: &Value,
    variable: &ApexIdent,
    at: &Pointer,
    method: &mut Method,
) {
    if let Some(choices) = member.choices.as_ref().filter(|_| value.is_string()) {
        let actual = Piece::name(variable).field(&member.name);
        let known = Piece::name(&model.name).field(choices).method("contains", vec![actual]);
        method.assert("isTrue", vec![known, message(at)]);
    }
}

/// Walks from a field to the values that can be compared.
struct Walk<'w, 'a> {
    variable: &'w ApexIdent,
    object: &'w Object<'a>,
    method: &'w mut Method,
    inside: &'w mut Vec<Object<'a>>,
}

impl<'a> Walk<'_, 'a> {
    fn value(&mut self, kind: &Type, value: &'a Value, steps: &[Step], at: &Pointer) {
        let actual = reached(self.variable, steps);
        if value.is_null() {
            self.method.assert("isNull", vec![actual, message(at)]);
            return;
        }
        match (kind, value) {
            (Type::Class(class), Value::Object(_)) => self.inside.push(Object {
                class: ApexIdent::near(class),
                value,
                at: at.clone(),
                way: Some((Box::new(self.object.clone()), steps.to_vec())),
            }),
            (Type::List(item), Value::Array(items)) => {
                self.size(&actual, items.len(), at);
                for (index, value) in items.iter().enumerate() {
                    self.step(item, value, steps, Step::Index(index), &at.index(index));
                }
            }
            (Type::Map(inner), Value::Object(members)) => {
                self.size(&actual, members.len(), at);
                for (key, value) in members {
                    self.step(inner, value, steps, Step::Key(key.clone()), &at.member(key));
                }
            }
            (Type::Any, value) => self.untyped(value, &actual, at, &Pointer::root()),
            (kind, value) => {
                let expected = values::expected(kind, value);
                self.method.assert("areEqual", vec![expected, actual, message(at)]);
            }
        }
    }

    fn step(&mut self, kind: &Type, value: &'a Value, steps: &[Step], step: Step, at: &Pointer) {
        let steps: Vec<Step> = steps.iter().cloned().chain([step]).collect();
        self.value(kind, value, &steps, at);
    }

    fn size(&mut self, actual: &Piece, size: usize, at: &Pointer) {
        let size = Piece::code(size.to_string());
        self.method.assert("areEqual", vec![size, actual.getter("size"), message(at)]);
    }

    /// Asserts an untyped value by pointer.
    fn untyped(&mut self, value: &Value, actual: &Piece, at: &Pointer, below: &Pointer) {
        match value {
            Value::Object(members) if !members.is_empty() => {
                for (key, value) in members {
                    self.untyped(value, actual, &at.member(key), &below.member(key));
                }
            }
            Value::Array(items) if !items.is_empty() => {
                for (index, value) in items.iter().enumerate() {
                    self.untyped(value, actual, &at.index(index), &below.index(index));
                }
            }
            leaf => {
                let found = if below.is_root() {
                    actual.clone()
                } else {
                    self.method.looks_up = true;
                    Piece::call("at", vec![actual.clone(), text(below.as_str())])
                };
                self.leaf(leaf, found, at);
            }
        }
    }

    fn leaf(&mut self, leaf: &Value, found: Piece, at: &Pointer) {
        let (expected, found) = match leaf {
            Value::Null => {
                self.method.assert("isNull", vec![found, message(at)]);
                return;
            }
            Value::Bool(flag) => (Piece::code(flag.to_string()), found),
            Value::String(_) => (values::expected(&Type::Text, leaf), found),
            Value::Number(number) => (Piece::quoted(&number.to_string()), Piece::call("String.valueOf", vec![found])),
            empty => (Piece::quoted(&empty.to_string()), Piece::call("JSON.serialize", vec![found])),
        };
        self.method.assert("areEqual", vec![expected, found, message(at)]);
    }
}

impl Method {
    pub(super) fn assert(&mut self, name: &str, arguments: Vec<Piece>) {
        let call = Piece::code("Assert").method(name, arguments);
        self.lines.push(ApexStatement::call(INDENT, &call));
    }

    /// Returns the variable of an object. If it is missing, declares it and the variables on the path to it.
    fn variable(&mut self, model: &Model, object: &Object<'_>) -> ApexIdent {
        let Some((around, steps)) = &object.way else { return ApexIdent::near("made") };
        if let Some(known) = self.variables.get(object.at.as_str()) {
            return known.clone();
        }
        let around = self.variable(model, around);
        let name = ApexIdent::near("item").numbered(self.variables.len() + 1);
        self.variables.insert(object.at.as_str().to_owned(), name.clone());
        let kind = ApexPath::member(&model.name, &object.class);
        self.lines.push(ApexStatement::declaration(INDENT, &kind, &name, &reached(&around, steps)));
        name
    }
}

fn reached(variable: &ApexIdent, steps: &[Step]) -> Piece {
    steps.iter().fold(Piece::name(variable), |before, step| match step {
        Step::Member(name) => before.field(name),
        Step::Index(index) => before.item(*index),
        Step::Key(key) => before.method("get", vec![text(key)]),
    })
}

/// Returns any string as an expression.
pub(super) fn text(text: &str) -> Piece {
    values::expected(&Type::Text, &Value::from(text))
}

/// Returns the location in the document as the message of an assertion.
fn message(at: &Pointer) -> Piece {
    let place = if at.is_root() { "the document" } else { at.as_str() };
    let visible: String = place.chars().map(|c| if (' '..='~').contains(&c) { c } else { '?' }).collect();
    Piece::quoted(&visible)
}
