//! The typed representation of schemas, over the schemas of the repository and over random documents.

mod model;
mod random;
