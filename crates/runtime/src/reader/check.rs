//! What a schema asks of a value, as tables: made by the compiler, held as statics by generated code.

use super::FormatCheck;
use super::nested;
use super::{NumberCheck, Numeric, ObjectCheck, PatternTable, Refusal, TagCheck};

/// A verdict: why a value is refused, in a few words.
pub type CheckVerdict = ::std::result::Result<(), Refusal>;

/// The types of JSON, as bits.
pub mod kinds {
    /// `null`.
    pub const NULL: u8 = 1;
    /// `true` and `false`.
    pub const BOOL: u8 = 2;
    /// Numbers without a fraction.
    pub const INTEGER: u8 = 4;
    /// All numbers; integers have a bit of their own.
    pub const NUMBER: u8 = 8;
    /// Texts.
    pub const TEXT: u8 = 16;
    /// Lists.
    pub const LIST: u8 = 32;
    /// Objects.
    pub const OBJECT: u8 = 64;

    /// The names of types, each by its kind.
    pub(crate) const NAMES: &[(u8, &str)] = &[
        (NULL, "null"),
        (BOOL, "boolean"),
        (INTEGER, "integer"),
        (NUMBER, "number"),
        (TEXT, "string"),
        (LIST, "array"),
        (OBJECT, "object"),
    ];

    /// The names of the types in a set, but for integers, which are numbers.
    pub(crate) fn names(kinds: u8) -> impl ::std::iter::DoubleEndedIterator<Item = &'static str> {
        NAMES.iter().filter(move |(kind, _)| *kind != INTEGER && kinds & kind != 0).map(|(_, name)| *name)
    }

    /// `integer`, where a set has no other numbers.
    pub(crate) fn integer(kinds: u8) -> ::std::option::Option<&'static str> {
        (kinds & (INTEGER | NUMBER) == INTEGER).then_some("integer")
    }
    /// All of them.
    pub const ANY: u8 = 127;
}

/// What a schema asks of a value. What it does not ask is as in [`ValueCheck::ANY`].
#[derive(Clone, Copy, Debug)]
pub struct ValueCheck {
    /// The types that are allowed.
    pub kinds: u8,
    /// What is asked of a text.
    pub text: ::std::option::Option<&'static TextCheck>,
    /// What is asked of a number.
    pub number: ::std::option::Option<&'static NumberCheck>,
    /// What is asked of a list.
    pub list: ::std::option::Option<&'static ListCheck>,
    /// What is asked of an object.
    pub object: ::std::option::Option<&'static ObjectCheck>,
    /// The values that are allowed, if they are listed.
    pub values: ::std::option::Option<&'static [ListedConstant]>,
    /// The union whose branch a member decides.
    pub tagged: ::std::option::Option<&'static TagCheck>,
    /// What is asked of a value that is not null, where null is allowed and nothing else is asked.
    pub or_null: ::std::option::Option<&'static ValueCheck>,
    /// What is judged on the whole value.
    pub applied: &'static [Applied],
}

/// What is asked of a text.
#[derive(Debug)]
pub struct TextCheck {
    /// The least number of characters.
    pub least: usize,
    /// The largest number of characters.
    pub most: usize,
    /// What is searched in it.
    pub pattern: ::std::option::Option<&'static PatternTable>,
    /// The format that it has.
    pub format: ::std::option::Option<&'static FormatCheck>,
}

/// What is asked of a list.
#[derive(Debug)]
pub struct ListCheck {
    /// The least number of elements.
    pub least: usize,
    /// The largest number of elements.
    pub most: usize,
    /// What is asked of the first elements, one by one.
    pub first: &'static [&'static ValueCheck],
    /// What is asked of the others.
    pub rest: &'static ValueCheck,
    /// Whether no element stands twice.
    pub unique: bool,
    /// What elements are counted, the least number of them and the largest.
    pub contains: ::std::option::Option<(&'static ValueCheck, usize, usize)>,
}

/// A value that a schema names.
#[derive(Debug)]
pub enum ListedConstant {
    /// `null`.
    Null,
    /// `true` or `false`.
    Bool(bool),
    /// A number.
    Number(Numeric),
    /// A text.
    Text(&'static str),
    /// A list.
    List(&'static [ListedConstant]),
    /// An object.
    Object(&'static [(&'static str, ListedConstant)]),
}

/// Schemas that are applied to the value as a whole.
#[derive(Debug)]
pub enum Applied {
    /// All of them hold.
    All(&'static [&'static ValueCheck]),
    /// At least one of them holds.
    Any(&'static [&'static ValueCheck]),
    /// Exactly one of them holds.
    One(&'static [&'static ValueCheck]),
    /// It does not hold.
    Not(&'static ValueCheck),
    /// If the first holds, the second does, else the third.
    If(&'static ValueCheck, &'static ValueCheck, &'static ValueCheck),
    /// It holds of an object with the member.
    With(&'static str, &'static ValueCheck),
    /// An object with the member has the others.
    Requires(&'static str, &'static [&'static str]),
}

/// A text or number of its own type, whose schema has a table.
#[diagnostic::on_unimplemented(
    message = "no table says what the schema of `{Self}` asks",
    note = "turn on the feature `validator` of `planwright-runtime`"
)]
pub trait HasTable {
    /// What the schema asks.
    const TABLE: &'static ValueCheck;
}

/// How deep checks may be inside one another, on the stack of a thread, unoptimized. Texts have 127 levels.
pub(crate) const DEEPEST: usize = 400;

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

    /// Whether a value is allowed. Where `strict`, members that no schema mentions are refused as well.
    pub fn judge(&self, value: &::serde_json::Value, strict: bool) -> CheckVerdict {
        self.judge_at(value, strict, 0)
    }

    pub(crate) fn judge_at(&self, value: &::serde_json::Value, strict: bool, depth: usize) -> CheckVerdict {
        use ::serde_json::Value;
        if depth > DEEPEST {
            nested::note_too_deep();
            return Err(Refusal::TooDeep);
        }
        if let Some(check) = self.or_null {
            return if value.is_null() { Ok(()) } else { check.judge_at(value, strict, depth + 1) };
        }
        match value {
            Value::Null => self.kind(kinds::NULL)?,
            Value::Bool(_) => self.kind(kinds::BOOL)?,
            Value::Number(number) => self.number_alone(Numeric::of(number).ok_or("a number beyond all types")?)?,
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

    /// Whether a member or element of the value can be judged before the next one is read, without a look at the whole.
    pub fn in_one_pass(&self) -> bool {
        self.applied.is_empty() && self.values.is_none() && self.tagged.is_none() && self.or_null.is_none()
    }

    /// What is asked of a value of a type.
    pub fn kind(&self, kind: u8) -> CheckVerdict {
        if self.kinds & kind == 0 { Err(Refusal::Kind(self.kinds)) } else { Ok(()) }
    }

    /// What is asked of a text, the whole value aside.
    #[inline]
    fn text_alone(&self, text: &str) -> CheckVerdict {
        self.kind(kinds::TEXT)?;
        self.text.map_or(Ok(()), |check| check.judge(text))
    }

    /// Whether a text is allowed.
    #[inline]
    pub(super) fn admits_text(&self, text: &str) -> bool {
        if self.in_one_pass() {
            self.kinds & kinds::TEXT != 0 && self.text.is_none_or(|check| check.admits(text))
        } else {
            self.judge_text(text).is_ok()
        }
    }

    /// Everything that is asked of a text.
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
            return Err(Refusal::Because("a value of another type"));
        }
        if self.applied.is_empty() { Ok(()) } else { self.apply(&::serde_json::Value::from(text)) }
    }

    fn number_alone(&self, number: Numeric) -> CheckVerdict {
        let kind = if number.is_integer() { kinds::INTEGER | kinds::NUMBER } else { kinds::NUMBER };
        self.kind(kind)?;
        if self.number.is_none_or(|check| check.admits(number)) {
            Ok(())
        } else {
            Err(Refusal::Because("a number out of its bounds"))
        }
    }

    /// Everything that is asked of a number; `value` makes it a value.
    pub fn judge_number(
        &self,
        number: Numeric,
        value: impl ::std::ops::FnOnce() -> ::serde_json::Value,
    ) -> CheckVerdict {
        self.number_alone(number)?;
        if self.in_one_pass() { Ok(()) } else { self.judge(&value(), false) }
    }

    /// Everything that is asked of `null`, `true` or `false`.
    pub fn judge_plain(&self, kind: u8, value: impl ::std::ops::FnOnce() -> ::serde_json::Value) -> CheckVerdict {
        self.kind(kind)?;
        if self.in_one_pass() { Ok(()) } else { self.judge(&value(), false) }
    }

    fn apply(&self, value: &::serde_json::Value) -> CheckVerdict {
        self.applied.iter().try_for_each(|applied| applied.judge(value, false, 0))
    }
}

impl TextCheck {
    /// Allows every text.
    pub const ANY: Self = Self { least: 0, most: usize::MAX, pattern: None, format: None };

    #[inline]
    fn admits(&self, text: &str) -> bool {
        let sure = text.len() <= self.most && text.len() / 4 >= self.least;
        (sure && self.pattern.is_none() && self.format.is_none()) || self.judge(text).is_ok()
    }

    #[inline(never)]
    fn judge(&self, text: &str) -> CheckVerdict {
        // A character has one byte to four.
        let sure = text.len() <= self.most && text.len() / 4 >= self.least;
        if !sure {
            let length = text.chars().count();
            if length < self.least {
                return Err(Refusal::Bound("a text of fewer characters than", self.least));
            }
            if length > self.most {
                return Err(Refusal::Bound("a text of more characters than", self.most));
            }
        }
        if let Some(pattern) = self.pattern.filter(|pattern| !pattern.finds(text)) {
            return Err(Refusal::Pattern(pattern.pattern));
        }
        self.format.filter(|format| !format.holds(text)).map_or(Ok(()), |format| Err(Refusal::Format(format.name())))
    }
}

impl ListCheck {
    /// Allows every list.
    pub const ANY: Self =
        Self { least: 0, most: usize::MAX, first: &[], rest: &ValueCheck::ANY, unique: false, contains: None };

    /// What is asked of the element at an index.
    pub fn element(&self, index: usize) -> &'static ValueCheck {
        self.first.get(index).copied().unwrap_or(self.rest)
    }

    /// Whether elements can be judged one by one.
    pub fn in_one_pass(&self) -> bool {
        !self.unique && self.contains.is_none()
    }

    /// Whether there may be so many elements.
    pub fn counts(&self, count: usize) -> CheckVerdict {
        if count < self.least {
            return Err(Refusal::Bound("a list of fewer elements than", self.least));
        }
        if count > self.most { Err(Refusal::Bound("a list of more elements than", self.most)) } else { Ok(()) }
    }

    fn judge(&self, items: &[::serde_json::Value], strict: bool, depth: usize) -> CheckVerdict {
        self.counts(items.len())?;
        for (index, item) in items.iter().enumerate() {
            self.element(index).judge_at(item, strict, depth + 1)?;
        }
        if self.unique && !super::are_unique(items) {
            return Err(Refusal::Because("an element that stands twice"));
        }
        if let Some((counted, least, most)) = self.contains {
            let count = items.iter().filter(|item| counted.judge_at(item, false, depth + 1).is_ok()).count();
            if count < least || count > most {
                return Err(Refusal::Because("too few or too many elements of a kind"));
            }
        }
        Ok(())
    }
}

impl ListedConstant {
    /// The value itself.
    pub fn to_value(&self) -> ::serde_json::Value {
        match self {
            Self::Null => ::serde_json::Value::Null,
            Self::Bool(value) => (*value).into(),
            Self::Number(number) => number.to_value(),
            Self::Text(text) => (*text).into(),
            Self::List(items) => items.iter().map(Self::to_value).collect(),
            Self::Object(members) => {
                members.iter().map(|(name, value)| ((*name).to_owned(), value.to_value())).collect()
            }
        }
    }

    /// Whether a value is this one; numbers are compared by value.
    pub fn is(&self, value: &::serde_json::Value) -> bool {
        use ::serde_json::Value;
        match (self, value) {
            (Self::Null, Value::Null) => true,
            (Self::Bool(one), Value::Bool(other)) => one == other,
            (Self::Number(one), Value::Number(other)) => {
                Numeric::of(other).is_some_and(|other| one.compare(other) == Some(::std::cmp::Ordering::Equal))
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
    fn judge(&self, value: &::serde_json::Value, strict: bool, depth: usize) -> CheckVerdict {
        nested::within(|| self.judge_within(value, strict, depth))
    }

    fn judge_within(&self, value: &::serde_json::Value, strict: bool, depth: usize) -> CheckVerdict {
        let holds = |check: &ValueCheck| nested::holds(check, value, || check.judge_at(value, false, depth).is_ok());
        let refused = |found: bool| {
            if found { Ok(()) } else { Err(Refusal::Because("a value that does not fit its schemas together")) }
        };
        // Which members a schema mentions that is applied beside others, nobody here says.
        if strict && (value.is_object() || value.is_array()) {
            return Err(Refusal::Because("a value that several schemas mention"));
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
