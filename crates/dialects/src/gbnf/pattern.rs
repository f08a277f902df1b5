//! Regular expressions as parts of a grammar.

use planwright_schema::rust_regex;
use regex_syntax::hir::{Class, Hir, HirKind, Look, Repetition};

use super::MAX_REPETITIONS;
use super::characters::CharacterSet;
use super::expression::Expression;
use super::spelling::in_json;

/// Maximum length of a pattern that is converted.
const MAX_PATTERN_LENGTH: usize = 2_000;
/// Maximum number of parts of a converted pattern.
const MAX_PARTS: usize = 4_000;

/// Returns the strings that a pattern matches, without quotes, or `None` if a grammar cannot express them.
pub(super) fn to_expression(pattern: &str) -> Option<Expression> {
    let hir = regex_syntax::parse(&rust_regex(pattern, MAX_PATTERN_LENGTH)?).ok()?;
    whole(&hir).filter(|expression| expression.weight() <= MAX_PARTS)
}

/// Converts a pattern for the whole string, with arbitrary characters at an end that is not anchored.
fn whole(hir: &Hir) -> Option<Expression> {
    let parts = match hir.kind() {
        HirKind::Capture(group) => return whole(&group.sub),
        HirKind::Alternation(branches) => {
            return Some(Expression::choice(branches.iter().map(whole).collect::<Option<_>>()?));
        }
        HirKind::Concat(parts) => parts.as_slice(),
        HirKind::Empty | HirKind::Literal(_) | HirKind::Class(_) | HirKind::Look(_) | HirKind::Repetition(_) => {
            std::slice::from_ref(hir)
        }
    };
    let is = |hir: &Hir, look: Look| *hir.kind() == HirKind::Look(look);
    let begins = parts.first().is_some_and(|first| is(first, Look::Start));
    let parts = &parts[usize::from(begins)..];
    let ends = parts.last().is_some_and(|last| is(last, Look::End));
    let parts = &parts[..parts.len() - usize::from(ends)];
    let any = || Expression::rule("char").repeat(0, None);
    let mut all = Vec::new();
    all.extend((!begins).then(any));
    for part in parts {
        all.push(inside(part)?);
    }
    all.extend((!ends).then(any));
    Some(Expression::Sequence(all))
}

/// Converts a part without anchors.
fn inside(hir: &Hir) -> Option<Expression> {
    Some(match hir.kind() {
        HirKind::Empty => Expression::Sequence(Vec::new()),
        HirKind::Literal(literal) => {
            let text = std::str::from_utf8(&literal.0).ok()?;
            let json = serde_json::Value::from(text).to_string();
            Expression::literal(&json[1..json.len() - 1])
        }
        HirKind::Class(class) => in_json(&characters(class)?),
        HirKind::Look(_) => return None,
        HirKind::Repetition(repetition) => repeated(repetition)?,
        HirKind::Capture(group) => inside(&group.sub)?,
        HirKind::Concat(parts) => Expression::Sequence(parts.iter().map(inside).collect::<Option<_>>()?),
        HirKind::Alternation(branches) => Expression::choice(branches.iter().map(inside).collect::<Option<_>>()?),
    })
}

fn repeated(repetition: &Repetition) -> Option<Expression> {
    let (least, most) = (u64::from(repetition.min), repetition.max.map(u64::from));
    (most.unwrap_or(least) <= MAX_REPETITIONS).then_some(())?;
    Some(inside(&repetition.sub)?.repeat(least, most))
}

/// Returns the characters of a class, or `None` if the class is empty.
fn characters(class: &Class) -> Option<CharacterSet> {
    let set = match class {
        Class::Unicode(class) => {
            CharacterSet::from_ranges(class.iter().map(|range| (u32::from(range.start()), u32::from(range.end()))))
        }
        Class::Bytes(class) => {
            CharacterSet::from_ranges(class.iter().map(|range| (u32::from(range.start()), u32::from(range.end()))))
        }
    };
    (!set.is_empty()).then_some(set)
}
