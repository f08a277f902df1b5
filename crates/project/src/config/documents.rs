//! The documents that the command line and the configuration supply.

use std::path::Path;

use planwright_schema::DefaultDialect;

use super::{Config, advice, load_existing};
use crate::documents::Documents;
use crate::exit::Failure;

/// Option that supplies documents.
#[derive(Clone, Debug, Default, clap::Args)]
#[group(skip)]
pub struct DocumentArgs {
    /// Local file for a document that schemas refer to by URI, such as `https://example.org/a.json=vendor/a.json`, or a
    /// folder for all URIs that start with URI. Nothing is fetched from the network. Can be repeated.
    #[arg(long, value_name = "URI=FILE|DIR")]
    pub documents: Vec<String>,
    /// Dialect of schemas without `$schema` [default: inferred]
    #[arg(long, value_name = "DIALECT", value_parser = parse_dialect)]
    pub default_dialect: Option<DefaultDialect>,
}

/// Parses the name of a dialect of schemas without `$schema`.
pub(super) fn parse_dialect(name: &str) -> Result<DefaultDialect, String> {
    let names: Vec<&str> = DefaultDialect::all().map(DefaultDialect::name).collect();
    DefaultDialect::from_name(name).ok_or_else(|| advice(name, &names))
}

impl DocumentArgs {
    /// Returns the documents of the command line and of the configuration.
    pub fn with_config(&self, config: &Config) -> Result<Documents, Failure> {
        let own = Documents::parse(&self.documents, Path::new("")).and_then(|own| Ok(own.or(&config.documents()?)));
        own.map(|own| own.with_dialect(self.default_dialect)).map_err(Failure::all)
    }

    /// Returns the documents of the command line and of the configuration, which is loaded if there is one. Without
    /// `config`, that is the nearest one.
    pub fn load(&self, config: Option<&Path>) -> Result<Documents, Failure> {
        self.with_config(&load_existing(config)?)
    }
}
