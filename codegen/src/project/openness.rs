//! Determines whether objects of a union's branch can have properties outside its type, such as those of other
//! branches.

use planwright_schema::model::{Schema, Type};
use serde_json::Value;

use super::forms::{union_of, with_type};
use super::join::{self, JoinPart};
use super::{Place, Projection};

/// Maximum number of schemas that are inspected for one branch, because a union can refer back to itself.
const MAX_SCHEMAS: usize = 64;

/// Properties that a schema allows in objects.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Openness {
    /// Values are not objects.
    NoObject,
    /// Only named properties are allowed.
    Closed,
    /// Other properties are allowed.
    Open,
}

impl Openness {
    fn or(self, other: Self) -> Self {
        match (self, other) {
            (Self::Open, _) | (_, Self::Open) => Self::Open,
            (Self::Closed, _) | (_, Self::Closed) => Self::Closed,
            (Self::NoObject, Self::NoObject) => Self::NoObject,
        }
    }
}

impl<'a> Projection<'a> {
    /// Returns the openness of a branch. A branch that cannot be inspected is open.
    pub(super) fn openness(&self, branch: &Schema, place: &Place<'a>) -> Openness {
        let mut budget = MAX_SCHEMAS;
        self.openness_within(branch, place, &mut budget)
    }

    fn openness_within(&self, schema: &Schema, place: &Place<'a>, budget: &mut usize) -> Openness {
        let Some(left) = budget.checked_sub(1) else { return Openness::Open };
        *budget = left;
        let Some(parts) = self.all_parts(schema, place) else { return Openness::Open };
        if parts.iter().any(|part| is_no_object(part.schema)) || has_no_object(&parts) {
            return Openness::NoObject;
        }
        if parts.iter().any(|part| part.schema.groups().object.is_closed()) {
            return Openness::Closed;
        }
        let mut unions = parts.iter().filter_map(|part| Some((part, union_of(part.schema)?)));
        let Some((part, branches)) = unions.next() else { return Openness::Open };
        let branches = branches.iter().map(|branch| with_type(branch, part.schema));
        let mut each = branches.map(|branch| self.openness_within(&branch, &part.place, budget));
        each.try_fold(Openness::NoObject, |known, next| Some(known.or(next)).filter(|form| *form != Openness::Open))
            .unwrap_or(Openness::Open)
    }
}

fn has_no_object(parts: &[JoinPart<'_, '_>]) -> bool {
    join::types(parts).is_some_and(|types| !types.contains(&Type::Object))
}

/// Returns true if a schema lists its values, and none of them is an object.
fn is_no_object(schema: &Schema) -> bool {
    let values = &schema.groups().values;
    let listed = values.enumeration.as_ref();
    let is_other = listed.is_some_and(|values| !values.is_empty() && !values.iter().any(Value::is_object));
    is_other || values.constant.as_ref().is_some_and(|value| !value.is_object())
}
