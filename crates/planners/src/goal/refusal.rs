//! Reasons why a goal has no plan.

use std::fmt;

/// Reason why a goal cannot be planned. One such step rejects the whole goal, because half a plan must not run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum GoalRefusal {
    /// The goal is blank.
    Empty,
    /// The goal contains no known verb.
    NoVerb {
        /// The goal.
        text: String,
    },
    /// No blueprint can do what the verb means.
    Unsupported {
        /// The verb.
        verb: &'static str,
        /// The reason.
        why: &'static str,
    },
    /// The goal contains a negation.
    Negation {
        /// Words of the negation.
        words: String,
    },
    /// The goal contains a condition, or a filter of records.
    Condition {
        /// Words of the condition.
        words: String,
    },
    /// The goal contains a time.
    Time {
        /// Words of the time.
        words: String,
    },
    /// The goal applies to a number of records.
    Quantity {
        /// Words of the quantity.
        words: String,
    },
    /// The goal is a question.
    Question {
        /// The sentence.
        text: String,
    },
    /// The sentence is a statement.
    NoRequest {
        /// The sentence.
        step: String,
    },
    /// Some words have no effect on the action.
    NotUnderstood {
        /// The step.
        step: String,
        /// The words.
        words: Vec<String>,
    },
    /// A value is empty, a copy of another field, or calculated.
    Computed {
        /// Words of the value.
        words: String,
    },
    /// The object has no value for the status that the verb requests.
    NoValue {
        /// The verb.
        verb: &'static str,
        /// API names of object and field.
        field: String,
        /// Values of the field.
        values: Vec<String>,
    },
    /// A platform event can only be published, not changed.
    Event {
        /// API name of the event.
        object: String,
    },
    /// No object of the snapshot, or of the standard objects, is named.
    NoObject {
        /// The step.
        step: String,
    },
    /// Two records should be linked, but no field or object links their objects.
    NoLink {
        /// The step.
        step: String,
        /// API name of the object to be linked.
        object: String,
    },
    /// Several objects have a field with this name, and no object is named.
    AmbiguousObject {
        /// The step.
        step: String,
        /// API names of the objects.
        objects: Vec<String>,
    },
    /// The object is known, but none of its fields is named.
    NoField {
        /// The step.
        step: String,
        /// API name of the object.
        object: String,
        /// Words that were not understood.
        unknown: Vec<String>,
        /// Some fields that could be named.
        fields: Vec<String>,
    },
    /// A named field cannot be set.
    ReadOnly {
        /// API name of the object.
        object: String,
        /// API names of the fields.
        fields: Vec<String>,
    },
    /// The resulting blueprint does not pass the check of its contract.
    Unchecked {
        /// The step.
        step: String,
        /// Messages of the check.
        problems: Vec<String>,
    },
}

impl GoalRefusal {
    /// Returns the stable code of the reason.
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
            Self::Computed { .. } => "COMPUTED_VALUE",
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
                "{text:?} contains no command; use a verb such as create, update, close, assign, sync or notify"
            ),
            Self::Unsupported { verb, why } => write!(f, "{verb:?} cannot be planned: {why}"),
            Self::Negation { words } => {
                write!(
                    f,
                    "{words:?} is a negation; write only what the action does, and put strings in quotation marks"
                )
            }
            Self::Condition { words } => {
                write!(
                    f,
                    "{words:?} is a condition or a choice of records, which an action cannot have; write only the action"
                )
            }
            Self::Time { words } => {
                write!(f, "{words:?} is a time, but an action is carried out at once; write only the action")
            }
            Self::Quantity { words } => {
                write!(
                    f,
                    "{words:?} is a number of records, but an action changes one record per request; write it for one record"
                )
            }
            Self::Question { text } => write!(f, "{text:?} is a question; write a command"),
            Self::NoRequest { step } => {
                write!(f, "{step:?} has no command; start with a verb, as in \"Close the case\"")
            }
            Self::NotUnderstood { step, words } => {
                let words: Vec<String> = words.iter().map(|word| format!("{word:?}")).collect();
                write!(
                    f,
                    "in {step:?} this is not understood: {}; leave it out, or name an object, a field or a value",
                    words.join(", ")
                )
            }
            Self::Computed { words } => {
                write!(
                    f,
                    "{words:?} is empty, a copy or a calculation, but an action writes the value of its request; leave the value out, or name it"
                )
            }
            Self::NoValue { verb, field, values } => {
                write!(f, "{field} has no value for {verb:?}; its values are {}", values.join(", "))
            }
            Self::Event { object } => {
                write!(f, "{object} is a platform event: it has no record to write; publish it from your own Apex")
            }
            Self::NoObject { step } => {
                write!(
                    f,
                    "{step:?} names no known object to act on; name one, or give a snapshot of the org that has it"
                )
            }
            Self::NoLink { step, object } => write!(f, "no field or object links {object} as {step:?} requires"),
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
