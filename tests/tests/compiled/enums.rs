//! A string enum has the same string representation everywhere.

use std::str::FromStr as _;

use crate::cases::enums::schemas::{EnumsListItem, EnumsLong};
use crate::cases::style_derives::schemas::OrderState;

macro_rules! agrees {
    ($type:ident, $variant:ident, $text:literal) => {{
        let value = $type::$variant;
        assert_eq!((value.to_string().as_str(), value.as_ref()), ($text, $text));
        assert_eq!(serde_json::to_value(value).expect("a text"), serde_json::Value::from($text));
        assert_eq!($type::from_str($text).expect("known"), value);
        assert_eq!($type::try_from($text).expect("known"), value);
        assert_eq!($type::try_from($text.to_owned()).expect("known"), value);
        assert!($type::from_str(concat!($text, " ")).is_err() && $type::try_from("").is_err());
    }};
}

#[test]
fn every_way_from_text_and_to_it_agrees_with_json() {
    agrees!(EnumsListItem, X, "x");
    agrees!(EnumsLong, Value0, "value 0");
    agrees!(OrderState, InProgress, "in-progress");
}
