//! What rules and templates ask of a guardrail, whatever its type.

use planwright_generated::action_blueprint::{Guardrail, RecordAccessLevel};

/// The `type` as the contract writes it.
pub fn guardrail_type(guardrail: &Guardrail) -> &'static str {
    match guardrail {
        Guardrail::FlsView { .. } => "FLS_VIEW",
        Guardrail::FlsAccess { .. } => "FLS_ACCESS",
        Guardrail::FlsEdit { .. } => "FLS_EDIT",
        Guardrail::FlsUpdate { .. } => "FLS_UPDATE",
        Guardrail::FlsWrite { .. } => "FLS_WRITE",
        Guardrail::NumericPositive { .. } => "NUMERIC_POSITIVE",
        Guardrail::NumericRange { .. } => "NUMERIC_RANGE",
        Guardrail::EnumAllowed { .. } => "ENUM_ALLOWED",
        Guardrail::PiiRedact { .. } => "PII_REDACT",
        Guardrail::SharingRequired { .. } => "SHARING_REQUIRED",
        Guardrail::RecordAccess { .. } => "RECORD_ACCESS",
        Guardrail::RateLimit { .. } => "RATE_LIMIT",
    }
}

/// The field whose value is judged (`params.field`).
pub fn guarded_field(guardrail: &Guardrail) -> Option<&str> {
    match guardrail {
        Guardrail::NumericPositive { params, .. } => Some(&params.field),
        Guardrail::NumericRange { params, .. } => Some(&params.field),
        Guardrail::EnumAllowed { params, .. } => Some(&params.field),
        _ => None,
    }
}

/// The fields that are looked at (`params.fields`); empty where all are meant or the type has none.
pub fn guarded_fields(guardrail: &Guardrail) -> &[String] {
    match guardrail {
        Guardrail::FlsView { params, .. }
        | Guardrail::FlsAccess { params, .. }
        | Guardrail::FlsEdit { params, .. }
        | Guardrail::FlsUpdate { params, .. }
        | Guardrail::FlsWrite { params, .. } => {
            params.as_ref().and_then(|params| params.fields.as_deref()).unwrap_or_default()
        }
        Guardrail::PiiRedact { params, .. } => &params.fields,
        Guardrail::RecordAccess { params, .. } => {
            params.as_ref().and_then(|params| params.fields.as_deref()).unwrap_or_default()
        }
        _ => &[],
    }
}

/// The fields whose values are the ids of records to which access is asked (`RECORD_ACCESS`); empty for every other type.
pub fn record_fields(guardrail: &Guardrail) -> Vec<&str> {
    match guardrail {
        Guardrail::RecordAccess { .. } if guarded_fields(guardrail).is_empty() => vec!["Id"],
        Guardrail::RecordAccess { .. } => guarded_fields(guardrail).iter().map(String::as_str).collect(),
        _ => Vec::new(),
    }
}

/// The access that `RECORD_ACCESS` asks for.
pub fn record_access(guardrail: &Guardrail) -> Option<RecordAccessLevel> {
    match guardrail {
        Guardrail::RecordAccess { params, .. } => {
            Some(params.as_ref().map_or(RecordAccessLevel::Edit, |params| params.access))
        }
        _ => None,
    }
}

/// Whether the guardrail asks for edit access (`FLS_EDIT` and its synonyms).
pub fn edited(guardrail: &Guardrail) -> bool {
    matches!(guardrail, Guardrail::FlsEdit { .. } | Guardrail::FlsUpdate { .. } | Guardrail::FlsWrite { .. })
}

/// Whether the guardrail asks for access of either kind.
pub(crate) fn about_access(guardrail: &Guardrail) -> bool {
    edited(guardrail) || matches!(guardrail, Guardrail::FlsView { .. } | Guardrail::FlsAccess { .. })
}

/// Every field name in a guardrail, for respelling.
pub(crate) fn field_names(guardrail: &mut Guardrail) -> Vec<&mut String> {
    match guardrail {
        Guardrail::FlsView { params, .. }
        | Guardrail::FlsAccess { params, .. }
        | Guardrail::FlsEdit { params, .. }
        | Guardrail::FlsUpdate { params, .. }
        | Guardrail::FlsWrite { params, .. } => {
            params.iter_mut().filter_map(|params| params.fields.as_mut()).flatten().collect()
        }
        Guardrail::PiiRedact { params, .. } => params.fields.iter_mut().collect(),
        Guardrail::NumericPositive { params, .. } => vec![&mut params.field],
        Guardrail::NumericRange { params, .. } => vec![&mut params.field],
        Guardrail::EnumAllowed { params, .. } => vec![&mut params.field],
        Guardrail::RecordAccess { params, .. } => {
            params.iter_mut().filter_map(|params| params.fields.as_mut()).flatten().collect()
        }
        Guardrail::SharingRequired { .. } | Guardrail::RateLimit { .. } => Vec::new(),
    }
}
