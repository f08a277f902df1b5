//! Facts about guardrails of any type, from one row of [`GUARDRAILS`] per type. Rules, evaluation and templates read
//! them.
//!
//! To add a type, add a row to `table` with its name, parameters, messages, check and samples. All other code reads the
//! row. A type of the schema without a row does not compile.

mod case;
mod checks;
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
pub(crate) use refusal::AnyGuardrail;
pub(crate) use table::each_field_name;

/// Subject of a guardrail: the kind of data that it checks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Subject {
    /// The user's read access to fields. It is the same for every request of a batch.
    FieldRead,
    /// The user's edit access to fields. It is the same for every request of a batch.
    FieldEdit,
    /// The user's access to records of the object. It is the same for every request of a batch.
    RecordAccess,
    /// Value of one field in one request.
    Value,
    /// Values of several fields in one request.
    Values,
    /// The user's access to the records that one request names.
    NamedRecords,
    /// The user's earlier requests.
    History,
}

impl Subject {
    /// Returns whether the guardrail requires access to fields.
    pub fn is_field_access(self) -> bool {
        matches!(self, Self::FieldRead | Self::FieldEdit)
    }

    /// Returns whether the guardrail validates values of the request.
    pub fn is_value(self) -> bool {
        matches!(self, Self::Value | Self::Values)
    }
}

/// When a guardrail is evaluated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phase {
    /// With all other guardrails, in the order of the blueprint. Every refusal is reported.
    First,
    /// Only if all other guardrails pass, so that a refused request costs nothing.
    Last,
}

/// Kind of a parameter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ParamKind {
    /// API name of the field that is validated or used for counting. An input must set it.
    Field,
    /// API names of fields. If absent, the guardrail applies to every field that the blueprint writes.
    Fields,
    /// API names of fields that contain record ids. An input must set each of them. The default is `Id`.
    Records,
    /// A number.
    Number,
    /// A non-negative integer.
    Count,
    /// A list of strings.
    Texts,
    /// An access level for records. The default is edit access.
    Access,
}

/// Parameter of a guardrail type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Param {
    /// Name in the schema and in the Apex runtime.
    pub name: &'static str,
    /// Kind of the parameter.
    pub kind: ParamKind,
}

/// Properties of a guardrail type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GuardrailInfo {
    /// Value of `type` in the contract.
    pub name: &'static str,
    /// Subject of the check.
    pub subject: Subject,
    /// Parameters, in the order in which the generated class sets them.
    pub params: &'static [Param],
    /// When the guardrail is evaluated.
    pub phase: Phase,
    /// Data types whose values the guardrail can validate. Empty if any type is allowed.
    pub accepts_types: &'static [DataType],
    /// Cost for a batch, in queries and DML.
    pub cost: &'static str,
    /// Condition under which the guardrail passes.
    pub description: &'static str,
    /// Default message of a refusal, with placeholders.
    ///
    /// `{label}` is the label of the input. `{labels}` are the labels of all inputs that fail, separated by commas.
    /// `{object}` is the object, and `{action}` is the label of the blueprint. The other placeholders are parameters.
    pub message: &'static str,
    /// Messages for other bounds. They have the same start as `message`.
    pub variants: &'static [&'static str],
    /// Messages for values that cannot be validated.
    pub other_messages: &'static [&'static str],
}

/// Returns the `type` of a guardrail, as the contract spells it.
pub fn guardrail_type(guardrail: &Guardrail) -> &'static str {
    info_of(guardrail).name
}

/// Returns the field that is validated or used for counting (`params.field`).
pub fn guarded_field(guardrail: &Guardrail) -> Option<&str> {
    let mut found = None;
    each_param(guardrail, &mut |param, value| {
        if let (ParamKind::Field, ParamValue::Text(field)) = (param.kind, value) {
            found.get_or_insert(field);
        }
    });
    found
}

/// Returns the fields in `params.fields`. Empty if all fields are meant, or if the type has no such parameter.
pub fn guarded_fields(guardrail: &Guardrail) -> &[String] {
    let mut found = None;
    each_param(guardrail, &mut |param, value| {
        if let (ParamKind::Fields | ParamKind::Records, ParamValue::Texts(fields)) = (param.kind, value) {
            found.get_or_insert(fields);
        }
    });
    found.unwrap_or_default()
}

/// Returns the fields that contain the record ids (`RECORD_ACCESS`). Empty for every other type.
pub fn record_fields(guardrail: &Guardrail) -> Vec<&str> {
    if !info_of(guardrail).params.iter().any(|param| param.kind == ParamKind::Records) {
        return Vec::new();
    }
    let named = guarded_fields(guardrail);
    if named.is_empty() { vec!["Id"] } else { named.iter().map(String::as_str).collect() }
}

/// Returns the access level that `RECORD_ACCESS` requires.
pub fn record_access(guardrail: &Guardrail) -> Option<RecordAccessLevel> {
    let asks = info_of(guardrail).params.iter().any(|param| param.kind == ParamKind::Access);
    let named = param_values(guardrail).into_iter().find_map(|(_, value)| {
        let ParamValue::Access(access) = value else { return None };
        Some(access)
    });
    asks.then(|| named.unwrap_or(RecordAccessLevel::Edit))
}

/// Returns the fields whose values are validated. Empty for guardrails on access or on earlier requests.
pub fn validated_fields(guardrail: &Guardrail) -> Vec<&str> {
    if !info_of(guardrail).subject.is_value() {
        return Vec::new();
    }
    let several = guarded_fields(guardrail).iter().map(String::as_str);
    guarded_field(guardrail).into_iter().chain(several).collect()
}

/// Returns whether the guardrail requires edit access (`FLS_EDIT` and its synonyms).
pub fn requires_edit_access(guardrail: &Guardrail) -> bool {
    info_of(guardrail).subject == Subject::FieldEdit
}

/// Returns whether the guardrail requires read or edit access to fields.
pub fn requires_field_access(guardrail: &Guardrail) -> bool {
    info_of(guardrail).subject.is_field_access()
}
