//! Projects objects with properties and a tagged union. Each variant gets the shared properties too.
//!
//! The branches come from `oneOf`, `anyOf`, or conditions on the tag.

use std::collections::BTreeSet;

use jsonschema::Draft;
use serde_json::{Value, json};

use super::forms::text_enum;
use super::join::{self, JoinPart};
use super::union::tag_value;
use super::{Place, Projection, describe};
use crate::shape::{Docs, Kind, Shape, TypeDef, Variant};
use planwright_schema::unions;

/// Maximum total number of repeated properties in all variants.
const MAX_REPEATED: usize = 512;

/// Maximum number of variants made of conditions.
const MAX_VALUES: usize = 64;

/// A branch with its tag, location and documentation, and all schemas that apply to it.
struct SharedBranch<'s, 'a> {
    tag: String,
    place: Place<'a>,
    docs: Docs,
    parts: Vec<JoinPart<'s, 'a>>,
}

impl<'a> Projection<'a> {
    /// Returns the kind of an object if one of its schemas is a union, or if conditions on one property form a union.
    pub(super) fn shared_union(&mut self, parts: &[JoinPart<'_, 'a>], place: &Place<'a>) -> Option<Kind> {
        if join::types(parts).is_none_or(|types| types != ["object"]) {
            return None;
        }
        self.union_beside(parts, place).or_else(|| self.conditional_union(parts, place))
    }

    /// Returns the enum for the only `oneOf` or `anyOf` among the schemas.
    fn union_beside(&mut self, parts: &[JoinPart<'_, 'a>], place: &Place<'a>) -> Option<Kind> {
        let found = parts.iter().enumerate().flat_map(|(index, part)| {
            let branches = move |keyword: &'static str| Some((index, keyword, part.schema.get(keyword)?.as_array()?));
            ["oneOf", "anyOf"].into_iter().filter_map(branches)
        });
        let [(index, keyword, branches)] = found.collect::<Vec<_>>().try_into().ok()?;
        let plain = without(parts[index].schema, &[keyword]);
        let base = with_other(parts, index, &plain);
        let mut shared = Vec::new();
        for (number, branch) in branches.iter().enumerate() {
            let at = parts[index].place.at.member(keyword).index(number);
            let inside = Place { at, ..parts[index].place.clone() };
            let own = self.all_parts(branch, &inside).filter(|own| !self.is_replaced(own))?;
            let object = unions::follow(branch, &self.module.definitions);
            let docs = if branch.get("description").is_some() { describe(branch) } else { describe(object) };
            shared.push(SharedBranch {
                tag: String::new(),
                place: inside,
                docs,
                parts: [base.as_slice(), &own].concat(),
            });
        }
        let tag = tags(&mut shared)?;
        self.variants(tag, &base, shared, place)
    }

    /// Returns the enum for conditions on one required property that is one of several strings.
    fn conditional_union(&mut self, parts: &[JoinPart<'_, 'a>], place: &Place<'a>) -> Option<Kind> {
        // Older dialects do not support conditions.
        let is_known = |part: &JoinPart<'_, 'a>| part.place.definition.draft > Draft::Draft6;
        let has_condition = |index: &usize| parts[*index].schema.get("if").is_some() && is_known(&parts[*index]);
        let tested: Vec<usize> = (0..parts.len()).filter(has_condition).collect();
        let tests: Vec<(&str, Vec<&str>)> =
            tested.iter().map(|index| tag_test(parts[*index].schema.get("if")?)).collect::<Option<_>>()?;
        let (tag, _) = tests.first()?;
        if tests.iter().any(|(other, _)| other != tag) {
            return None;
        }
        let plain: Vec<Value> =
            tested.iter().map(|index| without(parts[*index].schema, &["if", "then", "else"])).collect();
        let base =
            tested.iter().zip(&plain).fold(parts.to_vec(), |base, (index, plain)| with_other(&base, *index, plain));
        let is_required = base.iter().any(|part| {
            part.schema
                .get("required")
                .and_then(Value::as_array)
                .is_some_and(|names| names.iter().any(|name| name == tag))
        });
        let values = base.iter().filter_map(|part| {
            text_enum(unions::follow(part.schema.get("properties")?.get(*tag)?, &self.module.definitions))
        });
        let values =
            values.min_by_key(Vec::len).filter(|values| is_required && (2..=MAX_VALUES).contains(&values.len()))?;
        let fixed: Vec<Value> =
            values.iter().map(|value| json!({ "properties": { *tag: { "const": value } } })).collect();
        let mut shared = Vec::new();
        for (value, fixed) in values.into_iter().zip(&fixed) {
            let mut all = base.clone();
            let mut at = None;
            for (index, (_, texts)) in tested.iter().zip(&tests) {
                let keyword = if texts.contains(&value.as_str()) { "then" } else { "else" };
                let Some(outcome) = parts[*index].schema.get(keyword) else { continue };
                let inside = Place { at: parts[*index].place.at.member(keyword), ..parts[*index].place.clone() };
                all.extend(self.all_parts(outcome, &inside).filter(|own| !self.is_replaced(own))?);
                at = at.or((keyword == "then").then_some(inside));
            }
            let own = Place { at: place.at.member("properties").member(tag), ..place.clone() };
            all.extend(join::only_part(fixed, &own));
            let place = at.unwrap_or(own);
            shared.push(SharedBranch { tag: value, place, docs: Docs::default(), parts: all });
        }
        self.variants((*tag).to_owned(), &base, shared, place)
    }

    /// Returns the enum, unless no branch adds a property or the variants repeat too much.
    fn variants(
        &mut self,
        tag: String,
        base: &[JoinPart<'_, 'a>],
        shared: Vec<SharedBranch<'_, 'a>>,
        place: &Place<'a>,
    ) -> Option<Kind> {
        let known = join::names(base);
        let adds = shared.iter().any(|branch| join::names(&branch.parts).len() > known.len());
        if !adds || known.len() * shared.len() > MAX_REPEATED {
            return None;
        }
        let variants = shared.into_iter().map(|SharedBranch { tag, place: at, docs, parts }| {
            let name = self.names.claim(&[planwright_schema::names::type_name(&format!("{} {tag}", place.name))]);
            let at = Place { name: name.clone(), ..at };
            let own = Docs { place: at.docs(&Value::Null).place, ..docs.clone() };
            let kind = Kind::Struct(self.fields(&parts, &at));
            self.types.insert(name.clone(), TypeDef::new(name.clone(), own, kind));
            Variant { value: tag, docs, shape: Shape::Named(name) }
        });
        let variants = variants.collect();
        Some(Kind::Tagged { tag, variants })
    }

    /// Returns whether a type of the user replaces one of the schemas.
    fn is_replaced(&self, parts: &[JoinPart<'_, 'a>]) -> bool {
        parts.iter().any(|part| self.style.replacement(&part.place.definition.target).is_some())
    }
}

/// Returns the property that distinguishes the branches, and sets the tag of each branch.
fn tags(shared: &mut [SharedBranch<'_, '_>]) -> Option<String> {
    let first = shared.first().filter(|_| shared.len() > 1)?;
    let found = join::names(&first.parts).into_iter().find_map(|tag| {
        let values: Vec<String> = shared.iter().map(|branch| tag_value(&branch.parts, tag)).collect::<Option<_>>()?;
        let is_distinct = values.iter().collect::<BTreeSet<_>>().len() == values.len();
        is_distinct.then(|| (tag.to_owned(), values))
    });
    let (tag, values) = found?;
    for (branch, value) in shared.iter_mut().zip(values) {
        branch.tag = value;
    }
    Some(tag)
}

/// Returns the property that a condition checks, and the strings for which it is satisfied.
fn tag_test(condition: &Value) -> Option<(&str, Vec<&str>)> {
    const OTHER_KEYWORDS: &[&str] = &["type", "required", "title", "description", "$comment", "properties"];
    let keywords = condition.as_object().filter(|all| all.keys().all(|key| OTHER_KEYWORDS.contains(&key.as_str())))?;
    let members = keywords.get("properties")?.as_object().filter(|members| members.len() == 1)?;
    let (tag, test) = members.iter().next()?;
    let required = keywords.get("required").and_then(Value::as_array).into_iter().flatten();
    let is_object = keywords.get("type").is_none_or(|kind| kind == "object");
    let mut asks = test.as_object()?.keys();
    if !is_object
        || required.into_iter().any(|name| name != tag)
        || !asks.all(|key| ["const", "enum", "type"].contains(&key.as_str()))
    {
        return None;
    }
    let is_text = test.get("type").is_none_or(|kind| kind == "string");
    let texts = match (test.get("const"), test.get("enum")) {
        (Some(only), None) => vec![only.as_str()?],
        (None, Some(Value::Array(values))) => values.iter().map(Value::as_str).collect::<Option<_>>()?,
        _ => return None,
    };
    is_text.then_some((tag.as_str(), texts))
}

/// Returns a schema without some of its keywords.
fn without(schema: &Value, keywords: &[&str]) -> Value {
    let mut bare = schema.clone();
    if let Some(members) = bare.as_object_mut() {
        members.retain(|key, _| !keywords.contains(&key.as_str()));
    }
    bare
}

/// Returns the schemas with one of them replaced.
fn with_other<'s, 'a>(parts: &[JoinPart<'s, 'a>], index: usize, other: &'s Value) -> Vec<JoinPart<'s, 'a>> {
    let mut parts = parts.to_vec();
    if let Some(part) = parts.get_mut(index) {
        part.schema = other;
    }
    parts
}

#[cfg(test)]
mod tests {
    use crate::{SchemaSet, generate};

    /// Returns the types of a job whose result is required in the state `done`.
    fn types(dialect: &str) -> String {
        let text = r#"{"$schema": "DIALECT", "title": "Job", "type": "object", "required": ["state"],
            "properties": {"state": {"enum": ["open", "done"]}},
            "if": {"properties": {"state": {"const": "done"}}},
            "then": {"required": ["result"], "properties": {"result": {"type": "string"}}}}"#;
        let text = text.replace("DIALECT", dialect).into_bytes();
        let set = SchemaSet::parse([("job.json".to_owned(), text)]).expect("it is a schema");
        generate(&set).expect("it compiles").into_iter().map(|file| file.text).collect()
    }

    #[test]
    fn only_dialects_with_conditions_make_variants_of_them() {
        assert!(types("http://json-schema.org/draft-07/schema#").contains("pub enum Job by \"state\""));
        for older in ["http://json-schema.org/draft-06/schema#", "http://json-schema.org/draft-04/schema#"] {
            assert!(types(older).contains("pub struct Job {"), "{older}");
        }
    }
}
