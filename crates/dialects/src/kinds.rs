//! Compiles schemas without references and unions, by type.

use planwright_source::type_name;
use serde_json::{Map, Value, json};

use crate::compile::Compiler;
use crate::merge::holds;
use crate::node::{Node, NodeKind};
use crate::weakening::{NOTHING_ALLOWED, TUPLE_AS_LIST, TYPE_ASSUMED, VALUE_AS_TEXT};
use planwright_schema::Target;
use planwright_schema::model::Keyword;

const STRINGS: &[Keyword] = &[Keyword::MinLength, Keyword::MaxLength, Keyword::Pattern, Keyword::Format];
const NUMBERS: &[Keyword] =
    &[Keyword::Minimum, Keyword::Maximum, Keyword::ExclusiveMinimum, Keyword::ExclusiveMaximum, Keyword::MultipleOf];
const ARRAYS: &[Keyword] = &[
    Keyword::Items,
    Keyword::PrefixItems,
    Keyword::MinItems,
    Keyword::MaxItems,
    Keyword::UniqueItems,
    Keyword::Contains,
];
const OBJECTS: &[Keyword] = &[
    Keyword::Properties,
    Keyword::Required,
    Keyword::AdditionalProperties,
    Keyword::PatternProperties,
    Keyword::PropertyNames,
    Keyword::MinProperties,
    Keyword::MaxProperties,
    Keyword::DependentRequired,
    Keyword::DependentSchemas,
];

/// Keywords for values of any type that no rewriting dialect supports.
const CONDITIONS: &[Keyword] = &[Keyword::Not, Keyword::If, Keyword::Then, Keyword::Else, Keyword::Ref];

impl Compiler<'_> {
    /// Compiles a schema without references and unions.
    pub(crate) fn plain(&mut self, members: &Map<String, Value>, at: &Target, depth: usize) -> Node {
        let mut node = self.typed(members, at, depth);
        let has_condition = members.contains_key(Keyword::If.name());
        let conditions = if has_condition { CONDITIONS } else { &[Keyword::Not, Keyword::Ref] };
        self.describe_keywords(&mut node, members, conditions, at);
        node
    }

    fn typed(&mut self, members: &Map<String, Value>, at: &Target, depth: usize) -> Node {
        let types = match members.get(Keyword::Type.name()) {
            Some(Value::String(one)) => vec![one.clone()],
            Some(Value::Array(types)) => types.iter().filter_map(Value::as_str).map(str::to_owned).collect(),
            _ => Vec::new(),
        };
        if members.contains_key(Keyword::Const.name()) || members.contains_key(Keyword::Enum.name()) {
            return self.valued(members, at);
        }
        match types.as_slice() {
            [] if members.contains_key(Keyword::Type.name()) => {
                self.refuse(at, NOTHING_ALLOWED, "no type is left that a value could have".to_owned());
                Node::default()
            }
            [] => self.untyped(members, at, depth),
            [one] => self.one_type(one, members, at, depth),
            several => {
                let named = |name: &str| several.iter().any(|one| one == name);
                let several = several.iter().filter(|one| *one != "integer" || !named("number"));
                let branches = several.map(|one| self.one_type(one, members, at, depth)).collect();
                Node::one_of(branches)
            }
        }
    }

    /// Compiles a schema without a type: any type or, in dialects for models, the type of its keywords.
    fn untyped(&mut self, members: &Map<String, Value>, at: &Target, depth: usize) -> Node {
        let spoken = [("object", OBJECTS), ("array", ARRAYS), ("string", STRINGS), ("number", NUMBERS)];
        let spoken: Vec<&str> = spoken
            .iter()
            .filter(|(_, keywords)| keywords.iter().any(|keyword| members.contains_key(keyword.name())))
            .map(|(name, _)| *name)
            .collect();
        match spoken.as_slice() {
            [] => self.free(at),
            _ if !self.rules.assumes_type => {
                let every = ["object", "array", "string", "number", "boolean", "null"];
                Node::one_of(every.iter().map(|name| self.one_type(name, members, at, depth)).collect())
            }
            [one] => {
                self.weaker(
                    at,
                    TYPE_ASSUMED,
                    format!("no `type` is set: {one} is used, because the keywords apply to it"),
                );
                self.one_type(one, members, at, depth)
            }
            _ => {
                let mut node = self.free(at);
                self.describe_keywords(&mut node, members, &[STRINGS, NUMBERS, ARRAYS, OBJECTS].concat(), at);
                node
            }
        }
    }

    fn one_type(&mut self, name: &str, members: &Map<String, Value>, at: &Target, depth: usize) -> Node {
        match name {
            "object" => self.object(members, at, depth),
            "array" => self.array(members, at, depth),
            "string" => self.string(members, at),
            "integer" => self.number("integer", members, at),
            "number" => self.number("number", members, at),
            "boolean" => Node::scalar("boolean"),
            _ => Node::scalar("null"),
        }
    }

    fn string(&mut self, members: &Map<String, Value>, at: &Target) -> Node {
        let mut node = Node::scalar("string");
        let takes_format = |format: &Value| {
            self.rules.formats.is_none_or(|known| format.as_str().is_some_and(|format| known.contains(&format)))
        };
        let format = members.get(Keyword::Format.name()).is_some_and(takes_format);
        let pattern = members.get(Keyword::Pattern.name()).and_then(Value::as_str);
        let spelled = pattern.map(|pattern| self.rules.pattern.spell(pattern));
        let spelled = spelled.filter(|pattern| self.rules.pattern.supports(pattern));
        let pattern = spelled.is_some();
        let alone = self.rules.one_keyword_of_texts;
        let format = format && !(alone && pattern);
        let lengths = !(alone && (pattern || format));
        let fits = |keyword: Keyword| {
            let length = members.get(keyword.name()).and_then(Value::as_u64);
            lengths && self.rules.lengths > 0 && length.is_none_or(|length| length <= self.rules.lengths)
        };
        let (least, most) = (fits(Keyword::MinLength), fits(Keyword::MaxLength));
        let taken = [
            (Keyword::Pattern, pattern),
            (Keyword::Format, format),
            (Keyword::MinLength, least),
            (Keyword::MaxLength, most),
        ];
        keep(&mut node, members, taken.iter().filter(|(_, is_taken)| *is_taken).map(|(keyword, _)| *keyword));
        if let Some(spelled) = spelled {
            keep(
                &mut node,
                &Map::from_iter([(Keyword::Pattern.name().to_owned(), spelled.into())]),
                [Keyword::Pattern].into_iter(),
            );
        }
        let left: Vec<Keyword> = taken.iter().filter(|(_, is_taken)| !is_taken).map(|(keyword, _)| *keyword).collect();
        self.describe_keywords(&mut node, members, &left, at);
        node
    }

    fn number(&mut self, name: &'static str, members: &Map<String, Value>, at: &Target) -> Node {
        let mut members = members.clone();
        // An exclusive integer bound is the next integer as an inclusive bound.
        for (keyword, bound, step) in
            [(Keyword::ExclusiveMinimum, Keyword::Minimum, 1), (Keyword::ExclusiveMaximum, Keyword::Maximum, -1)]
        {
            let next = members.get(keyword.name()).and_then(Value::as_i64).and_then(|value| value.checked_add(step));
            if name == "integer"
                && !self.rules.bounds.contains(&keyword)
                && !members.contains_key(bound.name())
                && let Some(next) = next
            {
                members.shift_remove(keyword.name());
                members.insert(bound.name().to_owned(), next.into());
            }
        }
        let mut node = Node::scalar(name);
        let is_whole = |keyword: Keyword| name == "integer" && members.get(keyword.name()).is_none_or(Value::is_i64);
        let is_taken =
            |keyword: &Keyword| self.rules.bounds.contains(keyword) && (!self.rules.whole_bounds || is_whole(*keyword));
        let (taken, left): (Vec<Keyword>, Vec<Keyword>) = NUMBERS.iter().copied().partition(is_taken);
        keep(&mut node, &members, taken.into_iter());
        self.describe_keywords(&mut node, &members, &left, at);
        node
    }

    fn array(&mut self, members: &Map<String, Value>, at: &Target, depth: usize) -> Node {
        let slots = members.get(Keyword::PrefixItems.name()).and_then(Value::as_array).cloned().unwrap_or_default();
        let mut members = members.clone();
        let closed = members.get(Keyword::Items.name()) == Some(&json!(false));
        if closed {
            let most = slots.len() as u64;
            let most =
                members.get(Keyword::MaxItems.name()).and_then(Value::as_u64).map_or(most, |mine| mine.min(most));
            members.insert(Keyword::MaxItems.name().to_owned(), most.into());
        }
        // Elements after the last possible one are never used, and engines refuse them.
        let most = members.get(Keyword::MaxItems.name()).and_then(Value::as_u64);
        let most = most.and_then(|most| usize::try_from(most).ok()).unwrap_or(usize::MAX).max(1);
        let slots: Vec<Node> = slots
            .iter()
            .take(most)
            .enumerate()
            .map(|(index, slot)| self.node(slot, &at.member(Keyword::PrefixItems.name()).index(index), depth + 1))
            .collect();
        let items = match members.get(Keyword::Items.name()) {
            Some(items) if !closed => self.node(items, &at.member(Keyword::Items.name()), depth + 1),
            None => self.free(&at.member(Keyword::Items.name())),
            _ if slots.is_empty() => Node::scalar("null"),
            _ => slots[0].clone(),
        };
        let tuple = !slots.is_empty() && !self.rules.tuples;
        let mut node = Node::new(NodeKind::List { slots, items: Box::new(items), keywords: Map::new() });
        if tuple {
            let message = "the dialect has no tuples: any element may be what one of them may be";
            self.weaker(&at.member(Keyword::PrefixItems.name()), TUPLE_AS_LIST, message.to_owned());
            node.words.push("The elements have a fixed order.".to_owned());
        }
        let fits = members
            .get(Keyword::MinItems.name())
            .and_then(Value::as_u64)
            .is_some_and(|least| least <= self.rules.min_items);
        let most = members
            .get(Keyword::MaxItems.name())
            .and_then(Value::as_u64)
            .is_some_and(|most| most <= self.rules.max_items);
        let taken = [(Keyword::MinItems, fits), (Keyword::MaxItems, most && self.rules.max_items > 0)];
        keep(&mut node, &members, taken.iter().filter(|(_, is_taken)| *is_taken).map(|(keyword, _)| *keyword));
        if let (false, Some(least)) = (fits, members.get(Keyword::MinItems.name()).and_then(Value::as_u64))
            && let NodeKind::List { keywords, .. } = &mut node.kind
        {
            let least = least.min(self.rules.min_items);
            keywords.extend((least > 0).then(|| (Keyword::MinItems.name().to_owned(), least.into())));
        }
        let left: Vec<Keyword> = taken.iter().filter(|(_, is_taken)| !is_taken).map(|(keyword, _)| *keyword).collect();
        let never = [
            Keyword::UniqueItems,
            Keyword::Contains,
            Keyword::MinContains,
            Keyword::MaxContains,
            Keyword::UnevaluatedItems,
        ];
        self.describe_keywords(&mut node, &members, &[left.as_slice(), &never].concat(), at);
        node
    }

    /// Compiles a schema that enumerates its values.
    fn valued(&mut self, members: &Map<String, Value>, at: &Target) -> Node {
        let listed = members.get(Keyword::Enum.name()).and_then(Value::as_array);
        let values: Vec<Value> = match (members.get(Keyword::Const.name()), listed) {
            (Some(value), Some(listed)) if !listed.contains(value) => Vec::new(),
            (Some(value), _) => vec![value.clone()],
            (None, listed) => listed.cloned().unwrap_or_default(),
        };
        let rest: Map<String, Value> = members
            .iter()
            .filter(|(name, _)| {
                Keyword::from_name(name).is_some_and(|keyword| {
                    let is_bound = [STRINGS, NUMBERS].iter().any(|known| known.contains(&keyword));
                    keyword == Keyword::Type || (is_bound && keyword != Keyword::Format)
                })
            })
            .map(|(keyword, value)| (keyword.clone(), value.clone()))
            .collect();
        let rest = Value::Object(rest);
        let values: Vec<Value> = values.into_iter().filter(|value| holds(&rest, value)).collect();
        if values.is_empty() {
            self.refuse(at, NOTHING_ALLOWED, "no listed value is valid here".to_owned());
            return Node::default();
        }
        let mut branches: Vec<Node> = Vec::new();
        for name in ["string", "number", "boolean", "null"] {
            let own: Vec<Value> = values.iter().filter(|value| type_name(value) == name).cloned().collect();
            let whole = own.iter().all(|value| value.is_i64() || value.is_u64());
            let scalar = if name == "number" && whole { "integer" } else { name };
            if !own.is_empty() {
                branches.push(Node::new(NodeKind::Scalar { scalar, values: own, keywords: Map::new() }));
            }
        }
        let parts: Vec<Value> = values.into_iter().filter(|value| value.is_array() || value.is_object()).collect();
        if !parts.is_empty() {
            self.weaker(at, VALUE_AS_TEXT, "fixed lists and objects become JSON strings".to_owned());
            branches.push(Node::new(NodeKind::Text(parts)));
        }
        Node::one_of(branches)
    }
}

/// Copies keywords unchanged.
fn keep(node: &mut Node, members: &Map<String, Value>, kept: impl Iterator<Item = Keyword>) {
    if let NodeKind::Scalar { keywords, .. } | NodeKind::List { keywords, .. } = &mut node.kind {
        keywords.extend(kept.map(Keyword::name).filter_map(|name| Some((name.to_owned(), members.get(name)?.clone()))));
    }
}
