//! Objects and lists: the content between their brackets, with each property at its position.

use planwright_schema::model::Keyword;
use serde_json::Value;

use super::expression::Expression;
use super::{Grammar, names};

/// Returns the separator between two elements.
fn comma() -> Expression {
    Expression::Sequence(vec![Expression::literal(","), Expression::rule("ws")])
}

impl<'s> Grammar<'s> {
    /// Returns an object with its properties in order and the undescribed ones at the end.
    pub(super) fn object(&mut self, schema: &'s Value, like: &str) -> Expression {
        let members = schema.get(Keyword::Properties.name()).and_then(Value::as_object);
        let required = schema.get("required").and_then(Value::as_array);
        let is_required = |name: &str| required.is_some_and(|names| names.iter().any(|one| one == name));
        let mut parts = Vec::new();
        for (name, own) in members.into_iter().flatten() {
            let value = self.expression(own, &format!("{like}-{name}"));
            let name_and_colon = Expression::literal(format!("{}:", Value::from(name.as_str())));
            let pair = Expression::Sequence(vec![name_and_colon, Expression::rule("ws"), value]);
            parts.push((pair, is_required(name)));
        }
        let rest = schema.get(Keyword::AdditionalProperties.name()).filter(|rest| **rest != true);
        let rest = match rest {
            Some(Value::Bool(false)) => None,
            None if parts.is_empty() => return Expression::rule("object"),
            rest => Some(self.any_pair(members.into_iter().flatten().map(|(name, _)| name.as_str()), rest, like)),
        };
        let inner = self.members(parts, rest, like);
        enclosed("{", inner, "}")
    }

    /// Returns a property whose name is not in the schema.
    fn any_pair<'n>(
        &mut self,
        known: impl Iterator<Item = &'n str>,
        rest: Option<&'s Value>,
        like: &str,
    ) -> Expression {
        let mut known = known.peekable();
        let name = if known.peek().is_none() { Expression::rule("string") } else { names::other_than(self, known) };
        let value = match rest {
            Some(rest) => self.expression(rest, &format!("{like}-any")),
            None => Expression::rule("value"),
        };
        let pair = vec![name, Expression::literal(":"), Expression::rule("ws"), value];
        self.rule(&format!("{like}-pair"), None, Expression::Sequence(pair))
    }

    /// Returns the properties with commas between those that are present.
    fn members(&mut self, parts: Vec<(Expression, bool)>, rest: Option<Expression>, like: &str) -> Members {
        let first_required = parts.iter().position(|(_, required)| *required);
        let leading = first_required.unwrap_or(parts.len());
        // Continuation after each property, from its position on.
        let mut after = match &rest {
            Some(pair) => vec![Expression::Sequence(vec![comma(), pair.clone()]).repeat(0, None)],
            None => Vec::new(),
        };
        let mut starts = Vec::new();
        starts.extend(
            rest.filter(|_| first_required.is_none())
                .map(|pair| Expression::Sequence(std::iter::once(pair).chain(after.iter().cloned()).collect())),
        );
        for (index, (pair, required)) in parts.into_iter().enumerate().rev() {
            if index <= leading {
                let mut start = vec![pair.clone()];
                start.extend(after.iter().rev().cloned());
                starts.push(Expression::Sequence(start));
            }
            let next = Expression::Sequence(vec![comma(), pair]);
            after.push(if required { next } else { next.optional() });
            // If any of several properties may be the first, each continues with the rule of the next one.
            if index <= leading && index > 0 && after.len() > 1 {
                let rest = std::mem::take(&mut after).into_iter().rev().collect();
                after.push(self.rule(&format!("{like}-rest"), None, Expression::Sequence(rest)));
            }
        }
        starts.reverse();
        Members { starts, may_be_none: first_required.is_none() }
    }

    /// Returns a list: the first elements by their own schemas, the others by the schema of the rest.
    pub(super) fn array(&mut self, schema: &'s Value, like: &str) -> Expression {
        let number = |keyword: &str| schema.get(keyword).and_then(Value::as_u64);
        let least = number(Keyword::MinItems.name()).unwrap_or(0);
        let most = number(Keyword::MaxItems.name());
        if most.is_some_and(|most| most < least) {
            return Expression::rule("never");
        }
        let slots =
            schema.get(Keyword::PrefixItems.name()).and_then(Value::as_array).map(Vec::as_slice).unwrap_or_default();
        let count = slots.len() as u64;
        let mut tail = None;
        if most.is_none_or(|most| most > count) {
            let item = match schema.get("items") {
                Some(items) => self.expression(items, &format!("{like}-item")),
                None => Expression::rule("value"),
            };
            tail = Some(elements(item, least.saturating_sub(count), most.map(|most| most - count), slots.is_empty()));
        }
        let used = usize::try_from(most.unwrap_or(count).min(count)).unwrap_or(slots.len());
        let mut inner = tail;
        for (index, slot) in slots[..used].iter().enumerate().rev() {
            let own = self.expression(slot, &format!("{like}-{}", index + 1));
            let mut parts = if index == 0 { vec![own] } else { vec![comma(), own] };
            parts.extend(inner);
            let this = Expression::Sequence(parts);
            let this = if (index as u64) < least || index == 0 { this } else { this.optional() };
            // Without a separate rule, a long tuple would nest one level per element.
            inner =
                Some(if index > 0 && index % 8 == 0 { self.rule(&format!("{like}-rest"), None, this) } else { this });
        }
        let starts = inner.into_iter().collect();
        enclosed("[", Members { starts, may_be_none: least == 0 }, "]")
    }
}

/// Returns a number of elements of one kind. The first one has no comma before it, and the caller handles the empty
/// list.
fn elements(item: Expression, least: u64, most: Option<u64>, is_first: bool) -> Expression {
    let next = Expression::Sequence(vec![comma(), item.clone()]);
    if is_first {
        let others = next.repeat(least.saturating_sub(1), most.map(|most| most - 1));
        Expression::Sequence(vec![item, others])
    } else {
        next.repeat(least, most)
    }
}

/// Content between brackets: alternatives for the beginning.
struct Members {
    starts: Vec<Expression>,
    may_be_none: bool,
}

fn enclosed(open: &str, inner: Members, close: &str) -> Expression {
    let mut parts = vec![Expression::literal(open), Expression::rule("ws")];
    if !inner.starts.is_empty() {
        let inside = Expression::Sequence(vec![Expression::choice(inner.starts), Expression::rule("ws")]);
        parts.push(if inner.may_be_none { inside.optional() } else { inside });
    }
    parts.push(Expression::literal(close));
    Expression::Sequence(parts)
}
