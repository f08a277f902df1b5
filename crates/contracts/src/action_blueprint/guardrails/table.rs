//! Table of all guardrail types.
//!
//! A row contains everything that is specific to a type: subject, parameters, phase, cost, messages, check, and samples
//! for generated tests.
//!
//! The macro generates exhaustive matches on the generated type [`Guardrail`]. A type of the schema without a row does
//! not compile, and neither does a row without a check.

use planwright_generated::action_blueprint::Guardrail;

use super::case::GuardrailCase;
use super::checks::{self, NO_INPUT, NOT_A_NUMBER};
use super::samples::{Sample, SampleInput, Samples};
use super::values::{ParamValue, ReadParam as _};
use super::{GuardrailInfo, Param, ParamKind, Phase, Subject};
use crate::action_blueprint::data_type::DataType;
use crate::action_blueprint::message::fill;
use crate::action_blueprint::payload::{Decimal, Earlier, RecordAccess};

const NO_ACCESS: &str = "No access to these fields: {labels}.";
const READABLE: &str =
    "The user can read the fields in params.fields, or without it all fields that the blueprint sets.";
const EDITABLE: &str = "The user can edit the fields in params.fields, or without it all fields that the blueprint sets: create access for INSERT and CREATE, update access for UPDATE and CALL, both for UPSERT. Id only has to be readable.";
const BELOW: &str = "{label} must be at least {min}.";
const ABOVE: &str = "{label} must be at most {max}.";
const UNCOUNTED: &str = "{action}: earlier requests cannot be counted.";

const NUMBERS: &[DataType] = &[DataType::Integer, DataType::Long, DataType::Decimal];

const NO_COST: &str = "none";
const DESCRIBE_COST: &str = "none; uses the describe of the batch";

/// Generates the table and the functions that depend on its rows. `params: optional` marks types whose `params` may be
/// absent.
macro_rules! guardrails {
    (@get required $params:expr) => { Some($params) };
    (@get optional $params:expr) => { ($params).as_ref() };
    (@get_mut required $params:expr) => { Some(&mut $params) };
    (@get_mut optional $params:expr) => { $params.as_mut() };
    ($($variant:ident {
        name: $name:literal,
        subject: $subject:ident,
        params: $presence:ident { $($param:ident: $kind:ident),* },
        phase: $phase:ident,
        accepts_types: $accepts_types:expr,
        cost: $cost:expr,
        description: $description:expr,
        message: $message:expr,
        variants: $variants:expr,
        other_messages: $other_messages:expr,
        check: $check:expr,
        samples: $samples:expr,
    })+) => {
        /// Every guardrail type. Unknown types refuse every request. Null passes the guardrails on values.
        pub static GUARDRAILS: &[GuardrailInfo] = &[$(GuardrailInfo {
            name: $name,
            subject: Subject::$subject,
            params: &[$(Param { name: stringify!($param), kind: ParamKind::$kind }),*],
            phase: Phase::$phase,
            accepts_types: $accepts_types,
            cost: $cost,
            description: $description,
            message: $message,
            variants: $variants,
            other_messages: $other_messages,
        }),+];

        #[derive(Clone, Copy)]
        enum Row { $($variant),+ }

        /// Returns the row of a guardrail.
        pub fn info_of(guardrail: &Guardrail) -> &'static GuardrailInfo {
            let row = match guardrail { $(Guardrail::$variant(_) => Row::$variant),+ };
            &GUARDRAILS[row as usize]
        }

        /// Returns the custom message of a guardrail, unless it is blank.
        pub fn own_message(guardrail: &Guardrail) -> Option<&str> {
            let message = match guardrail { $(Guardrail::$variant(rule) => &rule.message),+ };
            message.as_deref().filter(|text| !text.trim().is_empty())
        }

        /// Visits the parameters that a guardrail has, in the order of its row.
        pub(super) fn each_param<'g>(guardrail: &'g Guardrail, visit: &mut dyn FnMut(&'static Param, ParamValue<'g>)) {
            let mut names = info_of(guardrail).params.iter();
            let mut visit = |read: Option<(&'static Param, ParamValue<'g>)>| {
                if let Some((param, value)) = read {
                    visit(param, value);
                }
            };
            match guardrail {
                $(Guardrail::$variant(rule) => {
                    if let Some(_params) = guardrails!(@get $presence &rule.params) {
                        $(visit(names.next().zip(_params.$param.param_value()));)*
                    }
                })+
            }
        }

        /// Visits every field name in a guardrail, so that normalisation can change its spelling.
        pub(crate) fn each_field_name(guardrail: &mut Guardrail, visit: &mut dyn FnMut(&mut String)) {
            match guardrail {
                $(Guardrail::$variant(rule) => {
                    if let Some(_params) = guardrails!(@get_mut $presence rule.params) {
                        $(if matches!(ParamKind::$kind, ParamKind::Field | ParamKind::Fields | ParamKind::Records) {
                            _params.$param.each_text(visit);
                        })*
                    }
                })+
            }
        }

        /// Returns the default message of a refusal, or `None` if the guardrail passes.
        pub(super) fn problem(case: &GuardrailCase<'_>, guardrail: &Guardrail) -> Option<String> {
            let info = info_of(guardrail);
            match guardrail {
                $(Guardrail::$variant(rule) => check_with(case, info, &rule.params, $check),)+
            }
        }

        /// Returns the sample values for an input that the guardrail validates.
        pub(super) fn try_values(guardrail: &Guardrail, input: &SampleInput) -> Samples {
            match guardrail {
                $(Guardrail::$variant(rule) => samples_of(&rule.params, input, $samples),)+
            }
        }
    };
}

/// Returns the parameters that a guardrail has, in the order of its row.
pub fn param_values(guardrail: &Guardrail) -> Vec<(&'static Param, ParamValue<'_>)> {
    let mut values = Vec::new();
    each_param(guardrail, &mut |param, value| values.push((param, value)));
    values
}

/// Calls a check with parameters of the variant's type. The generic signature lets the compiler infer the type of the
/// closure.
fn check_with<P>(
    case: &GuardrailCase<'_>,
    info: &GuardrailInfo,
    params: &P,
    check: fn(&GuardrailCase<'_>, &GuardrailInfo, &P) -> Option<String>,
) -> Option<String> {
    check(case, info, params)
}

/// Calls the samples closure of a row, with the same inference as [`check_with`].
fn samples_of<P>(params: &P, input: &SampleInput, samples: fn(&P, &SampleInput) -> Samples) -> Samples {
    samples(params, input)
}

guardrails! {
    FlsView {
        name: "FLS_VIEW",
        subject: FieldRead,
        params: optional { fields: Fields },
        phase: First,
        accepts_types: &[],
        cost: DESCRIBE_COST,
        description: READABLE,
        message: NO_ACCESS,
        variants: &[],
        other_messages: &[],
        check: |case, info, params| checks::readable(case, info, params.as_ref()),
        samples: |_, _| Samples::default(),
    }
    FlsAccess {
        name: "FLS_ACCESS",
        subject: FieldRead,
        params: optional { fields: Fields },
        phase: First,
        accepts_types: &[],
        cost: DESCRIBE_COST,
        description: READABLE,
        message: NO_ACCESS,
        variants: &[],
        other_messages: &[],
        check: |case, info, params| checks::readable(case, info, params.as_ref()),
        samples: |_, _| Samples::default(),
    }
    FlsEdit {
        name: "FLS_EDIT",
        subject: FieldEdit,
        params: optional { fields: Fields },
        phase: First,
        accepts_types: &[],
        cost: DESCRIBE_COST,
        description: EDITABLE,
        message: NO_ACCESS,
        variants: &[],
        other_messages: &[],
        check: |case, info, params| checks::editable(case, info, params.as_ref()),
        samples: |_, _| Samples::default(),
    }
    FlsUpdate {
        name: "FLS_UPDATE",
        subject: FieldEdit,
        params: optional { fields: Fields },
        phase: First,
        accepts_types: &[],
        cost: DESCRIBE_COST,
        description: EDITABLE,
        message: NO_ACCESS,
        variants: &[],
        other_messages: &[],
        check: |case, info, params| checks::editable(case, info, params.as_ref()),
        samples: |_, _| Samples::default(),
    }
    FlsWrite {
        name: "FLS_WRITE",
        subject: FieldEdit,
        params: optional { fields: Fields },
        phase: First,
        accepts_types: &[],
        cost: DESCRIBE_COST,
        description: EDITABLE,
        message: NO_ACCESS,
        variants: &[],
        other_messages: &[],
        check: |case, info, params| checks::editable(case, info, params.as_ref()),
        samples: |_, _| Samples::default(),
    }
    NumericPositive {
        name: "NUMERIC_POSITIVE",
        subject: Value,
        params: required { field: Field },
        phase: First,
        accepts_types: NUMBERS,
        cost: NO_COST,
        description: "The value is a number greater than zero.",
        message: "{label} must be greater than zero.",
        variants: &[],
        other_messages: &[NOT_A_NUMBER, NO_INPUT],
        check: |case, info, params| checks::number(case, info, &params.field, |label, number| {
            (!number.is_positive()).then(|| fill(info.message, &[("label", label)]))
        }),
        samples: |_, input| Samples {
            likely: vec![Sample::Number(1.0)],
            accepted: Vec::new(),
            refused: input.representable([0.0, -1.0]),
        },
    }
    NumericRange {
        name: "NUMERIC_RANGE",
        subject: Value,
        params: required { field: Field, min: Number, max: Number },
        phase: First,
        accepts_types: NUMBERS,
        cost: NO_COST,
        description: "The value is a number within the bounds. Both are inclusive, and a missing bound is not checked.",
        message: BELOW,
        variants: &[ABOVE],
        other_messages: &[NOT_A_NUMBER, NO_INPUT],
        check: |case, info, params| checks::number(case, info, &params.field, |label, number| {
            let (min, max) = (params.min.map(Decimal::from), params.max.map(Decimal::from));
            if let Some(min) = min.filter(|min| number < *min) {
                return Some(fill(BELOW, &[("label", label), ("min", &min.to_string())]));
            }
            let max = max.filter(|max| number > *max)?;
            Some(fill(ABOVE, &[("label", label), ("max", &max.to_string())]))
        }),
        samples: |params, input| {
            let ends: Vec<f64> = [params.min, params.max].into_iter().flatten().collect();
            let middle = params.min.zip(params.max).map(|(min, max)| min + (max - min) / 2.0);
            let around = ends.iter().flat_map(|end| [*end, end.ceil(), end.floor()]);
            let likely = [1.0].into_iter().chain(around).chain(middle).chain([0.0]);
            let beyond = [params.min.map(|min| min.floor() - 1.0), params.max.map(|max| max.ceil() + 1.0)];
            let possible = params.min <= params.max.or(params.min);
            Samples {
                likely: likely.filter(|number| number.is_finite()).map(Sample::Number).collect(),
                accepted: input.representable(ends.into_iter().filter(|_| possible)),
                refused: input.representable(beyond.into_iter().flatten()),
            }
        },
    }
    EnumAllowed {
        name: "ENUM_ALLOWED",
        subject: Value,
        params: required { field: Field, values: Texts },
        phase: First,
        accepts_types: &[],
        cost: NO_COST,
        description: "The value is in the list, case-sensitively. If it has several values separated by `;`, all of them are.",
        message: "{label} must be one of: {values}.",
        variants: &[],
        other_messages: &[NO_INPUT],
        check: |case, info, params| checks::text(case, info, &params.field, |input, text| {
            let listed = params.values.iter().any(|value| value == text);
            let allowed = listed || case.accepts_several(input) && checks::all_of(text, &params.values);
            let values = params.values.join(", ");
            (!allowed).then(|| fill(info.message, &[("label", &input.label), ("values", &values)]))
        }),
        samples: |params, input| {
            let several = input.data_type == DataType::MultiPicklist && params.values.len() > 1;
            Samples {
                likely: params.values.iter().cloned().map(Sample::Text).collect(),
                accepted: several.then(|| Sample::Text(params.values.join(";"))).into_iter().collect(),
                refused: input.unlisted(&params.values).into_iter().collect(),
            }
        },
    }
    MaxLength {
        name: "MAX_LENGTH",
        subject: Value,
        params: required { field: Field, max: Count },
        phase: First,
        accepts_types: &[DataType::Text, DataType::MultiPicklist],
        cost: NO_COST,
        description: "The value has at most params.max characters, as Apex counts them (an emoji counts as two).",
        message: "{label} must have at most {max} characters.",
        variants: &[],
        other_messages: &[NO_INPUT],
        check: |case, info, params| checks::text(case, info, &params.field, |input, text| {
            let fits = u64::try_from(text.encode_utf16().count()).is_ok_and(|length| length <= params.max);
            (!fits).then(|| fill(info.message, &[("label", &input.label), ("max", &params.max.to_string())]))
        }),
        samples: |params, input| {
            let longest = usize::try_from(params.max).unwrap_or(usize::MAX - 1);
            Samples {
                likely: vec![Sample::Text(input.usual.chars().take(longest).collect())],
                accepted: vec![Sample::Long(longest)],
                refused: vec![Sample::Long(longest + 1)],
            }
        },
    }
    PiiRedact {
        name: "PII_REDACT",
        subject: Values,
        params: required { fields: Fields },
        phase: First,
        accepts_types: &[],
        cost: NO_COST,
        description: "All of the fields are empty.",
        message: "Remove personal data from: {labels}.",
        variants: &[],
        other_messages: &[],
        check: |case, info, params| checks::empty(case, info, &params.fields),
        samples: |_, _| Samples { refused: vec![Sample::Any], ..Samples::default() },
    }
    SharingRequired {
        name: "SHARING_REQUIRED",
        subject: RecordAccess,
        params: optional {},
        phase: First,
        accepts_types: &[],
        cost: DESCRIBE_COST,
        description: "The user can write records of the object. The class always runs with sharing.",
        message: "No permission to change {object}.",
        variants: &[],
        other_messages: &[],
        check: |case, info, _| {
            let refused = case.request.user.records == RecordAccess::None;
            refused.then(|| fill(info.message, &[("object", &case.object_label())]))
        },
        samples: |_, _| Samples::default(),
    }
    RecordAccess {
        name: "RECORD_ACCESS",
        subject: NamedRecords,
        params: optional { fields: Records, access: Access },
        phase: First,
        accepts_types: &[],
        cost: "1 query for up to 200 records, shared by all RECORD_ACCESS guardrails of the action",
        description: "The user has the access of params.access (READ, EDIT, DELETE, TRANSFER or ALL; default EDIT) to every record in params.fields, or without it in Id, according to UserRecordAccess. A record without an entry there is rejected.",
        message: "No {access} access to these records: {labels}.",
        variants: &[],
        other_messages: &[],
        check: |case, info, params| {
            let params = params.clone().unwrap_or_default();
            let named = params.fields.as_deref().unwrap_or_default();
            let fields = if named.is_empty() { vec!["Id"] } else { named.iter().map(String::as_str).collect() };
            checks::accessible(case, info, &fields, params.access)
        },
        samples: |_, _| Samples::default(),
    }
    RateLimit {
        name: "RATE_LIMIT",
        subject: History,
        params: required { requests: Count, seconds: Count, field: Field },
        phase: Last,
        accepts_types: &[],
        cost: "1 query per transaction and 1 DML statement per batch, with 1 row per counted request, shared by all RATE_LIMIT guardrails of the action",
        description: "In the last params.seconds, fewer than params.requests requests passed for this action. They are counted per user, or with params.field per value of that field. Each request of a batch counts. Values are compared without case and surrounding spaces, and requests without a value count together. An open checkpoint is checked but not counted.",
        message: "{action}: the limit of {requests} in {seconds} s is used up.",
        variants: &[],
        other_messages: &[UNCOUNTED],
        check: |case, info, params| {
            let action = ("action", case.blueprint.label.as_str());
            let Earlier::Ago(ages) = case.request.earlier else { return Some(fill(UNCOUNTED, &[action])) };
            let counted = ages.iter().filter(|age| **age < params.seconds.saturating_mul(1000)).count();
            let (requests, seconds) = (params.requests.to_string(), params.seconds.to_string());
            let passes = u64::try_from(counted).is_ok_and(|counted| counted < params.requests);
            (!passes).then(|| fill(info.message, &[action, ("requests", &requests), ("seconds", &seconds)]))
        },
        samples: |_, _| Samples::default(),
    }
}

/// Returns the row of a type, by its name.
pub fn guardrail_info(name: &str) -> Option<&'static GuardrailInfo> {
    GUARDRAILS.iter().find(|info| info.name == name)
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    /// The name of a row is the `type` of its variant, and the row has the parameters of the variant.
    #[test]
    fn every_row_matches_its_type() {
        for info in GUARDRAILS {
            let params: serde_json::Map<String, Value> = info
                .params
                .iter()
                .map(|param| {
                    let value = match param.kind {
                        ParamKind::Field => json!("A"),
                        ParamKind::Fields | ParamKind::Records | ParamKind::Texts => json!(["A"]),
                        ParamKind::Number | ParamKind::Count => json!(1),
                        ParamKind::Access => json!("READ"),
                    };
                    (param.name.to_owned(), value)
                })
                .collect();
            let text = json!({ "type": info.name, "params": params, "message": "No." });
            let guardrail: Guardrail = serde_json::from_value(text).unwrap();
            assert_eq!(info_of(&guardrail), info);
            assert_eq!(own_message(&guardrail), Some("No."));
            let read: Vec<_> = param_values(&guardrail).into_iter().map(|(param, _)| param.name).collect();
            let named: Vec<_> = info.params.iter().map(|param| param.name).collect();
            assert_eq!(read, named, "{}", info.name);
        }
    }
}
