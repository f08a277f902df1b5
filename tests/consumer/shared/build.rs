//! Generates two sets that share the runtime, and the first of them again with an inlined runtime.

use planwright_build::{Builder, Error, Support};

fn main() -> Result<(), Error> {
    let orders = Builder::new("../schemas").suffix(".schema.json");
    orders.clone().support(Support::runtime()).file_name("orders.rs").compile()?;
    orders.file_name("alone.rs").compile()?;
    Builder::new("schemas")
        .support(Support::runtime())
        .documents("https://example.org/", "vendor")
        .file_name("parcels.rs")
        .compile()?;
    Ok(())
}
