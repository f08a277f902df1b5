//! Generates a set that tables can validate, and one that needs the validator.

use planwright_build::{Builder, Builders, Error, Style, Support};

fn main() -> Result<(), Error> {
    let set = |folder: &str| Builder::new(folder).support(Support::runtime());
    let style = Style { builders: Builders::Typed, ..Style::default() };
    set("schemas").style(style).file_name("parcels.rs").compile()?;
    set("unjudged").module_path("crate::unjudged").file_name("unjudged.rs").compile()?;
    Ok(())
}
