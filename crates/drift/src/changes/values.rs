//! Changes of a single value: type, enum values, bounds, patterns, formats.

use crate::rules::RuleId;
use std::collections::HashSet;

use jsonschema::Draft;
use serde_json::Value;

use super::{Differ, Node, short};
use crate::formats::is_specified;
use crate::number::{self, Exact, is_multiple, same};
use crate::pattern::{Language, Query};

const LOWER: &[&str] = &["minLength", "minItems", "minProperties", "minContains"];
const UPPER: &[&str] = &["maxLength", "maxItems", "maxProperties", "maxContains"];
const ANNOTATIONS: &[&str] = &["title", "description", "examples", "deprecated", "readOnly", "writeOnly", "$comment"];
const ALL_TYPES: &[&str] = &["array", "boolean", "integer", "null", "number", "object", "string"];

impl<'s> Differ<'s> {
    pub(super) fn values(&mut self, old: &Node<'s>, new: &Node<'s>) {
        self.types(old, new);
        self.listed(old, new);
        self.bounds(old, new);
        self.pattern(old, new);
        self.format(old, new);
        let unique = |node: &Node<'_>| node.get("uniqueItems") == Some(&Value::Bool(true));
        match (unique(old), unique(new)) {
            (false, true) => {
                self.add(RuleId::UniqueItemsOn, old, new, &["uniqueItems"], "elements must now be distinct");
            }
            (true, false) => self.add(RuleId::UniqueItemsOff, old, new, &["uniqueItems"], "elements can now be equal"),
            _ => {}
        }
        if old.get("default") != new.get("default") {
            self.add(RuleId::DefaultChanged, old, new, &["default"], "the default changed");
        }
        for keyword in ANNOTATIONS {
            if old.get(keyword) != new.get(keyword) {
                self.add(RuleId::AnnotationChanged, old, new, &[keyword], format!("{keyword:?} changed"));
            }
        }
    }

    fn types(&mut self, old: &Node<'s>, new: &Node<'s>) {
        let (one, two) = (types(old), types(new));
        if one == two {
            return;
        }
        let gone: Vec<&str> = one.iter().filter(|name| !two.contains(name)).copied().collect();
        let come: Vec<&str> = two.iter().filter(|name| !one.contains(name)).copied().collect();
        let id = match (&gone[..], &come[..]) {
            ([], ["null"]) => RuleId::NullableAdded,
            (["null"], []) => RuleId::NullableRemoved,
            ([], _) => RuleId::TypeWidened,
            (_, []) => RuleId::TypeNarrowed,
            _ => RuleId::TypeChanged,
        };
        let say = |node: &Node<'_>| node.get("type").map_or("any type".to_owned(), short);
        self.add(id, old, new, &["type"], format!("{} changed to {}", say(old), say(new)));
        let number = |names: &[&str]| names.contains(&"number");
        let integer = |names: &[&str]| names.contains(&"integer");
        if one.len() < 7 && two.len() < 7 && integer(&one) && integer(&two) && number(&one) != number(&two) {
            self.add(RuleId::RustNumberChanged, old, new, &["type"], "the number type of the generated field changed");
        }
    }

    fn listed(&mut self, old: &Node<'s>, new: &Node<'s>) {
        let (one, two) = (values(old), values(new));
        let keyword = |node: &Node<'_>| if node.get("const").is_some() { "const" } else { "enum" };
        let below = [if new.get("const").or(new.get("enum")).is_some() { keyword(new) } else { keyword(old) }];
        match (one, two) {
            (Some(one), Some(two)) => {
                let (less, more) = (missing(&one, &two), missing(&two, &one));
                let consts = (old.get("const").is_some(), new.get("const").is_some());
                if let ((true, true), [gone], [come]) = (consts, &less[..], &more[..]) {
                    let tag = old.at.as_str().contains("/oneOf/") || old.at.as_str().contains("/anyOf/");
                    let id = if tag { RuleId::DiscriminatorChanged } else { RuleId::ConstChanged };
                    self.add(id, old, new, &below, format!("{} changed to {}", short(gone), short(come)));
                    return;
                }
                if consts.0 && !consts.1 && less.is_empty() && !more.is_empty() {
                    self.add(RuleId::ConstWidened, old, new, &below, "more than one value is now allowed");
                    return;
                }
                for value in less {
                    self.add(RuleId::EnumValueRemoved, old, new, &below, format!("{} was removed", short(value)));
                }
                let texts = one.iter().all(Value::is_string);
                for value in more {
                    self.add(RuleId::EnumValueAdded, old, new, &below, format!("{} was added", short(value)));
                    if texts && !consts.0 {
                        let message = format!("{} is a new variant of the generated enum", short(value));
                        self.add(RuleId::RustEnumGrown, old, new, &below, message);
                    }
                }
            }
            (None, Some(_)) => self.add(RuleId::EnumIntroduced, old, new, &below, "only listed values are now allowed"),
            (Some(_), None) if old.get("const").is_some() => {
                self.add(RuleId::ConstWidened, old, new, &below, "any value is allowed");
            }
            (Some(_), None) => self.add(RuleId::EnumDropped, old, new, &below, "any value is allowed"),
            (None, None) => {}
        }
    }

    fn bounds(&mut self, old: &Node<'s>, new: &Node<'s>) {
        for (keyword, exclusive, is_min) in
            [("minimum", "exclusiveMinimum", true), ("maximum", "exclusiveMaximum", false)]
        {
            let (one, two) = (bound(old, keyword, exclusive, is_min), bound(new, keyword, exclusive, is_min));
            let name = if new.get(keyword).or(old.get(keyword)).is_some() { keyword } else { exclusive };
            self.bound((old, new), name, one.as_ref(), two.as_ref());
        }
        for (keywords, is_min) in [(LOWER, true), (UPPER, false)] {
            for keyword in keywords {
                let limit = |node: &Node<'_>| {
                    let number = number::from_value(node.get(keyword)?)?;
                    Some((if is_min { number } else { -number }, false))
                };
                self.bound((old, new), keyword, limit(old).as_ref(), limit(new).as_ref());
            }
        }
        let step = |node: &Node<'_>| number::from_value(node.get("multipleOf")?);
        let (one, two) = (step(old), step(new));
        let id = match (&one, &two) {
            _ if one == two => return,
            (None, _) => RuleId::MultipleOfTightened,
            (_, None) => RuleId::MultipleOfLoosened,
            (Some(one), Some(two)) if is_multiple(two, one) => RuleId::MultipleOfTightened,
            (Some(one), Some(two)) if is_multiple(one, two) => RuleId::MultipleOfLoosened,
            _ => RuleId::MultipleOfChanged,
        };
        self.add(id, old, new, &["multipleOf"], "multipleOf changed");
    }

    /// Compares one bound. Bounds are normalized so that a larger one is tighter.
    fn bound(
        &mut self,
        (old, new): (&Node<'s>, &Node<'s>),
        keyword: &str,
        one: Option<&(Exact, bool)>,
        two: Option<&(Exact, bool)>,
    ) {
        let id = match (one, two) {
            (one, two) if one == two => return,
            (None, _) => RuleId::BoundTightened,
            (Some(one), Some(two)) if two > one => RuleId::BoundTightened,
            _ => RuleId::BoundLoosened,
        };
        let say = |node: &Node<'_>| node.get(keyword).map_or("none".to_owned(), short);
        self.add(id, old, new, &[keyword], format!("`{keyword}`: {} changed to {}", say(old), say(new)));
    }

    fn pattern(&mut self, old: &Node<'s>, new: &Node<'s>) {
        let text = |node: &Node<'s>| node.get("pattern").and_then(Value::as_str);
        let (one, two) = (text(old), text(new));
        let id = match (one, two) {
            (one, two) if one == two => return,
            (None, _) => RuleId::PatternAdded,
            (_, None) => RuleId::PatternRemoved,
            (Some(one), Some(two)) => self.patterns_differ(one, two),
        };
        let say = |text: Option<&str>| text.map_or("none".to_owned(), |text| format!("{text:?}"));
        self.add(id, old, new, &["pattern"], format!("{} changed to {}", say(one), say(two)));
    }

    fn patterns_differ(&mut self, one: &str, two: &str) -> RuleId {
        if !self.patterns.is_decidable(one) || !self.patterns.is_decidable(two) {
            return RuleId::PatternUndecided;
        }
        let mut only = |found: &str, not_found: &str| {
            self.patterns.text(&Query { found: vec![found], not_found: vec![not_found], ..Query::default() })
        };
        match (only(one, two), only(two, one)) {
            (Language::Unknown, _) | (_, Language::Unknown) => RuleId::PatternUndecided,
            (Language::Empty, Language::Empty) => RuleId::PatternEquivalent,
            (Language::Empty, _) => RuleId::PatternWidened,
            (_, Language::Empty) => RuleId::PatternNarrowed,
            _ => RuleId::PatternIncomparable,
        }
    }

    fn format(&mut self, old: &Node<'s>, new: &Node<'s>) {
        let name = |node: &Node<'s>| node.get("format").and_then(Value::as_str);
        let (one, two) = (name(old), name(new));
        if one == two {
            return;
        }
        let id = match (one, two) {
            (None, _) => RuleId::FormatTightened,
            (_, None) => RuleId::FormatLoosened,
            _ => RuleId::FormatChanged,
        };
        let say = |name: Option<&str>| name.map_or("none".to_owned(), |name| format!("{name:?}"));
        self.add(id, old, new, &["format"], format!("{} changed to {}", say(one), say(two)));
        if let Some(name) = two.filter(|name| !is_specified(name)) {
            self.add(
                RuleId::FormatUnknown,
                old,
                new,
                &["format"],
                format!("{name:?} is not a format of any specification"),
            );
        }
    }
}

fn types<'s>(node: &Node<'s>) -> Vec<&'s str> {
    let names: Vec<&str> = match node.get("type") {
        None => return ALL_TYPES.to_vec(),
        Some(Value::Array(names)) => names.iter().filter_map(Value::as_str).collect(),
        Some(name) => name.as_str().into_iter().collect(),
    };
    let has = |name: &&&str| names.contains(*name) || **name == "integer" && names.contains(&"number");
    ALL_TYPES.iter().filter(has).copied().collect()
}

fn values(node: &Node<'_>) -> Option<Vec<Value>> {
    node.get("const").map(|value| vec![value.clone()]).or_else(|| node.get("enum")?.as_array().cloned())
}

/// Returns the values of one list that are not in another.
fn missing<'v>(of: &'v [Value], other: &[Value]) -> Vec<&'v Value> {
    let texts: HashSet<&str> = other.iter().filter_map(Value::as_str).collect();
    let rest: Vec<&Value> = other.iter().filter(|value| !value.is_string()).collect();
    let is_there = |value: &Value| match value.as_str() {
        Some(text) => texts.contains(text),
        None => rest.iter().any(|other| same(value, other)),
    };
    of.iter().filter(|value| !is_there(value)).collect()
}

/// Returns a numeric bound, normalized so that a larger one is tighter. Exclusive bounds are tighter than inclusive
/// ones.
fn bound(node: &Node<'_>, keyword: &str, exclusive: &str, is_min: bool) -> Option<(Exact, bool)> {
    let sign = |number: Exact| if is_min { number } else { -number };
    let plain = node.get(keyword).and_then(number::from_value).map(|number| {
        let strict = node.file.draft() == Draft::Draft4 && node.get(exclusive) == Some(&Value::Bool(true));
        (sign(number), strict)
    });
    let strict = node.get(exclusive).and_then(number::from_value).map(|number| (sign(number), true));
    plain.into_iter().chain(strict).max()
}
