//! How documents of an old schema become documents of a new one: what the two schemas say of it, and whether it is enough.
//!
//! Nothing is guessed. A member is renamed where the new schema says so by `x-renamed-from`, gets a value where it has
//! `x-default-for-missing` or `default`, and goes where the new object is closed and does not name it. What is left is a hole: a
//! member without a value, or a value that the new schema refuses.
//! The verdict is a proof: a schema of the migrated documents is made of the old one, and compared with the new one.

mod apply;
mod print;

use planwright_schema::SchemaSet;
use serde_json::{Map, Value, json};

use crate::pair::{Library, Options, Source, compare_roots};
use crate::verdict::Verdict;

/// A step on the way from a document to the values that are edited.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MigrationPlace {
    /// The member of this name, as the old schema calls it.
    Member(String),
    /// Every element of an array.
    Items,
}

/// What is done to an object.
#[derive(Clone, Debug, PartialEq)]
pub enum MemberEdit {
    /// A member gets another name. What stood under that name, which the old schema does not know, is replaced.
    Rename {
        /// Its name in the old schema.
        from: String,
        /// Its name in the new one.
        to: String,
    },
    /// A member that is not there gets a value.
    Default {
        /// Its name.
        member: String,
        /// The value that the new schema names.
        value: Value,
    },
    /// A member goes that the new schema, which is closed, does not name.
    Remove {
        /// Its name.
        member: String,
    },
}

/// One edit, of every object at a place.
#[derive(Clone, Debug, PartialEq)]
pub struct MigrationEdit {
    /// Where the objects are.
    pub at: Vec<MigrationPlace>,
    /// What is done to each.
    pub kind: MemberEdit,
}

/// What the schemas do not say, and a function has to do, on documents before any edit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MigrationHole {
    /// Where the objects are that the function takes.
    pub at: Vec<MigrationPlace>,
    /// The member that it is about; `None` where it is the object.
    pub member: Option<String>,
    /// What is missing.
    pub why: HoleReason,
}

/// Why there is a hole.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HoleReason {
    /// The new schema demands the member, and names no value for it.
    Missing,
    /// The old schema allows a value there that the new one refuses.
    Refused,
}

/// The way from documents of an old schema to documents of a new one.
#[derive(Clone, Debug, PartialEq)]
pub struct Migration {
    /// In the order in which they are made.
    pub edits: Vec<MigrationEdit>,
    /// What the schemas do not say.
    pub holes: Vec<MigrationHole>,
    /// Whether every document of the old schema becomes one of the new by the edits alone; a document that does not is one of the
    /// old schema.
    pub verdict: Verdict,
}

/// How many pairs of schemas are walked through; what is left stays as it is.
const BUDGET: usize = 10_000;
/// How many pairs of schemas are compared to name the values that are refused.
const LEAVES: usize = 256;
/// How many references are followed, one to the next.
const REFERENCES: usize = 32;
/// Keywords of an object whose members can be edited one by one. Others ask something of the object that edits could change.
const PLAIN: [&str; 12] = [
    "type",
    "properties",
    "required",
    "additionalProperties",
    "title",
    "description",
    "default",
    "examples",
    "definitions",
    "$defs",
    "$schema",
    "$comment",
];

/// Derives the migration between two documents whose references lead into themselves.
///
/// ```
/// use planwright_drift::{Verdict, migrate};
/// use serde_json::json;
///
/// let old = json!({
///     "type": "object", "required": ["mail"], "additionalProperties": false,
///     "properties": { "mail": { "type": "string" } },
/// });
/// let new = json!({
///     "type": "object", "required": ["email", "lang"], "additionalProperties": false,
///     "properties": {
///         "email": { "type": "string", "x-renamed-from": "mail" },
///         "lang": { "type": "string", "default": "en" },
///     },
/// });
/// let migration = migrate(&old, &new);
/// assert_eq!(migration.verdict, Verdict::Proved);
/// let mut document = json!({ "mail": "a@example.org" });
/// migration.apply(&mut document);
/// assert_eq!(document, json!({ "email": "a@example.org", "lang": "en" }));
/// ```
pub fn migrate(old: &Value, new: &Value) -> Migration {
    let (old, new) = (&without_id(old), &without_id(new));
    let mut derived = Derivation {
        old,
        new,
        edits: Vec::new(),
        holes: Vec::new(),
        leaves: Vec::new(),
        active: Vec::new(),
        left: BUDGET,
    };
    let mut migrated = derived.walk(old, new, &mut Vec::new());
    if let (Value::Object(members), Value::Object(before)) = (&mut migrated, old) {
        // What the rest still refers to, and the dialect.
        for keyword in ["$schema", "definitions", "$defs"] {
            if let Some(value) = before.get(keyword) {
                members.insert(keyword.to_owned(), value.clone());
            }
        }
    }
    let Derivation { edits, holes, leaves, .. } = derived;
    let mut migration = Migration { edits, holes, verdict: Verdict::Proved };
    migration.verdict = match judged(&migrated, new) {
        Verdict::Broken(broken) => migration.witness(&broken, old, new),
        other => other,
    };
    if migration.verdict != Verdict::Proved {
        for leaf in leaves {
            let hole = leaf.hole();
            if !migration.holes.contains(&hole) && matches!(judged(&leaf.old, &leaf.new), Verdict::Broken(_)) {
                migration.holes.push(hole);
            }
        }
    }
    migration
}

/// The document without its address, which would stand before its local references.
fn without_id(document: &Value) -> Value {
    let mut document = document.clone();
    if let Value::Object(members) = &mut document {
        members.shift_remove("$id");
    }
    document
}

/// Whether every document of `migrated` is one of `new`.
fn judged(migrated: &Value, new: &Value) -> Verdict {
    let failed = |errors: &[planwright_schema::Error]| {
        Verdict::Undecided(errors.first().map_or_else(String::new, ToString::to_string))
    };
    let set =
        |schema: &Value| SchemaSet::parse_unchecked([("schema.json".to_owned(), schema.to_string().into_bytes())]);
    let (one, two) = match (set(migrated), set(new)) {
        (Ok(one), Ok(two)) => (one, two),
        (Err(errors), _) | (_, Err(errors)) => return failed(&errors),
    };
    let (one, two) = match (Library::new(&one), Library::new(&two)) {
        (Ok(one), Ok(two)) => (one, two),
        (Err(errors), _) | (_, Err(errors)) => return failed(&errors),
    };
    let (one, two) = (Source { library: &one, path: "schema.json" }, Source { library: &two, path: "schema.json" });
    compare_roots(one, two, Options::default()).backward()
}

/// Two schemas of the values at one place, which no edit brings together.
struct MigrationLeaf {
    /// The place in the old document.
    at: Vec<MigrationPlace>,
    /// What the old schema allows there, with the definitions that it refers to.
    old: Value,
    /// The same of the new one.
    new: Value,
}

impl MigrationLeaf {
    /// The hole, if the values differ: of the member that they stand in.
    fn hole(&self) -> MigrationHole {
        let why = HoleReason::Refused;
        for (depth, place) in self.at.iter().enumerate().rev() {
            if let MigrationPlace::Member(name) = place {
                let at = self.at.iter().take(depth).cloned().collect();
                return MigrationHole { at, member: Some(name.clone()), why };
            }
        }
        MigrationHole { at: Vec::new(), member: None, why }
    }
}

/// The schema as a document, with what the references of the document around it lead to.
fn alone(document: &Value, schema: &Value) -> Value {
    let (Value::Object(around), Value::Object(members)) = (document, schema) else { return schema.clone() };
    let mut members = members.clone();
    for keyword in ["$schema", "definitions", "$defs"] {
        if let Some(value) = around.get(keyword) {
            members.insert(keyword.to_owned(), value.clone());
        }
    }
    Value::Object(members)
}

struct Derivation<'s> {
    old: &'s Value,
    new: &'s Value,
    edits: Vec<MigrationEdit>,
    holes: Vec<MigrationHole>,
    /// Pairs that are compared if the edits do not suffice.
    leaves: Vec<MigrationLeaf>,
    /// The pairs of schemas that are walked through: one that leads to itself is not walked through again.
    active: Vec<(&'s Value, &'s Value)>,
    /// How many pairs may still be walked through.
    left: usize,
}

/// An object schema whose members can be edited.
struct PlainObject<'s> {
    properties: &'s Map<String, Value>,
    required: Vec<&'s str>,
    is_closed: bool,
}

impl<'s> Derivation<'s> {
    /// Adds the edits below `at`, those of inner objects first; the schema of what `old` allows after them.
    fn walk(&mut self, old: &'s Value, new: &'s Value, at: &mut Vec<MigrationPlace>) -> Value {
        let (one, two) = (resolved(self.old, old), resolved(self.new, new));
        let repeated = self.active.iter().any(|(from, to)| std::ptr::eq(*from, one) && std::ptr::eq(*to, two));
        if self.left == 0 || repeated {
            return old.clone();
        }
        self.left -= 1;
        self.active.push((one, two));
        let walked = self.walk_resolved(one, two, at);
        self.active.pop();
        walked.unwrap_or_else(|| {
            self.leaf(one, two, at);
            old.clone()
        })
    }

    /// Notes two schemas of the values at a place.
    fn leaf(&mut self, old: &Value, new: &Value, at: &[MigrationPlace]) {
        if self.leaves.len() < LEAVES {
            self.leaves.push(MigrationLeaf { at: at.to_vec(), old: alone(self.old, old), new: alone(self.new, new) });
        }
    }

    fn walk_resolved(&mut self, old: &'s Value, new: &'s Value, at: &mut Vec<MigrationPlace>) -> Option<Value> {
        if let (Some(from), Some(to)) = (plain_object(old), plain_object(new)) {
            return Some(self.object(old, &from, &to, at));
        }
        let (from, to) = (items(old)?, items(new)?);
        if ["minItems", "maxItems"].iter().any(|keyword| old.get(keyword) != new.get(keyword)) {
            self.leaf(&without_items(old), &without_items(new), at);
        }
        at.push(MigrationPlace::Items);
        let items = self.walk(from, to, at);
        at.pop();
        let mut array = old.clone();
        array["items"] = items;
        Some(array)
    }

    fn object(
        &mut self,
        schema: &Value,
        old: &PlainObject<'s>,
        new: &PlainObject<'s>,
        at: &mut Vec<MigrationPlace>,
    ) -> Value {
        let renamed = |from: &str| {
            new.properties.iter().find_map(|(to, schema)| {
                let is = schema.get("x-renamed-from").and_then(Value::as_str) == Some(from);
                (is && !new.properties.contains_key(from) && !old.properties.contains_key(to)).then_some(to)
            })
        };
        let (mut properties, mut required) = (Map::new(), Vec::new());
        let mut own = Vec::new();
        for (name, inner) in old.properties {
            let is_required = old.required.contains(&name.as_str());
            let to = renamed(name).unwrap_or(name);
            let Some(outer) = new.properties.get(to) else {
                if new.is_closed {
                    own.push(MemberEdit::Remove { member: name.clone() });
                    properties.insert(name.clone(), json!({ "not": {} }));
                } else {
                    properties.insert(name.clone(), inner.clone());
                    required.extend(is_required.then(|| name.clone()));
                }
                continue;
            };
            at.push(MigrationPlace::Member(name.clone()));
            let inner = self.walk(inner, outer, at);
            at.pop();
            if to == name {
                properties.insert(name.clone(), inner);
            } else {
                own.push(MemberEdit::Rename { from: name.clone(), to: to.clone() });
                properties.insert(name.clone(), json!({ "not": {} }));
                // Where the old name may be absent, what an open object has under the new one stays.
                let known = is_required || old.is_closed;
                properties.insert(to.clone(), if known { inner } else { json!({}) });
            }
            required.extend(is_required.then(|| to.clone()));
        }
        if !old.is_closed {
            if new.is_closed {
                self.leaf(
                    &json!({ "type": "object" }),
                    &json!({ "type": "object", "additionalProperties": false }),
                    at,
                );
            }
            // What an open object has under a name that comes may be anything.
            for (name, schema) in new.properties.iter().filter(|(name, _)| !properties.contains_key(*name)) {
                at.push(MigrationPlace::Member(name.clone()));
                self.leaf(&json!({}), schema, at);
                at.pop();
            }
        }
        for name in &new.required {
            if required.iter().any(|one| one == name) {
                continue;
            }
            let schema = new.properties.get(*name).map(|schema| resolved(self.new, schema));
            let own_schema = new.properties.get(*name);
            let named = |keyword: &str| {
                own_schema
                    .and_then(|schema| schema.get(keyword))
                    .or_else(|| schema.and_then(|schema| schema.get(keyword)))
            };
            let Some(value) = named("x-default-for-missing").or_else(|| named("default")) else {
                let member = Some((*name).to_owned());
                self.holes.push(MigrationHole { at: at.clone(), member, why: HoleReason::Missing });
                continue;
            };
            own.push(MemberEdit::Default { member: (*name).to_owned(), value: value.clone() });
            let given = json!({ "enum": [value] });
            match properties.get_mut(*name) {
                Some(known) => *known = json!({ "anyOf": [known.take(), given] }),
                None if old.is_closed => drop(properties.insert((*name).to_owned(), given)),
                None => {}
            }
            required.push((*name).to_owned());
        }
        let rank = |kind: &MemberEdit| match kind {
            MemberEdit::Rename { .. } => 0,
            MemberEdit::Default { .. } => 1,
            MemberEdit::Remove { .. } => 2,
        };
        own.sort_by_key(rank);
        self.edits.extend(own.into_iter().map(|kind| MigrationEdit { at: at.clone(), kind }));
        let mut migrated = schema.clone();
        migrated["properties"] = Value::Object(properties);
        migrated["required"] = json!(required);
        migrated
    }
}

/// The schema that a local reference leads to; a reference with keywords beside it that assert something stays.
fn resolved<'s>(document: &'s Value, mut schema: &'s Value) -> &'s Value {
    const BESIDE: [&str; 8] =
        ["$ref", "title", "description", "default", "$comment", "$schema", "definitions", "$defs"];
    for _ in 0..REFERENCES {
        let is_plain = schema.as_object().is_some_and(|members| {
            members.keys().all(|name| BESIDE.contains(&name.as_str()) || name.starts_with("x-"))
        });
        let reference = schema.get("$ref").and_then(Value::as_str).filter(|_| is_plain);
        match reference.and_then(|reference| document.pointer(reference.strip_prefix('#')?)) {
            Some(target) => schema = target,
            None => return schema,
        }
    }
    schema
}

fn plain_object(schema: &Value) -> Option<PlainObject<'_>> {
    let members = schema.as_object()?;
    let is_plain = members.keys().all(|name| PLAIN.contains(&name.as_str()) || name.starts_with("x-"));
    let is_closed = match members.get("additionalProperties") {
        None | Some(Value::Bool(true)) => false,
        Some(Value::Bool(false)) => true,
        Some(_) => return None,
    };
    if !is_plain || members.get("type").and_then(Value::as_str) != Some("object") {
        return None;
    }
    let properties = members.get("properties")?.as_object()?;
    let required = members.get("required").and_then(Value::as_array).into_iter().flatten();
    Some(PlainObject { properties, required: required.filter_map(Value::as_str).collect(), is_closed })
}

fn without_items(schema: &Value) -> Value {
    let mut schema = schema.clone();
    if let Value::Object(members) = &mut schema {
        members.shift_remove("items");
    }
    schema
}

/// The schema of the elements of an array that nothing but their number is asked of besides.
fn items(schema: &Value) -> Option<&Value> {
    const PLAIN_ARRAY: [&str; 8] =
        ["type", "items", "minItems", "maxItems", "title", "description", "default", "$comment"];
    let members = schema.as_object()?;
    let is_plain = members.keys().all(|name| PLAIN_ARRAY.contains(&name.as_str()) || name.starts_with("x-"));
    members.get("items").filter(|items| is_plain && items.is_object())
}
