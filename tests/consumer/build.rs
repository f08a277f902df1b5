//! Generates the types of `schemas/` into one file that `main.rs` includes.

use planwright_build::{Builder, Error};

fn main() -> Result<(), Error> {
    Builder::new("schemas").suffix(".schema.json").compile()?;
    Ok(())
}
