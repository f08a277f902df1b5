//! Formats that are judged here, without the validator.

/// What judges a format in every dialect that has a reader.
type FormatTest = fn(&str) -> bool;

/// A format, asked of one text at a time.
pub struct FormatCheck {
    name: &'static str,
    test: ::std::option::Option<FormatTest>,
    #[cfg(feature = "validator")]
    by_validator: super::by_validator::ValidatedFormat,
}

impl FormatCheck {
    /// The name of the format.
    pub const fn name(&self) -> &'static str {
        self.name
    }

    /// A format as a dialect has it, by the name that the validator gives the dialect.
    ///
    /// # Panics
    ///
    /// When the code is compiled, for a format that only the validator judges, in a crate without it.
    #[cfg(feature = "validator")]
    pub const fn new(name: &'static str, draft: &'static str) -> Self {
        Self { name, test: test_of(name), by_validator: super::by_validator::ValidatedFormat::new(draft) }
    }

    /// A format as a dialect has it, by the name that the validator gives the dialect.
    ///
    /// # Panics
    ///
    /// When the code is compiled, for a format that only the validator judges.
    #[cfg(not(feature = "validator"))]
    pub const fn new(name: &'static str, _draft: &'static str) -> Self {
        let test = test_of(name);
        assert!(
            test.is_some() || !is_left_to_the_validator(name),
            "a schema asserts a format that only the run-time validator judges: turn on the feature `validator` of `planwright-runtime`"
        );
        Self { name, test }
    }

    /// Whether a text has the format. One that no dialect has holds of every text.
    pub fn holds(&self, text: &str) -> bool {
        match self.test {
            Some(is_of_it) => is_of_it(text),
            #[cfg(feature = "validator")]
            None => self.by_validator.holds(self.name, text),
            #[cfg(not(feature = "validator"))]
            None => true,
        }
    }
}

impl ::std::fmt::Debug for FormatCheck {
    fn fmt(&self, out: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
        out.debug_struct("FormatCheck").field("name", &self.name).finish_non_exhaustive()
    }
}

const fn test_of(name: &str) -> ::std::option::Option<FormatTest> {
    match name.as_bytes() {
        b"date" => Some(is_date),
        b"date-time" => Some(is_date_time),
        b"time" => Some(is_time),
        b"ipv4" => Some(is_ipv4),
        b"ipv6" => Some(is_ipv6),
        b"json-pointer" => Some(is_json_pointer),
        b"uuid" => Some(super::super::formats::is_uuid),
        _ => None,
    }
}

/// Whether the validator judges a format in some dialect, and nothing here does.
#[cfg(not(feature = "validator"))]
const fn is_left_to_the_validator(name: &str) -> bool {
    matches!(
        name.as_bytes(),
        b"duration"
            | b"email"
            | b"hostname"
            | b"idn-email"
            | b"idn-hostname"
            | b"iri"
            | b"iri-reference"
            | b"regex"
            | b"relative-json-pointer"
            | b"uri"
            | b"uri-reference"
            | b"uri-template"
    )
}

/// The number that so many digits at a place are.
fn number(text: &[u8], at: usize, count: usize) -> ::std::option::Option<u32> {
    let digits = text.get(at..at + count).filter(|digits| digits.iter().all(u8::is_ascii_digit))?;
    Some(digits.iter().fold(0, |number, digit| number * 10 + u32::from(digit - b'0')))
}

/// A full date of RFC 3339, which is a day of the calendar.
fn is_date(text: &str) -> bool {
    let bytes = text.as_bytes();
    let [_, _, _, _, b'-', _, _, b'-', _, _] = bytes else { return false };
    let (year, month, day) = (number(bytes, 0, 4), number(bytes, 5, 2), number(bytes, 8, 2));
    let (Some(year), Some(month), Some(day)) = (year, month, day) else { return false };
    let is_leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
    let days = match month {
        1 | 3 | 5 | 7 | 8 | 10 | 12 => 31,
        4 | 6 | 9 | 11 => 30,
        2 if is_leap => 29,
        2 => 28,
        _ => 0,
    };
    (1..=days).contains(&day)
}

/// A full time of RFC 3339. A leap second is the last one of a day in UTC.
fn is_time(text: &str) -> bool {
    let bytes = text.as_bytes();
    let [_, _, b':', _, _, b':', _, _, rest @ ..] = bytes else { return false };
    let (hour, minute, second) = (number(bytes, 0, 2), number(bytes, 3, 2), number(bytes, 6, 2));
    let (Some(hour), Some(minute), Some(second)) = (hour, minute, second) else { return false };
    let offset = match rest {
        [b'.', rest @ ..] => match rest.iter().take_while(|byte| byte.is_ascii_digit()).count() {
            0 => return false,
            count => &rest[count..],
        },
        _ => rest,
    };
    // Minutes after midnight, with a day in front, so that there is nothing below zero.
    let local = 24 * 60 + hour * 60 + minute;
    let in_utc = match offset {
        [b'Z' | b'z'] => local,
        [sign @ (b'+' | b'-'), _, _, b':', _, _] => match (number(offset, 1, 2), number(offset, 4, 2)) {
            (Some(hours @ 0..24), Some(more @ 0..60)) => {
                let ahead = hours * 60 + more;
                if *sign == b'+' { local - ahead } else { local + ahead }
            }
            _ => return false,
        },
        _ => return false,
    };
    hour < 24 && minute < 60 && (second < 60 || second == 60 && in_utc % (24 * 60) == 23 * 60 + 59)
}

fn is_date_time(text: &str) -> bool {
    text.split_once(['T', 't']).is_some_and(|(date, time)| is_date(date) && is_time(time))
}

fn is_ipv4(text: &str) -> bool {
    text.parse::<::core::net::Ipv4Addr>().is_ok()
}

fn is_ipv6(text: &str) -> bool {
    text.parse::<::core::net::Ipv6Addr>().is_ok()
}

/// A JSON Pointer of RFC 6901: `~` stands before 0 or 1.
fn is_json_pointer(text: &str) -> bool {
    let is_escaped = |after: &str| after.starts_with(['0', '1']);
    text.is_empty() || text.starts_with('/') && text.split('~').skip(1).all(is_escaped)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The validator is the oracle, over the texts near the edges.
    #[cfg(feature = "validator")]
    #[test]
    fn formats_are_judged_as_the_validator_does() {
        let texts = [
            "",
            "/",
            "/~",
            "/~0~1",
            "/~2",
            "a",
            "~0",
            "/é~1",
            "2024-02-29",
            "2023-02-29",
            "1900-02-29",
            "2000-02-29",
            "0000-01-01",
            "2024-00-10",
            "2024-13-01",
            "2024-04-31",
            "2024-04-30",
            "2024-1-01",
            "02024-01-01",
            "2024-01-1é",
            "é024-01-01",
            "10:00:00Z",
            "10:00:00z",
            "10:00:00",
            "24:00:00Z",
            "23:60:00Z",
            "23:59:60Z",
            "23:58:60Z",
            "22:59:60-01:00",
            "00:29:60+00:30",
            "01:29:60+01:30",
            "15:59:60-08:00",
            "15:59:60+08:00",
            "23:59:60+00:00",
            "23:59:61Z",
            "10:00:00.Z",
            "10:00:00.5Z",
            "10:00:00.500",
            "10:00:00+24:00",
            "10:00:00+23:59",
            "10:00:00+23:60",
            "10:00:00+1:00",
            "10:00:00+01:0",
            "10:00:00+01:00Z",
            "10:00:00 Z",
            "1é:00:00Z",
            "2024-02-29T10:00:00Z",
            "2024-02-29t10:00:00+01:00",
            "2024-02-29 10:00:00Z",
            "2024-02-29TT10:00:00Z",
            "2023-02-29T10:00:00Z",
            "T10:00:00Z",
            "1.2.3.4",
            "1.2.3",
            "01.2.3.4",
            "256.1.1.1",
            "1.2.3.4 ",
            "::",
            "::1",
            "1::2::3",
            "::ffff:1.2.3.4",
            "fe80::1%eth0",
            "12345::",
            "[::1]",
            "123e4567-e89b-12d3-a456-426614174000",
            "123E4567-E89B-12D3-A456-426614174000",
            "123e4567e89b12d3a456426614174000",
        ];
        for name in ["date", "date-time", "time", "ipv4", "ipv6", "json-pointer", "uuid"] {
            let ours = test_of(name).unwrap();
            let theirs = super::super::by_validator::ValidatedFormat::new("Draft202012");
            for text in texts {
                assert_eq!(ours(text), theirs.holds(name, text), "{name} {text:?}");
            }
            assert!(texts.iter().any(|text| ours(text)), "{name}");
        }
    }
}
