//! `generate`: schema text -> Rust text, as a pure function.
//!
//! The way of a schema, one module a step:
//!
//! ```text
//! set      text -> parsed documents that obey their meta-schema
//! link     every $ref, in whatever file, -> one flat list of named definitions a module
//! project  definitions -> shapes (what a Rust type can say)        law: definitions -> one bundled document a root
//! backend  shapes -> Rust types, by typify                         emit: bundled documents -> compiled validators
//! tools    pairs of roots -> a trait and its dispatcher
//! ```
//!
//! A type is only a shape; the compiled validator of the whole schema is the law. What a shape cannot say is written as
//! [`serde_json::Value`] with a line of documentation that says why; what cannot be compiled at all is an [`Error`] that
//! names file, line, pointer and keyword.

mod backend;
mod dialect;
mod emit;
mod error;
mod keywords;
mod law;
mod link;
mod names;
mod project;
mod refs;
mod set;
mod shape;
mod text;
mod tools;
mod unions;
mod vacuous;

use std::collections::BTreeMap;

pub use emit::{GENERATED_MARK, Layout, Options, Tools};
pub use error::{Error, ErrorKind};
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

/// Compiles a set of schemas to Rust.
pub fn generate_with(set: &SchemaSet, options: &Options) -> Result<Vec<GeneratedFile>, Vec<Error>> {
    let compile = || {
        let linked = link::link(set)?;
        let laws = law::laws(set, &linked)?;
        let shapes = project::project(&linked).map_err(|errors| set.locate(errors))?;
        let types = backend::types(&shapes).map_err(|errors| set.locate(errors))?;
        let tools = match options.tools {
            Tools::Executor => tools::tools(&linked, &shapes).map_err(|errors| set.locate(errors))?,
            Tools::TypesAlone => BTreeMap::new(),
        };
        Ok(emit::emit(&linked, &laws, &types, &tools, options))
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
