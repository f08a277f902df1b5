//! Projects unions whose branches wrap a value, as serde writes enums: `{"fixed": 5}` or `{"type": "fixed", "value": 5}`.

use std::collections::BTreeSet;

use planwright_schema::model::{Keyword, Schema, SchemaObject, Type};

use super::forms::{only_value, types_additional, union_of};
use super::open_enums::listed_strings;
use super::place::describe;
use super::roles::Role;
use super::{Place, Projection};
use crate::shape::{ContentForm, ContentVariant, Docs, EnumText, Kind};
use crate::style::{OpenMembers, Strings};

/// A union whose branches wrap a value.
pub(super) struct ContentUnion<'s> {
    form: ContentForm,
    branches: Vec<ContentBranch<'s>>,
}

struct ContentBranch<'s> {
    /// The string, the name of the only property, or the value of the tag.
    name: String,
    description: Option<String>,
    content: Option<&'s Schema>,
}

impl<'a> Projection<'a> {
    /// Returns the parts of a union whose branches wrap a value. Borrowing types have no such unions.
    pub(super) fn content_union<'s>(&self, schema: &'s Schema) -> Option<ContentUnion<'s>> {
        if self.style.all.strings == Strings::Borrowed {
            return None;
        }
        let is_plain = |keyword: Keyword| {
            matches!(keyword, Keyword::AnyOf | Keyword::OneOf) || Role::from_keyword(keyword) == Role::Note
        };
        let branches = union_of(schema).filter(|branches| branches.len() > 1)?;
        if !schema.groups().keywords().all(is_plain) {
            return None;
        }
        let union = external(branches).or_else(|| adjacent(branches, self.style.all.unknown))?;
        let names: BTreeSet<&str> = union.branches.iter().map(|branch| branch.name.as_str()).collect();
        let has_content = union.branches.iter().any(|branch| branch.content.is_some());
        (names.len() == union.branches.len() && has_content).then_some(union)
    }

    /// Returns the kind of a union whose branches wrap a value.
    pub(super) fn content_kind(&mut self, union: ContentUnion<'_>, place: &Place<'a>) -> Kind {
        let variants = union.branches.into_iter().map(|branch| {
            let docs = Docs { description: branch.description, ..Docs::default() };
            let shape = branch.content.map(|content| self.shape(content, &place.inside(&content.place, &branch.name)));
            ContentVariant { name: branch.name, docs, shape }
        });
        Kind::Content { variants: variants.collect(), form: union.form }
    }
}

/// Returns a union of strings and objects with one property.
fn external(branches: &[Schema]) -> Option<ContentUnion<'_>> {
    let mut all = Vec::new();
    for branch in branches {
        if let Some(texts) = listed_strings(branch) {
            let unit = |text: EnumText| ContentBranch { name: text.text, description: text.description, content: None };
            all.extend(texts.into_iter().map(unit));
            continue;
        }
        let mut properties = closed_object(branch)?.object.properties.iter().flatten();
        let ((name, content), None) = (properties.next()?, properties.next()) else { return None };
        let description = describe(branch).or_else(|| describe(content));
        all.push(ContentBranch { name: name.to_string(), description, content: Some(content) });
    }
    Some(ContentUnion { form: ContentForm::External, branches: all })
}

/// Returns a union of objects with a tag and one property for the content. Open objects lose other properties, as
/// structs do.
fn adjacent(branches: &[Schema], unknown: OpenMembers) -> Option<ContentUnion<'_>> {
    let may_be = |branch| match unknown {
        OpenMembers::LeftOut => plain_object(branch),
        OpenMembers::Kept => closed_object(branch),
    };
    let objects: Option<Vec<&SchemaObject>> = branches.iter().map(may_be).collect();
    let objects = objects?;
    let names: BTreeSet<&str> =
        objects.iter().flat_map(|object| object.object.properties.iter().flatten()).map(|(name, _)| &**name).collect();
    let names: Vec<&str> = names.into_iter().collect();
    let [one, two] = names.as_slice() else { return None };
    let value = |object: &SchemaObject, tag: &str| Some(only_value(object.object.property(tag)?)?.as_str()?.to_owned());
    let is_open = objects.iter().any(|object| !object.object.is_closed());
    let has_tag = |tag: &str| objects.iter().all(|object| value(object, tag).is_some());
    let (tag, content) = if has_tag(one) { (*one, *two) } else { (*two, *one) };
    // A property of only one variant is more likely a field of that variant.
    let wrapping = objects.iter().filter(|object| object.object.property(content).is_some()).count();
    if is_open && wrapping < 2 {
        return None;
    }
    let branches = branches.iter().zip(&objects).map(|(branch, object)| {
        let content = object.object.property(content);
        Some(ContentBranch { name: value(object, tag)?, description: describe(branch), content })
    });
    let form = ContentForm::Adjacent { tag: tag.to_owned(), content: content.to_owned() };
    Some(ContentUnion { form, branches: branches.collect::<Option<_>>()? })
}

/// Returns a branch if it is an object that requires all of its properties and forbids all others.
fn closed_object(branch: &Schema) -> Option<&SchemaObject> {
    plain_object(branch).filter(|object| object.object.is_closed())
}

/// Returns a branch if it is an object that requires all of its properties and does not describe others.
fn plain_object(branch: &Schema) -> Option<&SchemaObject> {
    let object = branch.object()?;
    let is_plain = |keyword| {
        matches!(keyword, Keyword::Properties | Keyword::Required | Keyword::AdditionalProperties)
            || matches!(Role::from_keyword(keyword), Role::Note | Role::Type)
    };
    let mut properties = object.object.properties.iter().flatten();
    let is_object = object.single_type() == Some(Type::Object) && !types_additional(branch);
    let is_required = properties.all(|(name, _)| object.object.requires(name));
    let requires_others = object.object.required.iter().flatten().any(|name| object.object.property(name).is_none());
    (is_object && is_required && !requires_others && object.keywords().all(is_plain)).then_some(object)
}
