//! The second step of `cargo xtask gen`: renders blueprints as Apex, with the arguments of `planwright apex`.
//!
//! xtask starts this program instead of depending on its crates, so that the first step can repair a broken `generated/`. It is
//! not the whole command line, which compiles for much longer.

use std::process::ExitCode;

use clap::Parser;
use planwright_deploy::{DeployOptions, deploy};
use planwright_project::{exit, output, process, render};

#[derive(Parser)]
struct Args {
    #[command(flatten)]
    options: DeployOptions,
}

fn main() -> ExitCode {
    if let Some(code) = process::run_watcher_if_requested() {
        return code;
    }
    let Args { options } = Args::parse();
    let outcome = render::print("apex", &deploy(&options), options.format);
    output::finish(exit::code(outcome))
}
