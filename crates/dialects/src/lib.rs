//! `export`: converts a schema to the dialect of a model vendor, and converts answers of the model back.
//!
//! A vendor supports only part of JSON Schema. Unsupported keywords go to the description, or the value gets another
//! shape that can be converted back: a map becomes a list of pairs, and an optional property becomes a nullable one.
//! Each change is reported. [`Conversion::normalize`] converts an answer to the canonical document, which the caller
//! then validates.
//!
//! ```text
//! source    linked definitions -> 2020-12 schemas with locations
//! merge     allOf, and keywords next to a union
//! compile   definitions -> plan of nodes
//! budget    representation of missing properties, where it is limited
//! apart     separates branches of unions that would look alike
//! alike     separates branches of unions that would decode differently
//! places    source locations of merged schemas
//! print     plan -> the vendor's schema
//! answer    plan -> decoder
//! encode    plan -> encoder
//! gbnf      the exported schema -> a grammar for llama.cpp
//! openapi   the exported schema -> a schema object of OpenAPI 3.0 for Vertex AI
//! tool      definitions -> a schema that is hardly changed
//! evaluated what removed conditions evaluate, for `unevaluatedProperties`
//! inline    definitions in place of references, for clients that resolve none
//! allowed   validates the exported schema against the vendor's documentation
//! admitted  plan -> the schema of the documents that result, for certificates
//! limits    sizes that vendors and clients refuse, with their sources
//! causes    the warning that explains a keyword that is not enforced
//! ```

mod admitted;
mod alike;
mod allowed;
mod answer;
mod apart;
mod budget;
mod causes;
mod choices;
mod circles;
mod compile;
mod conversion;
mod dialects;
mod encode;
mod evaluated;
mod fits;
mod gbnf;
mod in_place;
mod inline;
mod kinds;
mod limits;
mod merge;
mod node;
mod objects;
mod openapi;
mod places;
mod print;
mod source;
mod tool;
mod unions;
mod values;
mod weakening;
mod words;

pub use admitted::Admitted;
pub use allowed::{Breach, breaches};
pub use answer::Fault;
pub use causes::Causes;
pub use conversion::Conversion;
pub use dialects::Dialect;
pub use gbnf::BANNER as GRAMMAR_BANNER;
pub use limits::{LIMITS, Limit, Subject, exceeded_limits};
pub use openapi::is_openapi_form;
pub use weakening::{CODES, REFUSALS, Refusal, Weakening};
