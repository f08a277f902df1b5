//! `generate`: schema text -> Rust or Apex text, as a pure function.
//!
//! The way of a schema, one module a step:
//!
//! ```text
//! set      text -> parsed documents that obey their meta-schema
//! link     every $ref, in whatever file, -> one flat list of named definitions a module
//! project  definitions -> shapes (what a Rust type can say)        law: definitions -> one bundled document a root
//! backend  shapes -> Rust types, by typify                         emit: bundled documents -> compiled validators
//! apex     shapes -> Apex types and their test
//! tools    pairs of roots -> a trait and its dispatcher
//! ```
//!
//! A type is only a shape; the compiled validator of the whole schema is the law. What a shape cannot say is written as
//! [`serde_json::Value`] with a line of documentation that says why; what cannot be compiled at all is an [`Error`] that
//! names file, line, pointer and keyword.

mod annotations;
mod apex;
mod backend;
mod dialect;
mod emit;
mod error;
pub mod export;
mod keywords;
mod law;
mod link;
mod names;
mod project;
mod reach;
mod references;
mod refs;
mod resources;
mod set;
mod shape;
mod text;
mod tools;
mod unions;
mod uri;
mod vacuous;

use std::collections::BTreeMap;

pub use apex::{ApexIssue, ApexOptions, RESERVED as APEX_RESERVED, generate_apex, is_generated_apex};
pub use emit::{Formats, GENERATED_MARK, Layout, Options, Tools};
pub use error::{Error, ErrorKind};
pub use keywords::{children, rebuild};
pub use references::{Meaning, References};
pub use set::{SchemaFile, SchemaSet};

/// One file of generated Rust.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GeneratedFile {
    /// Path relative to the output folder, with `/` between the parts.
    pub path: String,
    /// The whole text, ending in one line break.
    pub text: String,
}

/// Compiles a set of schemas to Rust with the default [`Options`].
///
/// The result depends on the texts and paths of the set alone; it is sorted by path. All errors of a stage are returned
/// together.
pub fn generate(set: &SchemaSet) -> Result<Vec<GeneratedFile>, Vec<Error>> {
    generate_with(set, &Options::default())
}

/// Compiles a set of schemas to Rust; the files of [`compile`] without its warnings.
pub fn generate_with(set: &SchemaSet, options: &Options) -> Result<Vec<GeneratedFile>, Vec<Error>> {
    compile(set, options).map(|compiled| compiled.files)
}

/// What a set of schemas is compiled to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Compiled {
    /// Sorted by path.
    pub files: Vec<GeneratedFile>,
    /// What somebody should mend in the schemas, though they compile.
    pub warnings: Vec<Error>,
}

/// Compiles a set of schemas to Rust.
pub fn compile(set: &SchemaSet, options: &Options) -> Result<Compiled, Vec<Error>> {
    let compile = || {
        let linked = link::link(set)?;
        let laws = law::laws(set, &linked)?;
        let (shapes, mut warnings) = project::project(&linked);
        warnings.extend(set.files().flat_map(|file| file.warnings.iter().cloned()));
        let types = backend::types(&shapes).map_err(|errors| set.locate(errors))?;
        let tools = match options.tools {
            Tools::Executor => tools::tools(&linked, &shapes).map_err(|errors| set.locate(errors))?,
            Tools::TypesAlone => BTreeMap::new(),
        };
        let files = emit::emit(&linked, &laws, &types, &tools, options);
        Ok(Compiled { files, warnings: error::in_order(set.locate(warnings)) })
    };
    compile().map_err(error::in_order)
}

/// The module that each schema file goes to, with its root type: `fix-plan/fix-plan.schema.json` -> `fix_plan::FixPlan`.
pub fn root_types(set: &SchemaSet) -> Result<BTreeMap<String, String>, Vec<Error>> {
    let linked = link::link(set).map_err(error::in_order)?;
    let roots = linked.modules.values().flat_map(|module| {
        module.roots.iter().map(|root| (root.file.clone(), format!("{}::{}", module.name, root.name)))
    });
    Ok(roots.collect())
}
