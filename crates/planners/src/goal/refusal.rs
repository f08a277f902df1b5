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
    /// Something is to be left undone.
    Negation {
        /// The words that say so.
        words: String,
    },
    /// Something is to be done only under a condition, or to some records only.
    Condition {
        /// The words that say so.
        words: String,
    },
    /// Something is to be done at some time.
    Time {
        /// The words that say so.
        words: String,
    },
    /// Something is to be done to a number of records.
    Quantity {
        /// The words that say so.
        words: String,
    },
    /// A question.
    Question {
        /// The sentence.
        text: String,
    },
    /// A sentence that tells something.
    NoRequest {
        /// The sentence.
        step: String,
    },
    /// Words that nothing in the action comes from.
    NotUnderstood {
        /// The step.
        step: String,
        /// The words.
        words: Vec<String>,
    },
    /// The status that the verb asks for is none of the object's.
    NoValue {
        /// The verb.
        verb: &'static str,
        /// The API names of object and field.
        field: String,
        /// The values that the field has.
        values: Vec<String>,
    },
    /// A platform event is published, and cannot be changed.
    Event {
        /// The API name of the event.
        object: String,
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
            Self::Negation { .. } => "NEGATION",
            Self::Condition { .. } => "CONDITION",
            Self::Time { .. } => "TIME",
            Self::Quantity { .. } => "QUANTITY",
            Self::Question { .. } => "QUESTION",
            Self::NoRequest { .. } => "NO_REQUEST",
            Self::NotUnderstood { .. } => "NOT_UNDERSTOOD",
            Self::NoValue { .. } => "NO_VALUE",
            Self::Event { .. } => "PLATFORM_EVENT",
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
            Self::Negation { words } => {
                write!(f, "{words:?} says what is not to be done; say only what is, and put texts in quotation marks")
            }
            Self::Condition { words } => {
                write!(
                    f,
                    "{words:?} is a condition or a choice of records, and an action has neither; say the action alone"
                )
            }
            Self::Time { words } => {
                write!(f, "{words:?} says when, and an action is done at once; say the action alone")
            }
            Self::Quantity { words } => {
                write!(f, "{words:?} says how many, and an action is for one record a request; say it of one record")
            }
            Self::Question { text } => write!(f, "{text:?} is a question; say what is to be done"),
            Self::NoRequest { step } => {
                write!(f, "{step:?} asks for nothing; start with a verb, as in \"Close the case\"")
            }
            Self::NotUnderstood { step, words } => {
                let words: Vec<String> = words.iter().map(|word| format!("{word:?}")).collect();
                write!(
                    f,
                    "in {step:?} this is not understood: {}; leave it out, or name an object, a field or a value",
                    words.join(", ")
                )
            }
            Self::NoValue { verb, field, values } => {
                write!(f, "{field} has no value for {verb:?}; its values are {}", values.join(", "))
            }
            Self::Event { object } => {
                write!(f, "{object} is a platform event: it has no record to write; Apex of your own publishes it")
            }
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
