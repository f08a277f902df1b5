//! Items that validators and root types share.

/// The value with numbers such as `1.0` written as the integers that they are.
pub fn whole_numbers(value: serde_json::Value) -> serde_json::Value {
    use serde_json::Value;
    match value {
        Value::Number(number) => {
            let whole = number.as_f64().filter(|float| number.is_f64() && float.fract() == 0.0);
            let text = whole.map(|float| format!("{float:.0}"));
            let unsigned = text.as_ref().and_then(|text| text.parse::<u64>().ok());
            let signed = text.as_ref().and_then(|text| text.parse::<i64>().ok());
            unsigned.map(Value::from).or_else(|| signed.map(Value::from)).unwrap_or(Value::Number(number))
        }
        Value::Array(items) => items.into_iter().map(whole_numbers).collect(),
        Value::Object(members) => {
            Value::Object(members.into_iter().map(|(name, value)| (name, whole_numbers(value))).collect())
        }
        plain => plain,
    }
}

/// A union whose every branch requires one member, the tag, with a text of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Union {
    /// JSON Pointer of the `oneOf` or `anyOf` in the bundled schema, as errors name it.
    pub at: &'static str,
    /// The member that tells the branches apart.
    pub tag: &'static str,
    /// The tag of each branch, in the order of the branches.
    pub values: &'static [&'static str],
}

/// Formats that the validator does not know in every draft, or of which it accepts strings such as `2020-0+-29`.
#[allow(dead_code, reason = "only schemas up to draft-07 need it")]
#[doc(hidden)]
pub mod formats {
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
}

/// What is known of the parts of a value while what was begun with it goes on inside itself; forgotten when the outermost one ends.
#[derive(Default)]
pub(crate) struct Nesting<T> {
    depth: std::cell::Cell<usize>,
    known: std::cell::RefCell<T>,
}

type NestingOfThread<T> = &'static std::thread::LocalKey<Nesting<T>>;

impl<T: Default> Nesting<T> {
    /// Acts inside of what goes on.
    pub(crate) fn within<R>(of: NestingOfThread<T>, act: impl FnOnce() -> R) -> R {
        struct Ended<T: Default + 'static>(NestingOfThread<T>);
        impl<T: Default> Drop for Ended<T> {
            fn drop(&mut self) {
                self.0.with(|nesting| {
                    nesting.depth.set(nesting.depth.get() - 1);
                    if nesting.depth.get() == 0 {
                        *nesting.known.borrow_mut() = T::default();
                    }
                });
            }
        }
        of.with(|nesting| nesting.depth.set(nesting.depth.get() + 1));
        let _ended = Ended(of);
        act()
    }

    /// How much goes on inside each other.
    pub(crate) fn depth(of: NestingOfThread<T>) -> usize {
        of.with(|nesting| nesting.depth.get())
    }

    /// Asks or changes what is known.
    pub(crate) fn known<R>(of: NestingOfThread<T>, ask: impl FnOnce(&mut T) -> R) -> R {
        of.with(|nesting| ask(&mut nesting.known.borrow_mut()))
    }
}
