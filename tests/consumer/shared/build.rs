//! Generates two sets that share the runtime.

use planwright_build::{Builder, Error};

fn main() -> Result<(), Error> {
    Builder::new("../schemas").suffix(".schema.json").file_name("orders.rs").compile()?;
    Builder::new("schemas").documents("https://example.org/", "vendor").file_name("parcels.rs").compile()?;
    Ok(())
}
