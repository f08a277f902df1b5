//! Implements `planwright apex`: renders blueprints as deployable Apex.

use planwright_deploy::{DeployOptions, deploy};
use planwright_project::exit::{Failure, Outcome};
use planwright_project::render;
use planwright_project::watch::watched;

/// Checks the blueprints and writes the files.
pub(crate) fn run(args: &DeployOptions) -> Result<Outcome, Failure> {
    watched(args.watch, &args.files, || render::print("apex", &deploy(args), args.format))
}
