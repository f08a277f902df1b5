//! Compiles a bundled schema to nodes. A keyword that cannot be decided early is listed and otherwise ignored.

use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;

use jsonschema::Draft;
use planwright_source::percent_decode;
use serde_json::{Map, Value};

use super::node::{FollowList, FollowNode, FollowObject, NamePattern, NodeId, ScalarCheck};
use super::pattern::FollowPattern;
use super::{FollowSource, LateKeyword};
use crate::reader::kinds;

/// Keywords that the validator checks at the end of a string or number.
const SCALAR_KEYWORDS: [&str; 12] = [
    "type",
    "enum",
    "const",
    "minimum",
    "maximum",
    "exclusiveMinimum",
    "exclusiveMaximum",
    "multipleOf",
    "minLength",
    "maxLength",
    "pattern",
    "format",
];

/// Keywords that cannot be decided before the whole document is complete.
const WHOLE_VALUE_KEYWORDS: [&str; 11] = [
    "not",
    "contains",
    "minContains",
    "maxContains",
    "uniqueItems",
    "unevaluatedItems",
    "unevaluatedProperties",
    "$dynamicRef",
    "$recursiveRef",
    "contentEncoding",
    "contentMediaType",
];

/// Type bits of all numbers.
const NUMBERS: u8 = kinds::INTEGER | kinds::NUMBER;

/// Compiles schemas to nodes, and collects the keywords that nodes cannot express.
pub(super) struct FollowCompiler {
    sources: Vec<CompiledSource>,
    ids: HashMap<(usize, String), NodeId>,
    pub(super) nodes: Vec<FollowNode>,
    pub(super) late: Vec<LateKeyword>,
    pending: Vec<(NodeId, usize, String)>,
}

/// A schema document.
struct CompiledSource {
    document: Arc<Value>,
    draft: Draft,
    asserts_formats: bool,
    tagged: BTreeSet<String>,
    /// Pointers of the resources in the document, by their URI.
    resources: HashMap<String, String>,
}

/// Location of a schema in a document.
#[derive(Clone, Copy)]
struct SchemaPlace<'s> {
    source: usize,
    pointer: &'s str,
    draft: Draft,
}

impl SchemaPlace<'_> {
    /// Returns the pointer of a subschema.
    fn below(self, tokens: &[&str]) -> String {
        tokens.iter().fold(self.pointer.to_owned(), |at, token| format!("{at}/{}", escaped(token)))
    }
}

impl FollowCompiler {
    /// Compiles schemas of which a document must satisfy at least one. The root is node 0.
    pub(super) fn compile(sources: Vec<FollowSource>) -> Self {
        let parts: Vec<&str> = sources.iter().map(|source| source.part).collect();
        let mut compiler = Self {
            sources: sources.into_iter().map(CompiledSource::new).collect(),
            ids: HashMap::new(),
            nodes: vec![FollowNode::any()],
            late: Vec::new(),
            pending: Vec::new(),
        };
        let parts = parts.into_iter().enumerate();
        let roots = parts.map(|(source, part)| compiler.id(source, part.to_owned())).collect();
        compiler.nodes[0].unions = vec![roots];
        while !compiler.pending.is_empty() {
            for (id, source, pointer) in std::mem::take(&mut compiler.pending) {
                let node = compiler.node(source, &pointer);
                compiler.nodes[id] = node;
            }
        }
        compiler
    }

    fn id(&mut self, source: usize, pointer: String) -> NodeId {
        if let Some(id) = self.ids.get(&(source, pointer.clone())) {
            return *id;
        }
        let id = self.add(FollowNode::any());
        self.ids.insert((source, pointer.clone()), id);
        self.pending.push((id, source, pointer));
        id
    }

    fn add(&mut self, node: FollowNode) -> NodeId {
        self.nodes.push(node);
        self.nodes.len() - 1
    }

    fn below(&mut self, at: SchemaPlace<'_>, tokens: &[&str]) -> NodeId {
        self.id(at.source, at.below(tokens))
    }

    fn is_late(&mut self, at: SchemaPlace<'_>, keyword: &str) {
        self.late.push(LateKeyword { pointer: at.below(&[keyword]), keyword: keyword.to_owned() });
    }

    fn node(&mut self, source: usize, pointer: &str) -> FollowNode {
        let from = &self.sources[source];
        let (document, draft) = (Arc::clone(&from.document), from.draft);
        let at = SchemaPlace { source, pointer, draft };
        match document.pointer(pointer) {
            Some(Value::Bool(false)) => FollowNode::never(),
            Some(Value::Object(schema)) => {
                if is_of_other_dialect(&document, pointer) {
                    self.is_late(at, "$schema");
                    return FollowNode::any();
                }
                self.schema(at, schema)
            }
            _ => FollowNode::any(),
        }
    }

    fn schema(&mut self, at: SchemaPlace<'_>, schema: &Map<String, Value>) -> FollowNode {
        let mut node = FollowNode::any();
        if let Some(reference) = schema.get("$ref").and_then(Value::as_str) {
            match self.sources[at.source].resolve(at.pointer, reference) {
                Some(target) => node.all.push(self.id(at.source, target)),
                None => self.is_late(at, "$ref"),
            }
            if at.draft < Draft::Draft201909 {
                return node;
            }
        }
        if matches!(schema.get("not"), Some(Value::Bool(true))) || is_empty(schema.get("not")) {
            return FollowNode::never();
        }
        for keyword in WHOLE_VALUE_KEYWORDS.into_iter().filter(|keyword| schema.contains_key(*keyword)) {
            if schema[keyword] != Value::Bool(false) || keyword.starts_with("unevaluated") {
                self.is_late(at, keyword);
            }
        }
        self.scalars(at, schema, &mut node);
        node.object = self.object(at, schema);
        node.list = self.list(at, schema);
        self.applied(at, schema, &mut node);
        node
    }

    /// Compiles the keywords for types, constants, strings and numbers.
    fn scalars(&mut self, at: SchemaPlace<'_>, schema: &Map<String, Value>, node: &mut FollowNode) {
        if let Some(types) = schema.get("type") {
            node.kinds = match types {
                Value::String(one) => kind_named(one),
                Value::Array(all) => all.iter().filter_map(Value::as_str).fold(0, |kinds, one| kinds | kind_named(one)),
                _ => kinds::ANY,
            };
        }
        let mut judged = 0;
        let only = schema.get("const").filter(|_| at.draft > Draft::Draft4);
        let listed: Option<Vec<&Value>> = match (only, schema.get("enum")) {
            (Some(only), _) => Some(vec![only]),
            (None, Some(Value::Array(all))) => Some(all.iter().collect()),
            _ => None,
        };
        if let Some(listed) = &listed {
            node.is_const = only.is_some();
            node.kinds &= listed.iter().fold(0, |kinds, value| kinds | kind_of(value));
            node.texts = Some(listed.iter().filter_map(|value| value.as_str().map(str::to_owned)).collect());
            judged = kinds::NULL | kinds::BOOL | NUMBERS;
            // Listed strings are compared as they arrive.
            if node.is_const && schema.contains_key("enum") {
                judged |= kinds::TEXT;
            }
            if listed.iter().any(|value| value.is_object() || value.is_array()) {
                self.is_late(at, if node.is_const { "const" } else { "enum" });
            }
        }
        if ["minLength", "maxLength", "pattern", "format"].iter().any(|keyword| schema.contains_key(*keyword)) {
            judged |= kinds::TEXT;
        }
        let numeric = ["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"];
        if node.kinds & NUMBERS == kinds::INTEGER || numeric.iter().any(|keyword| schema.contains_key(*keyword)) {
            judged |= NUMBERS;
        }
        node.refuses_minus = refuses_minus(schema, listed.as_deref());
        node.most = schema.get("maxLength").and_then(length);
        node.pattern = schema.get("pattern").and_then(Value::as_str).map(FollowPattern::new);
        if judged != 0 {
            let asserts = |keyword: &str| keyword != "format" || self.sources[at.source].asserts_formats;
            let own =
                schema.iter().filter(|(keyword, _)| SCALAR_KEYWORDS.contains(&keyword.as_str()) && asserts(keyword));
            let own: Map<String, Value> = own.map(|(keyword, value)| (keyword.clone(), value.clone())).collect();
            node.scalar = Some(ScalarCheck::new(own.into(), at.draft, judged));
        }
    }

    fn object(&mut self, at: SchemaPlace<'_>, schema: &Map<String, Value>) -> Option<FollowObject> {
        let about = [
            "properties",
            "patternProperties",
            "additionalProperties",
            "propertyNames",
            "required",
            "minProperties",
            "maxProperties",
        ];
        if !about.iter().any(|keyword| schema.contains_key(*keyword)) {
            return None;
        }
        let mut object = FollowObject {
            required: texts(schema.get("required")),
            least: schema.get("minProperties").and_then(length).unwrap_or(0),
            most: schema.get("maxProperties").and_then(length),
            ..FollowObject::default()
        };
        for name in members(schema.get("properties")) {
            object.places.insert(name.clone(), object.members.len());
            object.members.push((name.clone(), self.below(at, &["properties", name])));
        }
        for pattern in members(schema.get("patternProperties")) {
            let check = serde_json::json!({ "pattern": pattern });
            let name = NamePattern {
                automaton: FollowPattern::new(pattern),
                check: ScalarCheck::new(check, at.draft, kinds::TEXT),
            };
            object.patterns.push((name, self.below(at, &["patternProperties", pattern])));
        }
        if let Some(extra) = schema.get("additionalProperties") {
            object.is_closed = is_false(extra);
            object.extra = Some(self.below(at, &["additionalProperties"]));
        }
        if schema.contains_key("propertyNames") && at.draft > Draft::Draft4 {
            object.names = Some(self.below(at, &["propertyNames"]));
        }
        Some(object)
    }

    fn list(&mut self, at: SchemaPlace<'_>, schema: &Map<String, Value>) -> Option<FollowList> {
        let about = ["items", "prefixItems", "additionalItems", "minItems", "maxItems"];
        if !about.iter().any(|keyword| schema.contains_key(*keyword)) {
            return None;
        }
        let mut list = FollowList {
            least: schema.get("minItems").and_then(length).unwrap_or(0),
            most: schema.get("maxItems").and_then(length),
            ..FollowList::default()
        };
        let mut first = |keyword: &str, count: usize| {
            (0..count).map(|index| self.below(at, &[keyword, &index.to_string()])).collect::<Vec<_>>()
        };
        let rest = match (schema.get("prefixItems"), schema.get("items")) {
            (Some(Value::Array(prefix)), items) if at.draft > Draft::Draft201909 => {
                list.first = first("prefixItems", prefix.len());
                items.map(|_| "items")
            }
            (_, Some(Value::Array(items))) => {
                list.first = first("items", items.len());
                schema.get("additionalItems").map(|_| "additionalItems")
            }
            (_, items) => items.map(|_| "items"),
        };
        list.rest = rest.map(|keyword| self.below(at, &[keyword]));
        Some(list)
    }

    /// Compiles subschemas that apply to the same value.
    fn applied(&mut self, at: SchemaPlace<'_>, schema: &Map<String, Value>, node: &mut FollowNode) {
        for index in 0..count(schema.get("allOf")) {
            node.all.push(self.below(at, &["allOf", &index.to_string()]));
        }
        for keyword in ["anyOf", "oneOf"] {
            let count = count(schema.get(keyword));
            if count > 0 {
                let branches = (0..count).map(|index| self.below(at, &[keyword, &index.to_string()])).collect();
                node.unions.push(branches);
            }
            let is_tagged = self.sources[at.source].tagged.contains(&at.below(&[keyword]));
            if keyword == "oneOf" && count > 1 && !is_tagged {
                self.is_late(at, keyword);
            }
        }
        self.condition(at, schema, node);
        self.dependent(at, schema, node);
    }

    /// Compiles a condition: either `if` and `then` are satisfied, or `else` is. That `if` fails in the second case is
    /// checked at the end.
    fn condition(&mut self, at: SchemaPlace<'_>, schema: &Map<String, Value>, node: &mut FollowNode) {
        let has = |keyword: &str| schema.contains_key(keyword);
        if !has("if") || at.draft < Draft::Draft7 || !(has("then") || has("else")) {
            return;
        }
        self.is_late(at, "if");
        if has("else") {
            let mut both = FollowNode::any();
            both.all.push(self.below(at, &["if"]));
            if has("then") {
                both.all.push(self.below(at, &["then"]));
            }
            let (both, otherwise) = (self.add(both), self.below(at, &["else"]));
            node.unions.push(vec![both, otherwise]);
        }
    }

    /// Compiles dependencies: either a property is absent, or its dependency is satisfied.
    fn dependent(&mut self, at: SchemaPlace<'_>, schema: &Map<String, Value>, node: &mut FollowNode) {
        let keywords: &[&str] = match at.draft {
            Draft::Draft4 | Draft::Draft6 | Draft::Draft7 => &["dependencies"],
            _ => &["dependentRequired", "dependentSchemas"],
        };
        for keyword in keywords {
            for name in members(schema.get(*keyword)) {
                let absent = FollowObject { absent: Some(name.clone()), ..FollowObject::default() };
                let absent = self.add(FollowNode { object: Some(absent), ..FollowNode::any() });
                let needed = match &schema[*keyword][name.as_str()] {
                    needed @ Value::Array(_) => {
                        let object = FollowObject { required: texts(Some(needed)), ..FollowObject::default() };
                        self.add(FollowNode { object: Some(object), ..FollowNode::any() })
                    }
                    _ => self.below(at, &[keyword, name]),
                };
                node.unions.push(vec![absent, needed]);
            }
        }
    }
}

impl CompiledSource {
    fn new(source: FollowSource) -> Self {
        let mut resources = HashMap::new();
        let id = if source.draft == Draft::Draft4 { "id" } else { "$id" };
        find_resources(&source.document, id, &mut String::new(), &mut resources);
        Self {
            document: Arc::new(source.document),
            draft: source.draft,
            asserts_formats: source.asserts_formats,
            tagged: source.tagged,
            resources,
        }
    }

    /// Returns the pointer of the schema that a reference names, or `None` if it cannot be found by its path.
    fn resolve(&self, from: &str, reference: &str) -> Option<String> {
        let (uri, fragment) = reference.split_once('#').unwrap_or((reference, ""));
        let base = if uri.is_empty() { self.base_of(from) } else { self.resources.get(uri)?.clone() };
        let target = format!("{base}{}", percent_decode(fragment)?);
        (fragment.is_empty() || fragment.starts_with('/')).then_some(())?;
        self.document.pointer(&target).map(|_| target)
    }

    /// Returns the pointer of the resource that contains a schema.
    fn base_of(&self, pointer: &str) -> String {
        let around = self.resources.values().filter(|base| {
            pointer.strip_prefix(base.as_str()).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
        });
        around.max_by_key(|base| base.len()).cloned().unwrap_or_default()
    }
}

/// Returns whether a schema, or one that contains it, has another dialect than its document.
fn is_of_other_dialect(document: &Value, pointer: &str) -> bool {
    let around = pointer.match_indices('/').skip(1).map(|(end, _)| &pointer[..end]).chain([pointer]);
    let dialects = around.filter_map(|at| document.pointer(at)?.get("$schema")?.as_str());
    let own = document.get("$schema").and_then(Value::as_str);
    pointer.contains('/') && dialects.into_iter().any(|dialect| Some(dialect) != own)
}

/// Finds the schemas that declare a URI. A value inside a constant that looks like one is never referred to.
fn find_resources(value: &Value, keyword: &str, at: &mut String, found: &mut HashMap<String, String>) {
    let length = at.len();
    match value {
        Value::Object(members) => {
            let id = members.get(keyword).and_then(Value::as_str);
            if let Some(id) = id.filter(|id| !id.starts_with('#')) {
                found.entry(id.trim_end_matches('#').to_owned()).or_insert_with(|| at.clone());
            }
            for (name, member) in members {
                at.push('/');
                at.push_str(&escaped(name));
                find_resources(member, keyword, at, found);
                at.truncate(length);
            }
        }
        Value::Array(items) => {
            for (index, item) in items.iter().enumerate() {
                at.push('/');
                at.push_str(&index.to_string());
                find_resources(item, keyword, at, found);
                at.truncate(length);
            }
        }
        _ => {}
    }
}

fn escaped(token: &str) -> String {
    token.replace('~', "~0").replace('/', "~1")
}

fn kind_named(name: &str) -> u8 {
    match name {
        "null" => kinds::NULL,
        "boolean" => kinds::BOOL,
        "integer" => kinds::INTEGER,
        "number" => NUMBERS,
        "string" => kinds::TEXT,
        "array" => kinds::LIST,
        "object" => kinds::OBJECT,
        _ => kinds::ANY,
    }
}

fn kind_of(value: &Value) -> u8 {
    match value {
        Value::Null => kinds::NULL,
        Value::Bool(_) => kinds::BOOL,
        Value::Number(_) => NUMBERS,
        Value::String(_) => kinds::TEXT,
        Value::Array(_) => kinds::LIST,
        Value::Object(_) => kinds::OBJECT,
    }
}

/// Returns whether all negative numbers, and zero written with a minus, are rejected.
fn refuses_minus(schema: &Map<String, Value>, listed: Option<&[&Value]>) -> bool {
    let number = |keyword: &str| schema.get(keyword).and_then(Value::as_f64);
    let is_above_zero = schema.get("exclusiveMinimum") == Some(&Value::Bool(true));
    number("minimum").is_some_and(|least| least > 0.0 || least >= 0.0 && is_above_zero)
        || number("exclusiveMinimum").is_some_and(|bound| bound >= 0.0)
        || listed.is_some_and(|listed| listed.iter().filter_map(|value| value.as_f64()).all(|number| number > 0.0))
}

fn length(value: &Value) -> Option<usize> {
    let whole = value.as_u64().and_then(|number| usize::try_from(number).ok());
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a whole number within 2^53")]
    let float = || value.as_f64().filter(|float| (0.0..9.0e15).contains(float)).map(|float| float.floor() as usize);
    whole.or_else(float)
}

fn texts(value: Option<&Value>) -> Vec<String> {
    let all = value.and_then(Value::as_array).into_iter().flatten();
    all.filter_map(|text| text.as_str().map(str::to_owned)).collect()
}

fn members(value: Option<&Value>) -> impl Iterator<Item = &String> {
    value.and_then(Value::as_object).into_iter().flat_map(Map::keys)
}

fn count(value: Option<&Value>) -> usize {
    value.and_then(Value::as_array).map_or(0, Vec::len)
}

fn is_empty(value: Option<&Value>) -> bool {
    value.and_then(Value::as_object).is_some_and(Map::is_empty)
}

/// Returns whether a schema rejects everything, in either notation.
fn is_false(schema: &Value) -> bool {
    *schema == Value::Bool(false) || is_empty(schema.get("not"))
}
