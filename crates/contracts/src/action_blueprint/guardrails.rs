//! What a guardrail is, whatever its type: one row of [`GUARDRAILS`] for each type, and what rules, evaluation and templates
//! ask of a guardrail.
//!
//! A type is added as a row of `table`: its name, parameters, words, judgement and samples. Everything else reads the row,
//! and a type of the schema without a row does not compile.

mod case;
mod judge;
mod refusal;
mod samples;
mod table;
mod trial;
mod values;

use planwright_generated::action_blueprint::{Guardrail, RecordAccessLevel};

use self::table::each_param;
use super::data_type::DataType;

pub use refusal::refusal_start;
pub use samples::{Sample, SampleInput, Samples};
pub use table::{GUARDRAILS, guardrail_info, info_of, own_message, param_values};
pub use trial::{sample_problem, samples};
pub use values::ParamValue;

pub(crate) use case::GuardrailCase;
pub(crate) use refusal::MetGuardrail;
pub(crate) use table::each_field_name;

/// What a guardrail is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Subject {
    /// Read access of the user to fields; the same for every request of a batch.
    FieldRead,
    /// Edit access of the user to fields; the same for every request of a batch.
    FieldEdit,
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

impl Subject {
    /// Whether the guardrail asks for access to fields.
    pub fn is_field_access(self) -> bool {
        matches!(self, Self::FieldRead | Self::FieldEdit)
    }

    /// Whether the guardrail judges values of the request.
    pub fn is_value(self) -> bool {
        matches!(self, Self::Value | Self::Values)
    }
}

/// When a guardrail is judged.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Turn {
    /// With all others, in the order of the blueprint; every refusal is reported.
    First,
    /// Only for a request that all others let pass, so that a refused request costs nothing.
    Last,
}

/// What a parameter is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ParamKind {
    /// API name of the field whose value is judged or counted by; an input must set it.
    Field,
    /// API names of fields. Absent means every field that the blueprint writes.
    Fields,
    /// API names of fields whose values are record ids; an input must set each. Absent means `Id`.
    Records,
    /// A number.
    Number,
    /// A whole number that is not negative.
    Count,
    /// Texts.
    Texts,
    /// An access to records. Absent means edit access.
    Access,
}

/// A parameter of a guardrail type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Param {
    /// Its name in the schema and in the Apex runtime.
    pub name: &'static str,
    /// What it is.
    pub kind: ParamKind,
}

/// One guardrail type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GuardrailInfo {
    /// The `type` of the contract.
    pub name: &'static str,
    /// What is judged.
    pub subject: Subject,
    /// Parameters, in the order in which the generated class sets them.
    pub params: &'static [Param],
    /// When it is judged.
    pub turn: Turn,
    /// The data types whose values it can judge; empty where any will do.
    pub takes: &'static [DataType],
    /// What a batch pays for it, in queries and DML.
    pub cost: &'static str,
    /// When it holds.
    pub holds: &'static str,
    /// What a refusal says unless the guardrail has a message of its own. `{label}` is the label of the judged input,
    /// `{labels}` are those of all that fail, separated by commas, `{object}` is the object, `{action}` the label of the
    /// blueprint; the rest are parameters.
    pub message: &'static str,
    /// What a refusal says at another bound. It starts as `message` does.
    pub variants: &'static [&'static str],
    /// What a refusal says where nothing can be judged.
    pub also: &'static [&'static str],
}

/// The `type` as the contract writes it.
pub fn guardrail_type(guardrail: &Guardrail) -> &'static str {
    info_of(guardrail).name
}

/// The field whose value is judged or counted by (`params.field`).
pub fn guarded_field(guardrail: &Guardrail) -> Option<&str> {
    let mut found = None;
    each_param(guardrail, &mut |param, value| {
        if let (ParamKind::Field, ParamValue::Text(field)) = (param.kind, value) {
            found.get_or_insert(field);
        }
    });
    found
}

/// The fields that are looked at (`params.fields`); empty where all are meant or the type has none.
pub fn guarded_fields(guardrail: &Guardrail) -> &[String] {
    let mut found = None;
    each_param(guardrail, &mut |param, value| {
        if let (ParamKind::Fields | ParamKind::Records, ParamValue::Texts(fields)) = (param.kind, value) {
            found.get_or_insert(fields);
        }
    });
    found.unwrap_or_default()
}

/// The fields whose values are the ids of records to which access is asked (`RECORD_ACCESS`); empty for every other type.
pub fn record_fields(guardrail: &Guardrail) -> Vec<&str> {
    if !info_of(guardrail).params.iter().any(|param| param.kind == ParamKind::Records) {
        return Vec::new();
    }
    let named = guarded_fields(guardrail);
    if named.is_empty() { vec!["Id"] } else { named.iter().map(String::as_str).collect() }
}

/// The access that `RECORD_ACCESS` asks for.
pub fn record_access(guardrail: &Guardrail) -> Option<RecordAccessLevel> {
    let asks = info_of(guardrail).params.iter().any(|param| param.kind == ParamKind::Access);
    let named = param_values(guardrail).into_iter().find_map(|(_, value)| {
        let ParamValue::Access(access) = value else { return None };
        Some(access)
    });
    asks.then(|| named.unwrap_or(RecordAccessLevel::Edit))
}

/// The fields whose values are judged; none for a guardrail about access or earlier requests.
pub fn judged_fields(guardrail: &Guardrail) -> Vec<&str> {
    if !info_of(guardrail).subject.is_value() {
        return Vec::new();
    }
    let several = guarded_fields(guardrail).iter().map(String::as_str);
    guarded_field(guardrail).into_iter().chain(several).collect()
}

/// Whether the guardrail asks for edit access (`FLS_EDIT` and its synonyms).
pub fn edited(guardrail: &Guardrail) -> bool {
    info_of(guardrail).subject == Subject::FieldEdit
}

/// Whether the guardrail asks for access to fields of either kind.
pub fn about_access(guardrail: &Guardrail) -> bool {
    info_of(guardrail).subject.is_field_access()
}
