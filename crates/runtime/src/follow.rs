//! Validates a document while it arrives, and reports the first byte after which no valid document can follow.
//!
//! [`Follow`] accepts the pieces of a document as they come. After each piece it reports whether the document can still
//! become valid. The verdict does not depend on how the document was split. A document that is reported as dead is
//! never valid. A document that is alive at the end is validated by [`Follow::finish`] like any other.
//!
//! - Strings of `enum` and `const`, and names of closed objects, are decided within the string.
//! - Types are decided at the first byte of a value, and bounds as soon as they are certain.
//! - Required properties are decided at the closing brace, and numbers at their last digit (`5` can still become
//!   `5e-1`).
//!
//! [`FollowSchema::late`] lists the keywords that cannot be decided before a value is complete.

mod compile;
mod dead;
mod expected;
mod fence;
mod in_text;
mod machine;
mod node;
mod open;
mod pattern;
mod text;

use std::collections::BTreeSet;
use std::fmt;
use std::marker::PhantomData;
use std::sync::Arc;

use jsonschema::Draft;
use planwright_source::Pointer;
use serde_json::Value;

use crate::diagnostic::Diagnostic;
use crate::report::Report;
use crate::support::SchemaRoot;
use crate::text::Policy;
use crate::validator::Validator;
use compile::FollowCompiler;
use fence::Fence;
use machine::Machine;
use node::FollowNode;

/// A compiled schema for following documents.
#[derive(Debug)]
pub struct FollowSchema {
    nodes: Vec<FollowNode>,
    late: Vec<LateKeyword>,
}

/// A schema document from which a [`FollowSchema`] is compiled.
#[derive(Clone, Debug)]
pub struct FollowSource {
    /// The schema, whose references stay within the document. Weakening it delays verdicts.
    pub document: Value,
    /// JSON Pointer of the part of the document that is followed.
    part: &'static str,
    draft: Draft,
    asserts_formats: bool,
    /// Tagged unions, by the pointer of their keyword.
    tagged: BTreeSet<String>,
}

/// A keyword that cannot be decided before its value, or the whole document, is complete.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct LateKeyword {
    /// Location in the schema.
    pub pointer: String,
    /// The keyword.
    pub keyword: String,
}

/// State of a document after a piece.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Progress {
    /// A valid document can still follow, as far as is known.
    Alive {
        /// Number of bytes that were read.
        at: usize,
        /// What may come next according to the schema. Empty inside an unrestricted string.
        expected: Vec<String>,
    },
    /// No valid document can follow.
    Dead(Box<DeadEnd>),
}

/// Reason why no valid document can follow.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DeadEnd {
    /// Offset of the byte at which every valid document differs.
    pub at: usize,
    /// What is wrong, with code, location and help.
    pub finding: Diagnostic,
    /// The strings, names or types that would have been allowed, if they are known.
    pub allowed: Vec<String>,
}

impl DeadEnd {
    /// Returns the code of the finding.
    pub fn code(&self) -> &'static str {
        self.finding.code
    }
}

impl fmt::Display for DeadEnd {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "byte {}: {}", self.at, self.finding)
    }
}

impl FollowSource {
    /// Returns the schema of a validator.
    ///
    /// # Errors
    ///
    /// Returns an error if the schema is not valid JSON.
    pub fn new(validator: &Validator) -> serde_json::Result<Self> {
        let (document, draft, asserts_formats, tagged) = validator.source()?;
        Ok(Self { document, part: validator.part(), draft, asserts_formats, tagged })
    }
}

impl FollowSchema {
    /// Returns a schema for documents that are valid under at least one of the sources.
    pub fn any_of(sources: Vec<FollowSource>) -> Self {
        let compiler = FollowCompiler::compile(sources);
        Self { nodes: compiler.nodes, late: compiler.late }
    }

    /// Returns a schema for documents that are valid under the schema of a validator.
    ///
    /// # Errors
    ///
    /// Returns an error if the schema is not valid JSON.
    pub fn new(validator: &Validator) -> serde_json::Result<Self> {
        Ok(Self::any_of(vec![FollowSource::new(validator)?]))
    }

    /// Returns the keywords that cannot be decided before their value or the document is complete, in traversal order.
    pub fn late(&self) -> &[LateKeyword] {
        &self.late
    }
}

/// Follows one document. It stores all input, so the caller must limit its size.
#[derive(Debug)]
pub struct Follower {
    schema: Arc<FollowSchema>,
    machine: Machine,
    fence: Fence,
    text: Vec<u8>,
    dead: Option<DeadEnd>,
}

impl Follower {
    /// Returns a follower before the first byte of a document that is read under `policy`.
    pub fn new(schema: Arc<FollowSchema>, policy: Policy) -> Self {
        Self { schema, machine: Machine::new(), fence: Fence::from_policy(policy), text: Vec::new(), dead: None }
    }

    /// Processes the next piece of the document. Input after a dead end is ignored.
    pub fn feed(&mut self, piece: &[u8]) -> Progress {
        if let Some(dead) = self.push(piece) {
            return Progress::Dead(Box::new(dead.clone()));
        }
        Progress::Alive { at: self.text.len(), expected: self.expected() }
    }

    /// Same as [`feed`](Self::feed), without computing what may come next. Returns the dead end, if there is one.
    pub fn push(&mut self, piece: &[u8]) -> Option<&DeadEnd> {
        for byte in piece {
            if self.dead.is_some() {
                break;
            }
            self.text.push(*byte);
            if let Err(refusal) = self.fence.process_byte(&mut self.machine, &self.schema, *byte) {
                self.dead = Some(dead::end(self, &refusal));
            }
        }
        self.dead.as_ref()
    }

    /// Returns what may come next.
    fn expected(&self) -> Vec<String> {
        if self.fence.is_in_json() { expected::expected(&self.machine, &self.schema) } else { Vec::new() }
    }

    /// Returns the input so far, up to the byte of a dead end.
    pub fn text(&self) -> &[u8] {
        &self.text
    }

    /// Returns why no valid document can follow.
    pub fn dead(&self) -> Option<&DeadEnd> {
        self.dead.as_ref()
    }

    /// Returns whether the document is complete, so that only whitespace may follow.
    pub fn is_complete(&self) -> bool {
        self.dead.is_none() && self.fence.is_complete(&self.machine)
    }

    /// Returns the report about a dead document.
    pub fn report(&self) -> Option<Report> {
        let dead = self.dead.as_ref()?;
        Some(Report::of_value(vec![dead.finding.clone()]).positioned(&String::from_utf8_lossy(&self.text)))
    }
}

/// Follows a document of a generated type.
#[derive(Debug)]
pub struct Follow<T> {
    follower: Follower,
    root: PhantomData<fn() -> T>,
}

impl<T: SchemaRoot> Follow<T> {
    /// Returns a follower before the first byte.
    ///
    /// # Errors
    ///
    /// Returns an error if the schema in the generated code is not valid JSON.
    pub fn new() -> serde_json::Result<Self> {
        let schema = Arc::new(FollowSchema::new(T::validator())?);
        Ok(Self { follower: Follower::new(schema, Policy::Strict), root: PhantomData })
    }

    /// Processes the next piece of the document.
    pub fn feed(&mut self, piece: &[u8]) -> Progress {
        self.follower.feed(piece)
    }

    /// Returns the document, validated like by [`SchemaRoot::parse`].
    ///
    /// # Errors
    ///
    /// Returns why the document is dead, or everything that is wrong with it.
    pub fn finish(self) -> Result<T, Report> {
        match self.follower.report() {
            Some(report) => Err(report),
            None => T::parse(self.follower.text()),
        }
    }

    /// Returns the untyped follower, which has more details.
    pub fn follower(&self) -> &Follower {
        &self.follower
    }
}

/// Adds `T::follow()` to every generated root type.
pub trait FollowRoot: SchemaRoot {
    /// Validates a document while it arrives.
    ///
    /// # Errors
    ///
    /// Returns an error if the schema in the generated code is not valid JSON.
    fn follow() -> serde_json::Result<Follow<Self>> {
        Follow::new()
    }
}

impl<T: SchemaRoot> FollowRoot for T {}

/// Returns the pointer of an open value.
fn pointer_of(machine: &Machine, level: usize) -> Pointer {
    let mut at = Pointer::root();
    for pair in machine.open.all().windows(2).take(level) {
        let [around, inner] = pair else { continue };
        match (&around.form, &inner.form) {
            (_, open::OpenForm::Name) => break,
            (open::OpenForm::Object { name, .. }, _) => at.push(name),
            (open::OpenForm::List { index }, _) => at.push_index(*index),
            _ => {}
        }
    }
    at
}
