//! Describes the documents that answers in a dialect decode to, as a schema. Certificates compare it with the canonical
//! schema.
//!
//! The schema follows from the plan, like the decoder. `at_least` contains only documents that certainly have an
//! answer, and `at_most` contains all documents that may result. If branches of a union decode in different ways, no
//! answer may match two of them. Each such pair is a schema that must allow nothing.

use std::collections::BTreeSet;

use planwright_schema::keywords::walk;
use planwright_schema::model::Keyword;
use planwright_source::Pointer;
use serde_json::{Map, Value, json};

use crate::dialects::Rules;
use crate::node::{KEY, Member, Node, NodeKind, Plan, Presence, Rest, VALUE};
use crate::print::{printed, printed_definitions};

/// Documents of a dialect.
#[derive(Clone, Debug, PartialEq)]
pub struct Admitted {
    /// Every document of this schema results from an answer, provided that no pair of `apart` has an answer.
    pub at_least: Value,
    /// Every document that results is valid under this schema, on the same condition.
    pub at_most: Value,
    /// Document whose schemas at `pairs` must allow nothing: the answers that two branches of one union would decode
    /// differently.
    pub apart: Value,
    /// Locations of these schemas in `apart`.
    pub pairs: Vec<Pointer>,
    /// Set if pairs were left out because all of them together are too large. Nothing is known about those pairs.
    pub is_cut: bool,
}

/// Maximum number of schemas of all pairs together, with references expanded.
const MAX_APART: usize = 60_000;

/// Returns the documents of a dialect that rewrites schemas.
pub(crate) fn of_plan(plan: &Plan, rules: Rules) -> Admitted {
    let printer = Decoded { plan, rules };
    let (at_least, at_most) = (printer.whole(DecodedSide::Least), printer.whole(DecodedSide::Most));
    let apart = printer.apart();
    let is_cut = apart.is_none();
    let (apart, pairs) = apart.unwrap_or_else(|| (json!({}), Vec::new()));
    Admitted { at_least, at_most, apart, pairs, is_cut }
}

/// Returns the documents of a dialect that hardly changes schemas.
pub(crate) fn of_schema(schema: &Value, is_wrapped: bool) -> Admitted {
    let mut inner = if is_wrapped { schema[Keyword::Properties.name()][VALUE].clone() } else { schema.clone() };
    if let (true, Some(members), Some(definitions)) =
        (is_wrapped, inner.as_object_mut(), schema.get(Keyword::Defs.name()))
    {
        members.insert(Keyword::Defs.name().to_owned(), definitions.clone());
    }
    Admitted { at_least: inner.clone(), at_most: inner, apart: json!({}), pairs: Vec::new(), is_cut: false }
}

/// Set of values that is described.
#[derive(Clone, Copy, PartialEq, Eq)]
enum DecodedSide {
    /// Documents that certainly result.
    Least,
    /// Documents that may result.
    Most,
    /// Documents that may result from an answer that the vendor's schema rejects.
    Loose,
    /// Answers that the decoder accepts.
    Answers,
}

impl DecodedSide {
    const ALL: [Self; 4] = [Self::Least, Self::Most, Self::Loose, Self::Answers];

    fn definition(self, name: &str) -> String {
        match self {
            Self::Least => format!("least-{name}"),
            Self::Most => format!("most-{name}"),
            Self::Loose => format!("loose-{name}"),
            Self::Answers => format!("answers-{name}"),
        }
    }
}

struct Decoded<'a> {
    plan: &'a Plan,
    rules: Rules,
}

impl Decoded<'_> {
    fn whole(&self, kind: DecodedSide) -> Value {
        with_definitions(self.node(&self.plan.root, kind), self.definitions())
    }

    /// Returns all definitions that a schema of this module may reference. Vendor schemas keep their names.
    fn definitions(&self) -> Map<String, Value> {
        let mut all = printed_definitions(self.plan, self.rules);
        for (name, node) in &self.plan.definitions {
            all.extend(DecodedSide::ALL.map(|kind| (kind.definition(name), self.node(node, kind))));
        }
        all
    }

    fn node(&self, node: &Node, kind: DecodedSide) -> Value {
        let is_answer = kind == DecodedSide::Answers;
        match &node.kind {
            NodeKind::Text(_) if is_answer => json!({ "type": "string" }),
            NodeKind::Text(values) if values.is_empty() => json!({}),
            NodeKind::Text(values) => json!({ "enum": values }),
            NodeKind::Scalar { scalar, values, keywords } => {
                let mut schema = Map::from_iter([("type".to_owned(), Value::from(*scalar))]);
                if !values.is_empty() {
                    schema.insert("enum".to_owned(), values.clone().into());
                } else if matches!(kind, DecodedSide::Least | DecodedSide::Most) {
                    schema.extend(keywords.clone());
                }
                schema.into()
            }
            NodeKind::Object { members, rest } if is_answer => self.object_answer(members, rest),
            NodeKind::Object { members, rest } => self.object(members, rest, kind),
            NodeKind::Pairs(value) if is_answer => self.pairs(value),
            NodeKind::Pairs(value) => {
                json!({ "type": "object", Keyword::AdditionalProperties.name(): self.node(value, kind) })
            }
            NodeKind::List { slots, items, keywords } => {
                let mut schema = Map::from_iter([("type".to_owned(), Value::from("array"))]);
                if !slots.is_empty() {
                    let slots: Vec<Value> = slots.iter().map(|slot| self.element(node, slot, kind)).collect();
                    schema.insert(Keyword::PrefixItems.name().to_owned(), slots.into());
                }
                schema.insert("items".to_owned(), self.element(node, items, kind));
                if matches!(kind, DecodedSide::Least | DecodedSide::Most) {
                    schema.extend(keywords.clone());
                }
                schema.into()
            }
            NodeKind::Union(branches) => {
                let branches: Vec<Value> = branches.iter().map(|branch| self.node(branch, kind)).collect();
                Map::from_iter([(Keyword::AnyOf.name().to_owned(), branches.into())]).into()
            }
            NodeKind::Reference(name) if self.plan.definitions.contains_key(name) => {
                json!({ Keyword::Ref.name(): format!("#/$defs/{}", kind.definition(name)) })
            }
            NodeKind::Free | NodeKind::Reference(_) => json!({}),
            NodeKind::Maybe(inner) if is_answer => at_most_one(&self.node(inner, kind)),
            NodeKind::Maybe(inner) => json!({ Keyword::AnyOf.name(): [{ "type": "null" }, self.node(inner, kind)] }),
            NodeKind::Boxed(name, inner) if is_answer => only_member(name, &self.node(inner, kind)),
            NodeKind::Boxed(_, inner) => self.node(inner, kind),
        }
    }

    /// Returns the schema of an element of a list.
    ///
    /// In a dialect without tuples, any element may have the schema of any position. Therefore more may result than the
    /// node itself allows.
    fn element(&self, list: &Node, own: &Node, kind: DecodedSide) -> Value {
        let NodeKind::List { slots, items, .. } = &list.kind else { return json!({}) };
        if kind != DecodedSide::Most || slots.is_empty() || self.rules.tuples {
            return self.node(own, kind);
        }
        if !self.is_identity(own, &mut BTreeSet::new()) {
            return self.node(own, DecodedSide::Loose);
        }
        let any = slots.iter().chain([&**items]).map(|node| printed(self.plan, self.rules, node));
        let any = json!({ Keyword::AnyOf.name(): any.collect::<Vec<_>>() });
        json!({ Keyword::AllOf.name(): [self.node(own, DecodedSide::Answers), any] })
    }

    fn object(&self, members: &[Member], rest: &Rest, kind: DecodedSide) -> Value {
        let own = |member: &Member| {
            let own = self.node(&member.node, kind);
            match rest {
                // A pair may have the name of an optional property that is missing.
                Rest::Pairs(_, value) if kind != DecodedSide::Least && member.presence != Presence::Required => {
                    (member.name.clone(), json!({ Keyword::AnyOf.name(): [own, self.node(value, kind)] }))
                }
                // As an undescribed property, the decoder reads it by its own shape.
                Rest::Open(value)
                    if self.rules.rest_takes_names
                        && kind == DecodedSide::Most
                        && member.presence != Presence::Required =>
                {
                    let both = [self.node(&member.node, DecodedSide::Loose), self.node(value, kind)];
                    let among = json!({ Keyword::AllOf.name(): both });
                    (member.name.clone(), json!({ Keyword::AnyOf.name(): [own, among] }))
                }
                _ => (member.name.clone(), own),
            }
        };
        let properties: Map<String, Value> = members.iter().map(own).collect();
        let rest = match rest {
            Rest::Closed => Value::Bool(false),
            Rest::Open(value) | Rest::Pairs(_, value) => self.node(value, kind),
        };
        object(properties, members, rest)
    }

    fn object_answer(&self, members: &[Member], rest: &Rest) -> Value {
        let kind = DecodedSide::Answers;
        let own = |member: &Member| {
            let own = self.node(&member.node, kind);
            let own = match member.presence {
                Presence::Required | Presence::Optional => own,
                Presence::Nullable => json!({ Keyword::AnyOf.name(): [{ "type": "null" }, own] }),
                Presence::Boxed => json!({ Keyword::AnyOf.name(): [{ "type": "null" }, only_member(VALUE, &own)] }),
                Presence::Listed => at_most_one(&own),
            };
            (member.name.clone(), own)
        };
        let mut properties: Map<String, Value> = members.iter().map(own).collect();
        let rest = match rest {
            Rest::Closed => Value::Bool(false),
            Rest::Open(value) => self.node(value, kind),
            Rest::Pairs(name, value) => {
                properties.insert(name.clone(), self.pairs(value));
                Value::Bool(false)
            }
        };
        object(properties, members, rest)
    }

    fn pairs(&self, value: &Node) -> Value {
        let value = self.node(value, DecodedSide::Answers);
        json!({ "type": "array", "items": {
            "type": "object", "required": [KEY, VALUE], Keyword::AdditionalProperties.name(): false,
            Keyword::Properties.name(): { KEY: { "type": "string" }, VALUE: value }
        } })
    }

    /// Checks whether decoding returns the answer unchanged.
    fn is_identity<'n>(&'n self, node: &'n Node, seen: &mut BTreeSet<&'n str>) -> bool {
        match &node.kind {
            NodeKind::Text(_)
            | NodeKind::Pairs(_)
            | NodeKind::Maybe(_)
            | NodeKind::Boxed(..)
            | NodeKind::Object { rest: Rest::Pairs(..), .. } => false,
            NodeKind::Object { members, .. }
                if members.iter().any(|member| !matches!(member.presence, Presence::Required | Presence::Optional)) =>
            {
                false
            }
            NodeKind::Reference(name) if !seen.insert(name) => true,
            NodeKind::Reference(name) => {
                self.plan.definitions.get(name).is_none_or(|node| self.is_identity(node, seen))
            }
            NodeKind::Free
            | NodeKind::Scalar { .. }
            | NodeKind::Object { .. }
            | NodeKind::List { .. }
            | NodeKind::Union(_) => node.children().into_iter().all(|child| self.is_identity(child, seen)),
        }
    }

    /// Returns the answers that two branches of one union would decode differently, or `None` if there are too many.
    fn apart(&self) -> Option<(Value, Vec<Pointer>)> {
        let mut left = MAX_APART;
        let mut pending: Vec<&Node> = self.plan.definitions.values().chain([&self.plan.root]).collect();
        let mut definitions = Map::new();
        let mut pairs = Vec::new();
        while let Some(node) = pending.pop() {
            pending.extend(node.children());
            let NodeKind::Union(branches) = &node.kind else { continue };
            let same: Vec<bool> =
                branches.iter().map(|branch| self.is_identity(branch, &mut BTreeSet::new())).collect();
            for (later, branch) in branches.iter().enumerate() {
                for earlier in (0..later).filter(|earlier| !(same[*earlier] && same[later])) {
                    left = left.checked_sub(branches[earlier].size() + branch.size())?;
                    let name = format!("pair-{}", pairs.len());
                    let taken = self.node(&branches[earlier], DecodedSide::Answers);
                    let both = json!({ Keyword::AllOf.name(): [taken, printed(self.plan, self.rules, branch)] });
                    pairs.push(Pointer::root().member(Keyword::Defs.name()).member(&name));
                    definitions.insert(name, both);
                }
            }
        }
        let all = with_definitions(json!({ Keyword::Defs.name(): definitions }), self.definitions());
        Some((all, pairs))
    }
}

fn object(properties: Map<String, Value>, members: &[Member], rest: Value) -> Value {
    let required = members.iter().filter(|member| member.presence == Presence::Required);
    let required: Vec<Value> = required.map(|member| member.name.clone().into()).collect();
    // Built by moving instead of with `json!`, because the values may be large.
    let keywords = [
        ("type", "object".into()),
        (Keyword::Properties.name(), properties.into()),
        ("required", required.into()),
        (Keyword::AdditionalProperties.name(), rest),
    ];
    keywords.into_iter().map(|(keyword, value)| (keyword.to_owned(), value)).collect::<Map<_, _>>().into()
}

fn at_most_one(item: &Value) -> Value {
    json!({ "type": "array", "items": item, Keyword::MaxItems.name(): 1 })
}

fn only_member(name: &str, inner: &Value) -> Value {
    json!({
        "type": "object", Keyword::Properties.name(): { name: inner },
        "required": [name], Keyword::AdditionalProperties.name(): false
    })
}

/// Returns the schema with the definitions that it reaches.
fn with_definitions(mut schema: Value, mut all: Map<String, Value>) -> Value {
    let mut reached = Map::new();
    let mut pending = vec![schema.clone()];
    while let Some(next) = pending.pop() {
        walk(&next, &Pointer::root(), &mut |schema, _| {
            let name =
                schema.get(Keyword::Ref.name()).and_then(Value::as_str).and_then(|at| at.strip_prefix("#/$defs/"));
            if let Some((name, definition)) = name.and_then(|name| Some((name, all.shift_remove(name)?))) {
                pending.push(definition.clone());
                reached.insert(name.to_owned(), definition);
            }
        });
    }
    if let Some(members) = schema.as_object_mut().filter(|_| !reached.is_empty()) {
        let definitions = members.entry(Keyword::Defs.name()).or_insert_with(|| json!({}));
        definitions.as_object_mut().into_iter().for_each(|definitions| definitions.append(&mut reached));
    }
    schema
}
