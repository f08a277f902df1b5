//! What rules and templates ask of a guardrail, whatever its type.

use planwright_generated::action_blueprint::Guardrail;

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
        _ => &[],
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
        Guardrail::SharingRequired { .. } => Vec::new(),
    }
}
