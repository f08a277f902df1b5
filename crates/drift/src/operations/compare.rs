//! Two lists of operations: which are gone, which have come, and what changed of the others.

use std::collections::HashMap;

use planwright_schema::Error;
use serde_json::{Value, json};

use super::hints::{HintChange, changed};
use super::side::{JudgedSide, NoSchema, SideError, SideOf, judge_side, of_objects};
use super::{CallForm, OfferedOperation, OperationList};
use crate::failure::ProofFailure;
use crate::pair::Options;
use crate::severity::ContentModel;
use crate::verdict::Verdict;

/// Where an operation is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OperationStatus {
    /// On both sides, the same but for texts.
    Same,
    /// On both sides, and different.
    Changed,
    /// On the new side alone.
    Added,
    /// On the old side alone; the new name, if exactly one new operation is what this one was.
    Removed(Option<String>),
}

/// What was found of one operation.
#[derive(Debug)]
pub struct JudgedOperation {
    /// Its name.
    pub name: String,
    /// Where it is.
    pub status: OperationStatus,
    /// Whether every call that was valid still is; of an added operation nothing.
    pub input: Option<JudgedSide>,
    /// Whether every new result was valid before; nothing where no result was promised.
    pub output: Option<JudgedSide>,
    /// The old and the new way to call it, where they differ.
    pub route: Option<(String, String)>,
    /// The hints that mean something else now.
    pub hints: Vec<HintChange>,
    /// The texts for people that changed.
    pub rewordings: Vec<Rewording>,
    /// The schemas that are none.
    pub invalid: Vec<InvalidSide>,
    /// A call that was valid, where there is one: the arguments.
    pub example: Option<Value>,
}

/// A text for people that changed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rewording {
    /// `title` or `description`.
    pub of: &'static str,
    /// The text before, if there was one.
    pub old: Option<String>,
    /// The text now.
    pub new: Option<String>,
}

/// A schema that is none.
#[derive(Debug)]
pub struct InvalidSide {
    /// Whether it is that of the old list.
    pub is_old: bool,
    /// `input` or `output`.
    pub of: &'static str,
    /// Why.
    pub errors: Vec<Error>,
}

/// Judges every operation of two lists, by name.
///
/// # Errors
///
/// Fails if the machine lacks the memory or the thread that a proof needs.
pub fn judge_operations(
    old: &OperationList,
    new: &OperationList,
    content: ContentModel,
    options: Options,
) -> Result<Vec<JudgedOperation>, ProofFailure> {
    let pairs = OperationPairs::new(old, new, content, options);
    pairs.names().iter().map(|name| pairs.judge(name)).collect()
}

/// Two lists whose operations are judged one by one, in any order and on any thread.
pub struct OperationPairs<'a> {
    old: &'a OperationList,
    new: &'a OperationList,
    names: Vec<&'a str>,
    /// What each operation that is new is, to its name; nothing if several are that.
    added: HashMap<String, Option<&'a str>>,
    judging: Judging,
}

impl<'a> OperationPairs<'a> {
    /// The operations of both lists.
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

    /// The names of both lists, in order.
    #[must_use]
    pub fn names(&self) -> &[&'a str] {
        &self.names
    }

    /// What is found of the operation of this name.
    ///
    /// # Errors
    ///
    /// As [`judge_operations`].
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

/// How a run judges.
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
        judged.input = self.side(&mut judged, "input", (&old.input, &new.input), old, taken(&old.form))?;
        judged.output = match (&old.output, &new.output) {
            (Some(one), two) => {
                let any = Value::Bool(true);
                self.side(&mut judged, "output", (one, two.as_ref().unwrap_or(&any)), old, SideOf::Result)?
            }
            (None, Some(two)) => {
                // Nothing was promised: only whether it is a schema is looked at.
                self.side(&mut judged, "output", (two, two), new, SideOf::Result)?;
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
        judged.rewordings = [("title", &old.title, &new.title), ("description", &old.description, &new.description)]
            .into_iter()
            .filter(|(_, one, two)| one != two)
            .map(|(of, one, two)| Rewording { of, old: one.clone(), new: two.clone() })
            .collect();
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
        judged.input = self.side(&mut judged, "input", (&old.input, &never), old, taken(&old.form))?;
        judged.example = judged.input.as_ref().and_then(|side| witness(&side.verdict));
        if let Some(input) = &mut judged.input {
            input.changes.clear();
        }
        Ok(judged)
    }

    fn added(&self, name: &str, new: Option<&OfferedOperation>) -> Result<JudgedOperation, ProofFailure> {
        let mut judged = empty(name, OperationStatus::Added);
        let Some(new) = new else { return Ok(judged) };
        self.side(&mut judged, "input", (&new.input, &new.input), new, taken(&new.form))?;
        if let Some(output) = &new.output {
            self.side(&mut judged, "output", (output, output), new, SideOf::Result)?;
        }
        judged.invalid.iter_mut().for_each(|invalid| invalid.is_old = false);
        Ok(judged)
    }

    /// The arguments of some call.
    fn example(&self, operation: &OfferedOperation) -> Result<Option<Value>, ProofFailure> {
        let schema = in_form(&operation.form, &operation.input);
        match judge_side((&schema, &Value::Bool(false)), taken(&operation.form), self.content, self.options) {
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
        what: SideOf,
    ) -> Result<Option<JudgedSide>, ProofFailure> {
        let (one, two) = (in_form(&operation.form, one), in_form(&operation.form, two));
        match judge_side((&one, &two), what, self.content, self.options) {
            Ok(side) => Ok(Some(side)),
            Err(SideError::Schema(NoSchema { is_old, errors })) => {
                judged.invalid.push(InvalidSide { is_old, of, errors });
                Ok(None)
            }
            Err(SideError::Proof(failure)) => Err(failure),
        }
    }
}

/// The schema of what is really sent.
fn in_form(form: &CallForm, schema: &Value) -> Value {
    match form {
        CallForm::Tool | CallForm::Http(_) => of_objects(schema),
        CallForm::Document => schema.clone(),
    }
}

/// What the input of an operation is.
fn taken(form: &CallForm) -> SideOf {
    match form {
        CallForm::Tool | CallForm::Http(_) => SideOf::Arguments,
        CallForm::Document => SideOf::Document,
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

/// What an operation is but for its name: equal for equal operations alone.
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
        rewordings: Vec::new(),
        invalid: Vec::new(),
        example: None,
    }
}
