//! Removes keywords that do not apply to the declared `type`, such as `minItems` next to `"type": "string"`.
//!
//! They assert nothing. But the compiled validator (`jsonschema` 0.60) then accepts values of the keyword's own type:
//! `{"type": "string", "minItems": 1}` would accept `[1]`. Documents are therefore bundled without them.

use serde_json::Value;

use crate::keyword_table::{KEYWORDS, Subject};

/// Removes the inapplicable keywords of one schema, but not those of nested schemas.
pub fn remove(schema: &mut Value) {
    let declared = match schema.get("type") {
        Some(Value::String(one)) => vec![one.clone()],
        Some(Value::Array(list)) => list.iter().filter_map(|name| name.as_str().map(str::to_owned)).collect(),
        _ => return,
    };
    let has = |name: &str| declared.iter().any(|known| known == name);
    let Some(members) = schema.as_object_mut() else { return };
    for keyword in KEYWORDS {
        let applies = match keyword.applies_to {
            Subject::Any => true,
            Subject::Array => has("array"),
            Subject::Number => has("number") || has("integer"),
            Subject::Object => has("object"),
            Subject::String => has("string"),
        };
        if !applies {
            members.shift_remove(keyword.name);
        }
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
