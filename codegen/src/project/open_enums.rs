//! Finds enums that allow any other string: a union of listed strings and any string.

use std::collections::HashSet;

use planwright_schema::model::{Keyword, Schema, Type};
use serde_json::Value;

use super::Projection;
use super::forms::{only_value, target, text_enum, union_of};
use super::place::describe;
use super::roles::Role;
use crate::shape::{EnumText, Kind};
use crate::style::Strings;

impl Projection<'_> {
    /// Returns the listed strings of a union of them and any string.
    ///
    /// Only `anyOf` is such a union: with `oneOf`, a listed string matches both branches and is invalid.
    pub(super) fn open_enum(&self, schema: &Schema) -> Option<Vec<EnumText>> {
        let groups = schema.groups();
        let is_plain = |keyword: Keyword| {
            keyword == Keyword::AnyOf || matches!(Role::from_keyword(keyword), Role::Note | Role::Type)
        };
        let is_string = groups.types.is_none() || groups.single_type() == Some(Type::String);
        let branches = union_of(schema).filter(|_| is_string && groups.keywords().all(is_plain))?;
        if self.style.all.strings == Strings::Borrowed {
            return None;
        }
        let (open, listed): (Vec<&Schema>, Vec<&Schema>) =
            branches.iter().map(|branch| target(branch, self.module)).partition(|branch| is_any_string(branch));
        let mut known = HashSet::new();
        let mut texts = Vec::new();
        for branch in &listed {
            texts.extend(listed_strings(branch)?.into_iter().filter(|text| known.insert(text.text.clone())));
        }
        (open.len() == 1 && !texts.is_empty()).then_some(texts)
    }

    /// Returns whether a name is that of an enum that allows any other string.
    pub(super) fn is_open_enum(&self, name: &str) -> bool {
        let definition = self.module.definitions.get(name);
        definition.is_some_and(|definition| self.open_enum(&definition.schema).is_some())
            || self.types.get(name).is_some_and(|def| matches!(def.kind, Kind::OpenEnum(_)))
    }
}

/// Returns whether a schema is a string that is not one of a list. It may have other constraints, which the validator
/// checks.
fn is_any_string(schema: &Schema) -> bool {
    let is_plain = |keyword: Keyword| {
        matches!(Role::from_keyword(keyword), Role::Note | Role::Type | Role::Scalar | Role::Content)
    };
    schema.object().is_some_and(|object| object.single_type() == Some(Type::String) && object.keywords().all(is_plain))
}

/// Returns the strings of a schema that is a list of strings or a constant string.
pub(super) fn listed_strings(branch: &Schema) -> Option<Vec<EnumText>> {
    let is_listed = |keyword| matches!(Role::from_keyword(keyword), Role::Note | Role::Values | Role::Type);
    if !branch.object()?.keywords().all(is_listed) {
        return None;
    }
    match only_value(branch) {
        Some(Value::String(text)) => Some(vec![EnumText { description: describe(branch), ..EnumText::new(text) }]),
        _ => text_enum(branch),
    }
}
