//! Two sets of types in one program: one trait, one report, one list of roots.
#![deny(warnings)]

#[cfg(test)]
mod alone {
    include!(concat!(env!("OUT_DIR"), "/alone.rs"));
}
mod orders {
    include!(concat!(env!("OUT_DIR"), "/orders.rs"));
}
mod parcels {
    include!(concat!(env!("OUT_DIR"), "/parcels.rs"));
}

use planwright_runtime::{Report, RootInfo, SchemaRoot};

/// Returns every root of the program, from both sets.
fn roots() -> Vec<RootInfo> {
    [orders::ROOTS, parcels::ROOTS].concat()
}

/// Parses a document of either set.
fn parse_document<T: SchemaRoot>(text: &str) -> Result<T, Report> {
    T::parse(text.as_bytes())
}

fn main() {
    let city = parcels::courier::TrackParams { parcel: "AB1234".to_owned() };
    println!("{} roots, parcel {}", roots().len(), city.parcel);
    if let Err(report) = parse_document::<orders::schemas::Order>("{}") {
        println!("{report}");
    }
}

#[cfg(test)]
mod tests {
    use planwright_runtime::serde_json::{Value, json};
    use planwright_runtime::{ToolFault, ToolParams as _};

    use super::parcels::courier::{CourierTools, TOOLS, TrackParams, TrackReturns};
    use super::{Report, RootInfo, SchemaRoot, alone, orders, parse_document, roots};

    /// Returns the verdicts of all roots on a document, and the result of reading it.
    macro_rules! verdicts {
        ($set:ident, $text:expr) => {{
            let document: Value = serde_json::from_str($text).expect("JSON");
            let found: Vec<String> = $set::ROOTS
                .iter()
                .map(|root| {
                    // The reading functions have different messages for a document that no type accepts.
                    let written = (root.normalize)(&document).ok();
                    let (valid, unions) = (root.is_valid(&document), format!("{:?}", root.unions));
                    format!("{} {} {} {} {valid} {written:?} {unions}", root.name, root.file, root.id, root.schema)
                })
                .collect();
            let order = $set::schemas::Order::parse($text.as_bytes());
            (found, order.map(|order| format!("{order:?}")))
        }};
    }

    fn order() -> Value {
        json!({
            "id": "123e4567-e89b-12d3-a456-426614174000",
            "total": { "amount": 3, "currency": "EUR" },
            "steps": [{ "do": "pack", "boxes": 2.0 }, { "do": "ship", "to": "Ring 1" }]
        })
    }

    #[test]
    fn both_forms_say_the_same() {
        let (_, read) = verdicts!(orders, &order().to_string());
        assert!(read.is_ok(), "{read:?}");
        for (place, value) in [
            ("", order()),
            ("", json!([])),
            ("/id", json!("no uuid")),
            ("/steps/0/do", json!("burn")),
            ("/steps/0/boxes", json!(0)),
            ("/total/currency", json!("XXX")),
        ] {
            let mut document = order();
            *document.pointer_mut(place).expect("the order has it") = value;
            let text = document.to_string();
            let (inline, shared) = (verdicts!(alone, &text), verdicts!(orders, &text));
            assert_eq!((inline.0, inline.1.ok()), (shared.0, shared.1.ok()), "{text}");
        }
        let refused = json!({ "id": "no uuid" }).to_string();
        let (_, inline) = verdicts!(alone, &refused);
        assert!(inline.expect_err("it is refused").to_string().contains("at /id: "));
        let (_, shared) = verdicts!(orders, &refused);
        let report = shared.expect_err("it is refused");
        let first = "1:7: error[FORMAT_MISMATCH] at /id: \"no uuid\" is not a valid uuid";
        assert!(report.to_string().contains(first), "{report}");
    }

    #[test]
    fn sets_share_trait_report_and_list() {
        let files: Vec<&str> = roots().iter().map(|root| root.file).collect();
        let all = ["order.schema.json", "shared/money.schema.json", "step.schema.json"];
        assert_eq!(
            files,
            [&all[..], &["courier/track-params.json", "courier/track-returns.json", "example.org/places/city"]]
                .concat()
        );
        let reports: [Report; 2] = [
            parse_document::<orders::schemas::Order>("{").map(drop).expect_err("no JSON"),
            parse_document::<TrackParams>(r#"{ "parcel": "x" }"#).map(drop).expect_err("no parcel"),
        ];
        assert_eq!(reports[1][0].at.as_str(), "/parcel");
        assert_eq!(RootInfo::of::<TrackParams>().name, TrackParams::NAME);
    }

    struct Depot;

    impl CourierTools for Depot {
        type Error = ToolFault;

        fn track(&mut self, _: TrackParams) -> Result<TrackReturns, ToolFault> {
            Ok(serde_json::from_value(json!({ "at": { "name": "Depot" } })).expect("it fits"))
        }
    }

    #[test]
    fn tools_are_called_by_name() {
        assert_eq!(TOOLS[0].name, TrackParams::TOOL.name);
        let answer = Depot.call("track", &json!({ "parcel": "AB1234" })).expect("it is tracked");
        assert_eq!(answer, json!({ "at": { "name": "Depot" } }));
        let fault = Depot.call("track", &json!({})).expect_err("no parcel");
        assert!(matches!(&fault, ToolFault::Arguments { report, .. } if report.len() == 1), "{fault}");
        assert!(Depot.call("fly", &json!({})).expect_err("no such tool").to_string().contains("track"));
    }
}
