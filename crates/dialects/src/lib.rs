//! `export`: a schema in the dialect of a model vendor, and the way back of what a model answers.
//!
//! A vendor takes only part of JSON Schema. What it does not take is said in the description, or in another shape that
//! leads back: a map becomes a list of pairs, a member that may be missing becomes one that may be `null`. Each change is
//! reported, and each answer goes back through [`Conversion::normalize`] to the canonical document, which the validator judges.
//!
//! ```text
//! source   linked definitions -> 2020-12, each with its place      merge: allOf, and what stands beside a union
//! compile  definitions -> one plan of nodes                        budget: how a member is left out, where that is rationed
//! apart    branches of unions that would look alike             alike: those that would be read in two ways
//! places   where that is written which a merged schema says
//! print    plan -> the vendor's schema                             answer, encode: plan -> the way back, and there
//! gbnf     the exported schema -> a grammar, for llama.cpp
//! openapi  the exported schema -> a schema object of OpenAPI 3.0, for Vertex AI
//! tool     definitions -> a schema that keeps nearly all           allowed: what the vendor refuses, written from its table
//! admitted plan -> the schema of the documents that come back, for certificates
//! causes   the warning that explains a keyword that is not kept
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
mod fits;
mod gbnf;
mod in_place;
mod kinds;
mod merge;
mod node;
mod objects;
mod openapi;
mod places;
mod print;
mod source;
mod tool;
mod unions;
mod upgrade;
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
pub use openapi::is_openapi_form;
pub use weakening::{CODES, REFUSALS, Refusal, Weakening};
