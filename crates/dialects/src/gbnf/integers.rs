//! Integers between two bounds, expressed by their digits.

use super::characters::CharacterSet;
use super::expression::Expression;

/// Returns the integers from `least` to `most`, or an empty choice if the bounds are reversed.
pub(super) fn between(least: Option<i64>, most: Option<i64>) -> Expression {
    let mut parts = Vec::new();
    // Negative numbers are printed by their absolute values, from the smallest.
    if least.is_none_or(|least| least < 0) {
        let smallest = most.filter(|most| *most < 0).map_or(1, i64::unsigned_abs);
        if let Some(amounts) = amounts(smallest, least.map(i64::unsigned_abs)) {
            parts.push(Expression::Sequence(vec![Expression::literal("-"), amounts]));
        }
    }
    if most.is_none_or(|most| most >= 0) {
        let smallest = least.filter(|least| *least > 0).map_or(0, i64::unsigned_abs);
        parts.extend(amounts(smallest, most.map(i64::unsigned_abs)));
    }
    if parts.is_empty() { Expression::rule("never") } else { Expression::choice(parts) }
}

/// Returns unsigned integers.
fn amounts(least: u64, most: Option<u64>) -> Option<Expression> {
    if most.is_some_and(|most| most < least) {
        return None;
    }
    let mut parts = Vec::new();
    let mut from = least;
    loop {
        let digits = from.to_string().len();
        let largest = 10_u64.checked_pow(u32::try_from(digits).ok()?).map_or(u64::MAX, |next| next - 1);
        let to = most.map_or(largest, |most| most.min(largest));
        parts.push(alike(&digits_of(from), &digits_of(to)));
        match most {
            Some(most) if most == to => break,
            None => {
                parts.push(Expression::Sequence(vec![digit(1, 9), digits_any(digits as u64, None)]));
                break;
            }
            Some(_) => from = to + 1,
        }
    }
    Some(Expression::choice(parts))
}

fn digits_of(number: u64) -> Vec<u8> {
    number.to_string().bytes().map(|byte| byte - b'0').collect()
}

/// Returns integers with as many digits as both bounds have.
fn alike(least: &[u8], most: &[u8]) -> Expression {
    let shared = least.iter().zip(most).take_while(|(one, other)| one == other).count();
    let text: String = least[..shared].iter().map(|digit| char::from(b'0' + digit)).collect();
    let mut parts = Vec::new();
    if !text.is_empty() {
        parts.push(Expression::literal(text));
    }
    if let ([low, lower @ ..], [high, higher @ ..]) = (&least[shared..], &most[shared..]) {
        parts.push(apart(*low, lower, *high, higher));
    }
    if parts.len() == 1 { parts.remove(0) } else { Expression::Sequence(parts) }
}

/// Returns the same for bounds whose first digits differ.
fn apart(low: u8, lower: &[u8], high: u8, higher: &[u8]) -> Expression {
    let rest = lower.len() as u64;
    let (zeros, nines) = (vec![0; lower.len()], vec![9; lower.len()]);
    let mut parts = Vec::new();
    // The first and the last digit are separate alternatives if they restrict the digits that follow.
    let from = if *lower == *zeros { low } else { low + 1 };
    let to = if *higher == *nines { high } else { high - 1 };
    if from > low {
        parts.push(Expression::Sequence(vec![Expression::literal(low.to_string()), alike(lower, &nines)]));
    }
    if from <= to {
        let first = digit(from, to);
        parts.push(if rest == 0 { first } else { Expression::Sequence(vec![first, digits_any(rest, Some(rest))]) });
    }
    if to < high {
        parts.push(Expression::Sequence(vec![Expression::literal(high.to_string()), alike(&zeros, higher)]));
    }
    Expression::choice(parts)
}

fn digit(from: u8, to: u8) -> Expression {
    let numbered = |digit: u8| u32::from(b'0' + digit);
    Expression::Character(CharacterSet::from_ranges([(numbered(from), numbered(to))]))
}

fn digits_any(least: u64, most: Option<u64>) -> Expression {
    digit(0, 9).repeat(least, most)
}
