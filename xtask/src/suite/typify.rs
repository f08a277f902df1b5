//! The same groups through typify alone, for comparison. A schema without a title gets one, for typify makes no root type
//! without it; its types have no law, so a document counts as accepted when it can be read into the type.

use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};

use schemars::schema::RootSchema;
use typify::{TypeSpace, TypeSpaceSettings};

use super::PANICKED;
use super::compile::{Case, Code, PLACE};
use super::folder::Group;

/// One group as typify compiles it.
pub(super) fn case(group: &Group) -> Case {
    Case { name: group.name.clone(), tests: group.tests.clone(), code: code(&group.schema) }
}

/// The code of one schema, with a judge of documents for its root type.
pub(super) fn code(schema: &str) -> Result<Code, String> {
    catch_unwind(AssertUnwindSafe(|| generate(schema))).unwrap_or_else(|_| Err(PANICKED.to_owned()))
}

fn generate(schema: &str) -> Result<Code, String> {
    let mut schema: RootSchema = serde_json::from_str(schema).map_err(|error| error.to_string())?;
    schema.schema.metadata().title.get_or_insert_with(|| "Root".to_owned());
    let mut space = TypeSpace::new(&TypeSpaceSettings::default());
    let root = space.add_root_schema(schema).map_err(|error| error.to_string())?;
    let root = root.and_then(|root| space.get_type(&root).ok().map(|root| root.ident().to_string()));
    let root = root.ok_or("no root type")?;
    let judge =
        format!("use {PLACE}::*; serde_json::from_slice::<{root}>(text).map(drop).map_err(|error| error.to_string())");
    Ok(Code { files: BTreeMap::from([("mod.rs".to_owned(), space.to_stream().to_string())]), judge })
}
