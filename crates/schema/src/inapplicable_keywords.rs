//! Removes keywords that do not apply to the declared `type`, such as `minItems` next to `"type": "string"`.
//!
//! They assert nothing. But the compiled validator (`jsonschema` 0.60) then accepts values of the keyword's own type:
//! `{"type": "string", "minItems": 1}` would accept `[1]`. Documents are therefore bundled without them.

use serde_json::Value;

use crate::model::{Keyword, Types};

/// Removes the inapplicable keywords of one schema, but not those of nested schemas.
pub fn remove(schema: &mut Value) {
    let Some(types) = schema.get(Keyword::Type.name()).and_then(Types::from_value) else { return };
    let Some(members) = schema.as_object_mut() else { return };
    for keyword in Keyword::ALL.into_iter().filter(|keyword| !types.include(keyword.applies_to())) {
        members.shift_remove(keyword.name());
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::remove;

    #[test]
    fn only_what_says_nothing_goes() {
        for (mut schema, left) in [
            (json!({"type": "string", "minItems": 1, "minLength": 1}), json!({"type": "string", "minLength": 1})),
            (json!({"type": ["string", "null"], "required": ["a"]}), json!({"type": ["string", "null"]})),
            (json!({"type": "integer", "minimum": 1}), json!({"type": "integer", "minimum": 1})),
            (json!({"minItems": 1, "required": ["a"]}), json!({"minItems": 1, "required": ["a"]})),
        ] {
            remove(&mut schema);
            assert_eq!(schema, left);
        }
    }
}
