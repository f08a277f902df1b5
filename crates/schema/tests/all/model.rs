//! Reading a schema loses nothing, and the keywords are in their fields.

use std::fs;
use std::path::Path;

use planwright_schema::Draft;
use planwright_schema::draft::ALL as DRAFTS;
use planwright_schema::model::{Count, Form, Keyword, Place, Schema, SchemaObject, Type, ValueKind};
use serde_json::{Value, json};
use walkdir::WalkDir;

use crate::random::Random;

/// Returns whether the model of a document in a dialect has all its keywords and values, in their order.
fn is_lossless(document: &Value, draft: Draft) -> bool {
    // Objects are equal in any order, but strings are not.
    let (given, kept) = (document.to_string(), Schema::from_value(document, draft).to_value().to_string());
    given == kept
}

/// Returns every JSON document below a folder of the workspace.
fn documents(folder: &str) -> Vec<(String, Value)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(folder);
    let files = WalkDir::new(root).sort_by_file_name().into_iter().filter_map(Result::ok);
    let json = files.filter(|entry| entry.path().extension().is_some_and(|end| end == "json"));
    json.filter_map(|entry| {
        let document = serde_json::from_str(&fs::read_to_string(entry.path()).ok()?).ok()?;
        Some((entry.path().display().to_string(), document))
    })
    .collect()
}

#[test]
fn no_document_of_the_repository_loses_anything() {
    let all: Vec<_> =
        ["schemas", "tests", "examples", "crates/reference/blueprints"].into_iter().flat_map(documents).collect();
    assert!(all.len() > 1000, "only {} documents were read", all.len());
    let schemas = all.iter().filter(|(_, document)| {
        Schema::from_value(document, Draft::Draft7).object().is_some_and(|object| object.keywords().count() > 1)
    });
    let schemas = schemas.count();
    assert!(schemas > 300, "only {schemas} of the documents are schemas");
    for (path, document) in &all {
        for draft in [Draft::Draft4, Draft::Draft7, Draft::Draft202012] {
            assert!(is_lossless(document, draft), "{path}, {draft:?}");
        }
    }
}

#[test]
#[ignore = "needs target/suite-data; `.ci/full suites` fetches it and runs this"]
fn no_schema_of_the_official_suite_loses_anything() {
    let folders = [("draft4", Draft::Draft4), ("draft6", Draft::Draft6), ("draft7", Draft::Draft7)];
    let newer = [("draft2019-09", Draft::Draft201909), ("draft2020-12", Draft::Draft202012)];
    for (folder, draft) in folders.into_iter().chain(newer) {
        let files = documents(&format!("target/suite-data/tests/{folder}"));
        let groups: Vec<&Value> = files.iter().filter_map(|(_, groups)| groups.as_array()).flatten().collect();
        assert!(groups.len() > 150, "only {} groups of {folder} were read", groups.len());
        for group in groups {
            assert!(is_lossless(&group["schema"], draft), "{folder}: {}", group["schema"]);
        }
    }
}

#[test]
fn no_random_document_loses_anything() {
    let (mut keywords, mut invalid) = (0, 0);
    for seed in 0..600 {
        let document = Random::new(seed).schema(4);
        for draft in DRAFTS {
            assert!(is_lossless(&document, draft), "{draft:?}: {document}");
            Schema::from_value(&document, draft).walk(&mut |schema| {
                let part = document.pointer(schema.place.pointer().as_str());
                assert_eq!(Some(&schema.to_value()), part, "{draft:?}: the place in {document}");
                keywords += schema.object().map_or(0, |object| object.keywords().count());
                invalid += schema.object().map_or(0, |object| object.invalid.len());
            });
        }
    }
    assert!(keywords > 5_000 && invalid > 500, "{keywords} keywords, {invalid} of them invalid");
}

#[test]
fn a_second_upgrade_changes_nothing() {
    let mut changed = 0;
    for seed in 0..500 {
        let document = Random::new(seed).schema(4);
        for draft in [Draft::Draft4, Draft::Draft6, Draft::Draft7, Draft::Draft202012] {
            let upgraded = |document: &Value, draft| {
                let mut schema = Schema::from_value(document, draft);
                schema.upgrade(draft);
                schema.to_value()
            };
            let once = upgraded(&document, draft);
            assert_eq!(upgraded(&once, Draft::Draft202012), once, "{draft:?}: {document}");
            changed += usize::from(once != document);
        }
    }
    assert!(changed > 400, "only {changed} documents were changed");
}

#[test]
fn a_loss_is_noticed() {
    let document = json!({"type": "object", "properties": {"a": {"minLength": 1, "x": 2, "title": 5}}});
    let damaged = |damage: &dyn Fn(&mut SchemaObject)| {
        let mut schema = Schema::from_value(&document, Draft::Draft7);
        let Form::Object(object) = &mut schema.form else { panic!("{schema:?}") };
        let property = object.object.properties.as_mut().and_then(|all| all.get_mut("a"));
        let Some(Schema { form: Form::Object(property), .. }) = property else { panic!("{object:?}") };
        damage(property);
        schema.to_value().to_string()
    };
    assert_eq!(damaged(&|_| {}), document.to_string());
    assert_ne!(damaged(&|object| object.string.min_length = None), document.to_string());
    assert_ne!(damaged(&|object| object.unknown.clear()), document.to_string());
    assert_ne!(damaged(&|object| object.invalid.clear()), document.to_string());
    assert_ne!(damaged(&|object| object.format = Some("date".to_owned())), document.to_string());
    assert!(damaged(&|object| object.format = Some("date".to_owned())).ends_with(r#""title":5,"format":"date"}}}"#));
}

#[test]
fn every_keyword_is_read_where_it_is_defined_and_only_there() {
    for keyword in Keyword::ALL {
        for draft in DRAFTS {
            for seed in 0..8 {
                let document = json!({keyword.name(): Random::new(seed).value(keyword, draft, 1)});
                let schema = Schema::from_value(&document, draft);
                let object = schema.object().expect("the document is an object");
                assert_eq!(object.unknown.is_empty(), keyword.is_read_in(draft), "{draft:?}: {document}");
                assert_eq!(object.value(keyword).is_some(), keyword.is_read_in(draft), "{draft:?}: {document}");
                assert!(object.invalid.is_empty(), "{draft:?}: {document}");
            }
            let wrong = json!({keyword.name(): null});
            let schema = Schema::from_value(&wrong, draft);
            let is_invalid = schema.object().is_some_and(|object| !object.invalid.is_empty());
            let takes_any = keyword.value() == ValueKind::Any;
            assert_eq!(is_invalid, keyword.is_read_in(draft) && !takes_any, "{draft:?}: {wrong}");
        }
    }
}

#[test]
fn keywords_are_in_their_fields() {
    let document = json!({
        "type": ["string", "null"], "minLength": 2, "maxLength": 3.0, "pattern": "^a", "format": "date",
        "properties": {"a": {"minimum": 1}}, "required": ["a"], "additionalProperties": false,
        "items": [{"const": 1}], "additionalItems": {"enum": [2]}, "nullable": true, "minItems": "3",
        "dependencies": {"a": ["b"], "b": {"not": {}}},
    });
    let schema = Schema::from_value(&document, Draft::Draft7);
    let object = schema.object().expect("the document is an object");
    assert_eq!(object.types.as_ref().map(|types| types.as_slice().to_vec()), Some(vec![Type::String, Type::Null]));
    assert_eq!(object.string.min_length.as_ref().map(Count::get), Some(2));
    assert_eq!(object.string.max_length.as_ref().map(Count::get), Some(3));
    assert_eq!(object.string.pattern.as_deref(), Some("^a"));
    assert!(object.object.requires("a") && !object.object.requires("b"));
    assert!(matches!(object.object.additional_properties.as_deref(), Some(Schema { form: Form::Boolean(false), .. })));
    let property = object.object.property("a").expect("the property is described");
    assert_eq!(property.place.pointer().as_str(), "/properties/a");
    assert_eq!(property.object().and_then(|object| object.number.minimum.clone()), Some(1.into()));
    assert_eq!(object.array.slots().len(), 1);
    assert_eq!(object.array.rest().map(|rest| rest.place.pointer().to_string()).as_deref(), Some("/additionalItems"));
    assert_eq!(object.unknown.keys().map(|name| &**name).collect::<Vec<_>>(), ["nullable"]);
    assert_eq!(object.invalid, [(Keyword::MinItems, json!("3"))]);
    schema.walk(&mut |part| {
        let found = schema.at(&part.place.pointer()).expect("every schema is found at its place");
        assert!(std::ptr::eq(found, part), "{}", part.place.pointer());
    });
    for nowhere in ["/properties/b", "/required/0", "/nullable", "/dependencies/a", "/items/1", "/items/x"] {
        assert!(schema.at(&nowhere.parse().expect("it is a pointer")).is_none(), "{nowhere}");
    }
    let mut places = Vec::new();
    schema.for_each_child(&mut |child| places.push(child.place.pointer().to_string()));
    assert_eq!(places, ["/properties/a", "/additionalProperties", "/items/0", "/additionalItems", "/dependencies/b"]);
}

#[test]
fn bounds_mean_the_same_in_every_draft() {
    let old = json!({"minimum": 1, "exclusiveMinimum": true, "maximum": 5, "exclusiveMaximum": false, "minItems": 2});
    let new = json!({"exclusiveMinimum": 1, "maximum": 5, "minItems": 2.0});
    for (draft, document, exclusive) in
        [(Draft::Draft4, old, Keyword::Minimum), (Draft::Draft6, new, Keyword::ExclusiveMinimum)]
    {
        let schema = Schema::from_value(&document, draft);
        let object = schema.object().expect("the document is an object");
        let bounds: Vec<_> =
            Keyword::ALL.into_iter().filter_map(|keyword| Some((keyword, object.bound(keyword)?))).collect();
        let found: Vec<_> =
            bounds.iter().map(|(keyword, bound)| (*keyword, bound.number.as_f64(), bound.is_exclusive)).collect();
        let mut expected = vec![
            (exclusive, Some(1.0), true),
            (Keyword::Maximum, Some(5.0), false),
            (Keyword::MinItems, Some(2.0), false),
        ];
        expected.sort_by_key(|(keyword, ..)| *keyword);
        assert_eq!(found, expected, "{document}");
    }
}

#[test]
fn what_is_not_kept_is_removed() {
    let document = json!({
        "title": "T", "minLength": 1, "maxLength": "x", "x-a": 1, "not": {"const": 1},
        "$defs": {"A": {"minLength": 2}}, "$ref": "#/$defs/A",
    });
    let mut schema = Schema::from_value(&document, Draft::Draft202012);
    if let Form::Object(object) = &mut schema.form {
        assert!(object.has(Keyword::Title) && !object.has(Keyword::MaxLength) && !object.has(Keyword::Items));
        object.retain(|keyword| keyword.constrains() && keyword != Keyword::Ref);
    }
    assert_eq!(schema.to_value(), json!({"minLength": 1, "maxLength": "x", "not": {"const": 1}}));
}

#[test]
fn keywords_next_to_a_reference_count_from_2019_09_on() {
    let document =
        json!({"$ref": "#/definitions/A", "minLength": 3, "title": "T", "definitions": {"A": {"type": "string"}}});
    let read = |draft| Schema::from_value(&document, draft);
    let old = read(Draft::Draft7);
    let old = old.object().expect("the document is an object");
    assert_eq!(old.ignored, [(Keyword::MinLength, json!(3))]);
    assert!(
        old.string.min_length.is_none() && old.annotations.title.is_some() && old.definitions.definitions.is_some()
    );
    let new = read(Draft::Draft201909);
    assert!(new.object().is_some_and(|object| object.ignored.is_empty() && object.string.min_length.is_some()));
}

#[test]
fn the_deepest_document_and_long_names_are_read() {
    let mut document = json!({"type": "string"});
    for _ in 0..120 {
        document = json!({"not": document});
    }
    assert!(is_lossless(&document, Draft::Draft7));
    let long = "n".repeat(200_000);
    let properties: serde_json::Map<_, _> =
        (0..20_000).map(|index| (index.to_string(), json!({"minLength": index}))).collect();
    let document = json!({"properties": {long.clone(): {"properties": properties}}});
    let schema = Schema::from_value(&document, Draft::Draft202012);
    let mut places: Vec<Place> = Vec::new();
    schema.walk(&mut |schema| places.push(schema.place.clone()));
    assert_eq!(places.len(), 20_002);
    assert_eq!(places[20_001].pointer().as_str(), format!("/properties/{long}/properties/19999"));
}
