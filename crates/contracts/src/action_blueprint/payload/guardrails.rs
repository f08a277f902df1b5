//! The guardrail types in one table: what they judge, when, and the words of a refusal.

/// What a guardrail is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Subject {
    /// The user's access to fields; the same for every request of a batch.
    FieldAccess,
    /// The user's access to records of the object; the same for every request of a batch.
    RecordAccess,
    /// The value of one field in one request.
    Value,
    /// The values of several fields in one request.
    Values,
    /// The user's access to the records that one request names.
    NamedRecords,
    /// What the user did before.
    History,
}

/// When a guardrail is judged.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Turn {
    /// With all others, in the order of the blueprint; every refusal is reported.
    First,
    /// Only for a request that all others let pass, so that a refused request costs nothing.
    Last,
}

/// One guardrail type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GuardrailInfo {
    /// The `type` of the contract.
    pub name: &'static str,
    /// What is judged.
    pub subject: Subject,
    /// Parameters, required ones first; a trailing `?` marks the others.
    pub params: &'static [&'static str],
    /// When it is judged.
    pub turn: Turn,
    /// What a batch pays for it, in queries and DML.
    pub cost: &'static str,
    /// When it holds.
    pub holds: &'static str,
    /// What a refusal says unless the guardrail has a message of its own. `{label}` is the label of the judged input,
    /// `{labels}` are those of all that fail, separated by commas, `{object}` is the object, `{action}` the label of the
    /// blueprint; the rest are parameters.
    pub message: &'static str,
    /// What a refusal says in other cases: an upper bound is exceeded, a value cannot be judged.
    pub also: &'static [&'static str],
}

const NO_ACCESS: &str = "No access to these fields: {labels}.";
const READABLE: &str = "The user can read the fields; without params.fields all that the blueprint sets.";
const EDITABLE: &str = "The user can edit the fields, or without params.fields all that the blueprint sets: create access for \
    INSERT and CREATE, update access for UPDATE and CALL, both for UPSERT. Id only has to be readable.";

pub(super) const BELOW: &str = "{label} must be at least {min}.";
pub(super) const ABOVE: &str = "{label} must be at most {max}.";
pub(super) const NOT_A_NUMBER: &str = "{label} is not a number.";
pub(super) const NO_INPUT: &str = "The guardrail {type} has no input to judge.";
pub(super) const UNSUPPORTED: &str = "Unsupported guardrail: {type}";
pub(super) const UNCOUNTED: &str = "{action}: earlier requests cannot be counted.";

const FREE: &str = "none";
const DESCRIBES: &str = "none; the describe of the batch is used";

const fn access(name: &'static str, holds: &'static str) -> GuardrailInfo {
    GuardrailInfo {
        name,
        subject: Subject::FieldAccess,
        params: &["fields?"],
        turn: Turn::First,
        cost: DESCRIBES,
        holds,
        message: NO_ACCESS,
        also: &[],
    }
}

/// Every guardrail type. A type that is not here fails closed. Null passes the guardrails about values.
pub const GUARDRAILS: &[GuardrailInfo] = &[
    access("FLS_VIEW", READABLE),
    access("FLS_ACCESS", READABLE),
    access("FLS_EDIT", EDITABLE),
    access("FLS_UPDATE", EDITABLE),
    access("FLS_WRITE", EDITABLE),
    GuardrailInfo {
        name: "NUMERIC_POSITIVE",
        subject: Subject::Value,
        params: &["field"],
        turn: Turn::First,
        cost: FREE,
        holds: "The value is a number greater than zero.",
        message: "{label} must be greater than zero.",
        also: &[NOT_A_NUMBER, NO_INPUT],
    },
    GuardrailInfo {
        name: "NUMERIC_RANGE",
        subject: Subject::Value,
        params: &["field", "min?", "max?"],
        turn: Turn::First,
        cost: FREE,
        holds: "The value is a number within the bounds; both are inclusive, an absent one is open.",
        message: BELOW,
        also: &[ABOVE, NOT_A_NUMBER, NO_INPUT],
    },
    GuardrailInfo {
        name: "ENUM_ALLOWED",
        subject: Subject::Value,
        params: &["field", "values"],
        turn: Turn::First,
        cost: FREE,
        holds: "The value is one of the list, with regard to case; of several values separated by ; every one.",
        message: "{label} must be one of: {values}.",
        also: &[NO_INPUT],
    },
    GuardrailInfo {
        name: "PII_REDACT",
        subject: Subject::Values,
        params: &["fields"],
        turn: Turn::First,
        cost: FREE,
        holds: "None of the fields has a value.",
        message: "Remove personal data from: {labels}.",
        also: &[],
    },
    GuardrailInfo {
        name: "SHARING_REQUIRED",
        subject: Subject::RecordAccess,
        params: &[],
        turn: Turn::First,
        cost: DESCRIBES,
        holds: "The user may write records of the object; the class runs with sharing in any case.",
        message: "No permission to change {object}.",
        also: &[],
    },
    GuardrailInfo {
        name: "RECORD_ACCESS",
        subject: Subject::NamedRecords,
        params: &["access?", "fields?"],
        turn: Turn::First,
        cost: "1 query for up to 200 records, for all RECORD_ACCESS of the action together",
        holds: "The user has the access (READ, EDIT, DELETE, TRANSFER or ALL; without params.access EDIT) to every record that \
            params.fields name, or without them the input of Id, as UserRecordAccess says. A record of which nothing is said \
            is refused.",
        message: "No {access} access to these records: {labels}.",
        also: &[],
    },
    GuardrailInfo {
        name: "RATE_LIMIT",
        subject: Subject::History,
        params: &["requests", "seconds"],
        turn: Turn::Last,
        cost: "1 query in a transaction and 1 DML statement with 1 row in a batch, for all RATE_LIMIT of the action together",
        holds: "In the last params.seconds fewer than params.requests requests of the user passed for this action; those of \
            one batch count one by one. An open checkpoint is judged and not counted.",
        message: "{action}: the limit of {requests} in {seconds} s is used up.",
        also: &[UNCOUNTED],
    },
];

/// The entry of a type.
pub fn guardrail_info(name: &str) -> Option<&'static GuardrailInfo> {
    GUARDRAILS.iter().find(|info| info.name == name)
}

/// A message with its `{names}` filled in, each once; what is filled in is not looked at again.
pub(super) fn fill(message: &str, values: &[(&str, &str)]) -> String {
    let mut filled = String::with_capacity(message.len());
    let mut rest = message;
    while let Some((before, after)) = rest.split_once('{') {
        filled.push_str(before);
        let known = values.iter().find_map(|(name, value)| Some((after.strip_prefix(name)?.strip_prefix('}')?, value)));
        rest = if let Some((tail, value)) = known {
            filled.push_str(value);
            tail
        } else {
            filled.push('{');
            after
        };
    }
    filled + rest
}

#[cfg(test)]
mod tests {
    use super::fill;

    #[test]
    fn messages_are_filled_once() {
        let values = [("label", "{values}"), ("values", "a, b")];
        assert_eq!(fill("{label} must be one of: {values}.", &values), "{values} must be one of: a, b.");
        assert_eq!(fill("{other} {label", &values), "{other} {label");
    }
}
