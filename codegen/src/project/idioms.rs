//! Idioms of serde users: each schema becomes the type that a person would write.

use crate::{SchemaSet, generate};

/// Returns the generated code for a schema whose only property is `m`, with single spaces.
fn types(property: &str, definition: &str) -> String {
    let schema = format!(
        r#"{{"title": "R", "type": "object", "required": ["m"], "properties": {{"m": {property}}}, "$defs": {{
            "P": {{"type": "object", "required": ["p"], "properties": {{"p": {{"type": "string"}}}}}},
            "Q": {{"type": "object", "required": ["q"], "properties": {{"q": {{"type": "string"}}}}}},
            "Used": {definition}}}}}"#
    );
    let set = SchemaSet::parse([("r.json".to_owned(), schema.into_bytes())]).expect("it is a schema");
    let files = generate(&set).expect("it compiles");
    let text: String = files.into_iter().map(|file| file.text).collect();
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The schema of the property, a definition, and parts of the generated code.
const IDIOMS: &[(&str, &str, &[&str])] = &[
    // A documented enum.
    (
        r##"{"$ref": "#/$defs/Used"}"##,
        r#"{"oneOf": [{"const": "low", "description": "Little."}, {"type": "string", "enum": ["mid", "high"]}]}"#,
        &["pub enum Used", "/// Little. Low", "/// `mid` Mid", "High"],
    ),
    (
        r##"{"anyOf": [{"$ref": "#/$defs/Used"}, {"type": "null"}]}"##,
        r#"{"oneOf": [{"const": "git", "type": "string", "description": "Uses Git."}]}"#,
        &["pub m: Option<Used>", "pub enum Used { /// Uses Git. Git, }"],
    ),
    // The default of a documented enum.
    (
        r##"{"type": "object", "properties": {"level": {"default": "low", "allOf": [{"$ref": "#/$defs/Used"}]}}}"##,
        r#"{"oneOf": [{"const": "low", "description": "Little."}, {"const": "high"}]}"#,
        &["pub level: Used,", "Used::Low"],
    ),
    (
        r#"{"oneOf": [{"const": "r", "title": "Read"}, {"const": "w"}, {"type": "null"}]}"#,
        "true",
        &["pub m: Option<Rm>", "/// Read R", "W"],
    ),
    // Names of variants.
    (r#"{"enum": ["+1", "-1"], "x-enum-varnames": ["ThumbsUp", "ThumbsDown"]}"#, "true", &["ThumbsUp", "ThumbsDown"]),
    // A branch for all other values.
    (
        r##"{"anyOf": [{"title": "Extension"}, {"$ref": "#/$defs/P"}, {"$ref": "#/$defs/Q"}]}"##,
        "true",
        &["pub enum Rm { P(P), Q(Q), Any(Value), }"],
    ),
    // Variants are named after their constants and their own properties.
    (
        r#"{"anyOf": [
            {"type": "object", "required": ["type", "url"], "properties": {"type": {"const": "http"}, "url": {"type": "string"}}},
            {"type": "object", "required": ["type", "url"], "properties": {"type": {"const": "sse"}, "url": {"type": "string"}}},
            {"type": "object", "required": ["command"], "properties": {"command": {"type": "string"}}}]}"#,
        "true",
        &["Http(RmHttp)", "Sse(RmSse)", "Command(RmCommand)"],
    ),
    // An externally tagged enum.
    (
        r##"{"$ref": "#/$defs/Used"}"##,
        r#"{"oneOf": [{"type": "string", "enum": ["off", "auto"]},
            {"type": "object", "required": ["fixed"], "properties": {"fixed": {"type": "integer"}}, "additionalProperties": false}]}"#,
        &["pub enum Used { /// `off` Off, /// `auto` Auto, /// `fixed` Fixed(i64), }"],
    ),
    (
        r##"{"$ref": "#/$defs/Used"}"##,
        r##"{"anyOf": [{"const": "off", "description": "Never."},
            {"type": "object", "required": ["own"], "properties": {"own": {"$ref": "#/$defs/P"}}, "additionalProperties": false},
            {"type": "object", "required": ["all"], "properties": {"all": {"type": "array", "items": {"$ref": "#/$defs/Used"}}},
             "additionalProperties": false, "description": "All of them."}]}"##,
        &["pub enum Used { /// Never. Off, /// `own` Own(P), /// All of them. All(Vec<Used>), }"],
    ),
    // The object may have other properties, or its content may be absent.
    (
        r#"{"oneOf": [{"const": "off"}, {"type": "object", "required": ["fixed"], "properties": {"fixed": {"type": "integer"}}}]}"#,
        "true",
        &["Fixed(RmFixed)"],
    ),
    (
        r#"{"oneOf": [{"const": "off"}, {"type": "object", "properties": {"fixed": {"type": "integer"}}, "additionalProperties": false}]}"#,
        "true",
        &["pub fixed: Option<i64>"],
    ),
    // The name would be that of two variants.
    (
        r#"{"oneOf": [{"const": "a"}, {"type": "object", "required": ["a"], "properties": {"a": {"type": "integer"}}, "additionalProperties": false}]}"#,
        "true",
        &["pub struct RmA { pub a: i64, }"],
    ),
    // An adjacently tagged enum.
    (
        r##"{"$ref": "#/$defs/Used"}"##,
        r##"{"oneOf": [
            {"type": "object", "required": ["t"], "properties": {"t": {"const": "none"}}, "additionalProperties": false},
            {"type": "object", "required": ["t", "c"], "properties": {"t": {"const": "one"}, "c": {"$ref": "#/$defs/P"}}, "additionalProperties": false},
            {"type": "object", "required": ["t", "c"], "properties": {"t": {"const": "many"}, "c": {"type": "object", "properties": {"n": {"type": "integer"}}}}, "additionalProperties": false}]}"##,
        &[
            "pub enum Used { /// `none` None, /// `one` One(P), /// `many` Many(UsedMany), }",
            "pub struct UsedMany { #[serde(skip_serializing_if = \"Option::is_none\")] pub n: Option<i64>, }",
            "ContentForm::adjacent(\"t\", \"c\")",
        ],
    ),
    // The same, as schemars writes it: other properties are allowed.
    (
        r#"{"oneOf": [
            {"type": "object", "required": ["t"], "properties": {"t": {"const": "none"}}},
            {"type": "object", "required": ["t", "c"], "properties": {"t": {"const": "one"}, "c": {"type": "integer"}}},
            {"type": "object", "required": ["t", "c"], "properties": {"t": {"const": "two"}, "c": {"type": "string"}}}]}"#,
        "true",
        &["pub enum Rm { /// `none` None, /// `one` One(i64), /// `two` Two(String), }"],
    ),
    // A field of one variant.
    (
        r#"{"oneOf": [
            {"type": "object", "required": ["t"], "properties": {"t": {"const": "point"}}},
            {"type": "object", "required": ["t", "radius"], "properties": {"t": {"const": "circle"}, "radius": {"type": "integer"}}}]}"#,
        "true",
        &["Point(RmPoint)", "Circle(RmCircle)", "pub radius: i64"],
    ),
    (
        r#"{"oneOf": [
            {"type": "object", "required": ["t", "c"], "properties": {"t": {"const": "a"}, "c": {"type": "integer"}}, "additionalProperties": {"type": "string"}},
            {"type": "object", "required": ["t", "c"], "properties": {"t": {"const": "b"}, "c": {"type": "integer"}}}]}"#,
        "true",
        &["A(RmA)", "B(RmB)"],
    ),
    // An internally tagged enum, whose variants have different properties.
    (
        r#"{"oneOf": [
            {"type": "object", "required": ["t", "c"], "properties": {"t": {"const": "a"}, "c": {"type": "string"}}, "additionalProperties": false},
            {"type": "object", "required": ["t", "d"], "properties": {"t": {"const": "b"}, "d": {"type": "string"}}, "additionalProperties": false}]}"#,
        "true",
        &["A(RmA)", "B(RmB)"],
    ),
    // An enum that allows any other string.
    (
        r#"{"anyOf": [{"type": "string"}, {"enum": ["low", "high"]}, {"const": "other", "description": "Neither."}]}"#,
        "true",
        &[
            "pub m: Rm",
            "pub enum Rm { /// `low` Low, /// `high` High, /// Neither. Other2, /// Any other string. Other(String), }",
        ],
    ),
    (
        r##"{"anyOf": [{"$ref": "#/$defs/Used"}, {"type": "string", "minLength": 2}, {"type": "null"}]}"##,
        r#"{"enum": ["a"]}"#,
        &["pub m: Option<Rm>", "pub enum Rm { /// `a` A, /// Any other string. Other(String), }"],
    ),
    // A listed string would match two branches.
    (r#"{"oneOf": [{"type": "string"}, {"type": "string", "enum": ["low", "high"]}]}"#, "true", &["pub m: String"]),
    // Arrays of a fixed length.
    (r#"{"type": "array", "items": {"type": "number"}, "minItems": 3, "maxItems": 3}"#, "true", &["pub m: [f64; 3]"]),
    (
        r##"{"type": "array", "items": {"type": "array", "items": {"$ref": "#/$defs/P"}, "minItems": 2, "maxItems": 2}, "minItems": 2, "maxItems": 2}"##,
        "true",
        &["pub m: [[P; 2]; 2]"],
    ),
    (
        r##"{"type": "array", "items": {"$ref": "#/$defs/P"}, "minItems": 5, "maxItems": 5}"##,
        "true",
        &["pub m: Vec<P>"],
    ),
    (r#"{"type": "array", "items": {"type": "number"}, "minItems": 33, "maxItems": 33}"#, "true", &["pub m: Vec<f64>"]),
    (r#"{"type": "array", "items": {"type": "number"}, "minItems": 2, "maxItems": 3}"#, "true", &["pub m: Vec<f64>"]),
    // A struct without fields.
    (r#"{"type": "object", "additionalProperties": false}"#, "true", &["pub struct Rm {}"]),
    // Integers whose bounds are those of a type, or within the type that the format names.
    (r#"{"type": "integer", "minimum": 0, "maximum": 65535}"#, "true", &["pub m: u16"]),
    (r#"{"type": "integer", "minimum": 0, "exclusiveMaximum": 256}"#, "true", &["pub m: u8"]),
    (r#"{"type": "integer", "minimum": -128, "maximum": 127}"#, "true", &["pub m: i8"]),
    (r#"{"type": "integer", "minimum": -32768, "maximum": 32767}"#, "true", &["pub m: i16"]),
    (r#"{"type": "integer", "minimum": 0, "maximum": 4294967295}"#, "true", &["pub m: u32"]),
    (r#"{"type": "integer", "minimum": -2147483648, "maximum": 2147483647}"#, "true", &["pub m: i32"]),
    (r#"{"type": "integer", "format": "uint16", "minimum": 1, "maximum": 1024}"#, "true", &["pub m: u16"]),
    (r#"{"type": "integer", "format": "int64", "minimum": 0, "maximum": 9}"#, "true", &["pub m: i64"]),
    // Other values are possible, so the format is not enough.
    (r#"{"type": "integer", "format": "uint16"}"#, "true", &["pub m: i64"]),
    (r#"{"type": "integer", "format": "uint32", "minimum": 0}"#, "true", &["pub m: u64"]),
    (r#"{"type": "integer", "format": "int8", "minimum": 0, "maximum": 255}"#, "true", &["pub m: u8"]),
    (r#"{"type": "integer", "minimum": 0, "maximum": 100}"#, "true", &["pub m: u64"]),
    (r#"{"type": "integer", "minimum": -0.5, "maximum": 255.5}"#, "true", &["pub m: u8"]),
    // A number of 32 bits would lose digits.
    (r#"{"type": "number", "format": "float"}"#, "true", &["pub m: f64"]),
    // Branches of different widths.
    (
        r#"{"anyOf": [{"type": "integer", "minimum": 0, "maximum": 255},
            {"type": "integer", "minimum": -32768, "maximum": 32767}]}"#,
        "true",
        &["pub m: i16"],
    ),
    (
        r#"{"anyOf": [{"type": "integer", "minimum": 0, "maximum": 65535},
            {"type": "integer", "minimum": -32768, "maximum": 32767}]}"#,
        "true",
        &["pub m: i64"],
    ),
    // A default outside of the type is not used.
    (
        r#"{"type": "array", "items": {"type": "integer", "minimum": 0, "maximum": 255}, "default": [1]}"#,
        "true",
        &["pub m: Vec<u8>"],
    ),
    // Maps with typed keys.
    (
        r##"{"type": "object", "propertyNames": {"$ref": "#/$defs/Used"}, "additionalProperties": {"type": "integer"}}"##,
        r#"{"enum": ["a", "b"]}"#,
        &["pub m: BTreeMap<Used, i64>", "pub enum Used { /// `a` A, /// `b` B, }"],
    ),
    (
        r#"{"type": "object", "propertyNames": {"enum": ["a", "b"]}}"#,
        "true",
        &["pub m: BTreeMap<RmKey, Value>", "pub enum RmKey"],
    ),
    (
        r##"{"type": "object", "propertyNames": {"$ref": "#/$defs/Used"}, "additionalProperties": {"$ref": "#/$defs/P"}}"##,
        r#"{"type": "string", "pattern": "^[a-z]+$"}"#,
        &["pub m: BTreeMap<Used, P>", "pub struct Used"],
    ),
    // Not every value of the enum is a string.
    (
        r##"{"type": "object", "propertyNames": {"$ref": "#/$defs/Used"}, "additionalProperties": {"type": "integer"}}"##,
        r#"{"enum": ["a", 1]}"#,
        &["pub m: BTreeMap<String, i64>"],
    ),
    // Definitions of scalars keep their names.
    (
        r##"{"$ref": "#/$defs/Used"}"##,
        r#"{"type": "string", "description": "A session."}"#,
        &["pub m: Used", "/// A session.", "PartialOrd, Ord, Hash, Serialize)]", "pub struct Used(pub String);"],
    ),
    (
        r##"{"type": "array", "items": {"$ref": "#/$defs/Used"}}"##,
        r#"{"type": "integer"}"#,
        &["pub m: Vec<Used>", "#[derive(Clone, Copy,", "pub struct Used(pub i64);"],
    ),
    (r##"{"$ref": "#/$defs/Used"}"##, r#"{"type": "boolean"}"#, &["pub m: Used", "pub struct Used(pub bool);"]),
    (r##"{"$ref": "#/$defs/Used"}"##, r#"{"type": "number"}"#, &["pub m: Used", "pub struct Used(pub f64);"]),
    (
        r##"{"type": "object", "propertyNames": {"$ref": "#/$defs/Used"}, "additionalProperties": {"type": "integer"}}"##,
        r#"{"type": "string"}"#,
        &["pub m: BTreeMap<Used, i64>"],
    ),
    // A deprecated property.
    (r#"{"type": "string", "deprecated": true}"#, "true", &["/// This is deprecated. pub m: String"]),
];

#[test]
fn schemas_become_the_types_that_a_person_would_write() {
    for (property, definition, expected) in IDIOMS {
        let text = types(property, definition);
        for part in *expected {
            assert!(text.contains(part), "{part} is not in the types of {property}: {text}");
        }
    }
}

#[test]
fn constants_of_several_branches_are_no_variants() {
    let text = types(r#"{"oneOf": [{"const": "a"}, {"const": "a"}]}"#, "true");
    assert!(!text.contains("pub enum RM"), "{text}");
}

#[test]
fn a_forbidden_property_has_no_field() {
    let text = types(r#"{"type": "object", "properties": {"a": {"type": "integer"}, "b": false}}"#, "true");
    assert!(text.contains("pub a: Option<i64>") && !text.contains("pub b:"), "{text}");
}

#[test]
fn names_of_locations_have_at_most_60_characters() {
    let long = "a property with a name of many words";
    let leaf = r#"{"type": "object", "properties": {"zip": {"type": "string"}}}"#;
    let inner = format!(r#"{{"type": "object", "properties": {{"{long} one": {leaf}, "{long} two": {leaf}}}}}"#);
    let outer = format!(r#"{{"type": "object", "properties": {{"{long} 1": {inner}, "{long} 2": {inner}}}}}"#);
    let text = types(&outer, "true");
    let names: Vec<&str> = text.split("pub struct ").skip(1).filter_map(|rest| rest.split(' ').next()).collect();
    let mut distinct = names.clone();
    distinct.sort_unstable();
    distinct.dedup();
    assert!(names.iter().all(|name| name.len() <= 60), "{names:?}");
    assert_eq!(names.len(), distinct.len(), "{names:?}");
    assert!(names.contains(&"RmAPropertyWithANameOfManyWords1"), "{names:?}");
    assert!(names.contains(&"RmAPropertyWithANameOfManyPropertyWithANameOfManyWordsOne"), "{names:?}");
    assert!(names.contains(&"RmAPropertyWithANameOfManyPropertyWithANameOfManyWordsOne2"), "{names:?}");
}
