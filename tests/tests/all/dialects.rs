//! Every contract in every dialect: what comes out is allowed by the vendors' table, and every document survives there
//! and back.

use std::collections::BTreeMap;

use jsonschema::Draft;
use planwright_codegen::SchemaSet;
use planwright_dialects::{Conversion, Dialect, breaches};
use planwright_generated::{ROOTS, RootInfo};
use planwright_tests::documents;
use serde_json::Value;

fn conversion(root: &RootInfo, dialect: Dialect) -> Conversion {
    let set =
        SchemaSet::parse([(root.file.to_owned(), root.schema.as_bytes().to_vec())]).expect("a contract is a schema");
    Conversion::new(&set, root.file, dialect).unwrap_or_else(|refusal| panic!("{} {dialect}: {refusal:#?}", root.file))
}

#[test]
fn every_contract_is_allowed_in_every_dialect() {
    for root in ROOTS {
        for dialect in Dialect::ALL {
            let conversion = conversion(root, dialect);
            assert_eq!(breaches(dialect, conversion.schema()), [], "{} {dialect}", root.file);
            let compiled = jsonschema::options().with_draft(Draft::Draft202012).build(conversion.schema());
            assert!(compiled.is_ok(), "{} {dialect}: {:?}", root.file, compiled.err());
        }
    }
}

#[test]
fn every_document_survives_there_and_back() {
    let mut said: BTreeMap<Dialect, usize> = BTreeMap::new();
    for root in ROOTS {
        let documents: Vec<Value> = documents::of(root).into_iter().filter(|value| root.is_valid(value)).collect();
        assert!(!documents.is_empty(), "{} has no document", root.file);
        for dialect in Dialect::ALL {
            let conversion = conversion(root, dialect);
            let vendor = jsonschema::options()
                .with_draft(Draft::Draft202012)
                .should_validate_formats(true)
                .build(conversion.schema())
                .expect("an exported schema compiles");
            for document in &documents {
                let answer = match conversion.encode(document) {
                    Ok(answer) => answer,
                    Err(fault) => {
                        // Only what the schema does not mention has no shape in a dialect of closed objects.
                        assert!(
                            fault.message.ends_with("is not mentioned by the schema"),
                            "{} {dialect}: {fault}",
                            root.file
                        );
                        continue;
                    }
                };
                *said.entry(dialect).or_default() += 1;
                if let Err(error) = vendor.validate(&answer) {
                    panic!(
                        "{} {dialect}: {error} at {}\n{answer:#}\n{:#}",
                        root.file,
                        error.instance_path(),
                        conversion.schema()
                    );
                }
                let back = conversion
                    .normalize(&answer)
                    .unwrap_or_else(|faults| panic!("{} {dialect}: {faults:?}", root.file));
                assert_eq!(back, *document, "{} {dialect}\n{answer:#}", root.file);
            }
        }
    }
    println!("{said:?}");
    assert!(Dialect::ALL.iter().all(|dialect| said.get(dialect).is_some_and(|count| *count > 100)), "{said:?}");
}
