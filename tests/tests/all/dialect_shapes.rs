//! Exports schemas of every kind to every dialect: conversions, refusals, limits, hostile names, and controls that the
//! table's checker must reject.

use jsonschema::Draft;
use planwright_codegen::SchemaSet;
use planwright_dialects::{Conversion, Dialect, Refusal, breaches};
use planwright_schema::violations;
use serde_json::{Value, json};

fn set(schema: &Value) -> SchemaSet {
    SchemaSet::parse([("case.json".to_owned(), schema.to_string().into_bytes())]).expect("it is a schema")
}

fn convert(schema: &Value, dialect: Dialect) -> Result<Conversion, Refusal> {
    Conversion::new(&set(schema), "case.json", dialect)
}

fn codes(schema: &Value, dialect: Dialect) -> Vec<&'static str> {
    match convert(schema, dialect) {
        Ok(conversion) => conversion.weakenings().iter().map(|one| one.code).collect(),
        Err(Refusal::Dialect(refusals)) => refusals.iter().map(|one| one.code).collect(),
        Err(other) => panic!("{other:?}"),
    }
}

/// Every document survives encoding and decoding in every dialect, and is valid under the vendor's schema when encoded.
fn survives(schema: &Value, documents: &[Value]) {
    let set = set(schema);
    for document in documents {
        assert_eq!(violations(&set, "case.json", document).unwrap(), [], "{document} is canonical");
    }
    for dialect in Dialect::ALL {
        let conversion = match Conversion::new(&set, "case.json", dialect) {
            // Their engines copy names into a grammar unescaped.
            Err(Refusal::Dialect(refusals))
                if [Dialect::XGrammar, Dialect::Vllm, Dialect::Outlines].contains(&dialect)
                    && refusals.iter().all(|one| one.message.contains("has a character that JSON escapes")) =>
            {
                continue;
            }
            other => other.unwrap_or_else(|error| panic!("{dialect}: {error:?}")),
        };
        assert_eq!(breaches(dialect, conversion.schema()), []);
        let vendor =
            jsonschema::options().with_draft(Draft::Draft202012).build(conversion.schema()).expect("it compiles");
        for document in documents {
            let answer = conversion.encode(document).unwrap_or_else(|fault| panic!("{dialect} {document}: {fault}"));
            assert!(vendor.is_valid(&answer), "{dialect}: {answer} under {:#}", conversion.schema());
            assert_eq!(conversion.normalize(&answer).as_ref(), Ok(document), "{dialect}: {answer}");
        }
    }
}

#[test]
fn roots_that_are_no_objects_are_wrapped() {
    survives(&json!({"type": "array", "items": {"type": "integer"}}), &[json!([]), json!([1, 2])]);
    survives(&json!({"type": ["string", "null"]}), &[json!("a"), json!(null)]);
    survives(
        &json!({"anyOf": [{"type": "string"}, {"type": "array", "items": {"type": "string"}}]}),
        &[json!("a"), json!(["a"])],
    );
    survives(&json!(true), &[json!(null), json!({"a": [1.5, {"b": "\"\u{202e}"}]})]);
}

/// Lists with positional schemas: closed, with a typed rest, and with any rest.
#[test]
fn tuples_stay_tuples_where_the_dialect_has_them() {
    let slots = json!([{"type": "string"}, {"type": "integer"}]);
    for (rest, documents, printed) in [
        (json!(false), [json!(["a", 1]), json!([])], None),
        (json!({"type": "boolean"}), [json!(["a", 1, true, false]), json!(["a"])], Some(json!({"type": "boolean"}))),
        (json!(true), [json!(["a", 1, {"b": null}]), json!([])], Some(json!({}))),
    ] {
        let schema = json!({"type": "array", "prefixItems": slots, "items": rest});
        survives(&schema, &documents);
        let gemini = convert(&schema, Dialect::Gemini).expect("it is exported");
        assert_eq!(gemini.schema()["prefixItems"], slots, "{:#}", gemini.schema());
        assert_eq!(gemini.schema().get("items").cloned(), printed, "{:#}", gemini.schema());
        assert!(!codes(&schema, Dialect::Gemini).contains(&"TUPLE_AS_LIST"));
        assert!(codes(&schema, Dialect::OpenAi).contains(&"TUPLE_AS_LIST"));
        let mixed = json!([1, "a"]);
        let takes = |dialect: Dialect| {
            let schema = convert(&schema, dialect).expect("it is exported").schema().clone();
            let list = if dialect == Dialect::Gemini { schema } else { schema["properties"]["value"].clone() };
            jsonschema::draft202012::new(&list).expect("it compiles").is_valid(&mixed)
        };
        assert!(!takes(Dialect::Gemini) && takes(Dialect::OpenAi), "only a tuple has an order");
    }
}

#[test]
fn keywords_of_other_drafts_are_not_exported() {
    let list = |draft: &str| json!({"$schema": draft, "type": "array", "prefixItems": [{"type": "string"}], "items": {"type": "integer"}});
    let exported = |draft: &str| convert(&list(draft), Dialect::Gemini).expect("it is exported").schema().clone();
    let (old, new) = ("http://json-schema.org/draft-07/schema#", "https://json-schema.org/draft/2020-12/schema");
    survives(&list(old), &[json!([1, 2])]);
    assert_eq!(exported(old).get("prefixItems"), None, "the draft does not define it");
    survives(&list(new), &[json!(["a", 2])]);
    assert!(exported(new)["prefixItems"].is_array());
}

#[test]
fn extensions_next_to_a_reference_change_nothing() {
    let exported = |member: serde_json::Value| {
        let schema = json!({"type": "object", "additionalProperties": false, "required": ["a"], "properties": {"a": member},
            "$defs": {"A": {"type": "object", "additionalProperties": false, "properties": {}}}});
        convert(&schema, Dialect::OpenAi).expect("it is exported").schema().clone()
    };
    let plain = exported(json!({"$ref": "#/$defs/A"}));
    assert!(plain.to_string().contains("$ref"), "{plain:#}");
    assert_eq!(exported(json!({"$ref": "#/$defs/A", "x-order": 1})), plain);
    assert_ne!(exported(json!({"$ref": "#/$defs/A", "maxProperties": 1})), plain);
}

#[test]
fn absent_and_null_stay_apart() {
    let schema = json!({"type": "object", "additionalProperties": false, "properties": {
        "a": {"type": ["integer", "null"]}, "b": {"type": "integer"}, "c": {"type": ["string", "null"]}
    }, "required": ["c"]});
    let documents = [json!({"c": null}), json!({"a": null, "c": "x"}), json!({"a": 1, "b": 2, "c": null})];
    survives(&schema, &documents);
    assert_eq!(codes(&schema, Dialect::OpenAi), ["NULLABLE_BOXED", "ABSENT_AS_NULL"]);
}

#[test]
fn maps_of_all_kinds_come_back() {
    let of_numbers = json!({"type": "object", "additionalProperties": {"type": "number"}});
    survives(&of_numbers, &[json!({}), json!({"a": 1, "__proto__": 2.5, "": 3, "key": 4, "value": 5})]);
    let beside = json!({"type": "object", "properties": {"additional_members": {"type": "string"}},
        "required": ["additional_members"], "additionalProperties": {"type": "array", "items": {"type": "boolean"}}});
    survives(&beside, &[json!({"additional_members": "x"}), json!({"additional_members": "x", "y": [true]})]);
    let patterns = json!({"type": "object", "patternProperties": {"^i-": {"type": "integer"}, "^s-": {"type": "string"}},
        "additionalProperties": false});
    survives(&patterns, &[json!({"i-1": 1, "s-1": "1"})]);
    let conversion = convert(&of_numbers, Dialect::OpenAi).unwrap();
    let twice = json!({"value": [{"key": "a", "value": 1}, {"key": "a", "value": 2}]});
    let faults = conversion.normalize(&twice).unwrap_err();
    assert_eq!(faults[0].at.as_str(), "/value/1/key");
}

#[test]
fn recursion_goes_on_as_text_where_there_is_none() {
    let schema = json!({"$schema": "http://json-schema.org/draft-07/schema#", "title": "Tree", "type": "object", "required": ["name"], "additionalProperties": false,
        "properties": {"name": {"type": "string"}, "children": {"type": "array", "items": {"$ref": "#"}}}});
    let leaf = json!({"name": "leaf"});
    let deep = (0..8).fold(leaf.clone(), |below, _| json!({"name": "node", "children": [below, leaf]}));
    survives(&schema, &[leaf, deep]);
    assert!(codes(&schema, Dialect::Anthropic).contains(&"RECURSION_CUT"));
    assert!(!codes(&schema, Dialect::OpenAi).contains(&"RECURSION_CUT"));
}

#[test]
fn all_of_is_merged_and_unions_take_what_stands_beside_them() {
    let merged = json!({"allOf": [
        {"type": "object", "properties": {"a": {"type": "integer", "minimum": 1}}, "required": ["a"]},
        {"$ref": "#/$defs/Named"}
    ], "$defs": {"Named": {"type": "object", "properties": {"name": {"type": "string"}, "a": {"maximum": 9}}, "required": ["name"]}}});
    survives(&merged, &[json!({"a": 3, "name": "x"})]);
    let printed = convert(&merged, Dialect::OpenAi).unwrap().schema().clone();
    assert_eq!(
        (&printed["properties"]["a"]["minimum"], &printed["properties"]["a"]["maximum"]),
        (&json!(1), &json!(9))
    );
    let beside = json!({"type": "object", "properties": {"x": {"type": "integer"}, "y": {"type": "integer"}},
        "anyOf": [{"required": ["x"]}, {"required": ["y"]}]});
    survives(&beside, &[json!({"x": 1}), json!({"y": 1}), json!({"x": 1, "y": 2})]);
    let enough = json!({"allOf": [{"anyOf": [{"type": "string"}, {"type": "integer"}]}, {"type": "string"}]});
    survives(&enough, &[json!("a")]);
}

#[test]
fn one_of_is_reported_where_branches_overlap() {
    let overlap = json!({"oneOf": [{"type": "integer", "minimum": 1}, {"type": "number"}]});
    assert!(codes(&overlap, Dialect::Gemini).contains(&"ONE_OF_AS_ANY_OF"));
    let apart = json!({"oneOf": [{"type": "integer"}, {"type": "string"}]});
    assert!(!codes(&apart, Dialect::Gemini).contains(&"ONE_OF_AS_ANY_OF"));
}

#[test]
fn tuples_fixed_values_and_odd_enums_come_back() {
    survives(
        &json!({"type": "array", "prefixItems": [{"type": "string"}, {"type": "object", "additionalProperties": {"type": "integer"}}], "items": false}),
        &[json!(["a", {"b": 1}]), json!(["a"])],
    );
    survives(
        &json!({"enum": ["a", 1, 1.5, null, true, {"b": [1]}, []]}),
        &[json!("a"), json!(1), json!(1.5), json!(null), json!(true), json!({"b": [1]}), json!([])],
    );
    survives(&json!({"const": {"z": 1, "a": 2}}), &[json!({"a": 2, "z": 1})]);
}

#[test]
fn thirty_optional_members_and_nullables_fit_the_ration() {
    let members: serde_json::Map<String, Value> =
        (0..30).map(|n| (format!("m{n:02}"), json!({"type": ["string", "null"]}))).collect();
    let schema = json!({"type": "object", "additionalProperties": false, "properties": members});
    survives(&schema, &[json!({}), json!({"m00": null, "m29": null, "m28": "x"})]);
    let codes = codes(&schema, Dialect::Anthropic);
    assert_eq!(codes.iter().filter(|code| **code == "ABSENT_AS_LIST").count(), 30 - 24);
    assert_eq!(codes.iter().filter(|code| **code == "NULL_AS_LIST").count(), 30 - 16);
}

#[test]
fn what_is_dropped_is_said() {
    let schema = json!({"type": "string", "minLength": 3, "pattern": "^a", "format": "uri", "description": "A link.", "not": {"const": "abc"}});
    let printed = convert(&schema, Dialect::OpenAi).unwrap();
    let text = printed.schema()["properties"]["value"]["description"].as_str().unwrap().to_owned();
    for words in ["A link.", "At least 3 characters.", "Format: uri.", "\"const\":\"abc\""] {
        assert!(text.contains(words), "{text}");
    }
    assert_eq!(printed.schema()["properties"]["value"]["pattern"], "^a");
    let places: Vec<&str> = printed.weakenings().iter().map(|one| one.pointer.as_str()).collect();
    assert_eq!(places, ["", "/minLength", "/format", "/not"]);
    assert!(printed.weakenings().iter().all(|one| one.line_column.is_some()));
}

#[test]
fn refusals_are_located() {
    let nothing = json!({"type": "object", "required": ["a"], "properties": {"a": false}});
    assert_eq!(codes(&nothing, Dialect::OpenAi), ["NOTHING_ALLOWED"]);
    assert_eq!(codes(&json!(false), Dialect::Gemini), ["NOTHING_ALLOWED"]);
    let list = json!({"$id": "list", "$defs": {"a": {"$dynamicAnchor": "a"}}, "type": "array", "items": {"$dynamicRef": "#a"}});
    let dynamic = json!({"$id": "https://example.org/", "$dynamicAnchor": "a", "type": "object", "properties": {"b": {"$ref": "list"}}, "$defs": {"list": list}});
    assert_eq!(codes(&dynamic, Dialect::Mcp), ["DYNAMIC_REFERENCE"]);
    let members: serde_json::Map<String, Value> =
        (0..10_000).map(|n| (format!("m{n}"), json!({"type": "integer"}))).collect();
    match convert(&json!({"type": "object", "properties": members}), Dialect::OpenAi) {
        Err(Refusal::Dialect(refusals)) => {
            assert_eq!(refusals[0].code, "LIMIT_EXCEEDED");
            assert!(refusals[0].message.contains("10000 properties; at most 5000"), "{}", refusals[0]);
        }
        other => panic!("{other:?}"),
    }
    let deep = (0..12).fold(json!({"type": "string"}), |below, _| {
        json!({"type": "object", "properties": {"a": below}, "required": ["a"], "additionalProperties": false})
    });
    assert_eq!(codes(&deep, Dialect::OpenAi), ["LIMIT_EXCEEDED"]);
}

/// Each definition uses the previous one twice, thirty times. Nothing may grow exponentially.
#[test]
fn bombs_end() {
    let mut definitions = serde_json::Map::from_iter([("D0".to_owned(), json!({"type": "string"}))]);
    for n in 1..30 {
        let below = json!({"$ref": format!("#/$defs/D{}", n - 1)});
        definitions.insert(
            format!("D{n}"),
            json!({"type": "object", "properties": {"a": below, "b": {"allOf": [below, {"maxLength": 3}]}}}),
        );
    }
    let schema = json!({"$ref": "#/$defs/D29", "$defs": definitions});
    for dialect in Dialect::ALL {
        let _ = convert(&schema, dialect);
    }
    assert!(matches!(convert(&schema, Dialect::OpenAi), Err(Refusal::Dialect(_))));
}

/// Nested unions without a tag. Naive backtracking would double the work at each level.
#[test]
fn nested_unions_end() {
    let closed = |note: &Value| {
        json!({"type": "object", "additionalProperties": false, "required": ["rank"], "properties": {
            "inner": {"$ref": "#/$defs/Term"}, "rank": {"type": "integer"}, "note": note}})
    };
    let schema = json!({"$ref": "#/$defs/Term", "$defs": {"Term": {"anyOf": [
        closed(&json!({"type": "string"})), closed(&json!({"type": "integer"}))]}}});
    let term = |innermost: Value| (0..60).fold(innermost, |inner, _| json!({"inner": inner, "rank": 1, "note": 2}));
    let good = term(json!({"rank": 1, "note": 2}));
    let mut names = 0;
    for dialect in Dialect::ALL {
        let Ok(conversion) = convert(&schema, dialect) else { continue };
        let answer = conversion.encode(&good).expect("it has a shape");
        assert_eq!(conversion.normalize(&answer), Ok(good.clone()), "{dialect}");
        let spoiled: Value =
            serde_json::from_str(&answer.to_string().replacen("\"rank\":1", "\"rank\":true", 1)).unwrap();
        names += usize::from(conversion.normalize(&spoiled).is_err());
    }
    assert!(names > 5, "{names} dialects refuse a rank that is no number");
}

/// Two mutually recursive branches with a period of two that are never in phase.
#[test]
fn recursions_out_of_step_end() {
    let closed = |next: Value, note: &str| {
        json!({"type": "object", "additionalProperties": false, "required": ["x"], "properties": {
            "x": {"anyOf": [next, {"type": "null"}]}, "note": {"type": note}}})
    };
    let schema = json!({"anyOf": [{"$ref": "#/$defs/A"}, closed(json!({"$ref": "#/$defs/B"}), "integer")], "$defs": {
        "A": closed(closed(json!({"$ref": "#/$defs/A"}), "string"), "string"),
        "B": closed(closed(json!({"$ref": "#/$defs/B"}), "integer"), "integer")}});
    let document = |note: Value| json!({"x": {"x": null, "note": note}, "note": note});
    let mut round = 0;
    for dialect in Dialect::ALL {
        let Ok(conversion) = convert(&schema, dialect) else { continue };
        for document in [document(json!("a")), document(json!(1)), json!({"x": null})] {
            let answer = conversion.encode(&document).expect("it has a shape");
            assert_eq!(conversion.normalize(&answer), Ok(document), "{dialect}");
        }
        round += 1;
    }
    assert!(round > 5, "{round} dialects have recursion");
}

#[test]
fn hostile_names_stay_data() {
    let name = "a\"/~\u{202e}\n$ref";
    let schema = json!({"title": "\u{202e}*/", "description": "x\r\n\u{0}", "type": "object", "additionalProperties": false,
        "required": [name], "properties": {name: {"type": "string", "enum": ["\u{0}", "\"\\"]}}});
    survives(&schema, &[json!({name: "\u{0}"})]);
}

#[test]
fn the_table_refuses_what_it_must() {
    let closed = |properties: Value, required: Value| json!({"type": "object", "properties": properties, "required": required, "additionalProperties": false});
    let one = |schema: Value| closed(json!({"a": schema}), json!(["a"]));
    let wide: serde_json::Map<String, Value> = (0..25).map(|n| (format!("m{n}"), json!({"type": "integer"}))).collect();
    let unions: serde_json::Map<String, Value> =
        (0..17).map(|n| (format!("m{n}"), json!({"type": ["integer", "null"]}))).collect();
    let names: Vec<String> = unions.keys().cloned().collect();
    let values: Vec<u32> = (0..1_001).collect();
    let long: Vec<String> = (0..251).map(|n| format!("{n:060}")).collect();
    let deep = (0..11).fold(json!({"type": "string"}), |inner, _| closed(json!({"a": inner}), json!(["a"])));
    let lists = (0..11).fold(json!({"type": "string"}), |inner, _| json!({"type": "array", "items": inner}));
    let recursive = || {
        json!({"type": "object", "properties": {"a": {"$ref": "#/$defs/A"}}, "required": ["a"], "additionalProperties": false,
        "$defs": {"A": {"type": "object", "properties": {"a": {"$ref": "#/$defs/A"}}, "required": [], "additionalProperties": false}}})
    };
    let controls = [
        (Dialect::OpenAi, json!({"type": "array", "items": {"type": "string"}})),
        (Dialect::OpenAi, json!({"anyOf": [closed(json!({}), json!([]))]})),
        (Dialect::OpenAi, json!({"type": "object", "properties": {}, "required": []})),
        (Dialect::OpenAi, closed(json!({"a": {"type": "string"}}), json!([]))),
        (Dialect::OpenAi, one(json!({"type": "string", "minLength": 1}))),
        (Dialect::OpenAi, one(json!({"type": "string", "format": "uri"}))),
        (Dialect::OpenAi, one(json!({"oneOf": [{"type": "string"}]}))),
        (Dialect::OpenAi, one(json!({"type": "integer", "enum": values}))),
        (Dialect::OpenAi, one(json!({"type": "string", "const": "x".repeat(120_001)}))),
        (Dialect::OpenAi, one(json!({}))),
        (Dialect::OpenAi, one(json!({"type": "string", "enum": long}))),
        (Dialect::OpenAi, one(json!({"type": "string", "pattern": "^(?!a)"}))),
        (Dialect::OpenAi, deep),
        (Dialect::Anthropic, one(json!({"type": "integer", "minimum": 1}))),
        (Dialect::Anthropic, one(json!({"type": "string", "pattern": "(?=a)"}))),
        (Dialect::Anthropic, one(json!({"type": "string", "pattern": "(a)\\1"}))),
        (Dialect::Anthropic, one(json!({"type": "string", "pattern": "\\ba"}))),
        (Dialect::Anthropic, one(json!({"type": "array", "items": {"type": "string"}, "minItems": 2}))),
        (Dialect::Anthropic, closed(wide.into(), json!([]))),
        (Dialect::Anthropic, closed(unions.into(), json!(names))),
        (Dialect::Anthropic, recursive()),
        (Dialect::AnthropicTool, json!({"type": "object", "oneOf": [{}]})),
        (Dialect::AnthropicTool, one(json!({"not": {}}))),
        (Dialect::Gemini, one(json!({"type": "string", "pattern": "a"}))),
        (Dialect::Gemini, one(json!({"allOf": [{}]}))),
        (Dialect::Mcp, json!({"type": "array"})),
        (Dialect::XGrammar, one(json!({"type": "string", "minLength": 1}))),
        (Dialect::XGrammar, one(json!({"type": "string", "pattern": "a"}))),
        (Dialect::XGrammar, closed(json!({"a\"": {"type": "string"}}), json!([]))),
        (Dialect::Vllm, one(json!({"type": "string", "format": "date"}))),
        (Dialect::Vllm, one(json!({"type": "string", "minLength": 1}))),
        (Dialect::Outlines, one(json!({"type": "string", "minLength": 1, "pattern": "^a$"}))),
        (Dialect::Outlines, one(json!({"$ref": "#/$defs/A"}))),
        (Dialect::Outlines, json!({"type": "object"})),
        (Dialect::Mistral, one(json!({"type": "string", "const": "a"}))),
        (Dialect::Mistral, recursive()),
        (Dialect::Bedrock, one(json!({"type": "array", "items": {"type": "string"}, "minItems": 2}))),
        (Dialect::Bedrock, recursive()),
        (Dialect::Bedrock, json!({"type": "array"})),
        (Dialect::Vertex, recursive()),
        (Dialect::Vertex, one(json!({"type": "string", "pattern": "^a$"}))),
        (Dialect::Xai, recursive()),
        (Dialect::Xai, one(json!({"type": "string", "format": "uri"}))),
    ];
    for (dialect, schema) in controls {
        assert_ne!(breaches(dialect, &schema), [], "{dialect} takes {schema}");
    }
    for dialect in Dialect::ALL {
        assert_eq!(breaches(dialect, &one(json!({"type": "string"}))), [], "{dialect}");
    }
    for dialect in [Dialect::OpenAi, Dialect::Anthropic] {
        assert_eq!(breaches(dialect, &one(json!({"type": "string", "pattern": "^[a-z]+$"}))), [], "{dialect}");
    }
    assert_eq!(breaches(Dialect::OpenAi, &one(lists)), [], "levels are those of objects");
}

/// `propertyNames` that lists all names is a closed object with these properties, which every dialect can express.
#[test]
fn listed_names_become_properties() {
    let listed = json!({
        "type": "object", "required": ["counts"], "additionalProperties": false,
        "properties": {"counts": {
            "type": "object", "required": ["red"], "propertyNames": {"$ref": "#/$defs/Color"},
            "properties": {"red": {"minimum": 1}, "black": {"type": "integer"}},
            "patternProperties": {"^g": {"type": "integer", "maximum": 9}}, "additionalProperties": {"type": "integer"},
        }},
        "$defs": {"Color": {"type": "string", "enum": ["red", "green", "blue"], "description": "A color."}},
    });
    let documents = [json!({"counts": {"red": 1}}), json!({"counts": {"red": 1, "green": 2, "blue": 3}})];
    survives(&listed, &documents);
    for dialect in Dialect::ALL {
        if [Dialect::AnthropicTool, Dialect::Mcp].contains(&dialect) {
            continue;
        }
        let schema = convert(&listed, dialect).unwrap_or_else(|error| panic!("{dialect}: {error:?}")).schema().clone();
        let counts = &schema["properties"]["counts"];
        // Two of three names are optional, and this dialect allows few optional properties.
        if dialect == Dialect::Anthropic {
            assert!(schema.to_string().contains("additional_members"), "{schema:#}");
            continue;
        }
        let names: Vec<&String> = counts["properties"].as_object().expect("properties").keys().collect();
        assert_eq!(names, ["red", "green", "blue"], "{dialect}");
        assert_eq!(counts["additionalProperties"], json!(false), "{dialect}");
        assert!(!codes(&listed, dialect).contains(&"MAP_AS_PAIRS"), "{dialect}");
    }
    let required = json!({
        "type": "object", "propertyNames": {"enum": ["a", "b"]}, "additionalProperties": {"type": "integer"}, "required": ["a", "b"],
    });
    survives(&required, &[json!({"a": 1, "b": 2})]);
    assert_eq!(convert(&required, Dialect::Anthropic).unwrap().schema()["required"], json!(["a", "b"]));
    // Controls: these have other names too, or names that engines do not read, so they stay maps.
    for names in [json!({"enum": ["a", "b"], "minLength": 1}), json!({"pattern": "^[ab]$"}), json!({"enum": ["a\"b"]})]
    {
        let map = json!({"type": "object", "propertyNames": names, "additionalProperties": {"type": "integer"}});
        assert!(codes(&map, Dialect::OpenAi).contains(&"MAP_AS_PAIRS"), "{names}");
    }
    // A required name that is not listed leaves no valid document.
    let impossible = json!({"type": "object", "propertyNames": {"enum": ["a"]}, "required": ["b"]});
    assert_eq!(codes(&impossible, Dialect::OpenAi), ["NOTHING_ALLOWED"]);
}

/// A description next to a reference or an `allOf` does not replace that of the definition.
#[test]
fn both_descriptions_are_kept() {
    let schema = json!({
        "type": "object", "required": ["a", "b", "c", "d"], "additionalProperties": false,
        "properties": {
            "a": {"$ref": "#/$defs/Address", "description": "Where the bill goes"},
            "b": {"allOf": [{"$ref": "#/$defs/Address"}], "description": "Where the goods go."},
            "c": {"$ref": "#/$defs/Zip", "description": "Of the sender.", "maxLength": 9},
            "d": {"$ref": "#/$defs/Address", "description": "A postal address. Of the sender."},
        },
        "$defs": {
            "Address": {"type": "object", "description": "A postal address.", "properties": {"zip": {"$ref": "#/$defs/Zip"}},
                "required": ["zip"], "additionalProperties": false},
            "Zip": {"type": "string", "description": "A postal code."},
        },
    });
    for dialect in Dialect::ALL {
        let exported =
            convert(&schema, dialect).unwrap_or_else(|error| panic!("{dialect}: {error:?}")).schema().clone();
        let text = |name: &str| exported["properties"][name]["description"].as_str().unwrap_or_default().to_owned();
        // These keep the reference, or both schemas.
        if dialect == Dialect::AnthropicTool {
            continue;
        }
        assert_eq!(text("a"), "Where the bill goes. A postal address.", "{dialect}");
        assert_eq!(text("b"), "Where the goods go. A postal address.", "{dialect}");
        if dialect != Dialect::Mcp {
            assert!(text("c").starts_with("Of the sender. A postal code."), "{dialect}: {}", text("c"));
        }
        assert_eq!(text("d"), "A postal address. Of the sender.", "{dialect}");
    }
}
