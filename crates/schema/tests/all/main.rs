//! The typed representation of schemas, over the schemas of the repository and over random documents, the lint, and
//! input that others publish.

mod accepted;
mod lint;
mod model;
mod random;
