//! Action blueprints: plans for Salesforce actions, from which Apex classes are generated.
//!
//! A model answers with an envelope ([`check_envelope`]). A file may also contain a single blueprint ([`check_file`]).
//! Checked blueprints are normalised:
//!
//! - `keyFields` and `usage` have their defaults.
//! - API names are spelled as in the snapshot. Without a snapshot they are spelled as in the input that binds them.
//! - `CREATE` stays `CREATE`; renderers treat it as `INSERT`.

mod batch;
mod components;
mod counted;
pub mod data_type;
pub mod evaluation;
// A new variant in the schema must not compile until it is handled here.
#[deny(clippy::wildcard_enum_match_arm)]
pub mod guardrails;
mod input_index;
mod message;
pub mod names;
mod normalise;
pub mod payload;
mod prompt_facts;
#[deny(clippy::wildcard_enum_match_arm)]
mod rules;
mod setup_objects;
mod snapshot;

pub use batch::{Batch, FallbackReason, Refusal, check_answer, check_envelope, check_file};
pub use counted::counts_by;
pub use guardrails::{
    guarded_field, guarded_fields, guardrail_type, record_access, record_fields, requires_edit_access,
};
pub use input_index::binds;
pub use prompt_facts::org_facts;
pub use setup_objects::find_setup_object;
pub use snapshot::{
    Snapshot, find_field, find_object, is_managed, is_partial, is_platform_field, lacks_field, lacks_object,
};

use planwright_check::codes::{self, CodeInfo};
use planwright_check::{Contract, FENCE_STRIPPED, Report, Rule, Severity, Violation, validate};
use planwright_generated::action_blueprint::{ActionBlueprint, SchemaSnapshot};
use planwright_source::Pointer;
use serde_json::Value;

/// Contract of one blueprint.
pub struct Blueprint;

/// Context of a check: everything a blueprint is checked against, except its schema.
#[derive(Clone, Debug, Default)]
pub struct Context {
    /// Objects and fields of the org. If absent, the rules about them are skipped.
    pub snapshot: Option<SchemaSnapshot>,
    /// Disables the checks against standard objects that are made if there is no snapshot. No rule of this contract
    /// reads it.
    pub no_standard: bool,
    /// True if the class is generated for agents, which confirm every checkpoint with a token.
    pub for_agents: bool,
}

impl Contract for Blueprint {
    type Plan = ActionBlueprint;
    type Context = Context;

    const RULES: &'static [Rule<ActionBlueprint, Context>] = rules::ALL;
    const SCHEMA_CODES: &'static [CodeInfo] = SCHEMA_CODES;

    fn is_clean(plan: &ActionBlueprint, context: &Context) -> bool {
        rules::is_clean(plan, context)
    }

    fn recode(violation: Violation, document: &Value) -> Option<Violation> {
        Some(recode(violation, document))
    }

    fn normalise(plan: &mut ActionBlueprint, context: &Context) {
        normalise::normalise(plan, context);
    }
}

/// Parses a context of the form `{"snapshot": …}`. The property is optional.
pub fn read_context(value: &Value) -> Result<Context, Report> {
    match value.get("snapshot").filter(|value| !value.is_null()) {
        Some(snapshot) => {
            let judged = validate::<Snapshot>(snapshot.clone(), &(), &Pointer::root().member("snapshot"));
            judged
                .map(|snapshot| Context { snapshot: Some(snapshot.into_inner()), ..Context::default() })
                .map_err(Report::of_value)
        }
        None => Ok(Context::default()),
    }
}

/// Returns the codes of documents with several blueprints.
pub(crate) fn envelope_codes() -> Vec<CodeInfo> {
    let text = [
        CodeInfo {
            code: batch::ENVELOPE_SHAPE,
            severity: Severity::Error,
            purpose: "An answer is neither an array of blueprints nor an object with an `actions` array.",
        },
        CodeInfo {
            code: FENCE_STRIPPED,
            severity: Severity::Warning,
            purpose: "A Markdown code fence around the JSON was stripped.",
        },
    ];
    text.into_iter().chain(batch::BATCH_RULES.iter().map(|rule| rule.info)).collect()
}

/// Codes of the schema stage, in addition to the shared ones.
const SCHEMA_CODES: &[CodeInfo] = &[
    CodeInfo {
        code: GUARDRAIL_UNSUPPORTED,
        severity: Severity::Error,
        purpose: "A guardrail has an unknown type. Ignoring it would let every request pass.",
    },
    BAD_API_NAME,
];

const BAD_API_NAME: CodeInfo = CodeInfo {
    code: INVALID_IDENTIFIER,
    severity: Severity::Error,
    purpose: "An API name is not an identifier. It would become code in the generated class.",
};

const GUARDRAIL_UNSUPPORTED: &str = "GUARDRAIL_UNSUPPORTED";
const INVALID_IDENTIFIER: &str = "INVALID_IDENTIFIER";

fn recode(violation: Violation, document: &Value) -> Violation {
    if violation.keyword == "tag" {
        let help = violation.help.clone().unwrap_or_else(|| "use a supported type, or leave the guardrail out".into());
        let message = format!("no guardrail of this type exists: {}", violation.message);
        return violation.recoded(GUARDRAIL_UNSUPPORTED).reworded(message, help);
    }
    if violation.code != codes::PATTERN_MISMATCH {
        return violation;
    }
    let value = document.pointer(violation.at.as_str()).and_then(Value::as_str).unwrap_or_default();
    if value.trim().is_empty() {
        violation.recoded(codes::TOO_SHORT).reworded("expected an API name, found a blank string", "name it")
    } else {
        let shown = planwright_check::schema::shorten(&Value::from(value));
        let message = format!("{shown} is not an API name: a letter, then letters, digits and underscores");
        violation.recoded(INVALID_IDENTIFIER).reworded(message, "write the API name, not the label")
    }
}
