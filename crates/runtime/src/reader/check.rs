//! Constraints of schemas as tables, which the compiler builds and generated code stores as statics.

use super::FormatCheck;
use super::nested;
use super::{NumberCheck, Numeric, ObjectCheck, PatternTable, Refusal, TagCheck};
use crate::wording::{EQUAL_ITEMS, NumberBound, SizeBound, TOO_FEW_MATCHING_ITEMS, TOO_MANY_MATCHING_ITEMS};

/// Verdict on a value, with a short reason if it is rejected.
pub type CheckVerdict = Result<(), Refusal>;

/// JSON types as bits.
pub mod kinds {
    /// `null`.
    pub const NULL: u8 = 1;
    /// `true` and `false`.
    pub const BOOL: u8 = 2;
    /// Numbers without a fraction.
    pub const INTEGER: u8 = 4;
    /// All numbers. Integers have an additional bit.
    pub const NUMBER: u8 = 8;
    /// Strings.
    pub const TEXT: u8 = 16;
    /// Arrays.
    pub const LIST: u8 = 32;
    /// Objects.
    pub const OBJECT: u8 = 64;

    /// Names of the types.
    pub(crate) const NAMES: &[(u8, &str)] = &[
        (NULL, "null"),
        (BOOL, "boolean"),
        (INTEGER, "integer"),
        (NUMBER, "number"),
        (TEXT, "string"),
        (LIST, "array"),
        (OBJECT, "object"),
    ];

    /// Returns the names of the types in a set, except integers, which are numbers.
    pub(crate) fn names(kinds: u8) -> impl std::iter::DoubleEndedIterator<Item = &'static str> {
        NAMES.iter().filter(move |(kind, _)| *kind != INTEGER && kinds & kind != 0).map(|(_, name)| *name)
    }

    /// Returns `integer` if a set contains no other numbers.
    pub(crate) fn integer(kinds: u8) -> Option<&'static str> {
        (kinds & (INTEGER | NUMBER) == INTEGER).then_some("integer")
    }
    /// All types.
    pub const ANY: u8 = 127;
}

/// Constraints of a schema on a value. [`ValueCheck::ANY`] has the defaults.
#[derive(Clone, Copy, Debug)]
pub struct ValueCheck {
    /// Allowed types.
    pub kinds: u8,
    /// Constraints on a string.
    pub text: Option<&'static TextCheck>,
    /// Constraints on a number.
    pub number: Option<&'static NumberCheck>,
    /// Constraints on an array.
    pub list: Option<&'static ListCheck>,
    /// Constraints on an object.
    pub object: Option<&'static ObjectCheck>,
    /// Allowed values, if they are listed.
    pub values: Option<&'static [ListedConstant]>,
    /// Tagged union.
    pub tagged: Option<&'static TagCheck>,
    /// Constraints on a value other than null, if null is allowed and nothing else is constrained.
    pub or_null: Option<&'static ValueCheck>,
    /// Schemas that are checked on the complete value.
    pub applied: &'static [Applied],
}

/// Constraints on a string.
#[derive(Debug)]
pub struct TextCheck {
    /// Minimum number of characters.
    pub least: usize,
    /// Maximum number of characters.
    pub most: usize,
    /// Pattern that must match.
    pub pattern: Option<&'static PatternTable>,
    /// Format of the string.
    pub format: Option<&'static FormatCheck>,
}

/// Constraints on an array.
#[derive(Debug)]
pub struct ListCheck {
    /// Minimum number of elements.
    pub least: usize,
    /// Maximum number of elements.
    pub most: usize,
    /// Constraints on the first elements.
    pub first: &'static [&'static ValueCheck],
    /// Constraints on the other elements.
    pub rest: &'static ValueCheck,
    /// Whether all elements must be different.
    pub unique: bool,
    /// Schema of the counted elements, with their minimum and maximum number.
    pub contains: Option<(&'static ValueCheck, usize, usize)>,
}

/// A constant of a schema.
#[derive(Debug)]
pub enum ListedConstant {
    /// `null`.
    Null,
    /// `true` or `false`.
    Bool(bool),
    /// A number.
    Number(Numeric),
    /// A string.
    Text(&'static str),
    /// An array.
    List(&'static [ListedConstant]),
    /// An object.
    Object(&'static [(&'static str, ListedConstant)]),
}

/// Schemas that apply to the complete value.
#[derive(Debug)]
pub enum Applied {
    /// All must be satisfied.
    All(&'static [&'static ValueCheck]),
    /// At least one must be satisfied.
    Any(&'static [&'static ValueCheck]),
    /// Exactly one must be satisfied.
    One(&'static [&'static ValueCheck]),
    /// The schema must not be satisfied.
    Not(&'static ValueCheck),
    /// If the first is satisfied, the second must be, otherwise the third.
    If(&'static ValueCheck, &'static ValueCheck, &'static ValueCheck),
    /// The schema must be satisfied by an object with this property.
    With(&'static str, &'static ValueCheck),
    /// An object with this property must have the others too.
    Requires(&'static str, &'static [&'static str]),
}

/// A string or number with a dedicated type, whose schema has a table.
#[diagnostic::on_unimplemented(
    message = "there is no table for the schema of `{Self}`",
    note = "turn on the feature `validator` of `planwright-runtime`"
)]
pub trait HasTable {
    /// Constraints of the schema.
    const TABLE: &'static ValueCheck;
}

/// Maximum nesting of checks that fits the stack of a thread in unoptimized builds. Documents have at most 127 levels.
pub(crate) const MAX_CHECK_DEPTH: usize = 400;

impl ValueCheck {
    /// Allows everything.
    pub const ANY: Self = Self {
        kinds: kinds::ANY,
        text: None,
        number: None,
        list: None,
        object: None,
        values: None,
        tagged: None,
        or_null: None,
        applied: &[],
    };

    /// Allows nothing.
    pub const NEVER: Self = Self { kinds: 0, ..Self::ANY };

    /// Validates a value. If `strict`, properties that the schema does not mention are rejected too.
    pub fn judge(&self, value: &serde_json::Value, strict: bool) -> CheckVerdict {
        self.judge_at(value, strict, 0)
    }

    pub(crate) fn judge_at(&self, value: &serde_json::Value, strict: bool, depth: usize) -> CheckVerdict {
        use serde_json::Value;
        if depth > MAX_CHECK_DEPTH {
            nested::note_too_deep();
            return Err(Refusal::TooDeep);
        }
        if let Some(check) = self.or_null {
            return if value.is_null() { Ok(()) } else { check.judge_at(value, strict, depth + 1) };
        }
        match value {
            Value::Null => self.kind(kinds::NULL)?,
            Value::Bool(_) => self.kind(kinds::BOOL)?,
            Value::Number(number) => self.number_alone(Numeric::from_json(number).ok_or("the number is too large")?)?,
            Value::String(text) => self.text_alone(text)?,
            Value::Array(items) => {
                self.kind(kinds::LIST)?;
                self.list.map_or(Ok(()), |list| list.judge(items, strict, depth))?;
            }
            Value::Object(members) => {
                self.kind(kinds::OBJECT)?;
                self.object.map_or(Ok(()), |object| object.judge(members, strict, depth))?;
            }
        }
        if let Some(values) = self.values.filter(|values| !values.iter().any(|constant| constant.is(value))) {
            return Err(Refusal::Unlisted(values));
        }
        self.tagged.map_or(Ok(()), |tagged| tagged.judge(value, strict, depth))?;
        self.applied.iter().try_for_each(|applied| applied.judge(value, strict, depth + 1))
    }

    /// Returns whether properties and elements can be validated one by one, without the complete value.
    pub fn in_one_pass(&self) -> bool {
        self.applied.is_empty() && self.values.is_none() && self.tagged.is_none() && self.or_null.is_none()
    }

    /// Checks a type.
    pub fn kind(&self, kind: u8) -> CheckVerdict {
        if self.kinds & kind == 0 { Err(Refusal::Kind(self.kinds)) } else { Ok(()) }
    }

    /// Checks the constraints on strings, without those on the complete value.
    #[inline]
    fn text_alone(&self, text: &str) -> CheckVerdict {
        self.kind(kinds::TEXT)?;
        self.text.map_or(Ok(()), |check| check.judge(text))
    }

    /// Returns whether a string is allowed.
    #[inline]
    pub(super) fn admits_text(&self, text: &str) -> bool {
        if self.in_one_pass() {
            self.kinds & kinds::TEXT != 0 && self.text.is_none_or(|check| check.admits(text))
        } else {
            self.judge_text(text).is_ok()
        }
    }

    /// Checks all constraints on a string.
    #[inline(never)]
    pub fn judge_text(&self, text: &str) -> CheckVerdict {
        if let Some(check) = self.or_null {
            return check.judge_text(text);
        }
        self.text_alone(text)?;
        let is_listed = |constant: &ListedConstant| matches!(constant, ListedConstant::Text(known) if super::names::are_same(known, text));
        if let Some(values) = self.values.filter(|values| !values.iter().any(is_listed)) {
            return Err(Refusal::Unlisted(values));
        }
        if self.tagged.is_some() {
            return Err(Refusal::Because("expected an object"));
        }
        if self.applied.is_empty() { Ok(()) } else { self.apply(&serde_json::Value::from(text)) }
    }

    fn number_alone(&self, number: Numeric) -> CheckVerdict {
        let kind = if number.is_integer() { kinds::INTEGER | kinds::NUMBER } else { kinds::NUMBER };
        self.kind(kind)?;
        match self.number.filter(|check| !check.admits(number)) {
            Some(check) => Err(out_of_bounds(check, number)),
            None => Ok(()),
        }
    }

    /// Checks all constraints on a number. `value` converts it to a value.
    pub fn judge_number(&self, number: Numeric, value: impl FnOnce() -> serde_json::Value) -> CheckVerdict {
        self.number_alone(number)?;
        if self.in_one_pass() { Ok(()) } else { self.judge(&value(), false) }
    }

    /// Checks all constraints on `null`, `true` or `false`.
    pub fn judge_plain(&self, kind: u8, value: impl FnOnce() -> serde_json::Value) -> CheckVerdict {
        self.kind(kind)?;
        if self.in_one_pass() { Ok(()) } else { self.judge(&value(), false) }
    }

    fn apply(&self, value: &serde_json::Value) -> CheckVerdict {
        self.applied.iter().try_for_each(|applied| applied.judge(value, false, 0))
    }
}

/// Returns the refusal of a number that a table does not admit.
#[cold]
fn out_of_bounds(check: &'static NumberCheck, number: Numeric) -> Refusal {
    let violated = check.violated(number).next();
    Refusal::Number(violated.map_or(NumberBound::MultipleOf, |(bound, _)| bound), check)
}

impl TextCheck {
    /// Allows every string.
    pub const ANY: Self = Self { least: 0, most: usize::MAX, pattern: None, format: None };

    #[inline]
    fn admits(&self, text: &str) -> bool {
        let sure = text.len() <= self.most && text.len() / 4 >= self.least;
        (sure && self.pattern.is_none() && self.format.is_none()) || self.judge(text).is_ok()
    }

    #[inline(never)]
    fn judge(&self, text: &str) -> CheckVerdict {
        // A character has one to four bytes.
        let sure = text.len() <= self.most && text.len() / 4 >= self.least;
        if !sure {
            let length = text.chars().count();
            if length < self.least {
                return Err(Refusal::Size(SizeBound::MinLength, self.least));
            }
            if length > self.most {
                return Err(Refusal::Size(SizeBound::MaxLength, self.most));
            }
        }
        if let Some(pattern) = self.pattern.filter(|pattern| !pattern.finds(text)) {
            return Err(Refusal::Pattern(pattern.pattern));
        }
        self.format.filter(|format| !format.holds(text)).map_or(Ok(()), |format| Err(Refusal::Format(format.name())))
    }
}

impl ListCheck {
    /// Allows every array.
    pub const ANY: Self =
        Self { least: 0, most: usize::MAX, first: &[], rest: &ValueCheck::ANY, unique: false, contains: None };

    /// Returns the constraints on the element at an index.
    pub fn element(&self, index: usize) -> &'static ValueCheck {
        self.first.get(index).copied().unwrap_or(self.rest)
    }

    /// Returns whether elements can be validated one by one.
    pub fn in_one_pass(&self) -> bool {
        !self.unique && self.contains.is_none()
    }

    /// Checks the number of elements.
    pub fn counts(&self, count: usize) -> CheckVerdict {
        if count < self.least {
            return Err(Refusal::Size(SizeBound::MinItems, self.least));
        }
        if count > self.most { Err(Refusal::Size(SizeBound::MaxItems, self.most)) } else { Ok(()) }
    }

    fn judge(&self, items: &[serde_json::Value], strict: bool, depth: usize) -> CheckVerdict {
        self.counts(items.len())?;
        for (index, item) in items.iter().enumerate() {
            self.element(index).judge_at(item, strict, depth + 1)?;
        }
        if self.unique && !super::are_unique(items) {
            return Err(Refusal::Because(EQUAL_ITEMS));
        }
        if let Some((counted, least, most)) = self.contains {
            let count = items.iter().filter(|item| counted.judge_at(item, false, depth + 1).is_ok()).count();
            if count < least {
                return Err(Refusal::Because(TOO_FEW_MATCHING_ITEMS));
            }
            if count > most {
                return Err(Refusal::Because(TOO_MANY_MATCHING_ITEMS));
            }
        }
        Ok(())
    }
}

impl ListedConstant {
    /// Returns the constant as a value.
    pub fn to_value(&self) -> serde_json::Value {
        match self {
            Self::Null => serde_json::Value::Null,
            Self::Bool(value) => (*value).into(),
            Self::Number(number) => number.to_value(),
            Self::Text(text) => (*text).into(),
            Self::List(items) => items.iter().map(Self::to_value).collect(),
            Self::Object(members) => {
                members.iter().map(|(name, value)| ((*name).to_owned(), value.to_value())).collect()
            }
        }
    }

    /// Returns whether a value equals the constant. Numbers are compared by value.
    pub fn is(&self, value: &serde_json::Value) -> bool {
        use serde_json::Value;
        match (self, value) {
            (Self::Null, Value::Null) => true,
            (Self::Bool(one), Value::Bool(other)) => one == other,
            (Self::Number(one), Value::Number(other)) => {
                Numeric::from_json(other).is_some_and(|other| one.compare(other) == Some(std::cmp::Ordering::Equal))
            }
            (Self::Text(one), Value::String(other)) => one == other,
            (Self::List(ones), Value::Array(others)) => {
                ones.len() == others.len() && ones.iter().zip(others).all(|(one, other)| one.is(other))
            }
            (Self::Object(ones), Value::Object(others)) => {
                ones.len() == others.len()
                    && ones.iter().all(|(name, one)| others.get(*name).is_some_and(|other| one.is(other)))
            }
            _ => false,
        }
    }
}

impl Applied {
    fn judge(&self, value: &serde_json::Value, strict: bool, depth: usize) -> CheckVerdict {
        nested::within(|| self.judge_within(value, strict, depth))
    }

    fn judge_within(&self, value: &serde_json::Value, strict: bool, depth: usize) -> CheckVerdict {
        let holds = |check: &ValueCheck| nested::holds(check, value, || check.judge_at(value, false, depth).is_ok());
        let refused = |found: bool| {
            if found { Ok(()) } else { Err(Refusal::Because("the value does not match the combined schemas")) }
        };
        // With several schemas for one value, it is not known here which properties each of them mentions.
        if strict && (value.is_object() || value.is_array()) {
            return Err(Refusal::Because("several schemas apply to the value"));
        }
        let verdict = match self {
            Self::All(checks) => refused(checks.iter().all(|check| holds(check))),
            Self::Any(checks) => refused(checks.iter().any(|check| holds(check))),
            Self::One(checks) => refused(checks.iter().filter(|check| holds(check)).take(2).count() == 1),
            Self::Not(check) => refused(!holds(check)),
            Self::If(condition, then, otherwise) => refused(holds(if holds(condition) { then } else { otherwise })),
            Self::With(name, check) => refused(value.get(name).is_none() || !value.is_object() || holds(check)),
            Self::Requires(name, others) => {
                let members = value.as_object();
                let has = |name: &str| members.is_some_and(|members| members.contains_key(name));
                refused(!has(name) || others.iter().all(|other| has(other)))
            }
        };
        if nested::is_too_deep() { Err(Refusal::TooDeep) } else { verdict }
    }
}
