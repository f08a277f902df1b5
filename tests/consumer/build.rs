//! Generates the types of `schemas/` into one file that `main.rs` includes.

use std::path::{Path, PathBuf};
use std::{env, fs};

use planwright_codegen::{Layout, Options, SchemaSet, generate_with};
use planwright_sync::read_tree;

fn main() -> Result<(), String> {
    let schemas = Path::new("schemas");
    // The folder, for files to come, and each file.
    println!("cargo::rerun-if-changed={}", schemas.display());
    let texts = read_tree(schemas, ".schema.json").map_err(|errors| lines(&errors))?;
    for (path, _) in &texts {
        println!("cargo::rerun-if-changed={}", schemas.join(path).display());
    }
    let set = SchemaSet::parse(texts).map_err(|errors| lines(&errors))?;
    let options = Options {
        layout: Layout::SingleFile,
        command: "cargo build".to_owned(),
        module_path: "crate::plans".to_owned(),
        ..Options::default()
    };
    let out = PathBuf::from(env::var_os("OUT_DIR").ok_or("cargo sets OUT_DIR")?);
    for file in generate_with(&set, &options).map_err(|errors| lines(&errors))? {
        fs::write(out.join(file.path), file.text).map_err(|error| error.to_string())?;
    }
    Ok(())
}

fn lines(errors: &[impl ToString]) -> String {
    errors.iter().map(|error| format!("\n{}", error.to_string())).collect()
}
