//! `planwright gen --lang apex`: a user's own schemas to Apex types and their test.

use std::path::Path;

use planwright_codegen::{ApexOptions, Error, SchemaSet, generate_apex, is_generated_apex};
use planwright_sync::{Files, Plan, plan};
use planwright_templates::ApiVersion;

use super::cache::Cache;
use crate::args;
use crate::exit::{Failure, Outcome};

/// Generates, or checks, the classes.
pub(super) fn run(args: &args::Gen, set: Result<SchemaSet, Vec<Error>>, cache: &Cache) -> Result<Outcome, Failure> {
    let api_version: ApiVersion = match &args.api_version {
        Some(given) => given.parse().map_err(Failure::one)?,
        None => ApiVersion::default(),
    };
    let options = ApexOptions {
        class: args.class.clone(),
        roots: args.root.clone(),
        api_version: api_version.major(),
        note: None,
    };
    let generated = set.and_then(|set| generate_apex(&set, &options));
    super::finish((args, cache), generated, &command(args), |wanted| owned_plan(&args.out, wanted))
}

/// A class is ours by its mark, its metadata by the class beside it. A class that is no longer wanted stays: it may come
/// from other schemas.
fn owned_plan(out: &Path, wanted: &Files) -> Result<Plan, Failure> {
    let plan = plan(out, wanted, |path, text| match path.strip_suffix("-meta.xml") {
        Some(class) if wanted.contains_key(path) => {
            std::fs::read_to_string(out.join(class)).map_or(true, |class| is_generated_apex(&class))
        }
        _ => wanted.contains_key(path) && is_generated_apex(text),
    })?;
    Ok(plan)
}

fn command(args: &args::Gen) -> String {
    let (schemas, out) = (args.schemas.display(), args.out.display());
    let mut words = vec![format!("planwright gen --lang apex --schemas {schemas} --out {out}")];
    words.extend(args.documents.iter().map(|place| format!("--documents {place}")));
    words.extend(args.class.iter().map(|class| format!("--class {class}")));
    words.extend(args.root.iter().map(|root| format!("--root {root}")));
    words.extend(args.api_version.iter().map(|version| format!("--api-version {version}")));
    words.join(" ")
}
