//! Explains a document that is the only property of an object, such as `{"plan": {…}}`.

use planwright_source::Pointer;
use serde_json::Value;

use super::found::FoundViolations;
use super::sentences::wrapped;
use super::{find, open};
use crate::validator::Validator;

/// Returns one violation for the wrapper, if the schema does not define its property, and the content has fewer
/// violations than the wrapper.
pub(super) fn explain(schema: &Validator, value: &Value, found: &FoundViolations) -> Option<FoundViolations> {
    let mut members = value.as_object().filter(|members| members.len() == 1)?.iter();
    let (name, content) = members.next()?;
    if !content.is_object() || open::is_defined(schema.outline(), value, name) {
        return None;
    }
    let inner = find(schema, content);
    let is_fitting =
        inner.is_none_or(|inner| inner.count() < found.count() && open::has_defined(schema.outline(), content));
    let wrapper = || FoundViolations { all: vec![wrapped(Pointer::root().member(name), name)], more: 0 };
    is_fitting.then(wrapper)
}
