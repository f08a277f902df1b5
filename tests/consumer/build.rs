//! Generates the types of `schemas/` into one file that `main.rs` includes.

use planwright_build::{Builder, Error, Validators};

fn main() -> Result<(), Error> {
    let plans = Builder::new("schemas").suffix(".schema.json");
    plans.compile()?;
    plans.validators(Validators::Compiled).module_path("crate::compiled").file_name("compiled.rs").compile()?;
    Ok(())
}
