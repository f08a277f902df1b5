//! Unusual values, names and keywords for schemas, and some that are valid.

use serde_json::Value;

use super::random::Random;

/// Names that are not identifiers, or have a special meaning somewhere.
const NAMES: &[&str] = &[
    "",
    " ",
    "type",
    "self",
    "Self",
    "crate",
    "super",
    "async",
    "r#type",
    "_",
    "__",
    "a b",
    "a-b",
    "a_b",
    "A_B",
    "*/",
    "\"#",
    "\"####",
    "\u{202e}x",
    "é",
    "ß",
    "日本",
    "1",
    "0",
    "-1",
    "$ref",
    "$defs",
    "$id",
    "definitions",
    "properties",
    "required",
    "enum",
    "const",
    "default",
    "oneOf",
    "title",
    "Option",
    "Vec",
    "String",
    "Box",
    "Value",
    "Law",
    "schemas",
    "😀",
    "a/b~c",
    "~",
    "/",
    "#",
    "%",
    "line\nbreak",
    "\u{0}",
    "\u{feff}",
    "\\",
    "{",
    "{}",
    "constructor",
    "__proto__",
    "extra",
];

/// Every keyword of every dialect, and some unknown ones.
const KEYWORDS: &[&str] = &[
    "$schema",
    "$id",
    "id",
    "$ref",
    "$anchor",
    "$dynamicRef",
    "$dynamicAnchor",
    "$recursiveRef",
    "$recursiveAnchor",
    "$vocabulary",
    "$comment",
    "$defs",
    "definitions",
    "type",
    "enum",
    "const",
    "multipleOf",
    "maximum",
    "exclusiveMaximum",
    "minimum",
    "exclusiveMinimum",
    "maxLength",
    "minLength",
    "pattern",
    "format",
    "items",
    "prefixItems",
    "additionalItems",
    "unevaluatedItems",
    "contains",
    "minContains",
    "maxContains",
    "maxItems",
    "minItems",
    "uniqueItems",
    "properties",
    "patternProperties",
    "additionalProperties",
    "unevaluatedProperties",
    "propertyNames",
    "required",
    "maxProperties",
    "minProperties",
    "dependencies",
    "dependentRequired",
    "dependentSchemas",
    "allOf",
    "anyOf",
    "oneOf",
    "not",
    "if",
    "then",
    "else",
    "title",
    "description",
    "default",
    "examples",
    "deprecated",
    "readOnly",
    "writeOnly",
    "contentEncoding",
    "contentMediaType",
    "contentSchema",
    "discriminator",
    "nullable",
    "divisibleBy",
    "extends",
    "disallow",
];

/// Values that are valid for some keyword, or for none.
const VALUES: &str = include_str!("odd.json");

/// Parsed values.
pub(super) struct Odd {
    values: Vec<Value>,
}

impl Odd {
    pub(super) fn new() -> Self {
        Self { values: serde_json::from_str(VALUES).unwrap_or_default() }
    }

    pub(super) fn value(&self, random: &mut Random) -> Value {
        if random.once_in(40) {
            let length = [100, 1_000, 10_000, 100_000].get(random.below(4)).copied().unwrap_or(1);
            return random
                .pick(NAMES)
                .map_or("", |name| name)
                .repeat(length)
                .chars()
                .take(length)
                .collect::<String>()
                .into();
        }
        random.pick(&self.values).cloned().unwrap_or_default()
    }

    /// Returns a value that may be a schema.
    pub(super) fn schema(&self, random: &mut Random) -> Value {
        let schemas: Vec<&Value> = self.values.iter().filter(|value| value.is_object() || value.is_boolean()).collect();
        random.pick(&schemas).map(|value| (*value).clone()).unwrap_or_default()
    }

    pub(super) fn name(random: &mut Random) -> String {
        if random.once_in(60) {
            return "n".repeat(random.below(5_000));
        }
        random.pick(NAMES).map_or("", |name| name).to_owned()
    }

    pub(super) fn keyword(random: &mut Random) -> &'static str {
        random.pick(KEYWORDS).copied().unwrap_or("type")
    }
}
