//! Tool for conditional routes: `add_routing`.

use planwright_check::Diagnostic;
use planwright_generated::workflow_tools::{
    AddRoutingParams, AddRoutingReturns, DataField, DataFieldType, RoutingCondition, RoutingOperator,
};

use super::actions::routing_replaced;
use super::codes::COMPARISON_MISMATCH;
use super::draft::{Condition, Draft, Routing};
use super::outcome::{OperationOutcome, OperationResult};
use super::participants::count;
use super::references::{References, member};

/// Replaces the routing of an action by conditional routes.
pub(super) fn add_routing(draft: &mut Draft, params: AddRoutingParams) -> OperationResult<AddRoutingReturns> {
    let AddRoutingParams { action_id, conditions, default_route: default } = params;
    let at = member("conditions");
    let references = References::new(draft).action("actionId", action_id);
    let references = conditions.iter().enumerate().fold(references, |references, (index, condition)| {
        references.participant(at.index(index).member("routeTo"), Some(&condition.route_to))
    });
    references.participant(member("defaultRoute"), default.as_deref()).done()?;
    let route_count = count(&conditions) + u64::from(default.is_some());
    let (mut warnings, mut changed) = (Vec::new(), false);
    if let Some(action) = draft.action_mut(action_id) {
        for (index, condition) in conditions.iter().enumerate() {
            let at = at.index(index).member("value");
            warnings.extend(doubtful_comparison(condition, &action.data_fields).map(|message| {
                Diagnostic::warning(COMPARISON_MISMATCH, at, message)
                    .with_help("compare with a value of the field's type")
            }));
        }
        let conditions = conditions.into_iter().map(Condition::from).collect();
        let routing = Some(Routing::Conditional { conditions, default });
        changed = action.routing != routing;
        if std::mem::replace(&mut action.routing, routing).is_some() {
            warnings.push(routing_replaced(action_id));
        }
    }
    let returns = AddRoutingReturns { message: "Conditional routing added".to_owned(), route_count };
    Ok(OperationOutcome { returns, warnings, changed, validation: None })
}

impl From<RoutingCondition> for Condition {
    fn from(condition: RoutingCondition) -> Self {
        let RoutingCondition { field, operator, route_to, value } = condition;
        Self { field, operator, value, route_to }
    }
}

/// Returns why a comparison is probably never true. Unknown fields are accepted, because they may come from an earlier
/// action.
fn doubtful_comparison(condition: &RoutingCondition, fields: &[DataField]) -> Option<String> {
    let RoutingCondition { field, operator, value, .. } = condition;
    if value.as_object().is_some_and(|members| members.len() == 1) {
        return Some("JSON Logic reads an object with one property as an expression, not as a value".to_owned());
    }
    let name = field.strip_prefix('/').unwrap_or(field);
    let kind = fields.iter().find(|known| known.name == name)?.type_;
    let fits = match kind {
        DataFieldType::String | DataFieldType::Date => value.is_string(),
        DataFieldType::Number | DataFieldType::Integer => value.is_number() && *operator != RoutingOperator::Contains,
        DataFieldType::Boolean => {
            value.is_boolean() && matches!(operator, RoutingOperator::Equals | RoutingOperator::NotEquals)
        }
        DataFieldType::File => value.is_object(),
    };
    let against_null = value.is_null() && matches!(operator, RoutingOperator::Equals | RoutingOperator::NotEquals);
    let shown = planwright_check::schema::shorten(value);
    (!fits && !against_null)
        .then(|| format!("the field {name:?} is of type {kind}; {operator} {shown} is probably not meant"))
}
