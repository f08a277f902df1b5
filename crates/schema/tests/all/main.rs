//! The typed representation of schemas, over the schemas of the repository and over random documents, and the lint.

mod lint;
mod model;
mod random;
