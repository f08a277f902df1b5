//! Makes an example for a schema that has none. An example is only used if the schema accepts it.

use planwright_runtime::Report;
use planwright_schema::model::Keyword;
use planwright_schema::rust_regex;
use regex_syntax::hir::{Class, ClassUnicodeRange, Hir, HirKind};
use serde_json::{Map, Value};

use super::field_lines::resolve;

/// Maximum depth of an example, so that recursive schemas have one.
const MAX_DEPTH: usize = 12;
/// Maximum number of values in an example.
const MAX_VALUES: usize = 2_000;
/// Maximum length of a pattern.
const MAX_PATTERN_LENGTH: usize = 2_000;

/// Returns a document with as many properties as possible that `refuse` does not refuse.
pub(super) fn make(schema: &Value, refuse: &dyn Fn(&str) -> Option<Report>) -> Option<Value> {
    // An object with only the required properties is valid more often, but explains less.
    [true, false].into_iter().find_map(|has_optional| {
        let mut maker = Maker { root: schema, has_optional, left: MAX_VALUES };
        maker.value(schema, 0).filter(|document| refuse(&document.to_string()).is_none())
    })
}

struct Maker<'a> {
    root: &'a Value,
    /// `true` if objects get their optional properties.
    has_optional: bool,
    left: usize,
}

impl Maker<'_> {
    /// Returns a value of a schema.
    fn value(&mut self, schema: &Value, depth: usize) -> Option<Value> {
        self.left = self.left.checked_sub(1)?;
        if depth > MAX_DEPTH || *schema == Value::Bool(false) {
            return None;
        }
        let mut merged = Map::new();
        self.merge(schema, &mut merged, depth)?;
        let merged = Value::Object(merged);
        let get = |keyword: Keyword| merged.get(keyword.name());
        let listed = |keyword| get(keyword).and_then(Value::as_array).and_then(|values| values.first());
        // Examples of the whole schema were tried before.
        let example = listed(Keyword::Examples).filter(|_| depth > 0);
        let fixed = get(Keyword::Const).or_else(|| listed(Keyword::Enum)).or(example);
        if let Some(value) = fixed.or_else(|| get(Keyword::Default)) {
            return Some(value.clone());
        }
        match type_of(&merged) {
            "object" => self.object(&merged, depth),
            "array" => self.array(&merged, depth),
            "integer" | "number" => Some(number(&merged)),
            "boolean" => Some(true.into()),
            "null" => Some(Value::Null),
            _ => Some(string(&merged).into()),
        }
    }

    /// Merges a schema with what it refers to, and with the first branch of each union.
    fn merge(&self, schema: &Value, merged: &mut Map<String, Value>, depth: usize) -> Option<()> {
        if depth > MAX_DEPTH {
            return None;
        }
        for (name, value) in schema.as_object().into_iter().flatten() {
            match (Keyword::from_name(name), value) {
                (Some(Keyword::Ref), Value::String(reference)) => {
                    self.merge(resolve(self.root, reference)?, merged, depth + 1)?;
                }
                (Some(Keyword::AllOf), Value::Array(parts)) => {
                    parts.iter().try_for_each(|part| self.merge(part, merged, depth + 1))?;
                }
                (Some(Keyword::AnyOf | Keyword::OneOf), Value::Array(branches)) => {
                    let is_null = |branch: &&Value| branch.get(Keyword::Type.name()).is_some_and(|name| name == "null");
                    let branch = branches.iter().find(|branch| !is_null(branch)).or(branches.first())?;
                    self.merge(branch, merged, depth + 1)?;
                }
                (Some(Keyword::Properties), Value::Object(properties)) => {
                    let all = merged.entry(name.clone()).or_insert_with(|| Map::new().into());
                    let all = all.as_object_mut()?;
                    for (name, property) in properties {
                        all.entry(name.clone()).or_insert_with(|| property.clone());
                    }
                }
                (Some(Keyword::Required), Value::Array(names)) => {
                    let all = merged.entry(name.clone()).or_insert_with(|| Vec::<Value>::new().into());
                    all.as_array_mut()?.extend(names.iter().cloned());
                }
                _ => {
                    merged.entry(name.clone()).or_insert_with(|| value.clone());
                }
            }
        }
        Some(())
    }

    fn object(&mut self, schema: &Value, depth: usize) -> Option<Value> {
        let required = schema.get(Keyword::Required.name()).and_then(Value::as_array);
        let required: Vec<&str> = required.into_iter().flatten().filter_map(Value::as_str).collect();
        let mut object = Map::new();
        for (name, property) in schema.get(Keyword::Properties.name()).and_then(Value::as_object).into_iter().flatten()
        {
            let is_required = required.contains(&name.as_str());
            if is_required || self.has_optional {
                match self.value(property, depth + 1) {
                    Some(value) => drop(object.insert(name.clone(), value)),
                    None if is_required => return None,
                    None => {}
                }
            }
        }
        for name in required {
            if !object.contains_key(name) {
                let other = schema.get(Keyword::AdditionalProperties.name()).unwrap_or(&Value::Bool(true));
                object.insert(name.to_owned(), self.value(other, depth + 1)?);
            }
        }
        Some(object.into())
    }

    fn array(&mut self, schema: &Value, depth: usize) -> Option<Value> {
        let count = |keyword: Keyword| {
            schema.get(keyword.name()).and_then(Value::as_u64).and_then(|count| usize::try_from(count).ok())
        };
        let min = count(Keyword::MinItems).unwrap_or(0);
        let max = count(Keyword::MaxItems).unwrap_or(usize::MAX);
        let slots = schema.get(Keyword::PrefixItems.name()).and_then(Value::as_array).map_or(&[][..], Vec::as_slice);
        let wanted = min.max(usize::from(self.has_optional)).max(slots.len()).min(max);
        let any = Value::Bool(true);
        let items = schema.get(Keyword::Items.name()).unwrap_or(&any);
        let mut list: Vec<Value> = Vec::new();
        for index in 0..wanted {
            match self.value(slots.get(index).unwrap_or(items), depth + 1) {
                Some(value) => list.push(distinct(value, index)),
                None if index < min => return None,
                None => break,
            }
        }
        Some(list.into())
    }
}

/// Returns the value, changed so that elements of a list differ.
fn distinct(value: Value, index: usize) -> Value {
    match value {
        Value::String(text) if index > 0 && text.starts_with("text") => format!("{text}{index}").into(),
        Value::Number(number) if index > 0 && number.is_u64() => {
            (number.as_u64().unwrap_or_default() + index as u64).into()
        }
        value => value,
    }
}

/// Returns the type of values to make: the first one that is not null, or the type that the keywords imply.
fn type_of(schema: &Value) -> &str {
    match schema.get(Keyword::Type.name()) {
        Some(Value::String(name)) => name,
        Some(Value::Array(names)) => {
            let mut names = names.iter().filter_map(Value::as_str);
            names.find(|name| *name != "null").unwrap_or("null")
        }
        _ if [Keyword::Properties, Keyword::Required].iter().any(|keyword| schema.get(keyword.name()).is_some()) => {
            "object"
        }
        _ if [Keyword::Items, Keyword::PrefixItems].iter().any(|keyword| schema.get(keyword.name()).is_some()) => {
            "array"
        }
        _ if [Keyword::Minimum, Keyword::Maximum].iter().any(|keyword| schema.get(keyword.name()).is_some()) => {
            "number"
        }
        _ => "string",
    }
}

/// Returns a number between the bounds.
fn number(schema: &Value) -> Value {
    let bound = |keyword: Keyword| schema.get(keyword.name()).and_then(Value::as_f64);
    let step = bound(Keyword::MultipleOf).filter(|step| *step > 0.0).unwrap_or(1.0);
    let low = bound(Keyword::Minimum).or_else(|| bound(Keyword::ExclusiveMinimum).map(|low| low + step));
    let high = bound(Keyword::Maximum).or_else(|| bound(Keyword::ExclusiveMaximum).map(|high| high - step));
    let wanted = match (low, high) {
        (Some(low), Some(high)) if low > high => f64::midpoint(low, high),
        (Some(low), _) => (low / step).ceil() * step,
        (None, Some(high)) => (high.min(step) / step).floor() * step,
        (None, None) => step,
    };
    // Integers up to 2^53 are exact.
    if wanted.fract() == 0.0 && wanted.abs() < 9e15 {
        #[allow(clippy::cast_possible_truncation, reason = "it is an integer below 2^53")]
        return (wanted as i64).into();
    }
    wanted.into()
}

/// Returns a string of the format, or one with the required length.
fn string(schema: &Value) -> String {
    let format = schema.get(Keyword::Format.name()).and_then(Value::as_str).unwrap_or_default();
    let text = match format {
        "date" => "2026-01-15",
        "date-time" => "2026-01-15T09:30:00Z",
        "time" => "09:30:00Z",
        "duration" => "P1D",
        "email" | "idn-email" => "name@example.com",
        "hostname" | "idn-hostname" => "example.com",
        "ipv4" => "192.0.2.1",
        "ipv6" => "2001:db8::1",
        "uri" | "iri" | "uri-reference" | "iri-reference" => "https://example.com/",
        "uri-template" => "https://example.com/{id}",
        "uuid" => "123e4567-e89b-12d3-a456-426614174000",
        "json-pointer" => "/name",
        "relative-json-pointer" => "0/name",
        "regex" => "^[a-z]+$",
        _ => "text",
    };
    let pattern = schema.get(Keyword::Pattern.name()).and_then(Value::as_str);
    let matching = pattern.and_then(|pattern| regex_syntax::parse(&rust_regex(pattern, MAX_PATTERN_LENGTH)?).ok());
    let matching = matching.and_then(|hir| {
        let (mut text, mut left) = (String::new(), MAX_VALUES);
        add_match(&hir, &mut text, &mut left).map(|()| text)
    });
    let text = matching.as_deref().unwrap_or(text);
    let count = |keyword: Keyword| {
        schema.get(keyword.name()).and_then(Value::as_u64).and_then(|count| usize::try_from(count).ok())
    };
    let (min, max) = (count(Keyword::MinLength).unwrap_or(0).min(MAX_VALUES), count(Keyword::MaxLength));
    let filled: String = text.chars().chain(std::iter::repeat('a')).take(min.max(text.chars().count())).collect();
    filled.chars().take(max.unwrap_or(usize::MAX)).collect()
}

/// Adds a string that a pattern matches. Returns `None` if every such string has more than `left` parts.
fn add_match(hir: &Hir, text: &mut String, left: &mut usize) -> Option<()> {
    *left = left.checked_sub(1)?;
    match hir.kind() {
        HirKind::Empty | HirKind::Look(_) => Some(()),
        HirKind::Literal(literal) => {
            text.push_str(std::str::from_utf8(&literal.0).ok()?);
            Some(())
        }
        HirKind::Class(Class::Unicode(class)) => {
            let has = |letter: &char| class.ranges().iter().any(|range| (range.start()..=range.end()).contains(letter));
            let first = class.ranges().first().map(ClassUnicodeRange::start);
            text.push(['a', 'A', '1', '-', '_'].into_iter().find(has).or(first)?);
            Some(())
        }
        HirKind::Class(Class::Bytes(_)) => None,
        HirKind::Repetition(repetition) => {
            let count = repetition.min.max(u32::from(repetition.max != Some(0)));
            (0..count).try_for_each(|_| add_match(&repetition.sub, text, left))
        }
        HirKind::Capture(group) => add_match(&group.sub, text, left),
        HirKind::Concat(parts) => parts.iter().try_for_each(|part| add_match(part, text, left)),
        HirKind::Alternation(branches) => add_match(branches.first()?, text, left),
    }
}
