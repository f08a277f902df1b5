//! Generates a set that tables can validate, and one that needs the validator.

use planwright_build::{Builder, Builders, Error, Style};

fn main() -> Result<(), Error> {
    let style = Style { builders: Builders::Typed, ..Style::default() };
    Builder::new("schemas").style(style).file_name("parcels.rs").compile()?;
    Builder::new("unjudged").file_name("unjudged.rs").compile()?;
    Ok(())
}
