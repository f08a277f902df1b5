//! Notation of a character in a JSON string. Each character has one notation and is escaped only if necessary.

use super::characters::CharacterSet;
use super::expression::Expression;

/// JSON escapes that consist of a letter.
const SHORT_ESCAPES: [(u32, char); 7] =
    [(0x22, '"'), (0x5c, '\\'), (0x08, 'b'), (0x0c, 'f'), (0x0a, 'n'), (0x0d, 'r'), (0x09, 't')];

/// Returns the JSON notation of the characters of a set.
pub(super) fn in_json(set: &CharacterSet) -> Expression {
    let special = CharacterSet::from_ranges([(0, 0x1f), (0x22, 0x22), (0x5c, 0x5c)]);
    let plain = set.complement().of_neither(&special);
    let is_special = |c: &u32| special.contains(*c);
    let escaped: Vec<u32> = (0..=0x5c).filter(is_special).filter(|c| set.contains(*c)).collect();
    let every = (0..=0x5c).filter(is_special).count();
    let mut parts = Vec::new();
    if escaped.len() == every {
        if plain == special.complement() {
            return Expression::rule("char");
        }
        parts.push(Expression::rule("escape"));
    } else {
        parts.extend(escaped.iter().map(|c| Expression::literal(escape_of(*c))));
    }
    if !plain.is_empty() {
        parts.insert(0, Expression::Character(plain));
    }
    Expression::choice(parts)
}

/// Returns the escape of a character that must be escaped.
fn escape_of(c: u32) -> String {
    match SHORT_ESCAPES.iter().find(|(special, _)| *special == c) {
        Some((_, letter)) => format!("\\{letter}"),
        None => format!("\\u{c:04x}"),
    }
}
