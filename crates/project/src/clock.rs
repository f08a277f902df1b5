//! Current time, for logs and for the change records of workflows.

use jiff::Timestamp;
use jiff::civil::Date;
use jiff::tz::TimeZone;

/// Returns the current UTC time to the second, in RFC 3339 format.
pub fn now() -> String {
    to_the_second(Timestamp::now())
}

/// Returns the current date in UTC.
pub fn today() -> Date {
    Timestamp::now().to_zoned(TimeZone::UTC).date()
}

fn to_the_second(time: Timestamp) -> String {
    Timestamp::from_second(time.as_second()).unwrap_or(Timestamp::UNIX_EPOCH).to_string()
}

#[cfg(test)]
mod tests {
    use super::to_the_second;

    #[test]
    fn fractions_are_cut() {
        for (given, expected) in [
            ("1970-01-01T00:00:00Z", "1970-01-01T00:00:00Z"),
            ("2000-02-28T23:59:59.999Z", "2000-02-28T23:59:59Z"),
            ("2024-02-29T01:30:00.5+01:30", "2024-02-29T00:00:00Z"),
        ] {
            assert_eq!(to_the_second(given.parse().unwrap()), expected);
        }
    }
}
