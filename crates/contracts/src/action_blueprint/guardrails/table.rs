//! The guardrail types in one table. A row says all that is known of a type: what it judges, by which parameters, when, at what
//! cost, in which words it refuses, how it judges, and what the generated tests try on it.
//!
//! The macro makes exhaustive matches over the generated type [`Guardrail`]: a type of the schema without a row does not compile,
//! and neither does a row without its judgement.

use planwright_generated::action_blueprint::Guardrail;

use super::case::GuardrailCase;
use super::judge::{self, NO_INPUT, NOT_A_NUMBER};
use super::samples::{Sample, SampleInput, Samples};
use super::values::{ParamValue, ReadParam as _};
use super::{GuardrailInfo, Param, ParamKind, Subject, Turn};
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

const FREE: &str = "none";
const DESCRIBES: &str = "none; uses the describe of the batch";

/// Makes the table and what depends on its rows. `params: optional` stands for params that may be absent as a whole.
macro_rules! guardrails {
    (@get required $params:expr) => { Some($params) };
    (@get optional $params:expr) => { ($params).as_ref() };
    (@get_mut required $params:expr) => { Some(&mut $params) };
    (@get_mut optional $params:expr) => { $params.as_mut() };
    ($($variant:ident {
        name: $name:literal,
        subject: $subject:ident,
        params: $presence:ident { $($param:ident: $kind:ident),* },
        turn: $turn:ident,
        takes: $takes:expr,
        cost: $cost:expr,
        holds: $holds:expr,
        message: $message:expr,
        variants: $variants:expr,
        also: $also:expr,
        judge: $judge:expr,
        samples: $samples:expr,
    })+) => {
        /// Every guardrail type. A type that is not here fails closed. Null passes the guardrails about values.
        pub static GUARDRAILS: &[GuardrailInfo] = &[$(GuardrailInfo {
            name: $name,
            subject: Subject::$subject,
            params: &[$(Param { name: stringify!($param), kind: ParamKind::$kind }),*],
            turn: Turn::$turn,
            takes: $takes,
            cost: $cost,
            holds: $holds,
            message: $message,
            variants: $variants,
            also: $also,
        }),+];

        #[derive(Clone, Copy)]
        enum Row { $($variant),+ }

        /// The row of a guardrail.
        pub fn info_of(guardrail: &Guardrail) -> &'static GuardrailInfo {
            let row = match guardrail { $(Guardrail::$variant(_) => Row::$variant),+ };
            &GUARDRAILS[row as usize]
        }

        /// The custom message of a guardrail, unless it is blank.
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
                        $(visit(names.next().zip(_params.$param.read()));)*
                    }
                })+
            }
        }

        /// Visits every field name in a guardrail, for respelling.
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

        /// The default words of a refusal, or `None` where the guardrail holds.
        pub(super) fn problem(case: &GuardrailCase<'_>, guardrail: &Guardrail) -> Option<String> {
            let info = info_of(guardrail);
            match guardrail {
                $(Guardrail::$variant(rule) => judge_with(case, info, &rule.params, $judge),)+
            }
        }

        /// What to try on an input that the guardrail judges.
        pub(super) fn try_values(guardrail: &Guardrail, input: &SampleInput) -> Samples {
            match guardrail {
                $(Guardrail::$variant(rule) => samples_of(&rule.params, input, $samples),)+
            }
        }
    };
}

/// The parameters that a guardrail has, in the order of its row.
pub fn param_values(guardrail: &Guardrail) -> Vec<(&'static Param, ParamValue<'_>)> {
    let mut values = Vec::new();
    each_param(guardrail, &mut |param, value| values.push((param, value)));
    values
}

/// Calls a judgement. Its parameters have the type of the variant.
fn judge_with<P>(
    case: &GuardrailCase<'_>,
    info: &GuardrailInfo,
    params: &P,
    judge: fn(&GuardrailCase<'_>, &GuardrailInfo, &P) -> Option<String>,
) -> Option<String> {
    judge(case, info, params)
}

/// Calls for samples likewise.
fn samples_of<P>(params: &P, input: &SampleInput, samples: fn(&P, &SampleInput) -> Samples) -> Samples {
    samples(params, input)
}

guardrails! {
    FlsView {
        name: "FLS_VIEW",
        subject: FieldRead,
        params: optional { fields: Fields },
        turn: First,
        takes: &[],
        cost: DESCRIBES,
        holds: READABLE,
        message: NO_ACCESS,
        variants: &[],
        also: &[],
        judge: |case, info, params| judge::readable(case, info, params.as_ref()),
        samples: |_, _| Samples::default(),
    }
    FlsAccess {
        name: "FLS_ACCESS",
        subject: FieldRead,
        params: optional { fields: Fields },
        turn: First,
        takes: &[],
        cost: DESCRIBES,
        holds: READABLE,
        message: NO_ACCESS,
        variants: &[],
        also: &[],
        judge: |case, info, params| judge::readable(case, info, params.as_ref()),
        samples: |_, _| Samples::default(),
    }
    FlsEdit {
        name: "FLS_EDIT",
        subject: FieldEdit,
        params: optional { fields: Fields },
        turn: First,
        takes: &[],
        cost: DESCRIBES,
        holds: EDITABLE,
        message: NO_ACCESS,
        variants: &[],
        also: &[],
        judge: |case, info, params| judge::editable(case, info, params.as_ref()),
        samples: |_, _| Samples::default(),
    }
    FlsUpdate {
        name: "FLS_UPDATE",
        subject: FieldEdit,
        params: optional { fields: Fields },
        turn: First,
        takes: &[],
        cost: DESCRIBES,
        holds: EDITABLE,
        message: NO_ACCESS,
        variants: &[],
        also: &[],
        judge: |case, info, params| judge::editable(case, info, params.as_ref()),
        samples: |_, _| Samples::default(),
    }
    FlsWrite {
        name: "FLS_WRITE",
        subject: FieldEdit,
        params: optional { fields: Fields },
        turn: First,
        takes: &[],
        cost: DESCRIBES,
        holds: EDITABLE,
        message: NO_ACCESS,
        variants: &[],
        also: &[],
        judge: |case, info, params| judge::editable(case, info, params.as_ref()),
        samples: |_, _| Samples::default(),
    }
    NumericPositive {
        name: "NUMERIC_POSITIVE",
        subject: Value,
        params: required { field: Field },
        turn: First,
        takes: NUMBERS,
        cost: FREE,
        holds: "The value is a number greater than zero.",
        message: "{label} must be greater than zero.",
        variants: &[],
        also: &[NOT_A_NUMBER, NO_INPUT],
        judge: |case, info, params| judge::number(case, info, &params.field, |label, number| {
            (!number.is_positive()).then(|| fill(info.message, &[("label", label)]))
        }),
        samples: |_, input| Samples {
            likely: vec![Sample::Number(1.0)],
            accepted: Vec::new(),
            refused: input.held([0.0, -1.0]),
        },
    }
    NumericRange {
        name: "NUMERIC_RANGE",
        subject: Value,
        params: required { field: Field, min: Number, max: Number },
        turn: First,
        takes: NUMBERS,
        cost: FREE,
        holds: "The value is a number within the bounds. Both are inclusive, and a missing bound is not checked.",
        message: BELOW,
        variants: &[ABOVE],
        also: &[NOT_A_NUMBER, NO_INPUT],
        judge: |case, info, params| judge::number(case, info, &params.field, |label, number| {
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
                accepted: input.held(ends.into_iter().filter(|_| possible)),
                refused: input.held(beyond.into_iter().flatten()),
            }
        },
    }
    EnumAllowed {
        name: "ENUM_ALLOWED",
        subject: Value,
        params: required { field: Field, values: Texts },
        turn: First,
        takes: &[],
        cost: FREE,
        holds: "The value is in the list, case-sensitively. If it has several values separated by `;`, all of them are.",
        message: "{label} must be one of: {values}.",
        variants: &[],
        also: &[NO_INPUT],
        judge: |case, info, params| judge::text(case, info, &params.field, |input, text| {
            let listed = params.values.iter().any(|value| value == text);
            let allowed = listed || case.takes_several(input) && judge::all_of(text, &params.values);
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
        turn: First,
        takes: &[DataType::Text, DataType::MultiPicklist],
        cost: FREE,
        holds: "The value has at most params.max characters, as Apex counts them (an emoji counts as two).",
        message: "{label} must have at most {max} characters.",
        variants: &[],
        also: &[NO_INPUT],
        judge: |case, info, params| judge::text(case, info, &params.field, |input, text| {
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
        turn: First,
        takes: &[],
        cost: FREE,
        holds: "None of the fields has a value.",
        message: "Remove personal data from: {labels}.",
        variants: &[],
        also: &[],
        judge: |case, info, params| judge::empty(case, info, &params.fields),
        samples: |_, _| Samples { refused: vec![Sample::Any], ..Samples::default() },
    }
    SharingRequired {
        name: "SHARING_REQUIRED",
        subject: RecordAccess,
        params: optional {},
        turn: First,
        takes: &[],
        cost: DESCRIBES,
        holds: "The user can write records of the object. The class always runs with sharing.",
        message: "No permission to change {object}.",
        variants: &[],
        also: &[],
        judge: |case, info, _| {
            let refused = case.request.user.records == RecordAccess::None;
            refused.then(|| fill(info.message, &[("object", &case.object_label())]))
        },
        samples: |_, _| Samples::default(),
    }
    RecordAccess {
        name: "RECORD_ACCESS",
        subject: NamedRecords,
        params: optional { fields: Records, access: Access },
        turn: First,
        takes: &[],
        cost: "1 query for up to 200 records, shared by all RECORD_ACCESS guardrails of the action",
        holds: "The user has the access of params.access (READ, EDIT, DELETE, TRANSFER or ALL; default EDIT) to every record in params.fields, or without it in Id, according to UserRecordAccess. A record without an entry there is rejected.",
        message: "No {access} access to these records: {labels}.",
        variants: &[],
        also: &[],
        judge: |case, info, params| {
            let params = params.clone().unwrap_or_default();
            let named = params.fields.as_deref().unwrap_or_default();
            let fields = if named.is_empty() { vec!["Id"] } else { named.iter().map(String::as_str).collect() };
            judge::reached(case, info, &fields, params.access)
        },
        samples: |_, _| Samples::default(),
    }
    RateLimit {
        name: "RATE_LIMIT",
        subject: History,
        params: required { requests: Count, seconds: Count, field: Field },
        turn: Last,
        takes: &[],
        cost: "1 query per transaction and 1 DML statement per batch, with 1 row per counted request, shared by all RATE_LIMIT guardrails of the action",
        holds: "In the last params.seconds, fewer than params.requests requests passed for this action. They are counted per user, or with params.field per value of that field. Each request of a batch counts. Values are compared without case and surrounding spaces, and requests without a value count together. An open checkpoint is checked but not counted.",
        message: "{action}: the limit of {requests} in {seconds} s is used up.",
        variants: &[],
        also: &[UNCOUNTED],
        judge: |case, info, params| {
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

/// The row of a type by its name.
pub fn guardrail_info(name: &str) -> Option<&'static GuardrailInfo> {
    GUARDRAILS.iter().find(|info| info.name == name)
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    /// The name in a row is the `type` that its variant is read from, and its parameters are those of the variant.
    #[test]
    fn every_row_is_that_of_its_type() {
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
