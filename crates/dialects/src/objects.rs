//! Compiles objects: named properties, and the treatment of all others.

use serde_json::{Map, Value, json};

use crate::compile::{Compiler, values};
use crate::dialects::Absence;
use crate::merge::{matches, merge};
use crate::node::{Member, Node, NodeKind, Presence, Rest};
use crate::values::listed;
use crate::weakening::{KEYWORD_IN_WORDS, MAP_AS_PAIRS, NOTHING_ALLOWED, OBJECT_CLOSED, VALUE_AS_TEXT};
use planwright_schema::Target;
use planwright_schema::keywords::is_constraint;
use planwright_schema::model::Keyword;

/// Property that contains the pairs of an object that also has named properties.
const PAIRS_NAME: &str = "additional_members";

/// Maximum number of values in the schemas of listed names, written out for each name.
const MAX_LISTED_VALUES: usize = 1_000;

/// Keywords of objects that no rewriting dialect supports.
const UNSUPPORTED_KEYWORDS: &[Keyword] = &[
    Keyword::MinProperties,
    Keyword::MaxProperties,
    Keyword::PropertyNames,
    Keyword::DependentRequired,
    Keyword::DependentSchemas,
];

impl Compiler<'_> {
    /// Compiles an object.
    pub(crate) fn object(&mut self, schema: &Map<String, Value>, at: &Target, depth: usize) -> Node {
        let listed = self.with_listed_names(schema);
        let schema = listed.as_ref().unwrap_or(schema);
        let members = self.members(schema, at, depth);
        let rest = schema
            .get(Keyword::AdditionalProperties.name())
            .or_else(|| schema.get(Keyword::UnevaluatedProperties.name()));
        let rest = rest.cloned().unwrap_or(Value::Bool(true));
        let patterns =
            schema.get(Keyword::PatternProperties.name()).and_then(Value::as_object).cloned().unwrap_or_default();
        let left_out = |member: &Member| member.presence == Presence::Optional && has_keywords(&member.node);
        if self.rules.rest_takes_names && rest != false && members.iter().any(left_out) {
            let message = "an optional property can appear among those of any name, where only its type is checked";
            self.weaker(at, KEYWORD_IN_WORDS, message);
        }
        let mut node = if patterns.is_empty() && (rest == true || rest == json!({})) {
            self.open(members, schema, at)
        } else if patterns.values().all(|schema| *schema == false) && rest == false {
            Node::new(NodeKind::Object { members, rest: Rest::Closed })
        } else {
            self.map(members, (schema, &patterns), &rest, at, depth)
        };
        self.describe_keywords(&mut node, schema, UNSUPPORTED_KEYWORDS, at);
        node
    }

    /// Returns an object whose `propertyNames` lists all names as a closed object with these properties.
    ///
    /// Both have the same valid documents, and every dialect has properties. Returns `None` for other objects.
    fn with_listed_names(&self, schema: &Map<String, Value>) -> Option<Map<String, Value>> {
        let names = self.listed_names(schema.get(Keyword::PropertyNames.name())?)?;
        let required = schema.get(Keyword::Required.name()).and_then(Value::as_array);
        let is_required = |name: &str| required.is_some_and(|required| required.iter().any(|one| one == name));
        let rest = schema
            .get(Keyword::AdditionalProperties.name())
            .or_else(|| schema.get(Keyword::UnevaluatedProperties.name()))
            .unwrap_or(&Value::Bool(true));
        let is_too_large = names.len().saturating_mul(values(rest)) > MAX_LISTED_VALUES;
        // A dialect that has few optional properties would run out of them.
        let is_rationed = self.rules.absence == Absence::Rationed && !names.iter().all(|name| is_required(name));
        // Engines copy the names of properties into a grammar unescaped.
        let is_escaped = names.iter().any(|name| name.chars().any(|one| one == '"' || one == '\\' || one.is_control()));
        if names.is_empty() || is_too_large || is_rationed || is_escaped {
            return None;
        }
        let mut open = schema.clone();
        open.insert(Keyword::AdditionalProperties.name().to_owned(), rest.clone());
        let known = schema.get(Keyword::Properties.name()).and_then(Value::as_object).cloned().unwrap_or_default();
        let mut properties = Map::new();
        let required = required.into_iter().flatten().filter_map(Value::as_str);
        for name in known.keys().map(String::as_str).chain(names.iter().copied()).chain(required) {
            let own = match known.get(name) {
                _ if !names.contains(&name) => Value::Bool(false),
                Some(own) => member_schema(&open, name, own, true),
                None => member_schema(&open, name, &Value::Bool(true), false),
            };
            properties.insert(name.to_owned(), own);
        }
        let mut closed = schema.clone();
        closed.shift_remove(Keyword::PropertyNames.name());
        closed.shift_remove(Keyword::PatternProperties.name());
        closed.shift_remove(Keyword::UnevaluatedProperties.name());
        closed.insert(Keyword::AdditionalProperties.name().to_owned(), Value::Bool(false));
        closed.insert(Keyword::Properties.name().to_owned(), properties.into());
        Some(closed)
    }

    /// Returns the names that the schema of names lists, if it has no other keyword that restricts them.
    fn listed_names<'s>(&'s self, names: &'s Value) -> Option<Vec<&'s str>> {
        let mut names = names;
        while let Some((_, referred, _)) =
            self.source.referred(names).filter(|_| names.as_object().map(Map::len) == Some(1))
        {
            names = referred;
        }
        let is_plain = names.as_object()?.iter().all(|(name, value)| match Keyword::from_name(name) {
            Some(Keyword::Type) => value == "string",
            Some(Keyword::Enum | Keyword::Const) => true,
            _ => !is_constraint(name),
        });
        let has_both = [Keyword::Enum, Keyword::Const].iter().all(|keyword| names.get(keyword.name()).is_some());
        let listed = listed(names).filter(|_| is_plain && !has_both)?;
        Some(listed.into_iter().filter_map(Value::as_str).collect())
    }

    fn members(&mut self, schema: &Map<String, Value>, at: &Target, depth: usize) -> Vec<Member> {
        let required = |name: &str| {
            let names = schema.get(Keyword::Required.name()).and_then(Value::as_array);
            names.is_some_and(|names| names.iter().any(|one| one == name))
        };
        let mut all = schema.get(Keyword::Properties.name()).and_then(Value::as_object).cloned().unwrap_or_default();
        for name in schema
            .get(Keyword::Required.name())
            .and_then(Value::as_array)
            .into_iter()
            .flatten()
            .filter_map(Value::as_str)
        {
            if !all.contains_key(name) {
                all.insert(name.to_owned(), Value::Bool(true));
            }
        }
        let mut members = Vec::new();
        for (name, own) in all {
            let known =
                schema.get(Keyword::Properties.name()).is_some_and(|properties| properties.get(&name).is_some());
            let own = member_schema(schema, &name, &own, known);
            let place = if known {
                at.member(Keyword::Properties.name()).member(&name)
            } else {
                at.member(Keyword::Required.name())
            };
            if own == false {
                if required(&name) {
                    self.refuse(
                        &place,
                        NOTHING_ALLOWED,
                        format!("{name:?} has to be there and nothing is valid there"),
                    );
                } else if schema.get(Keyword::AdditionalProperties.name()) != Some(&json!(false)) && !self.rules.closed
                {
                    let message = format!("that {name:?} must not be there is no longer checked");
                    self.weaker(&place, KEYWORD_IN_WORDS, message);
                }
                continue;
            }
            let node = self.node(&own, &place, depth + 1);
            let presence = if required(&name) { Presence::Required } else { Presence::Optional };
            members.push(Member { name, node, presence, place });
        }
        members
    }

    /// Compiles an object that allows any other property.
    fn open(&mut self, members: Vec<Member>, schema: &Map<String, Value>, at: &Target) -> Node {
        if !self.rules.closed {
            let rest = Rest::Open(Box::default());
            return Node::new(NodeKind::Object { members, rest });
        }
        if members.is_empty() && !schema.contains_key(Keyword::Properties.name()) {
            self.weaker(at, VALUE_AS_TEXT, "an object with properties of any name and type becomes a JSON string");
            return Self::text("A JSON object, as a JSON string.");
        }
        self.weaker(at, OBJECT_CLOSED, "properties that the schema does not define are no longer allowed");
        Node::new(NodeKind::Object { members, rest: Rest::Closed })
    }

    /// Compiles an object whose other properties have a schema.
    fn map(
        &mut self,
        members: Vec<Member>,
        (schema, patterns): (&Map<String, Value>, &Map<String, Value>),
        rest: &Value,
        at: &Target,
        depth: usize,
    ) -> Node {
        let mut schemas: Vec<(Value, Target)> = Vec::new();
        let mut words = Vec::new();
        for (pattern, schema) in patterns {
            if *schema == false {
                words.push(format!("No name matches the regular expression {pattern}."));
            } else {
                schemas.push((schema.clone(), at.member(Keyword::PatternProperties.name()).member(pattern)));
            }
        }
        let listed: Vec<&str> = patterns.keys().map(String::as_str).collect();
        if !listed.is_empty() {
            words.push(format!("Names match one of these regular expressions: {}.", listed.join(" , ")));
            let message = "the description states the requirements of each pattern of names";
            self.weaker(&at.member(Keyword::PatternProperties.name()), KEYWORD_IN_WORDS, message);
            for keyword in [Keyword::AdditionalProperties, Keyword::UnevaluatedProperties]
                .iter()
                .filter(|one| schema.contains_key(one.name()))
            {
                let message =
                    "a name that no pattern matches may have what a pattern allows, which is no longer refused";
                self.weaker(&at.member(keyword.name()), KEYWORD_IN_WORDS, message);
            }
        }
        if *rest != false {
            schemas.push((rest.clone(), at.member(Keyword::AdditionalProperties.name())));
        }
        let branches: Vec<Node> = schemas.iter().map(|(schema, place)| self.node(schema, place, depth + 1)).collect();
        let value = Node::one_of(branches);
        let mut node = if self.rules.closed {
            let message = "properties of any name become a list of {\"key\", \"value\"}; normalize restores the object";
            self.weaker(at, MAP_AS_PAIRS, message);
            words.insert(0, "A list of pairs: each key is there once.".to_owned());
            paired(members, value)
        } else {
            Node::new(NodeKind::Object { members, rest: Rest::Open(Box::new(value)) })
        };
        node.words.extend(words);
        node
    }
}

/// Checks whether a node restricts more than the shape of its value.
fn has_keywords(node: &Node) -> bool {
    match &node.kind {
        NodeKind::Scalar { keywords, .. } => !keywords.is_empty(),
        NodeKind::Reference(_) => true,
        NodeKind::List { keywords, .. } if !keywords.is_empty() => true,
        NodeKind::Free
        | NodeKind::Text(_)
        | NodeKind::Object { .. }
        | NodeKind::Pairs(_)
        | NodeKind::List { .. }
        | NodeKind::Union(_)
        | NodeKind::Maybe(_)
        | NodeKind::Boxed(..) => node.children().into_iter().any(has_keywords),
    }
}

/// Returns a list of pairs. Next to named properties, the list becomes a property itself.
fn paired(members: Vec<Member>, value: Node) -> Node {
    if members.is_empty() {
        return Node::new(NodeKind::Pairs(Box::new(value)));
    }
    let mut name = PAIRS_NAME.to_owned();
    while members.iter().any(|member| member.name == name) {
        name.push('_');
    }
    Node::new(NodeKind::Object { members, rest: Rest::Pairs(name, Box::new(value)) })
}

/// Returns the schema of one property: by name, by matching patterns, or of the rest.
fn member_schema(schema: &Map<String, Value>, name: &str, own: &Value, known: bool) -> Value {
    let patterns = schema.get(Keyword::PatternProperties.name()).and_then(Value::as_object);
    let mut matching = patterns.into_iter().flatten().filter(|(pattern, _)| matches(pattern, name)).peekable();
    if !known && matching.peek().is_none() {
        return schema.get(Keyword::AdditionalProperties.name()).cloned().unwrap_or(Value::Bool(true));
    }
    matching.fold(own.clone(), |all, (_, next)| merge(&all, next))
}
