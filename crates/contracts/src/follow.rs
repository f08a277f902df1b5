//! Schemas for incomplete documents, for contracts that accept more than the schema of their plan.

use planwright_check::follow::{FollowSchema, FollowSource};
use planwright_check::{Contract, Policy};
use planwright_generated::SchemaRoot;
use planwright_generated::action_blueprint::{ActionBlueprint, ResponseEnvelope};
use planwright_generated::form_plan::FormPlan;
use serde_json::{Value, json};

/// Follows a contract that accepts exactly what its schema accepts.
pub(crate) const fn plan_schema<C: Contract>() -> (fn() -> serde_json::Result<FollowSchema>, Policy) {
    (|| FollowSchema::new(C::Plan::validator()), C::POLICY)
}

/// Follows a single blueprint, an array of blueprints, or an envelope.
pub(crate) fn blueprints() -> serde_json::Result<FollowSchema> {
    let one = FollowSource::new(ActionBlueprint::validator())?;
    Ok(FollowSchema::any_of(vec![one, FollowSource::new(ResponseEnvelope::validator())?]))
}

/// Follows a plan whose steps may omit `params`, as the contract allows, or a refusal.
pub(crate) fn form_plans() -> serde_json::Result<FollowSchema> {
    let mut plan = FollowSource::new(FormPlan::validator())?;
    let mut refusal = plan.clone();
    without_required(&mut plan.document, "params");
    refusal.document = json!({
        "type": "object",
        "required": ["none"],
        "properties": { "none": { "const": true }, "steps": false }
    });
    Ok(FollowSchema::any_of(vec![plan, refusal]))
}

/// Removes a property from every `required` list of a schema.
fn without_required(schema: &mut Value, name: &str) {
    match schema {
        Value::Object(members) => {
            if let Some(Value::Array(required)) = members.get_mut("required") {
                required.retain(|one| one != name);
            }
            members.values_mut().for_each(|member| without_required(member, name));
        }
        Value::Array(items) => items.iter_mut().for_each(|item| without_required(item, name)),
        _ => {}
    }
}
