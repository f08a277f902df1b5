//! Two sets of types in one program: one trait, one report, one list of roots.
#![deny(warnings)]

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
    use planwright_runtime::serde_json::json;
    use planwright_runtime::{ToolFault, ToolParams as _};

    use super::parcels::courier::{CourierTools, TOOLS, TrackParams, TrackReturns};
    use super::{Report, RootInfo, SchemaRoot, orders, parse_document, roots};

    #[test]
    fn a_report_has_positions_and_codes() {
        let refused = json!({ "id": "no uuid" }).to_string();
        let report = parse_document::<orders::schemas::Order>(&refused).map(drop).expect_err("it is refused");
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
        assert_eq!(RootInfo::for_type::<TrackParams>().name, TrackParams::NAME);
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
