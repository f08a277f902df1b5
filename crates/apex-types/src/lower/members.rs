//! Creates the fields of a class from any kind of shape.

use std::collections::BTreeMap;

use planwright_apex::tokens::ApexDoc;
use serde_json::Value;

use super::{Lowering, sentence};
use crate::model::Type;
use planwright_codegen::shape::are_variants;
use planwright_codegen::shape::{ContentForm, ContentVariant, Field, Kind, Shape};
use planwright_schema::names::type_name;

/// A field before its names are assigned. Its type refers to classes by their names in the shapes.
#[derive(Clone, Debug)]
pub(crate) struct Raw {
    pub name: String,
    pub docs: ApexDoc,
    pub kind: Type,
    pub required: bool,
    pub default: Option<Value>,
    /// The values and the name of their list.
    pub choices: Option<(String, Vec<String>)>,
}

impl Lowering<'_> {
    /// Returns the fields of a class, sorted by name.
    pub(super) fn members_of(&mut self, name: &str) -> Vec<Raw> {
        let Some(def) = self.types.get(name).copied() else { return self.joined_members(name) };
        match &def.kind {
            Kind::Struct(fields) => self.members(fields),
            Kind::Tagged { tag, variants } => {
                let lists = variants.iter().map(|variant| self.branch_members(&variant.shape, tag)).collect();
                let mut members = self.join_members(name, lists);
                let tags = variants.iter().map(|variant| variant.value.clone()).collect();
                members.push(tag_member(name, tag, tags));
                members.sort_by(|one, other| one.name.cmp(&other.name));
                members
            }
            Kind::Content { form, variants } => {
                let lists = variants.iter().map(|variant| self.content_member(form, variant)).collect();
                let mut members = self.join_members(name, lists);
                if let ContentForm::Adjacent { tag, .. } = form {
                    let tags = variants.iter().map(|variant| variant.name.clone()).collect();
                    members.push(tag_member(name, tag, tags));
                    members.sort_by(|one, other| one.name.cmp(&other.name));
                }
                members
            }
            _ => self.joined_members(name),
        }
    }

    /// Returns the field for the content of a variant, if it has content.
    fn content_member(&mut self, form: &ContentForm, variant: &ContentVariant) -> Vec<Raw> {
        let Some(shape) = &variant.shape else { return Vec::new() };
        let name = match form {
            ContentForm::External => &variant.name,
            ContentForm::Adjacent { content, .. } => content,
        };
        let member = Raw {
            name: name.clone(),
            docs: sentence(&variant.docs, "The property ", name),
            kind: self.shape(shape),
            required: true,
            default: None,
            choices: self.choices(shape),
        };
        vec![member]
    }

    /// Returns the fields of a branch, except the tag.
    fn branch_members(&mut self, branch: &Shape, tag: &str) -> Vec<Raw> {
        let def = branch.named().and_then(|name| self.types.get(name).copied());
        match def.map(|def| &def.kind) {
            Some(Kind::Struct(fields)) => {
                fields.iter().filter(|field| !field.rest && field.name != tag).map(|field| self.member(field)).collect()
            }
            _ => Vec::new(),
        }
    }

    /// Returns the fields of a joined class.
    fn joined_members(&mut self, name: &str) -> Vec<Raw> {
        let parts: Vec<String> = self.joined.parts(name).into_iter().flatten().cloned().collect();
        let lists = parts.iter().map(|part| self.members_of(part)).collect();
        self.join_members(name, lists)
    }

    /// Joins fields with the same name. A joined field is required if all classes have and require it.
    fn join_members(&mut self, class: &str, lists: Vec<Vec<Raw>>) -> Vec<Raw> {
        let count = lists.len();
        let mut by_name: BTreeMap<String, Vec<Raw>> = BTreeMap::new();
        for member in lists.into_iter().flatten() {
            by_name.entry(member.name.clone()).or_default().push(member);
        }
        let mut members = Vec::new();
        for (name, same) in by_name {
            let Some(first) = same.first().cloned() else { continue };
            let kinds: Vec<Type> = same.iter().map(|member| member.kind.clone()).collect();
            let kind = self.joined(&kinds, &type_name(&[class, &name].join(" ")));
            let agree = same.iter().all(|member| member.docs == first.docs);
            let varies = || ApexDoc::new("Its content depends on the form of the object.");
            let mut docs = if agree { first.docs.clone() } else { varies() };
            if kind.is_untyped() && kinds.iter().any(|one| *one != kind) {
                docs = docs.and(" Any JSON value, because the forms of the object type it differently.");
            }
            let default = first.default.clone().filter(|_| same.iter().all(|member| member.default == first.default));
            let choices = first.choices.clone().filter(|_| same.iter().all(|member| member.choices == first.choices));
            let required = same.len() == count && same.iter().all(|member| member.required);
            members.push(Raw { docs, kind, required, default, choices, ..first });
        }
        members
    }

    /// Returns the named fields. When Apex deserializes an object to a class, it ignores all other properties.
    fn members(&mut self, fields: &[Field]) -> Vec<Raw> {
        fields.iter().filter(|field| !field.rest).map(|field| self.member(field)).collect()
    }

    fn member(&mut self, field: &Field) -> Raw {
        self.place = field.place.clone();
        let kind = self.shape(&field.shape);
        let mut docs = sentence(&field.docs, "The property ", &field.name);
        if let Some(why) = field.docs.loose.or_else(|| self.loose(&field.shape)) {
            docs = docs.and(" Any JSON value, because ").and(why).and(".");
        }
        Raw {
            name: field.name.clone(),
            docs,
            kind,
            required: field.required,
            default: field.default.clone(),
            choices: self.choices(&field.shape),
        }
    }

    fn choices(&self, shape: &Shape) -> Option<(String, Vec<String>)> {
        let name = match shape {
            Shape::Named(name) => name,
            Shape::Nullable(inner) => return self.choices(inner),
            _ => return None,
        };
        match &self.types.get(name.as_str())?.kind {
            Kind::Enum(values) => {
                let texts: Vec<String> = values.iter().map(|value| value.text.clone()).collect();
                are_variants(&texts).then(|| (name.clone(), texts))
            }
            _ => None,
        }
    }

    /// Returns why a named type is any value in Apex.
    fn loose(&self, shape: &Shape) -> Option<&'static str> {
        let name = match shape {
            Shape::Named(name) => name,
            Shape::Nullable(inner) | Shape::List(inner) | Shape::Array(inner, _) | Shape::Map(_, inner) => {
                return self.loose(inner);
            }
            _ => return None,
        };
        match &self.types.get(name.as_str())?.kind {
            Kind::Alias(inner) => inner.loose(),
            kind @ Kind::Struct(_) => kind.types_rest(),
            Kind::Content { form: ContentForm::External, variants }
                if variants.iter().any(|variant| variant.shape.is_none()) =>
            {
                Some("Apex has no type for a union of such values")
            }
            Kind::Untagged(_) if self.joined.parts(name).is_none() => {
                Some("Apex has no type for a union of such values")
            }
            _ => None,
        }
    }
}

/// Returns the field of a tag.
fn tag_member(class: &str, tag: &str, values: Vec<String>) -> Raw {
    Raw {
        name: tag.to_owned(),
        docs: ApexDoc::new("Tag that distinguishes the forms of this object."),
        kind: Type::Text,
        required: true,
        default: None,
        choices: Some(([class, tag].join(" "), values)),
    }
}
