//! Reads an order, checks it against its schema, and only then converts it to its type.
#![deny(warnings)]

mod plans {
    include!(concat!(env!("OUT_DIR"), "/planwright.rs"));
}

use plans::SchemaRoot;
use plans::schemas::{Order, Step};
use serde_json::{Value, json};

fn read_order(document: &Value) -> Result<Order, String> {
    Order::from_value(document.clone()).map_err(|report| report.to_string())
}

fn order() -> Value {
    json!({
        "id": "123e4567-e89b-12d3-a456-426614174000",
        "total": { "amount": 3, "currency": "EUR" },
        "steps": [{ "do": "pack", "boxes": 2 }, { "do": "ship", "to": "Ring 1" }]
    })
}

fn main() {
    let order = read_order(&order()).expect("the order is valid");
    for step in &order.steps {
        match step {
            Step::Pack(step) => println!("pack {}", step.boxes),
            Step::Ship(step) => println!("ship to {}", step.to),
        }
    }
    println!("{} roots", plans::ROOTS.len());
}

#[cfg(test)]
mod tests {
    use super::{order, plans, read_order};
    use serde_json::json;

    #[test]
    fn a_valid_order_is_read() {
        let read = read_order(&order()).expect("the order is valid");
        assert_eq!(read.total.amount, 3);
        assert_eq!(read.note, "none", "the default of the schema");
    }

    #[test]
    fn an_unknown_step_a_bad_id_and_a_bad_amount_are_refused() {
        for (place, value) in [
            ("/steps/0/do", json!("burn")),
            ("/id", json!("no uuid")),
            ("/total/amount", json!(-1)),
            ("/total/currency", json!("XXX")),
            ("/steps", json!([])),
        ] {
            let mut broken = order();
            *broken.pointer_mut(place).expect("the order has it") = value;
            assert!(read_order(&broken).is_err(), "{place}");
        }
    }

    #[test]
    fn every_root_is_listed() {
        let files: Vec<&str> = plans::ROOTS.iter().map(|root| root.file).collect();
        assert_eq!(files, ["order.schema.json", "shared/money.schema.json", "step.schema.json"]);
    }
}
