//! Properties that apply to any input. Each function panics if its property is violated, and is used as a fuzz target
//! and by the bounded run.

#[path = "../../src/mutate.rs"]
pub mod mutate;
#[path = "../../src/vary.rs"]
pub mod vary;

use std::sync::{Arc, OnceLock};

use planwright_generated::action_blueprint::{ActionBlueprint, ResponseEnvelope};
use planwright_generated::agent_proposal::AgentProposal;
use planwright_generated::fix_plan::FixPlan;
use planwright_generated::form_plan::FormPlan;
use planwright_generated::workflow_tools::WorkflowDocument;
use planwright_generated::{RootInfo, SchemaRoot};
use planwright_runtime::follow::{FollowSchema, Follower};
use planwright_runtime::reader::{AnyValue, ByteSource};
use planwright_runtime::text::Policy;
use planwright_runtime::{schema, whole_numbers};
use serde::de::DeserializeSeed as _;
use serde_json::Value;

/// The byte source accepts the same documents as the strict parser, and returns the same values.
pub fn source(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else { return };
    let mut source = ByteSource::new(text);
    let read = AnyValue.deserialize(&mut source).ok().filter(|_| source.ends());
    assert_eq!(read, planwright_source::parse(text).ok(), "{text:?}");
}

/// Results of the readers, compared with parsing and validating the value.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Verdicts {
    /// Number of roots whose reader accepted the document.
    pub taken: usize,
    /// Number of roots whose reader rejected a valid document, which only costs time.
    pub left: usize,
}

/// A reader accepts only valid documents and returns the same value as the parser. A strict one rejects unknown
/// properties.
pub fn readers(data: &[u8]) -> Verdicts {
    let Ok(text) = std::str::from_utf8(data) else { return Verdicts::default() };
    let value = planwright_source::parse(text).ok();
    let mut all = Verdicts::default();
    ROOTS.iter().for_each(|root| agree(root, text, value.as_ref(), &mut all));
    all
}

/// Checks the property of [`readers`] for one root.
pub fn reader(root: &Subject, text: &str) -> Verdicts {
    let mut verdicts = Verdicts::default();
    agree(root, text, planwright_source::parse(text).ok().as_ref(), &mut verdicts);
    verdicts
}

/// Root with its reader.
pub struct Subject {
    /// Root.
    pub root: RootInfo,
    read: fn(&str, bool) -> Option<Value>,
}

impl Subject {
    const fn new<T: SchemaRoot>() -> Self {
        let read = |text: &str, strict| {
            let read = T::read_fast(text.as_bytes(), strict)?;
            Some(serde_json::to_value(read).expect("what was read can be written"))
        };
        Self { root: RootInfo::for_type::<T>(), read }
    }
}

/// Roots: the plans of the contracts, and an answer of a model.
pub static ROOTS: [Subject; 6] = [
    Subject::new::<ActionBlueprint>(),
    Subject::new::<AgentProposal>(),
    Subject::new::<FixPlan>(),
    Subject::new::<FormPlan>(),
    Subject::new::<WorkflowDocument>(),
    Subject::new::<ResponseEnvelope>(),
];

fn agree(subject: &Subject, text: &str, value: Option<&Value>, verdicts: &mut Verdicts) {
    let root = &subject.root;
    let slow = value.filter(|value| root.is_valid(value)).and_then(|value| (root.normalize)(value).ok());
    let slow = slow.map(whole_numbers);
    match (subject.read)(text, false).map(whole_numbers) {
        Some(read) => {
            assert_eq!(Some(read), slow, "{}: {text}", root.name);
            verdicts.taken += 1;
        }
        None => verdicts.left += usize::from(slow.is_some()),
    }
    if (subject.read)(text, true).is_some() {
        let unknown = value.map(|value| schema::unknown_members(root, value));
        let is_silent = unknown.is_some_and(|unknown| unknown.is_empty());
        assert!(slow.is_some() && is_silent, "{}: the strict reader takes {text}", root.name);
    }
}

/// The chunking of a document does not change where it becomes invalid, and a valid document never does.
///
/// The first byte of the data selects the root, the second one the chunking.
pub fn follow(data: &[u8]) {
    let [root, cut, text @ ..] = data else { return };
    let index = usize::from(*root) % ROOTS.len();
    let schema = &schemas()[index];
    let whole = end(schema, text, || text.len());
    assert_eq!(end(schema, text, || 1), whole, "byte by byte: {}", String::from_utf8_lossy(text));
    let mut random = mutate::Random::new(u64::from(*cut));
    let pieces = end(schema, text, || 1 + random.below(9));
    assert_eq!(pieces, whole, "cut by {cut}: {}", String::from_utf8_lossy(text));
    if matches!(whole, TextEnd::Dead(..)) {
        let value = std::str::from_utf8(text).ok().and_then(|text| planwright_source::parse(text).ok());
        let is_valid = value.is_some_and(|value| ROOTS[index].root.is_valid(&value));
        assert!(!is_valid, "{}: {whole:?}: {}", ROOTS[index].root.name, String::from_utf8_lossy(text));
    }
}

/// Result for a document: invalid, at a byte with a code, or valid so far, complete or not.
#[derive(Clone, Debug, PartialEq, Eq)]
enum TextEnd {
    Dead(usize, &'static str),
    Alive(bool),
}

fn end(schema: &Arc<FollowSchema>, mut text: &[u8], mut cut: impl FnMut() -> usize) -> TextEnd {
    let mut follower = Follower::new(Arc::clone(schema), Policy::Strict);
    while !text.is_empty() {
        let (piece, rest) = text.split_at(cut().min(text.len()));
        if let Some(dead) = follower.push(piece) {
            return TextEnd::Dead(dead.at, dead.code());
        }
        text = rest;
    }
    TextEnd::Alive(follower.is_complete())
}

fn schemas() -> &'static [Arc<FollowSchema>] {
    static SCHEMAS: OnceLock<Vec<Arc<FollowSchema>>> = OnceLock::new();
    SCHEMAS.get_or_init(|| {
        let schema = |subject: &Subject| FollowSchema::new((subject.root.validator)()).expect("the schema is JSON");
        ROOTS.iter().map(|subject| Arc::new(schema(subject))).collect()
    })
}
