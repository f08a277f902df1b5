//! Why a goal gives no plan.

use std::fmt;

/// Why a goal, or one step of it, cannot be planned. Half a plan is not a plan: one such step refuses the goal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum GoalRefusal {
    /// There is no text.
    Empty,
    /// Nothing in the text tells what to do.
    NoVerb {
        /// The text.
        text: String,
    },
    /// The verb asks for what no blueprint can do.
    Unsupported {
        /// The verb.
        verb: &'static str,
        /// Why.
        why: &'static str,
    },
    /// No object of the snapshot, or of the standard ones, is named.
    NoObject {
        /// The step.
        step: String,
    },
    /// Two records are to be linked, and no field or object links their objects.
    NoLink {
        /// The step.
        step: String,
        /// The API name of the object to be linked.
        object: String,
    },
    /// Several objects have a field of that name, and none is named.
    AmbiguousObject {
        /// The step.
        step: String,
        /// The API names of the objects.
        objects: Vec<String>,
    },
    /// The object is known, but no field of it is named.
    NoField {
        /// The step.
        step: String,
        /// The API name of the object.
        object: String,
        /// The words that were not understood.
        unknown: Vec<String>,
        /// Some fields that could be named.
        fields: Vec<String>,
    },
    /// A field is named that cannot be set.
    ReadOnly {
        /// The API name of the object.
        object: String,
        /// The API names of the fields.
        fields: Vec<String>,
    },
    /// What came out does not pass the check of its contract.
    Unchecked {
        /// The step.
        step: String,
        /// The messages of the check.
        problems: Vec<String>,
    },
}

impl GoalRefusal {
    /// The stable name of the reason.
    pub fn code(&self) -> &'static str {
        match self {
            Self::Empty => "EMPTY_GOAL",
            Self::NoVerb { .. } => "NO_VERB",
            Self::Unsupported { .. } => "UNSUPPORTED_VERB",
            Self::NoObject { .. } => "NO_OBJECT",
            Self::NoLink { .. } => "NO_LINK",
            Self::AmbiguousObject { .. } => "AMBIGUOUS_OBJECT",
            Self::NoField { .. } => "NO_FIELD",
            Self::ReadOnly { .. } => "READ_ONLY_FIELD",
            Self::Unchecked { .. } => "INVALID_BLUEPRINT",
        }
    }
}

impl fmt::Display for GoalRefusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Empty => f.write_str("the goal is empty"),
            Self::NoVerb { text } => write!(
                f,
                "nothing in {text:?} tells what to do; say it with a verb such as create, update, close, assign, sync or notify"
            ),
            Self::Unsupported { verb, why } => write!(f, "{verb:?} cannot be planned: {why}"),
            Self::NoObject { step } => {
                write!(
                    f,
                    "{step:?} names no known object to act on; name one, or give a snapshot of the org that has it"
                )
            }
            Self::NoLink { step, object } => write!(f, "no field or object links {object} as {step:?} asks"),
            Self::AmbiguousObject { step, objects } => {
                write!(f, "{step:?} could be about {}; name the object", objects.join(", "))
            }
            Self::NoField { step, object, unknown, fields } => {
                write!(f, "no field of {object} is named in {step:?}")?;
                if !unknown.is_empty() {
                    write!(f, ", not understood: {}", unknown.join(" "))?;
                }
                write!(f, "; some of its fields are {}", fields.join(", "))
            }
            Self::ReadOnly { object, fields } => write!(f, "{} of {object} cannot be set", fields.join(", ")),
            Self::Unchecked { step, problems } => {
                write!(f, "{step:?} gives no valid blueprint: {}", problems.join("; "))
            }
        }
    }
}

impl std::error::Error for GoalRefusal {}
