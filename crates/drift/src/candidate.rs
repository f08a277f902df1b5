//! Candidate values of the prover. They share their inner values, so a copy costs the same at every depth.

use std::cell::RefCell;
use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::rc::Rc;

use indexmap::IndexMap;
use serde_json::Value;

use crate::arena::{ARRAY, Id, OBJECT, Types, type_of};
use crate::effort::parts;
use crate::number;

/// Maximum number of schemas whose answer one value remembers.
const MAX_ANSWERS: usize = 32;

/// A JSON value whose inner values are shared.
#[derive(Clone, Debug)]
pub(crate) struct Candidate(Rc<Shared>);

/// The structure of a candidate.
#[derive(Debug)]
pub(crate) enum Form {
    Scalar(Value),
    Array(Vec<Candidate>),
    Object(IndexMap<String, Candidate>),
}

#[derive(Debug)]
struct Shared {
    form: Form,
    /// Number of parts of the value, with everything inside it.
    parts: usize,
    /// Number of parts that were made for this value. Inner values that existed before are not counted.
    own_parts: usize,
    hash: u64,
    /// Schemas of the arena that were evaluated for this value, with their answers.
    answers: RefCell<Vec<(Id, Option<bool>)>>,
}

impl Candidate {
    /// Makes an array of existing values.
    pub(crate) fn array(items: Vec<Self>) -> Self {
        let own_parts = 1 + items.len();
        Self::new(Form::Array(items), own_parts)
    }

    /// Makes an object of existing values.
    pub(crate) fn object(members: IndexMap<String, Self>) -> Self {
        let own_parts = 1 + members.len();
        Self::new(Form::Object(members), own_parts)
    }

    fn new(form: Form, own_parts: usize) -> Self {
        let parts = match &form {
            Form::Scalar(value) => parts(value),
            Form::Array(items) => 1 + items.iter().map(Self::parts).sum::<usize>(),
            Form::Object(members) => 1 + members.values().map(Self::parts).sum::<usize>(),
        };
        let (hash, answers) = (hash_of(&form), RefCell::default());
        Self(Rc::new(Shared { form, parts, own_parts, hash, answers }))
    }

    pub(crate) fn form(&self) -> &Form {
        &self.0.form
    }

    /// Returns the number of parts of the value, as [`parts`] counts them.
    pub(crate) fn parts(&self) -> usize {
        self.0.parts
    }

    /// Returns the number of parts that were made for this value.
    pub(crate) fn own_parts(&self) -> usize {
        self.0.own_parts
    }

    pub(crate) fn as_str(&self) -> Option<&str> {
        match self.form() {
            Form::Scalar(value) => value.as_str(),
            Form::Array(_) | Form::Object(_) => None,
        }
    }

    /// Returns the type of the value.
    pub(crate) fn type_of(&self) -> Types {
        match self.form() {
            Form::Scalar(value) => type_of(value),
            Form::Array(_) => ARRAY,
            Form::Object(_) => OBJECT,
        }
    }

    /// Returns the complete value.
    pub(crate) fn to_value(&self) -> Value {
        match self.form() {
            Form::Scalar(value) => value.clone(),
            Form::Array(items) => items.iter().map(Self::to_value).collect(),
            Form::Object(members) => members.iter().map(|(name, value)| (name.clone(), value.to_value())).collect(),
        }
    }

    /// Checks whether two values are equal, as [`number::same`] does. Shared parts are not compared.
    pub(crate) fn is_same(&self, other: &Self) -> bool {
        if Rc::ptr_eq(&self.0, &other.0) {
            return true;
        }
        if self.0.hash != other.0.hash {
            return false;
        }
        match (self.form(), other.form()) {
            (Form::Scalar(one), Form::Scalar(other)) => number::same(one, other),
            (Form::Array(one), Form::Array(other)) => {
                one.len() == other.len() && one.iter().zip(other).all(|(one, other)| one.is_same(other))
            }
            (Form::Object(one), Form::Object(other)) => {
                let is_in_other = |(name, value): (&String, &Self)| other.get(name).is_some_and(|it| it.is_same(value));
                one.len() == other.len() && one.iter().all(is_in_other)
            }
            _ => false,
        }
    }

    /// Checks whether the candidate has this value.
    pub(crate) fn is_value(&self, value: &Value) -> bool {
        match (self.form(), value) {
            (Form::Scalar(one), other) => number::same(one, other),
            (Form::Array(items), Value::Array(others)) => {
                items.len() == others.len() && items.iter().zip(others).all(|(item, other)| item.is_value(other))
            }
            (Form::Object(members), Value::Object(others)) => {
                let is_in_other =
                    |(name, value): (&String, &Self)| others.get(name).is_some_and(|it| value.is_value(it));
                members.len() == others.len() && members.iter().all(is_in_other)
            }
            _ => false,
        }
    }

    /// Returns the answer for a schema, if it is known.
    #[allow(clippy::option_option, reason = "the inner one is an answer, the outer one reports whether it is known")]
    pub(crate) fn answer(&self, id: Id) -> Option<Option<bool>> {
        self.0.answers.borrow().iter().find(|(own, _)| *own == id).map(|(_, answer)| *answer)
    }

    /// Remembers the answer for a schema. Scalars are evaluated again, because that costs no more.
    pub(crate) fn remember(&self, id: Id, answer: Option<bool>) {
        let mut answers = self.0.answers.borrow_mut();
        if answers.len() < MAX_ANSWERS && !matches!(self.form(), Form::Scalar(_)) {
            answers.push((id, answer));
        }
    }
}

impl From<Value> for Candidate {
    fn from(value: Value) -> Self {
        let own_parts = parts(&value);
        let form = match value {
            Value::Array(items) => Form::Array(items.into_iter().map(Self::from).collect()),
            Value::Object(members) => {
                Form::Object(members.into_iter().map(|(name, value)| (name, value.into())).collect())
            }
            scalar => Form::Scalar(scalar),
        };
        Self::new(form, own_parts)
    }
}

impl From<&str> for Candidate {
    fn from(text: &str) -> Self {
        Self::from(Value::from(text))
    }
}

/// Returns a hash that equal values share. It depends on nothing but the value.
fn hash_of(form: &Form) -> u64 {
    let mut hasher = DefaultHasher::new();
    match form {
        Form::Scalar(Value::Number(number)) => number::exact(number).hash(&mut hasher),
        Form::Scalar(scalar) => scalar.hash(&mut hasher),
        Form::Array(items) => {
            ARRAY.hash(&mut hasher);
            for item in items {
                item.0.hash.hash(&mut hasher);
            }
        }
        Form::Object(members) => {
            OBJECT.hash(&mut hasher);
            let each = members.iter().map(|(name, value)| {
                let mut hasher = DefaultHasher::new();
                (name, value.0.hash).hash(&mut hasher);
                hasher.finish()
            });
            // The order of the properties has no meaning.
            each.fold(0, u64::wrapping_add).hash(&mut hasher);
        }
    }
    hasher.finish()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::Candidate;
    use crate::number::same;

    #[test]
    fn candidates_are_equal_where_their_values_are() {
        let values = [
            json!(1),
            json!(1.0),
            json!("1"),
            json!([1, {"a": 2, "b": 1.5}]),
            json!([1.0, {"b": 1.5, "a": 2.0}]),
            json!([1, {"a": 2}]),
            json!({}),
            json!([]),
            json!(null),
        ];
        for one in &values {
            let candidate = Candidate::from(one.clone());
            assert_eq!(candidate.to_value(), *one);
            for other in &values {
                assert_eq!(candidate.is_same(&Candidate::from(other.clone())), same(one, other), "{one} {other}");
                assert_eq!(candidate.is_value(other), same(one, other), "{one} {other}");
            }
        }
    }
}
