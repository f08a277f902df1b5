//! Projects objects with properties and a tagged union. Each variant gets the shared properties too.
//!
//! The branches come from `oneOf`, `anyOf`, or conditions on the tag.

use std::collections::BTreeSet;

use planwright_schema::model::{self, Keyword, Schema, SchemaObject, Type};
use serde_json::Value;

use super::forms::{is_object_if_typed, text_enum};
use super::join::{self, JoinPart};
use super::union::tag_value;
use super::{Place, Projection};
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
    /// Set if the schema at the location applies to the branch.
    has_schema: bool,
    docs: Docs,
    parts: Vec<JoinPart<'s, 'a>>,
}

impl<'a> Projection<'a> {
    /// Returns the kind of an object if one of its schemas is a union, or if conditions on one property form a union.
    pub(super) fn shared_union(&mut self, parts: &[JoinPart<'_, 'a>], place: &Place<'a>) -> Option<Kind> {
        if join::types(parts).is_none_or(|types| types != [Type::Object]) {
            return None;
        }
        self.union_beside(parts, place).or_else(|| self.conditional_union(parts, place))
    }

    /// Returns the enum for the only `oneOf` or `anyOf` among the schemas.
    fn union_beside(&mut self, parts: &[JoinPart<'_, 'a>], place: &Place<'a>) -> Option<Kind> {
        let found = parts.iter().enumerate().flat_map(|(index, part)| {
            let logic = &part.schema.groups().logic;
            [&logic.one_of, &logic.any_of].into_iter().flatten().map(move |branches| (index, branches))
        });
        let [(index, branches)] = found.collect::<Vec<_>>().try_into().ok()?;
        let plain = edited(parts[index].schema, |object| (object.logic.one_of, object.logic.any_of) = (None, None));
        let base = with_other(parts, index, &plain);
        let mut shared = Vec::new();
        for branch in branches {
            let inside = parts[index].place.with_same_name(&branch.place);
            let own = self.all_parts(branch, &inside).filter(|own| !self.is_replaced(own))?;
            shared.push(SharedBranch {
                tag: String::new(),
                place: inside,
                has_schema: true,
                docs: self.describe_branch(branch),
                parts: [base.as_slice(), &own].concat(),
            });
        }
        let tag = tags(&mut shared)?;
        self.variants(tag, &base, shared, place)
    }

    /// Returns the enum for conditions on one required property that is one of several strings.
    fn conditional_union(&mut self, parts: &[JoinPart<'_, 'a>], place: &Place<'a>) -> Option<Kind> {
        let logic = |index: usize| &parts[index].schema.groups().logic;
        let tested: Vec<usize> = (0..parts.len()).filter(|index| logic(*index).if_schema.is_some()).collect();
        let tests: Vec<(&str, Vec<&str>)> =
            tested.iter().map(|index| tag_test(logic(*index).if_schema.as_ref()?)).collect::<Option<_>>()?;
        let (tag, _) = tests.first()?;
        if tests.iter().any(|(other, _)| other != tag) {
            return None;
        }
        let plain: Vec<Schema> = tested
            .iter()
            .map(|index| {
                edited(parts[*index].schema, |object| {
                    object.logic.if_schema = None;
                    object.logic.then_schema = None;
                    object.logic.else_schema = None;
                })
            })
            .collect();
        let base =
            tested.iter().zip(&plain).fold(parts.to_vec(), |base, (index, plain)| with_other(&base, *index, plain));
        let is_required = base.iter().any(|part| part.schema.groups().object.requires(tag));
        let values = base.iter().filter_map(|part| {
            text_enum(unions::follow(part.schema.groups().object.property(tag)?, &self.module.definitions))
        });
        let values =
            values.min_by_key(Vec::len).filter(|values| is_required && (2..=MAX_VALUES).contains(&values.len()))?;
        let own = place.with_same_name(&place.at.keyword(Keyword::Properties).name((*tag).into()));
        let fixed: Vec<Schema> = values.iter().map(|value| fixed_property(tag, &value.text, &own.at)).collect();
        let mut shared = Vec::new();
        for (value, fixed) in values.into_iter().zip(&fixed) {
            let mut all = base.clone();
            let mut at = None;
            for (index, (_, texts)) in tested.iter().zip(&tests) {
                let is_then = texts.contains(&value.text.as_str());
                let outcome = if is_then { &logic(*index).then_schema } else { &logic(*index).else_schema };
                let Some(outcome) = outcome else { continue };
                let inside = parts[*index].place.with_same_name(&outcome.place);
                all.extend(self.all_parts(outcome, &inside).filter(|own| !self.is_replaced(own))?);
                at = at.or(is_then.then_some(inside));
            }
            all.extend(join::only_part(fixed, &own));
            let has_schema = at.is_some();
            let place = at.unwrap_or_else(|| own.clone());
            shared.push(SharedBranch { tag: value.text, place, has_schema, docs: Docs::default(), parts: all });
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
        let variants = shared.into_iter().map(|SharedBranch { tag, place: at, has_schema, docs, parts }| {
            let name = self.names.claim(&[planwright_schema::names::type_name(&format!("{} {tag}", place.name))]);
            let at = Place { name: name.clone(), ..at };
            let own = Docs { place: at.undescribed().place, ..docs.clone() };
            let kind = Kind::Struct(self.fields(&parts, &at));
            self.types.insert(name.clone(), TypeDef { has_schema, ..TypeDef::new(name.clone(), own, kind) });
            Variant { value: tag, docs, shape: Shape::Named(name) }
        });
        let variants = variants.collect();
        Some(Kind::Tagged { tag, variants })
    }

    /// Returns whether a type of the user replaces one of the schemas.
    fn is_replaced(&self, parts: &[JoinPart<'_, 'a>]) -> bool {
        parts.iter().any(|part| self.style.is_replaced_by_user(&part.place.definition.target))
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
fn tag_test(condition: &Schema) -> Option<(&str, Vec<&str>)> {
    use Keyword::{Comment, Const, Description, Enum, Properties, Required, Title, Type};
    let groups = condition.object()?;
    let is_known = |keyword| matches!(keyword, Type | Required | Title | Description | Comment | Properties);
    let properties = groups.object.properties.as_ref().filter(|_| groups.keywords().all(is_known))?;
    let (tag, test) = properties.first().filter(|_| properties.len() == 1)?;
    let test = test.object().filter(|test| test.keywords().all(|keyword| matches!(keyword, Const | Enum | Type)))?;
    if !is_object_if_typed(condition) || groups.object.required.iter().flatten().any(|name| **name != **tag) {
        return None;
    }
    let is_text = test.types.is_none() || test.single_type() == Some(model::Type::String);
    let texts = match (&test.values.constant, &test.values.enumeration) {
        (Some(only), None) => vec![only.as_str()?],
        (None, Some(values)) => values.iter().map(Value::as_str).collect::<Option<_>>()?,
        _ => return None,
    };
    is_text.then_some((tag, texts))
}

/// Returns a schema that fixes a property, which is located at `place`, to a string.
fn fixed_property(name: &str, value: &str, place: &model::Place) -> Schema {
    let mut fixed = SchemaObject::default();
    fixed.values.constant = Some(value.into());
    let fixed = Schema { place: place.clone(), form: model::Form::Object(Box::new(fixed)) };
    let mut object = SchemaObject::default();
    object.object.properties = Some([(name.into(), fixed)].into_iter().collect());
    Schema { place: place.clone(), form: model::Form::Object(Box::new(object)) }
}

/// Returns a schema with changed keywords.
fn edited(schema: &Schema, edit: impl FnOnce(&mut SchemaObject)) -> Schema {
    let mut schema = schema.clone();
    schema.object_mut().map(edit);
    schema
}

/// Returns the schemas with one of them replaced.
fn with_other<'s, 'a>(parts: &[JoinPart<'s, 'a>], index: usize, other: &'s Schema) -> Vec<JoinPart<'s, 'a>> {
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
        assert!(types("http://json-schema.org/draft-07/schema#").contains("Job by \"state\""));
        for older in ["http://json-schema.org/draft-06/schema#", "http://json-schema.org/draft-04/schema#"] {
            assert!(types(older).contains("pub struct Job {"), "{older}");
        }
    }
}
