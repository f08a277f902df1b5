//! Compiles definitions to a plan, for dialects that rewrite schemas.

use std::collections::BTreeMap;

use serde_json::{Map, Value, json};

use crate::dialects::Rules;
use crate::merge::{both, merge};
use crate::node::{Node, NodeKind, Plan};
use crate::places::as_written;
use crate::source::Source;
use crate::weakening::{
    KEYWORD_IN_WORDS, NOTHING_ALLOWED, Note, RECURSION_CUT, ROOT_WRAPPED, Refusal, TOO_LARGE, VALUE_AS_TEXT, Weakening,
    located,
};
use crate::{alike, apart, budget, in_place, words};
use planwright_schema::Target;
use planwright_schema::keywords::is_constraint;
use planwright_schema::model::Keyword;
use planwright_schema::set::SchemaSet;

/// Maximum number of nodes of a plan, more than any dialect supports.
const MAX_NODES: usize = 50_000;
/// Maximum number of values in all merged schemas.
const MAX_MERGED_VALUES: usize = 100_000;
/// Maximum number of values that definitions add to a schema in a description.
const MAX_INLINED_VALUES: usize = 2_000;
/// Maximum number of characters in all descriptions, more than any dialect supports.
const MAX_DESCRIPTION_CHARACTERS: usize = 2_000_000;
/// Maximum nesting depth of schemas, with references expanded.
const MAX_DEPTH: usize = 150;
/// Number of times that a definition is expanded inside itself, if it cannot be referenced.
const MAX_UNROLLED: usize = 2;

/// Compiles a root. Returns the plan and the weakenings.
pub(crate) fn compile(set: &SchemaSet, source: &Source, rules: Rules) -> Result<(Plan, Vec<Weakening>), Refusal> {
    let mut compiler = Compiler {
        source,
        rules,
        plan: Plan::default(),
        pending: Vec::new(),
        inside: BTreeMap::new(),
        nodes: 0,
        merged: 0,
        description_characters: 0,
        notes: source.notes.clone(),
        refusals: Vec::new(),
    };
    compiler.run();
    if !compiler.refusals.is_empty() {
        return Err(Refusal::Dialect(located(set, compiler.refusals)));
    }
    let Compiler { mut plan, mut notes, .. } = compiler;
    in_place::flatten(&mut plan);
    apart::keep_values_apart(&mut plan);
    budget::spend_budget(source, &mut plan, rules, &mut notes);
    if rules.closed {
        alike::keep_branches_apart(&mut plan);
    }
    Ok((plan, located(set, as_written(source, notes))))
}

/// Counts the values in a value.
pub(crate) fn values(value: &Value) -> usize {
    match value {
        Value::Array(items) => 1 + items.iter().map(values).sum::<usize>(),
        Value::Object(members) => 1 + members.values().map(values).sum::<usize>(),
        _ => 1,
    }
}

/// State of a compilation.
pub(crate) struct Compiler<'a> {
    pub source: &'a Source,
    pub rules: Rules,
    plan: Plan,
    pending: Vec<String>,
    /// Number of times that each definition is being expanded around the current location.
    inside: BTreeMap<String, usize>,
    nodes: usize,
    /// Number of values in all merged schemas.
    merged: usize,
    /// Number of characters in all descriptions.
    description_characters: usize,
    notes: Vec<Note>,
    refusals: Vec<Note>,
}

impl Compiler<'_> {
    fn run(&mut self) {
        let Some((schema, place)) = self.source.definitions.get(&self.source.root) else { return };
        let root = self.node(schema, place, 0);
        while let Some(name) = self.pending.pop() {
            if !self.plan.definitions.contains_key(&name)
                && let Some((schema, place)) = self.source.definitions.get(&name)
            {
                self.plan.definitions.insert(name.clone(), Node::default());
                let node = self.node(schema, place, 0);
                self.plan.definitions.insert(name, node);
            }
        }
        self.plan.root = match &root.kind {
            NodeKind::Reference(_) => {
                let definition = self.plan.follow(&root);
                let description = words::combined(root.description.as_deref(), definition.description.as_deref());
                Node { description, ..definition.clone() }
            }
            _ => root,
        };
        let is_object = matches!(self.plan.root.kind, NodeKind::Object { .. });
        self.plan.wrapped = self.rules.object_root && !is_object;
        if self.plan.wrapped {
            self.weaker(
                place,
                ROOT_WRAPPED,
                "the document is the property \"value\" of an object; normalize extracts it",
            );
        }
    }

    /// Compiles one schema.
    pub(crate) fn node(&mut self, schema: &Value, at: &Target, depth: usize) -> Node {
        self.nodes += 1;
        if self.nodes > MAX_NODES || depth > MAX_DEPTH {
            let limit = if depth > MAX_DEPTH { format!("{MAX_DEPTH} levels") } else { format!("{MAX_NODES} schemas") };
            self.refuse(at, TOO_LARGE, format!("written out, it has more than {limit}; export a part of it"));
            return Node::default();
        }
        let members = match schema {
            Value::Object(members) => members,
            Value::Bool(false) => {
                self.refuse(at, NOTHING_ALLOWED, "no value is valid here, which no dialect can express".to_owned());
                return Node::default();
            }
            _ => return self.free(at),
        };
        let says = members.keys().any(|name| is_constraint(name) && name != Keyword::Ref.name());
        let mut node = if let Some((name, referred, place)) = self.source.referred(schema) {
            if says { self.written_out(schema, at, depth) } else { self.reference(name, referred, place, depth) }
        } else if members.contains_key(Keyword::AnyOf.name()) || members.contains_key(Keyword::OneOf.name()) {
            self.union(members, at, depth)
        } else if let Some(parts) = members.get(Keyword::AllOf.name()).and_then(Value::as_array) {
            self.all_of(members, parts, at, depth)
        } else {
            self.plain(members, at, depth)
        };
        if let Some(Value::String(description)) = members.get(Keyword::Description.name()) {
            node.description = words::combined(Some(description), node.description.as_deref());
        }
        for keyword in [Keyword::Default, Keyword::Examples] {
            if let Some(value) = members.get(keyword.name()).filter(|value| !words::is_empty(keyword, value)) {
                node.words.push(words::sentence(keyword, value));
            }
        }
        node
    }

    fn reference(&mut self, name: &str, referred: &Value, place: &Target, depth: usize) -> Node {
        if self.rules.references && (self.rules.recursion || !self.source.recursive.contains(name)) {
            self.pending.push(name.to_owned());
            return Node::new(NodeKind::Reference(name.to_owned()));
        }
        self.inside(name, place, |compiler| compiler.node(referred, place, depth + 1))
    }

    /// Expands a reference that has other keywords next to it or that is part of an `allOf`.
    fn written_out(&mut self, schema: &Value, at: &Target, depth: usize) -> Node {
        let Some((name, referred, _)) = self.source.referred(schema) else { return Node::default() };
        let mut rest = schema.clone();
        if let Some(rest) = rest.as_object_mut() {
            rest.shift_remove(Keyword::Ref.name());
        }
        let merged = merge(&rest, referred);
        self.inside(name, at, |compiler| compiler.node(&merged, at, depth + 1))
    }

    /// Enters a definition, unless it is already expanded as often as allowed.
    fn inside(&mut self, name: &str, at: &Target, go: impl FnOnce(&mut Self) -> Node) -> Node {
        let times = self.inside.entry(name.to_owned()).or_default();
        if *times >= MAX_UNROLLED {
            let message = format!("{name} contains itself: below {MAX_UNROLLED} levels it becomes a JSON string");
            self.weaker(at, RECURSION_CUT, message);
            return Self::text(&format!("A {name} as a JSON string."));
        }
        *times += 1;
        let node = go(self);
        if let Some(times) = self.inside.get_mut(name) {
            *times -= 1;
        }
        node
    }

    fn all_of(&mut self, members: &Map<String, Value>, parts: &[Value], at: &Target, depth: usize) -> Node {
        let mut rest = members.clone();
        rest.shift_remove(Keyword::AllOf.name());
        let says = rest.keys().any(|name| is_constraint(name));
        match (parts, says) {
            ([only], false) => self.node(only, &at.member(Keyword::AllOf.name()).index(0), depth + 1),
            ([], _) => self.node(&Value::Object(rest), at, depth + 1),
            ([first, others @ ..], _) => {
                if !others.is_empty() {
                    rest.insert(Keyword::AllOf.name().to_owned(), others.to_vec().into());
                }
                self.meet(&Value::Object(rest), first, at, depth)
            }
        }
    }

    /// Compiles the conjunction of two schemas.
    pub(crate) fn meet(&mut self, base: &Value, part: &Value, at: &Target, depth: usize) -> Node {
        let Some((name, referred, _)) = self.source.referred(part) else {
            let merged = self.note_leftovers(merge(base, part), at);
            return if self.is_within_merge_limit(&merged, at) {
                self.node(&merged, at, depth + 1)
            } else {
                Node::default()
            };
        };
        let mut rest = part.clone();
        if let Some(rest) = rest.as_object_mut() {
            rest.shift_remove(Keyword::Ref.name());
        }
        let merged = self.note_leftovers(merge(&merge(base, &rest), referred), at);
        if !self.is_within_merge_limit(&merged, at) {
            return Node::default();
        }
        self.inside(name, at, |compiler| compiler.node(&merged, at, depth + 1))
    }

    /// Checks the size limit of merged schemas. Parts that reference others can double with every step.
    fn is_within_merge_limit(&mut self, merged: &Value, at: &Target) -> bool {
        self.merged += values(merged);
        let affords = self.merged <= MAX_MERGED_VALUES;
        if !affords {
            self.refuse(
                at,
                TOO_LARGE,
                format!("its `allOf`s merge to more than {MAX_MERGED_VALUES} values; export a part of it"),
            );
        }
        affords
    }

    /// Describes keywords that no merge can express, such as two patterns or two `not`s.
    fn note_leftovers(&mut self, mut merged: Value, at: &Target) -> Value {
        let Some(members) = merged.as_object_mut() else { return merged };
        let Some(Value::Array(parts)) = members.shift_remove(Keyword::AllOf.name()) else { return merged };
        // A part with one keyword that the schema has too, with a value that no single keyword expresses with it.
        let left_keyword = |part: &Value| {
            let part = part.as_object().filter(|part| part.len() == 1)?;
            let (name, theirs) = part.iter().next()?;
            let keyword = Keyword::from_name(name)?;
            members.get(name).filter(|mine| *mine != theirs && both(keyword, mine, theirs).is_none())?;
            let is_compiled = matches!(keyword, Keyword::AnyOf | Keyword::OneOf | Keyword::Ref | Keyword::Const);
            (!is_compiled).then_some(keyword)
        };
        let (left, parts): (Vec<Value>, Vec<Value>) = parts.into_iter().partition(|part| left_keyword(part).is_some());
        let left: Vec<(Keyword, Value)> = left
            .iter()
            .filter_map(|part| left_keyword(part).map(|keyword| (keyword, part[keyword.name()].clone())))
            .collect();
        let mut description_characters = Vec::new();
        for (keyword, value) in &left {
            description_characters.push(words::sentence(*keyword, value));
            let message = format!("a second {} cannot stay, so the description says it", keyword.name());
            self.weaker(at, KEYWORD_IN_WORDS, message);
        }
        if !description_characters.is_empty() {
            let description = members.get(Keyword::Description.name()).and_then(Value::as_str);
            let text = words::joined(description, &description_characters).unwrap_or_default();
            members.insert(Keyword::Description.name().to_owned(), text.into());
        }
        if !parts.is_empty() {
            members.insert(Keyword::AllOf.name().to_owned(), parts.into());
        }
        merged
    }

    /// Compiles a schema that allows any value.
    pub(crate) fn free(&mut self, at: &Target) -> Node {
        if !self.rules.closed {
            return Node::new(NodeKind::Free);
        }
        self.weaker(at, VALUE_AS_TEXT, "a value of any type becomes a JSON string".to_owned());
        Self::text("Any JSON value, as a JSON string.")
    }

    pub(crate) fn text(words: &str) -> Node {
        Node { words: vec![words.to_owned()], ..Node::new(NodeKind::Text(Vec::new())) }
    }

    /// Adds a sentence to the description for each of these keywords that is present and restricts something.
    pub(crate) fn describe_keywords(
        &mut self,
        node: &mut Node,
        members: &Map<String, Value>,
        keywords: &[Keyword],
        at: &Target,
    ) {
        for keyword in keywords.iter().copied() {
            let name = keyword.name();
            if let Some(value) = members.get(name).filter(|value| !words::is_empty(keyword, value)) {
                let referring = value.to_string().contains("#/definitions/");
                let mut left = MAX_INLINED_VALUES;
                let value = if referring { self.inlined(value, 0, &mut left) } else { value.clone() };
                let sentence = words::sentence(keyword, &value);
                self.description_characters += sentence.len();
                if self.description_characters > MAX_DESCRIPTION_CHARACTERS {
                    let message = format!(
                        "its descriptions have more than {MAX_DESCRIPTION_CHARACTERS} characters; export a part of it"
                    );
                    return self.refuse(at, TOO_LARGE, message);
                }
                node.words.push(sentence);
                let message = format!("the dialect has no `{name}` here, so the description says it");
                self.weaker(&at.member(name), KEYWORD_IN_WORDS, message);
            }
        }
    }

    /// Prints a schema for descriptions. Definitions are inlined for a few levels and within the size limit.
    fn inlined(&self, schema: &Value, depth: usize, left: &mut usize) -> Value {
        if let Some((name, referred, _)) = self.source.referred(schema) {
            let size = values(referred);
            if depth >= 3 || size > *left {
                return json!({ "title": name });
            }
            *left -= size;
            return self.inlined(referred, depth + 1, left);
        }
        match schema {
            Value::Object(members) => Value::Object(
                members.iter().map(|(name, value)| (name.clone(), self.inlined(value, depth, left))).collect(),
            ),
            Value::Array(items) => items.iter().map(|item| self.inlined(item, depth, left)).collect(),
            plain => plain.clone(),
        }
    }

    pub(crate) fn weaker(&mut self, at: &Target, code: &'static str, message: impl Into<String>) {
        self.notes.push(Note::new(at, code, message));
    }

    pub(crate) fn refuse(&mut self, at: &Target, code: &'static str, message: String) {
        self.refusals.push(Note::new(at, code, message));
    }
}
