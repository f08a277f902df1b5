//! Parses ISO 8601 dates and times.

use jiff::SignedDuration;
use jiff::civil::{Date, Time};

/// Parser that consumes fixed pieces from the start of a string.
struct Pieces<'t>(&'t str);

impl<'t> Pieces<'t> {
    /// Consumes exactly `count` digits.
    fn digits(&mut self, count: usize) -> Option<u32> {
        let piece = self.0.get(..count)?;
        let value = if piece.bytes().all(|digit| digit.is_ascii_digit()) { piece.parse().ok()? } else { return None };
        self.0 = &self.0[count..];
        Some(value)
    }

    /// Consumes one of these characters.
    fn one_of(&mut self, wanted: &[char]) -> Option<char> {
        let first = self.0.chars().next().filter(|first| wanted.contains(first))?;
        self.0 = &self.0[first.len_utf8()..];
        Some(first)
    }

    /// Consumes a decimal point and up to `limit` digits, as milliseconds. Digits after the third are dropped.
    fn milliseconds(&mut self, limit: usize) -> Option<u32> {
        if self.one_of(&['.']).is_none() {
            return Some(0);
        }
        let count = self.0.bytes().take_while(u8::is_ascii_digit).count();
        let digits: &'t str = self.0.get(..count).filter(|_| (1..=limit).contains(&count))?;
        self.0 = &self.0[count..];
        format!("{digits:0<3}")[..3].parse().ok()
    }

    fn end<T>(&self, value: T) -> Option<T> {
        self.0.is_empty().then_some(value)
    }
}

/// Error in a date.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum DateProblem {
    /// The string is not of the form `YYYY-MM-DD`.
    Form,
    /// The calendar has no such day.
    Day,
}

/// Parses `YYYY-MM-DD` and returns it unchanged.
pub(super) fn date(text: &str) -> Result<String, DateProblem> {
    let mut pieces = Pieces(text);
    let (year, month, day) = ymd(&mut pieces).and_then(|date| pieces.end(date)).ok_or(DateProblem::Form)?;
    day_of(year, month, day).map(|day| day.to_string()).ok_or(DateProblem::Day)
}

/// Parses a date and time, and formats it in UTC with milliseconds. The default offset is UTC, the default time is
/// midnight.
pub(super) fn datetime(text: &str) -> Option<String> {
    let mut pieces = Pieces(text);
    let day = ymd(&mut pieces).and_then(|(year, month, day)| day_of(year, month, day))?;
    if pieces.0.is_empty() {
        return instant(day, 0);
    }
    pieces.one_of(&['T', ' '])?;
    let time = clock(&mut pieces, 9)?;
    let offset = match pieces.one_of(&['Z', '+', '-']) {
        None | Some('Z') => 0,
        Some(sign) => {
            let hours = pieces.digits(2)?;
            pieces.one_of(&[':']);
            let minutes = i64::from(hours * 60 + pieces.digits(2)?);
            if sign == '-' { -minutes } else { minutes }
        }
    };
    pieces.end(instant(day, time - offset * 60_000)?)
}

/// Parses a time of day, and formats it in UTC with milliseconds.
pub(super) fn time(text: &str) -> Option<String> {
    let mut pieces = Pieces(text);
    let time = clock(&mut pieces, 3)?;
    pieces.one_of(&['Z']);
    let time = Time::midnight().checked_add(SignedDuration::from_millis(time)).ok()?;
    pieces.end(clock_text(time))
}

/// Parses year, month and day without validating the day. The platform's calendar has no year 0.
fn ymd(pieces: &mut Pieces<'_>) -> Option<(u32, u32, u32)> {
    let year = pieces.digits(4).filter(|year| *year > 0)?;
    pieces.one_of(&['-'])?;
    let month = pieces.digits(2)?;
    pieces.one_of(&['-'])?;
    Some((year, month, pieces.digits(2)?))
}

/// Parses a time as milliseconds since midnight. Seconds are optional.
fn clock(pieces: &mut Pieces<'_>, fraction: usize) -> Option<i64> {
    let hour = pieces.digits(2)?;
    pieces.one_of(&[':'])?;
    let minute = pieces.digits(2)?;
    let (second, milli) = match pieces.one_of(&[':']) {
        Some(_) => (pieces.digits(2)?, pieces.milliseconds(fraction)?),
        None => (0, 0),
    };
    let is_time = hour < 24 && minute < 60 && second < 60;
    is_time.then(|| i64::from(((hour * 60 + minute) * 60 + second) * 1000 + milli))
}

fn day_of(year: u32, month: u32, day: u32) -> Option<Date> {
    Date::new(year.try_into().ok()?, month.try_into().ok()?, day.try_into().ok()?).ok()
}

/// Formats the instant that is `milliseconds` after midnight UTC of a day. Returns `None` after the year 9999.
fn instant(day: Date, milliseconds: i64) -> Option<String> {
    let instant = day.to_datetime(Time::midnight()).checked_add(SignedDuration::from_millis(milliseconds)).ok()?;
    Some(format!("{}T{}", instant.date(), clock_text(instant.time())))
}

fn clock_text(time: Time) -> String {
    format!("{:02}:{:02}:{:02}.{:03}Z", time.hour(), time.minute(), time.second(), time.millisecond())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_are_validated_against_the_calendar() {
        assert_eq!(date("2024-02-29").as_deref(), Ok("2024-02-29"));
        for text in ["2023-02-29", "2026-13-01", "2026-00-10", "2026-04-31", "1900-02-29"] {
            assert_eq!(date(text), Err(DateProblem::Day), "{text}");
        }
        for text in [
            "2026-1-1",
            "0000-02-29",
            "0000-01-01",
            "01/02/2026",
            "2026-01-01T00:00:00Z",
            "tomorrow",
            " 2026-01-01",
            "２０２６-01-01",
        ] {
            assert_eq!(date(text), Err(DateProblem::Form), "{text}");
        }
    }

    #[test]
    fn instants_are_given_in_utc() {
        let cases = [
            ("2026-01-31T10:00:00Z", Some("2026-01-31T10:00:00.000Z")),
            ("2026-01-31T23:30:00.1234+01:00", Some("2026-01-31T22:30:00.123Z")),
            ("2026-01-01T00:30-0100", Some("2026-01-01T01:30:00.000Z")),
            ("2026-03-01 00:00:00+0100", Some("2026-02-28T23:00:00.000Z")),
            ("2000-03-01", Some("2000-03-01T00:00:00.000Z")),
            ("1969-12-31T23:59:59.999Z", Some("1969-12-31T23:59:59.999Z")),
            ("2026-01-31T24:00:00Z", None),
            ("2026-02-30T10:00:00Z", None),
            ("2026-1-3T10:00:00Z", None),
            ("2026-1-3", None),
            ("0000-02-29T00:00:00Z", None),
            ("0001-01-01", Some("0001-01-01T00:00:00.000Z")),
            ("2026-01-31T10:00:00+1", None),
            ("2026-01-31T10:00:00.Z", None),
            ("31.01.2026 10:00", None),
        ];
        for (text, utc) in cases {
            assert_eq!(datetime(text).as_deref(), utc, "{text}");
        }
    }

    #[test]
    fn times_of_day_are_validated() {
        assert_eq!(time("09:05").as_deref(), Some("09:05:00.000Z"));
        assert_eq!(time("23:59:59.5Z").as_deref(), Some("23:59:59.500Z"));
        for text in ["24:00", "9:05", "10:60", "10:00:00.1234", "10:00 AM"] {
            assert_eq!(time(text), None, "{text}");
        }
    }
}
