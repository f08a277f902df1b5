//! Property names that are not in a given list. GBNF has no subtraction, so each character is compared with those of
//! the names.

use std::ops::Range;

use super::Grammar;
use super::characters::CharacterSet;
use super::expression::Expression;
use super::spelling::in_json;

/// Number of characters that one rule compares, so that no rule is deeply nested.
const CHARACTERS_PER_RULE: usize = 12;

/// Returns rules that match every string except the names.
pub(super) fn other_than<'n>(grammar: &mut Grammar<'_>, names: impl Iterator<Item = &'n str>) -> Expression {
    let mut names: Vec<Vec<char>> = names.map(|name| name.chars().collect()).collect();
    names.sort_unstable();
    names.dedup();
    let mut others = OtherNames { names, pending: Vec::new() };
    let first = others.rule(grammar, 0..others.names.len(), 0);
    while let Some((rule, range, depth)) = others.pending.pop() {
        let rest = others.rest(grammar, range, depth, CHARACTERS_PER_RULE);
        grammar.define(&rule, None, rest);
    }
    Expression::Sequence(vec![Expression::literal("\""), first, Expression::literal("\"")])
}

/// Sorted names, and the rules that are still to be printed: each for the names of a range after a number of
/// characters.
struct OtherNames {
    names: Vec<Vec<char>>,
    pending: Vec<(String, Range<usize>, usize)>,
}

impl OtherNames {
    fn rule(&mut self, grammar: &mut Grammar<'_>, range: Range<usize>, depth: usize) -> Expression {
        let rule = grammar.reserve("other-name");
        self.pending.push((rule.clone(), range, depth));
        Expression::Rule(rule)
    }

    /// Returns what may follow the characters that the names of the range share.
    fn rest(&mut self, grammar: &mut Grammar<'_>, range: Range<usize>, depth: usize, levels: usize) -> Expression {
        if levels == 0 {
            return self.rule(grammar, range, depth);
        }
        let is_name = self.names[range.start].len() == depth;
        let mut parts = Vec::new();
        let mut next = Vec::new();
        let mut start = range.start + usize::from(is_name);
        while let Some(c) = self.names[..range.end].get(start).map(|name| name[depth]) {
            let end = start + self.names[start..range.end].partition_point(|name| name[depth] == c);
            let rest = self.rest(grammar, start..end, depth + 1, levels - 1);
            parts.push(Expression::Sequence(vec![only(c), rest]));
            next.push(c);
            start = end;
        }
        let any = Expression::rule("char").repeat(0, None);
        let others = in_json(&CharacterSet::all_but(next));
        parts.insert(0, Expression::Sequence(vec![others, any]));
        let more = Expression::choice(parts);
        if is_name { more } else { more.optional() }
    }
}

fn only(c: char) -> Expression {
    in_json(&CharacterSet::from_ranges([(u32::from(c), u32::from(c))]))
}
