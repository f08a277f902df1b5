//! Finds the violations of a value with the table of a reader, for crates without the run-time validator.

use std::collections::HashMap;
use std::ptr;

use planwright_source::Pointer;
use serde_json::{Map, Value};

use super::Violation;
use super::found::FoundViolations;
use super::meant::MeantBranch;
use super::sentences::{
    BrokenKeyword, ambiguous, fixed, forbidden, lacking, listed, missing, mistyped, repeated, sized, unbounded,
    unformatted, unknown, unknown_tag, unmatched, untagged, violation,
};
use crate::codes;
use crate::reader::{
    Applied, Extra, ListCheck, ListedConstant, MAX_CHECK_DEPTH, NumberCheck, Numeric, ObjectCheck, TagCheck, TextCheck,
    ValueCheck, are_unique, kinds,
};
use crate::suggest::Comparisons;
use crate::wording::{SizeBound, TOO_DEEP, invalid_property_name};

/// Returns the violations of a table.
pub(super) fn find(check: &ValueCheck, value: &Value, comparisons: &Comparisons) -> FoundViolations {
    let found = FoundViolations::default();
    let mut walk = TableWalk { comparisons, at: Vec::new(), found, unions: 0, explained: HashMap::new() };
    walk.value(check, value, 0);
    walk.found
}

/// Step from a value to one of its parts.
#[derive(Clone, Copy)]
enum Step<'v> {
    Member(&'v str),
    Element(usize),
}

/// Returns the pointer of a path.
fn place(steps: &[Step<'_>]) -> Pointer {
    let mut place = Pointer::root();
    for step in steps {
        match step {
            Step::Member(name) => place.push(name),
            Step::Element(index) => place.push_index(*index),
        }
    }
    place
}

/// Depth up to which a value is validated before the walk enters it.
const MAX_VALIDATED_DEPTH: usize = 8;

struct TableWalk<'w> {
    comparisons: &'w Comparisons,
    at: Vec<Step<'w>>,
    found: FoundViolations,
    /// Number of nested unions that are being explained.
    unions: usize,
    /// Explanations of nested unions, by the addresses of table and value, so that each is computed once.
    explained: HashMap<(usize, usize), FoundViolations>,
}

impl<'w> TableWalk<'w> {
    fn push(&mut self, violation: impl FnOnce(Pointer) -> Violation) {
        let Self { found, at: steps, .. } = self;
        found.push_with(|| violation(place(steps)));
    }

    /// Finds the violations of a nested value.
    ///
    /// A valid value is validated faster than it is walked. Deep values are not validated first, because that would be
    /// repeated at every level.
    fn inside(&mut self, step: Step<'w>, check: &ValueCheck, value: &'w Value, depth: usize) {
        if depth < MAX_VALIDATED_DEPTH && check.judge_at(value, false, depth + 1).is_ok() {
            return;
        }
        self.at.push(step);
        self.value(check, value, depth + 1);
        self.at.pop();
    }

    fn value(&mut self, check: &ValueCheck, value: &'w Value, depth: usize) {
        if depth > MAX_CHECK_DEPTH {
            return self.push(|at| violation(BrokenKeyword("$ref"), codes::SCHEMA_VIOLATION, at, TOO_DEEP.to_owned()));
        }
        if let Some(check) = check.or_null {
            if !value.is_null() {
                self.not_null(check, value, depth);
            }
            return;
        }
        if kinds_of(value) & check.kinds == 0 {
            self.push(|at| mistyped(BrokenKeyword("type"), at, value, names(check.kinds)));
        }
        match value {
            Value::Null | Value::Bool(_) => {}
            Value::Number(number) => match (check.number, Numeric::from_json(number)) {
                (Some(check), Some(number)) => self.number(check, number, value),
                (None, Some(_)) => {}
                (_, None) => self.push(|at| {
                    violation(
                        BrokenKeyword(""),
                        codes::SCHEMA_VIOLATION,
                        at,
                        "the value violates its schema".to_owned(),
                    )
                }),
            },
            Value::String(text) => check.text.into_iter().for_each(|check| self.text(check, text, value)),
            Value::Array(items) => check.list.into_iter().for_each(|check| self.list(check, items, value, depth)),
            Value::Object(members) => {
                check.object.into_iter().for_each(|check| self.object(check, members, value, depth));
            }
        }
        if let Some(values) = check.values.filter(|values| !values.iter().any(|constant| constant.is(value))) {
            self.constant(values, value);
        }
        if let Some(tagged) = check.tagged {
            self.tagged(tagged, value, depth);
        }
        check.applied.iter().for_each(|applied| self.applied(applied, value, depth + 1));
    }

    /// Finds the violations of a value in a union with null.
    fn not_null(&mut self, check: &ValueCheck, value: &'w Value, depth: usize) {
        let before = self.found.all.len();
        self.value(check, value, depth + 1);
        let here = place(&self.at);
        if let Some(first) =
            self.found.all.get_mut(before).filter(|one| one.code == codes::TYPE_MISMATCH && one.at == here)
        {
            let mut expected = first.expected.clone();
            expected.push("null");
            *first = mistyped(BrokenKeyword("type"), here, value, expected);
        }
    }

    fn number(&mut self, check: &NumberCheck, number: Numeric, value: &Value) {
        for (bound, limit) in check.violated(number) {
            self.push(|at| unbounded(at, value, bound, &limit));
        }
    }

    fn text(&mut self, check: &TextCheck, text: &str, value: &Value) {
        let length = text.chars().count();
        self.size(length, check.least, check.most, value, (SizeBound::MinLength, SizeBound::MaxLength));
        if let Some(pattern) = check.pattern.filter(|pattern| !pattern.finds(text)) {
            self.push(|at| unmatched(BrokenKeyword("pattern"), at, value, pattern.pattern));
        }
        if let Some(format) = check.format.filter(|format| !format.holds(text)) {
            self.push(|at| unformatted(BrokenKeyword("format"), at, value, format.name()));
        }
    }

    fn size(&mut self, size: usize, least: usize, most: usize, value: &Value, bounds: (SizeBound, SizeBound)) {
        if size < least {
            self.push(|at| sized(BrokenKeyword(bounds.0.keyword()), at, value, bounds.0, least as u64));
        }
        if size > most {
            self.push(|at| sized(BrokenKeyword(bounds.1.keyword()), at, value, bounds.1, most as u64));
        }
    }

    fn list(&mut self, check: &ListCheck, items: &'w [Value], value: &'w Value, depth: usize) {
        self.size(items.len(), check.least, check.most, value, (SizeBound::MinItems, SizeBound::MaxItems));
        for (index, item) in items.iter().enumerate() {
            self.inside(Step::Element(index), check.element(index), item, depth);
        }
        if check.unique && !are_unique(items) {
            self.push(|at| repeated(BrokenKeyword("uniqueItems"), at, value));
        }
        if let Some((counted, least, most)) = check.contains {
            let count = items.iter().filter(|item| counted.judge(item, false).is_ok()).count();
            if count < least {
                self.push(|at| lacking(BrokenKeyword("contains"), at));
            }
            if count > most {
                self.push(|at| sized(BrokenKeyword("maxContains"), at, value, SizeBound::MaxItems, most as u64));
            }
        }
    }

    fn object(&mut self, check: &ObjectCheck, members: &'w Map<String, Value>, value: &'w Value, depth: usize) {
        self.size(members.len(), check.least, check.most, value, (SizeBound::MinProperties, SizeBound::MaxProperties));
        let mut guess = 0;
        for (name, member) in members {
            let step = Step::Member(name);
            if check.names.is_some_and(|check| check.judge_text(name).is_err()) {
                self.push(|at| {
                    let (message, code) = (invalid_property_name(name), codes::FIELD_NAME_MISMATCH);
                    violation(BrokenKeyword("propertyNames"), code, at.member(name), message)
                });
            }
            let known = check.find(name, guess);
            guess = known.map_or(guess, |index| index + 1);
            let known = known.and_then(|index| check.members.get(index));
            if let Some(known) = known {
                self.inside(step, known.check, member, depth);
            }
            let mut is_named = known.is_some_and(|known| known.named);
            for (_, check) in check.patterns.iter().filter(|(pattern, _)| pattern.finds(name)) {
                self.inside(step, check, member, depth);
                is_named = true;
            }
            match check.extra {
                _ if is_named => {}
                Extra::Free | Extra::Unsaid => {}
                Extra::Like(check) => self.inside(step, check, member, depth),
                Extra::Refused => self.push(|at| unknown(BrokenKeyword("additionalProperties"), &at, name)),
            }
        }
        for absent in check.members.iter().filter(|member| member.required && !members.contains_key(member.name)) {
            self.push(|at| missing(BrokenKeyword("required"), at.member(absent.name), absent.name));
        }
    }

    fn constant(&mut self, values: &[ListedConstant], value: &Value) {
        let options: Vec<Value> = values.iter().map(ListedConstant::to_value).collect();
        let comparisons = self.comparisons;
        self.push(|at| match options.as_slice() {
            [only] => fixed(BrokenKeyword("const"), at, value, only),
            options => listed(BrokenKeyword("enum"), at, value, options, comparisons),
        });
    }

    fn tagged(&mut self, union: &TagCheck, value: &'w Value, depth: usize) {
        let of_type = BrokenKeyword("type");
        let Value::Object(members) = value else {
            return self.push(|at| mistyped(of_type, at, value, vec!["object"]));
        };
        let comparisons = self.comparisons;
        match members.get(union.tag) {
            None => {
                let known: Vec<&str> = union.branches.iter().map(|(text, _)| *text).collect();
                self.push(|at| untagged(&at, members, union.tag, &known));
            }
            Some(Value::String(tag)) => {
                if let Some((_, branch)) = union.branches.iter().find(|(text, _)| text == tag) {
                    self.value(branch, value, depth + 1);
                } else {
                    let known: Vec<&str> = union.branches.iter().map(|(text, _)| *text).collect();
                    self.push(|at| unknown_tag(at.member(union.tag), tag, &known, comparisons));
                }
            }
            Some(other) => self.push(|at| mistyped(of_type, at.member(union.tag), other, vec!["string"])),
        }
    }

    fn applied(&mut self, applied: &Applied, value: &'w Value, depth: usize) {
        let holds = |check: &ValueCheck| check.judge_at(value, false, depth).is_ok();
        match applied {
            Applied::All(checks) => checks.iter().for_each(|check| self.value(check, value, depth)),
            Applied::Any(checks) => {
                if !checks.iter().any(|check| holds(check)) {
                    self.union(checks, value, depth);
                }
            }
            Applied::One(checks) => match checks.iter().filter(|check| holds(check)).take(2).count() {
                0 => self.union(checks, value, depth),
                1 => {}
                _ => self.push(|at| ambiguous(BrokenKeyword("oneOf"), at, value)),
            },
            Applied::Not(check) => {
                if holds(check) {
                    self.push(|at| forbidden(BrokenKeyword("not"), at, value));
                }
            }
            Applied::If(condition, then, otherwise) => {
                self.value(if holds(condition) { then } else { otherwise }, value, depth);
            }
            Applied::With(name, check) => {
                if value.as_object().is_some_and(|members| members.contains_key(*name)) {
                    self.value(check, value, depth);
                }
            }
            Applied::Requires(name, others) => {
                let Some(members) = value.as_object().filter(|members| members.contains_key(*name)) else { return };
                for other in others.iter().filter(|other| !members.contains_key(**other)) {
                    self.push(|at| missing(BrokenKeyword("required"), at.member(other), other));
                }
            }
        }
    }

    fn union(&mut self, checks: &[&ValueCheck], value: &'w Value, depth: usize) {
        let key = (checks.as_ptr().addr(), ptr::from_ref(value).addr());
        if let Some(known) = self.explained.get(&key).cloned() {
            return self.found.append(known);
        }
        self.unions += 1;
        let found = self.branch(checks, value, depth);
        self.unions -= 1;
        if self.unions == 0 {
            self.explained.clear();
        } else {
            self.explained.insert(key, found.clone());
        }
        self.found.append(found);
    }

    fn branch(&mut self, checks: &[&ValueCheck], value: &'w Value, depth: usize) -> FoundViolations {
        let mut meant = MeantBranch::default();
        let outside = std::mem::take(&mut self.found);
        let here = place(&self.at);
        for check in checks {
            self.value(check, value, depth);
            let found = std::mem::take(&mut self.found);
            meant.add(&here, found);
        }
        self.found = outside;
        meant.violations(here, value, self.comparisons)
    }
}

/// Returns the types of a value as bits.
fn kinds_of(value: &Value) -> u8 {
    match value {
        Value::Null => kinds::NULL,
        Value::Bool(_) => kinds::BOOL,
        Value::Number(number) if Numeric::from_json(number).is_some_and(Numeric::is_integer) => {
            kinds::INTEGER | kinds::NUMBER
        }
        Value::Number(_) => kinds::NUMBER,
        Value::String(_) => kinds::TEXT,
        Value::Array(_) => kinds::LIST,
        Value::Object(_) => kinds::OBJECT,
    }
}

/// Returns the names of types, with one name for all numbers.
fn names(kinds: u8) -> Vec<&'static str> {
    kinds::names(kinds).chain(kinds::integer(kinds)).collect()
}
