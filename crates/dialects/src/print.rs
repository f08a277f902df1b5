//! Prints a plan as the vendor's schema.

use std::cell::{Cell, RefCell};
use std::collections::BTreeSet;

use planwright_schema::model::Keyword;
use serde_json::{Map, Value, json};

use crate::dialects::Rules;
use crate::node::{KEY, Member, Node, NodeKind, Plan, Presence, Rest, VALUE};
use crate::words::{combined, joined};

/// Prints the whole schema.
pub(crate) fn print(plan: &Plan, rules: Rules) -> Value {
    whole(&Printer::new(plan, rules))
}

/// Prints the whole schema as the engine applies it: undescribed properties may have the name of a missing optional
/// property.
pub(crate) fn print_as_applied(plan: &Plan, rules: Rules) -> Value {
    whole(&Printer { as_applied: true, ..Printer::new(plan, rules) })
}

fn whole(printer: &Printer<'_>) -> Value {
    let plan = printer.plan;
    let root = printer.node(&plan.root);
    let mut schema = if plan.wrapped { closed(vec![(VALUE.to_owned(), root, true)]) } else { root };
    let definitions = printer.definitions();
    if let Some(members) = schema.as_object_mut().filter(|_| !definitions.is_empty()) {
        members.insert(Keyword::Defs.name().to_owned(), definitions.into());
    }
    schema
}

/// Prints the schema of one node, which may reference the definitions of the whole.
pub(crate) fn printed(plan: &Plan, rules: Rules, node: &Node) -> Value {
    Printer::new(plan, rules).node(node)
}

/// Prints the schemas of the definitions, by name.
pub(crate) fn printed_definitions(plan: &Plan, rules: Rules) -> Map<String, Value> {
    Printer::new(plan, rules).definitions()
}

struct Printer<'a> {
    plan: &'a Plan,
    rules: Rules,
    /// Set if the result describes what the engine accepts instead of what it is given.
    as_applied: bool,
    /// Definitions that are being expanded around the current location.
    inside: RefCell<Vec<String>>,
    /// Number of nodes that were printed so far.
    written: Cell<usize>,
}

/// Number of printed nodes after which definitions are no longer expanded to give them another description.
const MAX_EXPANDED_NODES: usize = 50_000;

impl<'a> Printer<'a> {
    fn new(plan: &'a Plan, rules: Rules) -> Self {
        Self { plan, rules, as_applied: false, inside: RefCell::default(), written: Cell::new(0) }
    }

    fn definitions(&self) -> Map<String, Value> {
        self.plan.definitions.iter().map(|(name, node)| (name.clone(), self.node(node))).collect()
    }

    fn node(&self, node: &Node) -> Value {
        self.written.set(self.written.get() + 1);
        // A reference allows no keywords next to it, so a definition with a different description is expanded.
        if let NodeKind::Reference(name) = &node.kind {
            let own = node.description.is_some() || !node.words.is_empty();
            return match self.plan.definitions.get(name) {
                Some(definition)
                    if own && !matches!(definition.kind, NodeKind::Reference(_)) && self.may_write_out(name) =>
                {
                    let words = node.words.iter().chain(&definition.words).cloned().collect();
                    let description = combined(node.description.as_deref(), definition.description.as_deref());
                    self.inside.borrow_mut().push(name.clone());
                    let written = self.node(&Node { description, words, kind: definition.kind.clone() });
                    self.inside.borrow_mut().pop();
                    written
                }
                _ => json!({ Keyword::Ref.name(): format!("#/$defs/{}", escaped(name)) }),
            };
        }
        let mut schema = self.kind(node);
        if let Some(text) = joined(node.description.as_deref(), &node.words)
            && let Some(members) = schema.as_object_mut()
        {
            members.insert("description".to_owned(), text.into());
        }
        schema
    }

    /// Checks whether a definition may be expanded: not inside itself, and not if the output is already large.
    fn may_write_out(&self, name: &str) -> bool {
        self.written.get() <= MAX_EXPANDED_NODES && !self.inside.borrow().iter().any(|around| around == name)
    }

    fn kind(&self, node: &Node) -> Value {
        match &node.kind {
            NodeKind::Free | NodeKind::Reference(_) => json!({}),
            NodeKind::Text(values) => {
                let texts: Vec<Value> = values.iter().map(|value| value.to_string().into()).collect();
                if texts.is_empty() { json!({ "type": "string" }) } else { json!({ "type": "string", "enum": texts }) }
            }
            NodeKind::Scalar { scalar, values, keywords } => self.scalar(scalar, values, keywords),
            NodeKind::Object { members, rest } => self.object(members, rest),
            NodeKind::Pairs(value) => self.pairs(value),
            NodeKind::List { slots, items, keywords } => {
                let mut schema = if self.rules.tuples && !slots.is_empty() {
                    self.tuple(slots, items, keywords)
                } else {
                    json!({ "type": "array", "items": self.element(slots, items) })
                };
                if let Some(members) = schema.as_object_mut() {
                    members.extend(keywords.clone());
                }
                schema
            }
            NodeKind::Union(branches) => union(branches.iter().map(|branch| self.node(branch)).collect()),
            NodeKind::Maybe(inner) => maybe(&self.node(inner)),
            NodeKind::Boxed(name, inner) => closed(vec![(name.clone(), self.node(inner), true)]),
        }
    }

    /// Prints a list whose first elements have separate schemas. The rest has a schema if there can be a rest.
    fn tuple(&self, slots: &[Node], items: &Node, keywords: &Map<String, Value>) -> Value {
        let each: Vec<Value> = slots.iter().map(|slot| self.node(slot)).collect();
        let is_closed = keywords
            .get(Keyword::MaxItems.name())
            .and_then(Value::as_u64)
            .is_some_and(|most| most <= slots.len() as u64);
        let mut schema = json!({ "type": "array", Keyword::PrefixItems.name(): each });
        if !is_closed && let Some(members) = schema.as_object_mut() {
            members.insert("items".to_owned(), self.node(items));
        }
        schema
    }

    fn scalar(&self, scalar: &str, values: &[Value], keywords: &Map<String, Value>) -> Value {
        let mut schema = Map::from_iter([("type".to_owned(), scalar.into())]);
        match values {
            [] => schema.extend(keywords.clone()),
            [Value::Null] => {}
            [one] if self.rules.constants => {
                schema.insert("const".to_owned(), one.clone());
            }
            several => {
                schema.insert("enum".to_owned(), several.to_vec().into());
            }
        }
        schema.into()
    }

    fn object(&self, members: &[Member], rest: &Rest) -> Value {
        let mut printed: Vec<(String, Value, bool)> = members.iter().map(|member| self.member(member)).collect();
        if let Rest::Open(rest) = rest
            && self.as_applied
            && self.rules.rest_takes_names
        {
            for (_, schema, _) in printed.iter_mut().filter(|(.., required)| !required) {
                *schema = union(vec![schema.clone(), self.node(rest)]);
            }
        }
        match rest {
            Rest::Closed if self.rules.closed => return closed(printed),
            Rest::Pairs(name, value) => {
                printed.push((name.clone(), self.pairs(value), true));
                return closed(printed);
            }
            Rest::Closed | Rest::Open(_) => {}
        }
        let mut schema = object(printed);
        if let Some(members) = schema.as_object_mut() {
            let rest = match rest {
                Rest::Open(node) if !matches!(node.kind, NodeKind::Free) => Some(self.node(node)),
                Rest::Closed => Some(Value::Bool(false)),
                Rest::Open(_) if self.rules.says_open => Some(Value::Bool(true)),
                _ => None,
            };
            members.extend(rest.map(|rest| (Keyword::AdditionalProperties.name().to_owned(), rest)));
        }
        schema
    }

    fn member(&self, member: &Member) -> (String, Value, bool) {
        let own = self.node(&member.node);
        let name = member.name.clone();
        match member.presence {
            Presence::Required => (name, own, true),
            Presence::Optional => (name, own, false),
            Presence::Nullable => (name, with_null(own, "null: missing."), true),
            Presence::Boxed => {
                let boxed = closed(vec![(VALUE.to_owned(), own, true)]);
                (name, with_null(boxed, "null: missing."), true)
            }
            Presence::Listed => {
                let mut list = maybe(&own);
                list["description"] = described(&list, "An empty list: missing.");
                (name, list, true)
            }
        }
    }

    fn element(&self, slots: &[Node], items: &Node) -> Value {
        union(slots.iter().chain([items]).map(|node| self.node(node)).collect())
    }

    fn pairs(&self, value: &Node) -> Value {
        let key = json!({ "type": "string" });
        let pair = closed(vec![(KEY.to_owned(), key, true), (VALUE.to_owned(), self.node(value), true)]);
        json!({ "type": "array", "items": pair })
    }
}

/// Prints a list with at most one element.
fn maybe(item: &Value) -> Value {
    json!({ "type": "array", "items": item, "description": "At most 1 item." })
}

fn with_null(schema: Value, words: &str) -> Value {
    let simple = schema.get("type").is_some_and(Value::is_string)
        && !["enum", "const", Keyword::Properties.name(), "items"].iter().any(|keyword| schema.get(*keyword).is_some());
    let mut schema = schema;
    if simple {
        schema["type"] = json!([schema["type"], "null"]);
        schema["description"] = described(&schema, words);
        return schema;
    }
    let text = described(&schema, words);
    let mut branches = match schema.get(Keyword::AnyOf.name()) {
        Some(Value::Array(branches)) => branches.clone(),
        _ => vec![schema],
    };
    branches.push(json!({ "type": "null" }));
    json!({ Keyword::AnyOf.name(): branches, "description": text })
}

fn union(branches: Vec<Value>) -> Value {
    let mut seen = BTreeSet::new();
    let mut distinct: Vec<Value> = branches.into_iter().filter(|branch| seen.insert(branch.to_string())).collect();
    if distinct.len() == 1 { distinct.remove(0) } else { json!({ Keyword::AnyOf.name(): distinct }) }
}

fn closed(members: Vec<(String, Value, bool)>) -> Value {
    let mut schema = object(members);
    schema[Keyword::AdditionalProperties.name()] = Value::Bool(false);
    schema
}

fn object(members: Vec<(String, Value, bool)>) -> Value {
    let required: Vec<Value> =
        members.iter().filter(|(.., required)| *required).map(|(name, ..)| name.clone().into()).collect();
    let properties: Map<String, Value> = members.into_iter().map(|(name, schema, _)| (name, schema)).collect();
    json!({ "type": "object", Keyword::Properties.name(): properties, "required": required })
}

fn described(schema: &Value, words: &str) -> Value {
    let own = schema.get("description").and_then(Value::as_str);
    joined(own, &[words.to_owned()]).unwrap_or_default().into()
}

/// Escapes a name for the fragment of a URI. Names of definitions are type names, so they consist of letters and
/// digits.
fn escaped(name: &str) -> String {
    name.replace('~', "~0").replace('/', "~1")
}
