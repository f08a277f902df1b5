//! Generates the types of a module with typify.
//!
//! ```text
//! convert        linked definitions -> schemas of schemars, which typify reads
//! inline_titles  titles of inline schemas whose name is taken
//! bounds         definitions that typify would merge without end
//! attempt        one run of typify, whose panics are caught
//! search         the definitions that typify cannot express
//! ```
//!
//! typify panics on some schemas. Such a definition is first converted again without the keywords that a type rarely
//! expresses. If typify still panics, the definition is refused and the native back end generates its type.
//!
//! This is a separate crate, because nothing else needs typify and its dependencies to compile schemas.

mod attempt;
mod bounds;
mod convert;
mod inline_titles;
mod search;

use planwright_codegen::TypeGenerator;

/// The generator for `TypeSource::Typify`.
pub const GENERATOR: TypeGenerator = TypeGenerator { name: "typify", generate: search::generate };
