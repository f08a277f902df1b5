//! Visits whose ids, times, days, pages and addresses have types of other crates.
#![deny(warnings)]

pub mod jiff_visits {
    include!(concat!(env!("OUT_DIR"), "/jiff_visits.rs"));
}
pub mod chrono_visits {
    include!(concat!(env!("OUT_DIR"), "/chrono_visits.rs"));
}
pub mod time_visits {
    include!(concat!(env!("OUT_DIR"), "/time_visits.rs"));
}

#[cfg(test)]
mod tests {
    use super::time_visits::Maybe;
    use super::{chrono_visits, jiff_visits, time_visits};

    const VISIT: &str = r#"{"id":"123E4567-E89B-12D3-A456-426614174000","at":"2026-01-06T12:00:00.50+02:00","seen":["2026-01-06T10:00:00Z"],"day":"2026-01-06","opens":"08:00:00.50+02:00","page":"http://example.org","from":"192.0.2.1"}"#;

    #[test]
    fn texts_of_formats_are_values_of_other_crates() {
        let one = jiff_visits::schemas::Visit::parse(VISIT).expect("it is valid");
        let other = chrono_visits::schemas::Visit::parse(VISIT).expect("it is valid");
        assert_eq!(one.id.as_u128(), other.id.into_value().as_u128());
        assert_eq!(one.at.as_millisecond(), other.at.timestamp_millis());
        assert_eq!(other.at.offset().local_minus_utc(), 7200, "chrono keeps the offset");
        assert_eq!(one.page.as_ref().map(|page| page.path()), Some("/"));
        assert_eq!(serde_json::to_string(&one).expect("it is written"), VISIT, "no text changes its spelling");
        let mut by_hand = one.clone();
        by_hand.at = one.at.into_value().into();
        assert_eq!(by_hand.at.as_str(), "2026-01-06T10:00:00.5Z");
        by_hand.validate().expect("it obeys the schema");
        let by_hand = chrono_visits::DateTimeText::from(*other.at);
        assert_eq!(by_hand.as_str(), "2026-01-06T12:00:00.500+02:00");
    }

    #[test]
    fn texts_of_formats_are_values_of_the_crate_time() {
        let read = time_visits::schemas::Visit::parse(VISIT).expect("it is valid");
        assert_eq!(read.at.unix_timestamp_nanos(), 1_767_693_600_500_000_000);
        assert_eq!(read.at.offset().whole_hours(), 2, "the offset is kept");
        assert_eq!(read.day.as_ref().map(|day| day.to_julian_day()), Some(2_461_047));
        let (opens, offset) = **read.opens.as_ref().expect("it is there");
        assert_eq!((opens.as_hms_milli(), offset.whole_hours()), ((8, 0, 0, 500), 2));
        assert_eq!(serde_json::to_string(&read).expect("it is written"), VISIT, "no text changes its spelling");
        let mut by_hand = read.clone();
        by_hand.at = read.at.into_value().into();
        by_hand.day = Maybe::Value((**read.day.as_ref().expect("it is there")).into());
        by_hand.opens = Some((opens, offset).into());
        assert_eq!(by_hand.at.as_str(), "2026-01-06T12:00:00.5+02:00");
        by_hand.validate().expect("it obeys the schema");
        let text = serde_json::to_string(&by_hand).expect("it is written");
        assert_eq!(text, VISIT.replace("00.50", "00.5"));
    }

    #[test]
    fn the_crate_time_refuses_what_is_no_date_and_no_time() {
        for text in ["2026-01-06T00:00:00Z", "2026-02-30", "2026-1-6", ""] {
            assert!(text.parse::<time_visits::DateText>().is_err(), "{text}");
        }
        for text in ["08:00:00", "8:00:00Z", "24:00:00Z", "2026-01-06T08:00:00Z", ""] {
            assert!(text.parse::<time_visits::TimeText>().is_err(), "{text}");
        }
        assert!("23:59:60Z".parse::<time_visits::TimeText>().is_ok(), "a leap second is a time");
    }

    /// Years before Christ.
    #[test]
    fn a_value_without_a_text_by_rfc_3339_is_found_by_the_validator() {
        let early = time::Date::from_ordinal_date(-1, 1).expect("it is a day").midnight().assume_utc();
        let mut visit = time_visits::schemas::Visit::parse(VISIT).expect("it is valid");
        visit.at = early.into();
        assert_eq!(visit.validate().expect_err("it is no moment")[0].at.as_str(), "/at");
    }

    /// The schema allows a port that is invalid in a URL. Violations of the schema itself are reported by its
    /// validator.
    #[test]
    fn what_a_type_refuses_is_refused_with_its_place() {
        let broken = VISIT.replace("http://example.org", "http://example.org:99999");
        let report = jiff_visits::schemas::Visit::parse(&broken).expect_err("the port is too large");
        assert_eq!((report[0].code, report[0].at.as_str()), ("FORMAT_MISMATCH", "/page"));
        let broken = VISIT.replace("2026-01-06T10:00:00Z", "2026-01-06 10:00");
        let report = jiff_visits::schemas::Visit::parse(&broken).expect_err("this is no moment");
        assert_eq!((report[0].code, report[0].at.as_str()), ("FORMAT_MISMATCH", "/seen/0"));
    }
}
