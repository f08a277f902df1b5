//! Judges a document while it arrives: names the first byte after which no valid document can follow.
//!
//! [`Follow`] takes the pieces of a text as they come, cut anywhere, and says after each whether the document is still alive, and
//! where; the verdict does not depend on how the text was cut. A dead document is never one that the validator would take. What is
//! alive to the end is judged by [`Follow::finish`] as any text is, so that nothing is taken that the schema refuses.
//!
//! Texts of `enum` and `const` and the names of closed objects are decided within the text, types at the first byte of a value, bounds
//! as soon as they are certain, required members at the closing brace, numbers at their last digit (`5` can still become `5e-1`).
//! [`FollowSchema::late`] lists the keywords that say nothing before a value is complete.

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

/// A schema, ready to follow documents.
#[derive(Debug)]
pub struct FollowSchema {
    nodes: Vec<FollowNode>,
    late: Vec<LateKeyword>,
}

/// A schema document to follow by.
#[derive(Clone, Debug)]
pub struct FollowSource {
    /// The schema, its references within the document. Whoever makes it weaker makes a verdict come later.
    pub document: Value,
    draft: Draft,
    asserts_formats: bool,
    /// The unions whose branches are told apart by a member, by the pointer of their keyword.
    tagged: BTreeSet<String>,
}

/// A keyword that says nothing before its value, or the whole document, is complete.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct LateKeyword {
    /// Where it stands in the schema.
    pub pointer: String,
    /// The keyword.
    pub keyword: String,
}

/// What is known of a document after a piece.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Progress {
    /// A valid document can still follow, as far as can be known.
    Alive {
        /// How many bytes were read.
        at: usize,
        /// What may come next, as far as the schema says; empty within a free text.
        expected: Vec<String>,
    },
    /// No valid document can follow.
    Dead(Box<DeadEnd>),
}

/// Why no valid document can follow.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DeadEnd {
    /// The place of the byte that no valid document has there, from 0.
    pub at: usize,
    /// What is wrong, with its code, its place in the document and how to mend it.
    pub finding: Diagnostic,
    /// The texts, names or types that would have been allowed, where they are known.
    pub allowed: Vec<String>,
}

impl DeadEnd {
    /// The code of the finding.
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
    /// The schema of a validator.
    ///
    /// # Errors
    ///
    /// The text of the schema is no JSON.
    pub fn of(validator: &Validator) -> serde_json::Result<Self> {
        let (document, draft, asserts_formats, tagged) = validator.source()?;
        Ok(Self { document, draft, asserts_formats, tagged })
    }
}

impl FollowSchema {
    /// Follows documents that obey at least one of some schemas.
    pub fn any_of(sources: Vec<FollowSource>) -> Self {
        let compiler = FollowCompiler::compile(sources);
        Self { nodes: compiler.nodes, late: compiler.late }
    }

    /// Follows documents that obey the schema of a validator.
    ///
    /// # Errors
    ///
    /// The text of the schema is no JSON.
    pub fn of(validator: &Validator) -> serde_json::Result<Self> {
        Ok(Self::any_of(vec![FollowSource::of(validator)?]))
    }

    /// The keywords that say nothing before their value, or the whole document, is complete, in the order in which they were met.
    pub fn late(&self) -> &[LateKeyword] {
        &self.late
    }
}

/// Follows one text. It keeps what it was fed: whoever feeds it bounds the number of bytes.
#[derive(Debug)]
pub struct Follower {
    schema: Arc<FollowSchema>,
    machine: Machine,
    fence: Fence,
    text: Vec<u8>,
    dead: Option<DeadEnd>,
}

impl Follower {
    /// Before the first byte of a text that is read under `policy`.
    pub fn new(schema: Arc<FollowSchema>, policy: Policy) -> Self {
        Self { schema, machine: Machine::new(), fence: Fence::of(policy), text: Vec::new(), dead: None }
    }

    /// Takes the next piece, cut anywhere. What comes after a dead end changes nothing.
    pub fn feed(&mut self, piece: &[u8]) -> Progress {
        if let Some(dead) = self.take(piece) {
            return Progress::Dead(Box::new(dead.clone()));
        }
        Progress::Alive { at: self.text.len(), expected: self.expected() }
    }

    /// [`feed`](Self::feed) for a caller that does not ask what may come next: the dead end, if there is one.
    pub fn take(&mut self, piece: &[u8]) -> Option<&DeadEnd> {
        for byte in piece {
            if self.dead.is_some() {
                break;
            }
            self.text.push(*byte);
            if let Err(refusal) = self.fence.take(&mut self.machine, &self.schema, *byte) {
                self.dead = Some(dead::end(self, &refusal));
            }
        }
        self.dead.as_ref()
    }

    /// What may come next.
    fn expected(&self) -> Vec<String> {
        if self.fence.is_in_json() { expected::expected(&self.machine, &self.schema) } else { Vec::new() }
    }

    /// What was read: everything that was fed, up to the byte of a dead end.
    pub fn text(&self) -> &[u8] {
        &self.text
    }

    /// Why no valid document can follow.
    pub fn dead(&self) -> Option<&DeadEnd> {
        self.dead.as_ref()
    }

    /// Whether a whole document was read, so that nothing but white space may follow.
    pub fn is_complete(&self) -> bool {
        self.dead.is_none() && self.fence.is_complete(&self.machine)
    }

    /// The report of a dead document.
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
    /// Before the first byte.
    ///
    /// # Errors
    ///
    /// The schema in the generated code is no JSON.
    pub fn new() -> serde_json::Result<Self> {
        let schema = Arc::new(FollowSchema::of(T::validator())?);
        Ok(Self { follower: Follower::new(schema, Policy::Strict), root: PhantomData })
    }

    /// Takes the next piece, cut anywhere.
    pub fn feed(&mut self, piece: &[u8]) -> Progress {
        self.follower.feed(piece)
    }

    /// The document, judged as [`SchemaRoot::parse`] judges it.
    ///
    /// # Errors
    ///
    /// Why it is dead, or everything that is wrong with what was read.
    pub fn finish(self) -> Result<T, Report> {
        match self.follower.report() {
            Some(report) => Err(report),
            None => T::parse(self.follower.text()),
        }
    }

    /// What is known beyond the last piece.
    pub fn follower(&self) -> &Follower {
        &self.follower
    }
}

/// `T::follow()` for every generated root type.
pub trait FollowRoot: SchemaRoot {
    /// Judges a document while it arrives.
    ///
    /// # Errors
    ///
    /// The schema in the generated code is no JSON.
    fn follow() -> serde_json::Result<Follow<Self>> {
        Follow::new()
    }
}

impl<T: SchemaRoot> FollowRoot for T {}

/// The pointer of an open value.
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
