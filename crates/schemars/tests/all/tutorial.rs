//! Orders that a model writes.

use planwright_schemars::{Repair, RustRoot as _, root, schema_files};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// An order.
#[derive(Debug, Deserialize, JsonSchema, Serialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Order {
    /// Ordered products.
    #[schemars(length(min = 1))]
    pub(crate) lines: Vec<Line>,
    pub(crate) delivery: Delivery,
}

/// A line of an order.
#[derive(Debug, Deserialize, JsonSchema, Serialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Line {
    /// Number of the product.
    #[schemars(regex(pattern = "^[A-Z]{3}-[0-9]+$"))]
    pub(crate) sku: String,
    #[schemars(range(min = 1, max = 100))]
    pub(crate) quantity: u32,
}

/// Way in which the order reaches the customer.
#[derive(Debug, Deserialize, JsonSchema, Serialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
pub(crate) enum Delivery {
    Parcel { city: String },
    Pickup { shop: String },
}

root!(Order, "schemas/order.schema.json");

/// Reads the answer of a model, or returns a message that tells the model what to fix.
pub(crate) fn parse_answer(answer: &str) -> Result<Order, String> {
    Order::parse(answer)
        .map_err(|report| Repair::from_report(&report, answer).map_or_else(String::new, |repair| repair.to_string()))
}

#[test]
fn schema_files_are_up_to_date() {
    schema_files![Order].assert_current();
}

#[test]
fn every_error_is_reported() {
    let answer = r#"{"lines": [{"sku": "abc", "quantity": 0}], "delivery": {"kind": "pickup"}}"#;
    let report = Order::parse(answer).expect_err("three things are wrong");
    let found: Vec<&str> = report.iter().map(|error| error.at.as_str()).collect();
    assert_eq!(found, ["/lines/0/sku", "/lines/0/quantity", "/delivery/shop"]);
    let message = parse_answer(answer).expect_err("three things are wrong");
    assert!(message.contains("/delivery/shop") && message.contains("quantity"), "{message}");
}
