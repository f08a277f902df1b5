//! Formats of strings that JSON Schema defines.

mod uri;

/// Function that checks a format.
pub type FormatTest = fn(&str) -> bool;

/// Returns the check of a format in a dialect, which is identified by its name in generated code.
///
/// A format that a later dialect introduced accepts every string. Returns `None` for formats that are not checked here.
#[must_use]
pub const fn format_test(name: &str, draft: &str) -> Option<FormatTest> {
    let is_known = match name.as_bytes() {
        b"json-pointer" | b"uri-reference" | b"uri-template" => !is_one_of(draft, &["Draft4"]),
        b"iri" | b"iri-reference" | b"relative-json-pointer" => !is_one_of(draft, &["Draft4", "Draft6"]),
        b"duration" => !is_one_of(draft, &["Draft4", "Draft6", "Draft7"]),
        _ => true,
    };
    if !is_known {
        return Some(|_| true);
    }
    match name.as_bytes() {
        b"date" => Some(is_date),
        b"date-time" => Some(is_date_time),
        b"duration" => Some(is_duration),
        b"time" => Some(is_time),
        b"ipv4" => Some(is_ipv4),
        b"ipv6" => Some(is_ipv6),
        b"iri" => Some(uri::is_iri),
        b"iri-reference" => Some(uri::is_iri_reference),
        b"json-pointer" => Some(is_json_pointer),
        b"relative-json-pointer" => Some(is_relative_json_pointer),
        b"uri" => Some(uri::is_uri),
        b"uri-reference" => Some(uri::is_uri_reference),
        b"uri-template" => Some(uri::is_uri_template),
        b"uuid" => Some(is_uuid),
        _ => None,
    }
}

/// Returns whether a string is in a list.
const fn is_one_of(text: &str, others: &[&str]) -> bool {
    let mut other = 0;
    while other < others.len() {
        let (one, two) = (text.as_bytes(), others[other].as_bytes());
        let mut at = 0;
        while at < one.len() && at < two.len() && one[at] == two[at] {
            at += 1;
        }
        if at == one.len() && at == two.len() {
            return true;
        }
        other += 1;
    }
    false
}

/// A UUID in the form of RFC 9562: 8-4-4-4-12 hexadecimal digits of either case, no braces, no prefix.
pub fn is_uuid(text: &str) -> bool {
    let parts = text.split('-').map(|part| {
        let digits = part.bytes().all(|byte| byte.is_ascii_hexdigit());
        if digits { part.len() } else { 0 }
    });
    parts.eq([8, 4, 4, 4, 12])
}

/// Parses `count` digits at an index.
fn number(text: &[u8], at: usize, count: usize) -> Option<u32> {
    let digits = text.get(at..at + count).filter(|digits| digits.iter().all(u8::is_ascii_digit))?;
    Some(digits.iter().fold(0, |number, digit| number * 10 + u32::from(digit - b'0')))
}

/// Returns whether a string is a full date of RFC 3339 and exists in the calendar.
pub fn is_date(text: &str) -> bool {
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

/// Returns whether a string is a full time of RFC 3339. A leap second must be the last one of a day in UTC.
pub fn is_time(text: &str) -> bool {
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
    // Minutes after midnight plus one day, so that the result of the subtraction is never negative.
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

/// Returns whether a string is a date and time of RFC 3339.
pub fn is_date_time(text: &str) -> bool {
    text.split_once(['T', 't']).is_some_and(|(date, time)| is_date(date) && is_time(time))
}

fn is_ipv4(text: &str) -> bool {
    text.parse::<core::net::Ipv4Addr>().is_ok()
}

fn is_ipv6(text: &str) -> bool {
    text.parse::<core::net::Ipv6Addr>().is_ok()
}

/// Returns whether a string is a JSON Pointer of RFC 6901, in which `~` precedes 0 or 1.
fn is_json_pointer(text: &str) -> bool {
    let is_escaped = |after: &str| after.starts_with(['0', '1']);
    text.is_empty() || text.starts_with('/') && text.split('~').skip(1).all(is_escaped)
}

/// Returns whether a string is a relative JSON Pointer: a number of levels, followed by a pointer or `#`.
fn is_relative_json_pointer(text: &str) -> bool {
    let digits = text.bytes().take_while(u8::is_ascii_digit).count();
    let (levels, rest) = text.split_at(digits);
    let is_number = digits == 1 || digits > 1 && !levels.starts_with('0');
    is_number && (rest == "#" || is_json_pointer(rest))
}

/// Returns whether a string is a duration of RFC 3339: consecutive units, or only weeks.
fn is_duration(text: &str) -> bool {
    let Some(rest) = text.strip_prefix('P') else { return false };
    let (date, time) = rest.split_once('T').map_or((rest, None), |(date, time)| (date, Some(time)));
    match time {
        None => is_count_of_units(date, "W") || is_count_of_units(date, "YMD"),
        Some(time) => (date.is_empty() || is_count_of_units(date, "YMD")) && is_count_of_units(time, "HMS"),
    }
}

/// Returns whether a string consists of numbers with units, without a gap between the units.
fn is_count_of_units(text: &str, units: &str) -> bool {
    let mut rest = text;
    let mut expected = None;
    while !rest.is_empty() {
        let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
        let mut behind = rest.get(digits..).unwrap_or_default().chars();
        let unit = behind.next().and_then(|unit| units.find(unit));
        let Some(unit) = unit.filter(|unit| digits > 0 && expected.is_none_or(|expected| expected == *unit)) else {
            return false;
        };
        expected = Some(unit + 1);
        rest = behind.as_str();
    }
    expected.is_some()
}
