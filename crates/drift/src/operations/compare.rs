//! Compares two lists of operations: removed and added operations, and changes of the others.

use std::collections::HashMap;

use planwright_schema::Error;
use planwright_schema::model::Keyword;
use serde_json::{Value, json};

use super::hints::{HintChange, changed};
use super::side::{InvalidSchema, JudgedSide, OperationSchema, SideError, compare_side, restricted_to_objects};
use super::texts::{TextChange, text_changes, value_changes};
use super::{CallForm, OfferedOperation, OperationList};
use crate::failure::ProofFailure;
use crate::pair::Options;
use crate::verdict::Verdict;
use planwright_schema::ContentModel;

/// Presence of an operation in the two lists.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OperationStatus {
    /// Present in both lists, with the same meaning. Descriptions may differ.
    Same,
    /// In both lists, and different.
    Changed,
    /// Only in the new list.
    Added,
    /// Only in the old list. Contains the new name if exactly one added operation is equal to this one.
    Removed(Option<String>),
}

/// Result of comparing one operation.
#[derive(Debug)]
pub struct JudgedOperation {
    /// Name of the operation.
    pub name: String,
    /// Presence in the two lists.
    pub status: OperationStatus,
    /// Verdict on the calls that were valid. `None` for an added operation.
    pub input: Option<JudgedSide>,
    /// Verdict on the new results. `None` if no result was promised.
    pub output: Option<JudgedSide>,
    /// Old and new route, if they differ.
    pub route: Option<(String, String)>,
    /// Hints whose meaning changed.
    pub hints: Vec<HintChange>,
    /// Descriptions that changed. Those of an added operation are all new.
    pub texts: Vec<TextChange>,
    /// Strings that are newly listed by `enum` or `const`. A change of what they accept is in the verdicts.
    pub values: Vec<TextChange>,
    /// Schemas that are invalid.
    pub invalid: Vec<InvalidSide>,
    /// Arguments of a call that was valid, if there is one.
    pub example: Option<Value>,
}

impl JudgedOperation {
    fn compare_texts(&mut self, old: &Value, new: &Value) {
        self.texts = text_changes(old, new);
        self.values = value_changes(old, new);
    }
}

/// Schema that is invalid.
#[derive(Debug)]
pub struct InvalidSide {
    /// Set if it belongs to the old list.
    pub is_old: bool,
    /// `input` or `output`.
    pub of: &'static str,
    /// Reasons.
    pub errors: Vec<Error>,
}

/// Compares all operations of two lists by name.
///
/// # Errors
///
/// Returns an error if the machine lacks the memory or the thread that a proof needs.
pub fn judge_operations(
    old: &OperationList,
    new: &OperationList,
    content: ContentModel,
    options: Options,
) -> Result<Vec<JudgedOperation>, ProofFailure> {
    let pairs = OperationPairs::new(old, new, content, options);
    pairs.names().iter().map(|name| pairs.judge(name)).collect()
}

/// Two lists whose operations are compared one by one, in any order and on any thread.
pub struct OperationPairs<'a> {
    old: &'a OperationList,
    new: &'a OperationList,
    names: Vec<&'a str>,
    /// Name of each added operation by its identity, or `None` if several added operations are equal.
    added: HashMap<String, Option<&'a str>>,
    judging: Judging,
}

impl<'a> OperationPairs<'a> {
    /// Indexes the operations of both lists.
    pub fn new(old: &'a OperationList, new: &'a OperationList, content: ContentModel, options: Options) -> Self {
        let mut names: Vec<&str> = old.keys().map(String::as_str).collect();
        let mut added: HashMap<String, Option<&str>> = HashMap::new();
        for (name, operation) in new.iter().filter(|(name, _)| !old.contains_key(*name)) {
            names.push(name);
            added.entry(identity(operation)).and_modify(|of| *of = None).or_insert(Some(name));
        }
        names.sort_unstable();
        Self { old, new, names, added, judging: Judging { content, options } }
    }

    /// Returns the names of both lists, sorted.
    #[must_use]
    pub fn names(&self) -> &[&'a str] {
        &self.names
    }

    /// Compares the operations of this name.
    ///
    /// # Errors
    ///
    /// Returns an error under the same conditions as [`judge_operations`].
    pub fn judge(&self, name: &str) -> Result<JudgedOperation, ProofFailure> {
        match (self.old.get(name), self.new.get(name)) {
            (Some(old), Some(new)) => self.judging.both(name, old, new),
            (Some(old), None) => {
                let renamed = self.added.get(&identity(old)).copied().flatten();
                self.judging.removed(name, old, renamed.map(str::to_owned))
            }
            (None, new) => self.judging.added(name, new),
        }
    }
}

/// Settings of a comparison.
struct Judging {
    content: ContentModel,
    options: Options,
}

impl Judging {
    fn both(
        &self,
        name: &str,
        old: &OfferedOperation,
        new: &OfferedOperation,
    ) -> Result<JudgedOperation, ProofFailure> {
        let mut judged = empty(name, OperationStatus::Same);
        judged.input = self.side(&mut judged, "input", (&old.input, &new.input), old, input_role(&old.form))?;
        judged.output = match (&old.output, &new.output) {
            (Some(one), two) => {
                let any = Value::Bool(true);
                self.side(&mut judged, "output", (one, two.as_ref().unwrap_or(&any)), old, OperationSchema::Result)?
            }
            (None, Some(two)) => {
                // No result was promised, so only the validity of the schema is checked.
                self.side(&mut judged, "output", (two, two), new, OperationSchema::Result)?;
                judged
                    .invalid
                    .iter_mut()
                    .filter(|invalid| invalid.of == "output")
                    .for_each(|invalid| invalid.is_old = false);
                None
            }
            (None, None) => None,
        };
        judged.route = (old.form != new.form).then(|| (route(&old.form), route(&new.form)));
        judged.hints = changed(&old.annotations, &new.annotations);
        judged.compare_texts(&old.readable(), &new.readable());
        if old.input != new.input || old.output != new.output || judged.route.is_some() || !judged.hints.is_empty() {
            judged.status = OperationStatus::Changed;
        }
        if judged.route.is_some() || judged.hints.iter().any(|hint| hint.withdrawn.is_some()) {
            judged.example = self.example(old)?;
        }
        Ok(judged)
    }

    fn removed(
        &self,
        name: &str,
        old: &OfferedOperation,
        new_name: Option<String>,
    ) -> Result<JudgedOperation, ProofFailure> {
        let mut judged = empty(name, OperationStatus::Removed(new_name));
        let never = Value::Bool(false);
        judged.input = self.side(&mut judged, "input", (&old.input, &never), old, input_role(&old.form))?;
        judged.example = judged.input.as_ref().and_then(|side| witness(&side.verdict));
        if let Some(input) = &mut judged.input {
            input.changes.clear();
        }
        Ok(judged)
    }

    fn added(&self, name: &str, new: Option<&OfferedOperation>) -> Result<JudgedOperation, ProofFailure> {
        let mut judged = empty(name, OperationStatus::Added);
        let Some(new) = new else { return Ok(judged) };
        judged.compare_texts(&Value::Null, &new.readable());
        self.side(&mut judged, "input", (&new.input, &new.input), new, input_role(&new.form))?;
        if let Some(output) = &new.output {
            self.side(&mut judged, "output", (output, output), new, OperationSchema::Result)?;
        }
        judged.invalid.iter_mut().for_each(|invalid| invalid.is_old = false);
        Ok(judged)
    }

    /// Returns arguments of a valid call.
    fn example(&self, operation: &OfferedOperation) -> Result<Option<Value>, ProofFailure> {
        let schema = in_form(&operation.form, &operation.input);
        match compare_side((&schema, &Value::Bool(false)), input_role(&operation.form), self.content, self.options) {
            Ok(judged) => Ok(witness(&judged.verdict)),
            Err(SideError::Schema(_)) => Ok(None),
            Err(SideError::Proof(failure)) => Err(failure),
        }
    }

    fn side(
        &self,
        judged: &mut JudgedOperation,
        of: &'static str,
        (one, two): (&Value, &Value),
        operation: &OfferedOperation,
        what: OperationSchema,
    ) -> Result<Option<JudgedSide>, ProofFailure> {
        let (one, two) = (in_form(&operation.form, one), in_form(&operation.form, two));
        match compare_side((&one, &two), what, self.content, self.options) {
            Ok(side) => Ok(Some(side)),
            Err(SideError::Schema(InvalidSchema { is_old, errors })) => {
                judged.invalid.push(InvalidSide { is_old, of, errors });
                Ok(None)
            }
            Err(SideError::Proof(failure)) => Err(failure),
        }
    }
}

/// Returns the schema of what is actually sent.
fn in_form(form: &CallForm, schema: &Value) -> Value {
    let mut schema = match form {
        CallForm::Tool | CallForm::Http(_) => restricted_to_objects(schema),
        CallForm::Document => schema.clone(),
    };
    remove_reader_bounds(&mut schema);
    schema
}

/// Largest integer that every JSON reader reads exactly: 2^53 - 1.
const MAX_EXACT: f64 = 9_007_199_254_740_991.0;

/// Removes bounds of integers that JSON readers have anyway, and that libraries write for every integer.
fn remove_reader_bounds(schema: &mut Value) {
    match schema {
        Value::Array(items) => items.iter_mut().for_each(remove_reader_bounds),
        Value::Object(members) => {
            if members.get(Keyword::Type.name()).is_some_and(|kind| kind == "integer") {
                let is_far = |name: &str, bound: &Value| match Keyword::from_name(name) {
                    Some(Keyword::Maximum | Keyword::ExclusiveMaximum) => bound.as_f64() >= Some(MAX_EXACT),
                    Some(Keyword::Minimum | Keyword::ExclusiveMinimum) => {
                        bound.as_f64().is_some_and(|bound| bound <= -MAX_EXACT)
                    }
                    _ => false,
                };
                members.retain(|name, bound| !is_far(name, bound));
            }
            members.values_mut().for_each(remove_reader_bounds);
        }
        _ => {}
    }
}

/// Returns the role of the input of an operation.
fn input_role(form: &CallForm) -> OperationSchema {
    match form {
        CallForm::Tool | CallForm::Http(_) => OperationSchema::Arguments,
        CallForm::Document => OperationSchema::Document,
    }
}

fn witness(verdict: &Verdict) -> Option<Value> {
    match verdict {
        Verdict::Broken(witness) => Some(witness.clone()),
        Verdict::Proved | Verdict::Undecided(_) => None,
    }
}

fn route(form: &CallForm) -> String {
    match form {
        CallForm::Tool => "a tool".to_owned(),
        CallForm::Http(route) => route.clone(),
        CallForm::Document => "a document".to_owned(),
    }
}

/// Returns the identity of an operation without its name. Only equal operations have equal identities.
fn identity(operation: &OfferedOperation) -> String {
    let OfferedOperation { input, output, annotations, description, .. } = operation;
    let mut all = json!([input, output, annotations, description]);
    all.sort_all_objects();
    all.to_string()
}

fn empty(name: &str, status: OperationStatus) -> JudgedOperation {
    JudgedOperation {
        name: name.to_owned(),
        status,
        input: None,
        output: None,
        route: None,
        hints: Vec::new(),
        texts: Vec::new(),
        values: Vec::new(),
        invalid: Vec::new(),
        example: None,
    }
}
