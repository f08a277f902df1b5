//! Types of the user to which the case `existing_types` attaches validators.

use planwright_runtime::SchemaRoot;
use serde::{Deserialize, Serialize};
use serde_json::json;

use crate::cases::existing_types as generated;

/// Hand-written order.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize)]
pub(crate) struct Order {
    /// Lines.
    pub(crate) lines: Vec<Line>,
    /// Stock.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) stock: Option<shop::Stock>,
}

/// Hand-written line.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize)]
pub(crate) struct Line {
    /// Article.
    pub(crate) sku: String,
    /// Quantity, whose range only the schema defines.
    pub(crate) quantity: u8,
}

/// Hand-written wheel, which is a definition of a file without a root.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize)]
pub(crate) struct Wheel {
    /// Size.
    pub(crate) inches: u8,
}

/// Types of the folder `shop`.
pub(crate) mod shop {
    use serde::{Deserialize, Serialize};

    /// Hand-written stock.
    #[derive(Clone, Debug, Deserialize, PartialEq, Serialize)]
    pub(crate) struct Stock {
        /// Number of articles.
        pub(crate) count: u16,
    }
}

fn errors<T: SchemaRoot>(text: &str) -> Vec<String> {
    let report = T::parse(text.as_bytes()).err();
    report.iter().flat_map(|report| report.iter()).map(|one| format!("{} {}", one.code, one.at)).collect()
}

#[test]
fn types_of_the_user_have_parse_and_a_schema() {
    let order = Order::parse(r#"{"lines": [{"sku": "A-1", "quantity": 1}]}"#).expect("it is valid");
    assert_eq!(order, Order { lines: vec![Line { sku: "A-1".to_owned(), quantity: 1 }], stock: None });
    assert_eq!(
        errors::<Order>(r#"{"lines": [{"sku": "a", "quantity": 0}], "stock": {"count": 1001}}"#),
        ["PATTERN_MISMATCH /lines/0/sku", "OUT_OF_RANGE /lines/0/quantity", "OUT_OF_RANGE /stock/count"]
    );
    assert_eq!(errors::<Line>(r#"{"sku": "A-1"}"#), ["MISSING_FIELD /quantity"]);
    assert_eq!(errors::<shop::Stock>("{}"), ["MISSING_FIELD /count"]);
    assert_eq!(errors::<Wheel>(r#"{"inches": 9}"#), ["OUT_OF_RANGE /inches"]);
    assert_eq!((Line::POINTER, Wheel::POINTER), ("/definitions/Line", "/definitions/Wheel"));
}

#[test]
fn values_of_the_user_are_validated() {
    let wrong = Line { sku: "a".to_owned(), quantity: 0 };
    assert_eq!(wrong.validate().expect_err("both are wrong").len(), 2);
    assert!(generated::schemas::Parts::is_valid(&json!([1])), "the root accepts every value");
}
