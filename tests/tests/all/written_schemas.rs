//! Schemas that Pydantic 2 and Zod 4 write, in every dialect: nothing that the vendor does not support, and every valid
//! document is admitted and comes back.

use std::fs;

use jsonschema::Draft;
use planwright_codegen::SchemaSet;
use planwright_dialects::{Conversion, Dialect, Refusal, breaches};
use planwright_schema::violations;
use planwright_tests::workspace;
use serde_json::Value;

#[derive(serde::Deserialize)]
struct Written {
    name: String,
    schema: Value,
    documents: Vec<Value>,
    /// Valid documents with undescribed properties, which a dialect may exclude if it reports that.
    #[serde(default)]
    undescribed: Vec<Value>,
}

fn written() -> Vec<Written> {
    let text = fs::read_to_string(workspace().join("tests/cases/written-schemas.jsonl")).expect("a table");
    text.lines().map(|line| serde_json::from_str(line).unwrap_or_else(|error| panic!("{error}: {line}"))).collect()
}

/// Returns what is wrong with the export of a schema to a dialect, or `None` if the dialect refuses the schema.
fn problems(written: &Written, set: &SchemaSet, dialect: Dialect) -> Option<Vec<String>> {
    let name = &written.name;
    let conversion = match Conversion::new(set, "case.json", dialect) {
        Err(Refusal::Dialect(_)) => return None,
        other => other.unwrap_or_else(|error| panic!("{name} {dialect}: {error:?}")),
    };
    let mut found: Vec<String> =
        breaches(dialect, conversion.schema()).iter().map(|breach| format!("{name} {dialect}: {breach:?}")).collect();
    let vendor = jsonschema::options().with_draft(Draft::Draft202012).build(conversion.schema()).expect("it compiles");
    let is_closed = conversion.weakenings().iter().any(|one| one.code == "OBJECT_CLOSED");
    let undescribed = written.undescribed.iter().filter(|_| !is_closed);
    for document in written.documents.iter().chain(undescribed) {
        match conversion.encode(document) {
            Err(fault) => found.push(format!("{name} {dialect}: {document}: {fault}")),
            Ok(answer) if !vendor.is_valid(&answer) => {
                found.push(format!("{name} {dialect}: {answer} is not admitted by {:#}", conversion.schema()));
            }
            Ok(answer) if conversion.normalize(&answer).as_ref() != Ok(document) => {
                found.push(format!("{name} {dialect}: {answer} became {:?}", conversion.normalize(&answer)));
            }
            Ok(_) => {}
        }
    }
    Some(found)
}

#[test]
fn every_dialect_admits_what_pydantic_and_zod_describe() {
    let all = written();
    let (mut found, mut refused) = (Vec::new(), Vec::new());
    for one in &all {
        let set = SchemaSet::parse([("case.json".to_owned(), one.schema.to_string().into_bytes())]).expect("a schema");
        for document in one.documents.iter().chain(&one.undescribed) {
            assert_eq!(violations(&set, "case.json", document).expect("a schema"), [], "{}: {document}", one.name);
        }
        for dialect in Dialect::ALL {
            match problems(one, &set, dialect) {
                None => refused.push(format!("{} {dialect}", one.name)),
                Some(problems) => found.extend(problems),
            }
        }
    }
    println!("{} schemas, {} exports refused: {refused:?}", all.len(), refused.len());
    assert!(found.is_empty(), "{} problems:\n{}", found.len(), found.join("\n"));
    assert!(all.len() >= 60 && refused.is_empty(), "{refused:?}");
}

/// Control for the test above: the schemas as they are written have keywords or shapes that vendors do not support.
#[test]
fn written_schemas_need_an_export() {
    let all = written();
    let kept = [Dialect::AnthropicTool, Dialect::Mcp];
    for dialect in Dialect::ALL.into_iter().filter(|dialect| !kept.contains(dialect)) {
        let broken = all.iter().filter(|one| !breaches(dialect, &one.schema).is_empty()).count();
        assert!(broken * 2 > all.len(), "{dialect}: {broken} of {}", all.len());
    }
}
