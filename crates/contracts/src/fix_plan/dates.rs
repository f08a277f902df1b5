//! Requires UTC in dates. The format `date-time` allows any offset.

use planwright_check::Findings;
use planwright_check::schema::shorten;
use serde_json::Value;

pub(super) fn not_utc(plan: &Value, (): &(), findings: &mut Findings) {
    let Some(written) = plan.pointer("/metadata/created_at").filter(|value| value.is_string()) else { return };
    let text = written.as_str().unwrap_or_default();
    if !is_utc(text) {
        let message = format!("{} is not a UTC timestamp", shorten(written));
        findings.report(&[&"metadata", &"created_at"], message, "write it like 2026-01-06T10:00:00Z");
    }
}

pub(super) fn is_utc(text: &str) -> bool {
    text.ends_with(['Z', 'z']) || text.ends_with("+00:00")
}
