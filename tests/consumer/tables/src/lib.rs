//! Reads and validates parcels without the run-time validator.
#![deny(warnings)]

#[allow(dead_code, reason = "the tests use a part of it")]
mod parcels {
    include!(concat!(env!("OUT_DIR"), "/parcels.rs"));
}
#[cfg(feature = "unjudged")]
mod unjudged {
    include!(concat!(env!("OUT_DIR"), "/unjudged.rs"));
}

#[cfg(test)]
mod tests {
    use planwright_runtime::SchemaRoot as _;
    use planwright_runtime::serde_json::{self, Value, json};

    use super::parcels::schemas::{Code, Parcel};

    fn parcel() -> Value {
        json!({
            "code": "AB1",
            "sent": "2026-01-06T10:00:00Z",
            "stops": [{ "kind": "depot", "name": "North" }, { "kind": "door", "floor": "first" }],
            "weight": 3.0,
            "link": "https://example.com/AB1"
        })
    }

    /// Returns the findings on a document, each with line and column, code, location and help.
    fn findings(text: &str) -> String {
        Parcel::parse(text).expect_err("it is refused").to_string()
    }

    #[test]
    fn a_valid_parcel_is_read_written_and_judged() {
        let read = Parcel::parse(parcel().to_string()).expect("it is valid");
        assert_eq!((read.code.as_str(), read.stops.len()), ("AB1", 2));
        assert!(read.validate().is_ok());
        assert!(Parcel::is_valid(&parcel()));
        let also: Parcel = serde_json::from_value(parcel()).expect("serde judges by the reader");
        assert_eq!(also, read);
        assert_eq!(Parcel::from_value(parcel()).expect("it is valid"), read);
    }

    #[test]
    fn everything_that_is_wrong_is_told_with_its_place_and_the_way_to_mend_it() {
        let text = r#"{
  "code": "ab1",
  "sent": "6 January",
  "stops": [{ "kind": "dor", "floor": "first" }, { "kind": "door", "flor": "first" }, { "kind": "door", "floor": "frist" }],
  "weight": 0,
  "link": "AB1",
  "note": "",
  "nota": "x"
}"#;
        assert_eq!(
            findings(text),
            "2:11: error[PATTERN_MISMATCH] at /code: \"ab1\" does not match the pattern ^[A-Z]{2}[0-9]+$
3:11: error[FORMAT_MISMATCH] at /sent: \"6 January\" is not a valid date-time; write it like 2026-01-06T10:00:00Z
4:23: error[ENUM_MISMATCH] at /stops/0/kind: \"dor\" is not one of depot, door; did you mean \"door\"?
4:68: error[MISSING_FIELD] at /stops/1/floor: required property \"floor\" is missing, and \"flor\" is unknown; rename \"flor\" to \"floor\"
4:114: error[ENUM_MISMATCH] at /stops/2/floor: \"frist\" is not one of ground, first; did you mean \"first\"?
5:13: error[OUT_OF_RANGE] at /weight: 0 is not greater than 0
6:11: error[FORMAT_MISMATCH] at /link: \"AB1\" is not a valid uri; write it with a scheme, like https://example.com/, other characters percent-encoded
7:11: error[FORBIDDEN_VALUE] at /note: \"\" is not allowed here
8:3: error[UNKNOWN_FIELD] at /nota: unknown property \"nota\"; remove it"
        );
        assert!(findings("{").contains("error[PARSE_ERROR]"));
        assert!(
            findings("{}").contains("error[MISSING_FIELD] at /code: required property \"code\" is missing; add it")
        );
    }

    #[test]
    fn values_made_by_hand_are_judged() {
        assert!(Code::new("AB1").is_ok());
        let refused = Code::new("ab1").expect_err("it breaks its pattern").to_string();
        assert!(refused.contains("PATTERN_MISMATCH"), "{refused}");
        let mut read = Parcel::parse(parcel().to_string()).expect("it is valid");
        read.stops.clear();
        assert!(read.validate().expect_err("it needs a stop").to_string().contains("TOO_FEW_ITEMS"));
        let built = Parcel::builder().code(Code::new("AB1").expect("a code")).stops(Vec::new()).build();
        assert!(built.expect_err("it needs a stop").to_string().contains("TOO_FEW_ITEMS"));
        let refused = serde_json::from_value::<Parcel>(json!({ "code": "AB1", "stops": [] }));
        assert!(refused.expect_err("serde judges too").to_string().starts_with("at /stops: "));
    }
}
