//! Estimates the cost of compiling a regular expression.

/// Cost of a Unicode class such as `\\p{L}`, relative to a single character.
const UNICODE_CLASS: u64 = 100;
/// Cost of a negated character class.
const NEGATED_CLASS: u64 = 4;

/// Returns the approximate number of states that a pattern compiles to. A counted repetition multiplies the states of
/// its operand.
pub(crate) fn pattern_cost(pattern: &str) -> u64 {
    let mut groups = vec![0_u64];
    // The operand of a possible repetition, which is not yet added to a group.
    let mut last = 0_u64;
    let mut rest = pattern.chars();
    while let Some(c) = rest.next() {
        if c == '{'
            && let Some(times) = repetition(rest.as_str())
        {
            last = last.saturating_mul(times);
            // The braces and their content are not part of the pattern.
            rest.by_ref().find(|c| *c == '}');
            continue;
        }
        if let Some(group) = groups.last_mut() {
            *group = group.saturating_add(last);
        }
        last = match c {
            '(' => {
                groups.push(0);
                0
            }
            ')' if groups.len() > 1 => groups.pop().unwrap_or_default(),
            '[' => class(&mut rest),
            '\\' => escape(&mut rest),
            '.' => NEGATED_CLASS,
            _ => 1,
        };
    }
    groups.into_iter().fold(last, u64::saturating_add)
}

/// Returns the maximum number of repetitions of `{n}`, `{n,}` or `{n,m}`, or the minimum if there is no maximum.
fn repetition(rest: &str) -> Option<u64> {
    let (inside, _) = rest.split_once('}')?;
    let (least, most) = inside.split_once(',').unwrap_or((inside, ""));
    let least: u64 = least.parse().ok()?;
    Some(most.parse().unwrap_or(least).max(1))
}

fn escape(rest: &mut std::str::Chars<'_>) -> u64 {
    match rest.next() {
        Some('p' | 'P') => {
            // The name of a class is not a repetition.
            if rest.as_str().starts_with('{') {
                rest.by_ref().find(|c| *c == '}');
            }
            UNICODE_CLASS
        }
        Some('D' | 'S' | 'W') => NEGATED_CLASS,
        _ => 1,
    }
}

fn class(rest: &mut std::str::Chars<'_>) -> u64 {
    let mut cost = if rest.as_str().starts_with('^') { NEGATED_CLASS } else { 1 };
    while let Some(c) = rest.next() {
        match c {
            ']' => break,
            '\\' => {
                let inside = escape(rest);
                cost += if inside > 1 { inside } else { 0 };
            }
            _ => {}
        }
    }
    cost
}

#[cfg(test)]
mod tests {
    use super::pattern_cost;

    #[test]
    fn repetitions_multiply() {
        for (pattern, cost) in [
            ("", 0),
            ("abc", 3),
            ("^a{3}$", 5),
            ("(ab){2,5}c", 11),
            ("((a{10}){10}){10}", 1000),
            ("[a-z0-9]{1,255}", 255),
            ("[^a]{2}", 8),
            ("\\p{L}{64}", 6400),
            ("[\\p{L}\\d_]{2}x{3,}", 205),
            ("a{x}{,5}", 8),
            ("\\{3}", 1 + 2),
        ] {
            assert_eq!(pattern_cost(pattern), cost, "{pattern}");
        }
        assert_eq!(pattern_cost(&"(".repeat(100_000)), 0);
        assert_eq!(pattern_cost(&format!("(a{}{}", "{1000}".repeat(50), ")")), u64::MAX);
    }
}
