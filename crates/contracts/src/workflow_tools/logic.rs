//! Converts comparisons to JSON Logic and back.

use planwright_generated::workflow_tools::RoutingOperator;
use serde_json::{Map, Value, json};

/// Comparison, without its target.
#[derive(Clone, Debug, PartialEq)]
pub struct Test {
    /// Field, as a path into the data.
    pub field: String,
    /// Operator of the comparison.
    pub operator: RoutingOperator,
    /// Value that the field is compared with.
    pub value: Value,
}

const OPERATORS: [(RoutingOperator, &str); 5] = [
    (RoutingOperator::Equals, "=="),
    (RoutingOperator::NotEquals, "!="),
    (RoutingOperator::GreaterThan, ">"),
    (RoutingOperator::LessThan, "<"),
    (RoutingOperator::Contains, "in"),
];

/// Returns a condition that is always true.
pub fn unconditional() -> Map<String, Value> {
    Map::from_iter([("==".to_owned(), json!([0, 0]))])
}

/// Converts a comparison to an expression. The operands of `in` are reversed: it searches the field for the value.
pub fn to_logic(field: &str, operator: RoutingOperator, value: &Value) -> Map<String, Value> {
    let field = json!({ "var": field });
    let value = value.clone();
    let symbol = OPERATORS.iter().find(|(known, _)| *known == operator).map_or("==", |(_, symbol)| symbol);
    let operands = if symbol == "in" { vec![value, field] } else { vec![field, value] };
    Map::from_iter([(symbol.to_owned(), operands.into())])
}

/// Parses an expression. Returns `None` if it is not one of the five comparisons.
pub fn from_logic(logic: &Map<String, Value>) -> Option<Test> {
    let (symbol, operands) = logic.iter().next().filter(|_| logic.len() == 1)?;
    let (operator, _) = *OPERATORS.iter().find(|(_, known)| known == symbol)?;
    let [first, second] = operands.as_array()?.as_slice() else { return None };
    let (field, value) = if operator == RoutingOperator::Contains { (second, first) } else { (first, second) };
    let field = field.as_object().filter(|members| members.len() == 1)?.get("var")?.as_str()?;
    Some(Test { field: field.to_owned(), operator, value: value.clone() })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_operator_round_trips() {
        let values = [json!(null), json!(5), json!("x"), json!([1]), json!({ "var": "other" })];
        for ((operator, symbol), value) in OPERATORS.iter().zip(values) {
            let logic = to_logic("a.b", *operator, &value);
            assert!(logic.contains_key(*symbol));
            assert_eq!(from_logic(&logic), Some(Test { field: "a.b".to_owned(), operator: *operator, value }));
        }
    }

    #[test]
    fn other_expressions_are_not_comparisons() {
        let others = [
            json!({ "==": [0, 0] }),
            json!({ "and": [true] }),
            json!({ "==": [{ "var": "a" }] }),
            json!({ "==": { "var": "a" } }),
            json!({ ">": [{ "var": 1 }, 2] }),
            json!({ "in": [{ "var": "a" }, ["x"]] }),
            json!({ "==": [{ "var": "a" }, 1], ">": [{ "var": "a" }, 1] }),
            json!({}),
        ];
        for other in others {
            assert_eq!(other.as_object().and_then(from_logic), None, "{other}");
        }
    }
}
