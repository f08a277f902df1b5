//! `planwright fix`: plans that repair a failing build.

mod load;
mod order;

use planwright_contracts::fix_plan::{GraphFormat, graph};

use crate::args::{Check, Fix, Picture};
use crate::check;
use crate::exit::{Failure, Outcome};

/// Runs one of the commands.
pub(crate) fn run(args: &Fix) -> Result<Outcome, Failure> {
    match args {
        Fix::Check { files, format } => check::run(&Check {
            contract: "fix-plan".to_owned(),
            snapshot: None,
            context: None,
            format: *format,
            files: files.clone(),
        }),
        Fix::Order(args) => load::with_plan(&args.file, |plan| {
            order::print(&plan);
            Ok(Outcome::Fine)
        }),
        Fix::Graph(args) => load::with_plan(&args.file, |plan| {
            let format = match args.format {
                Picture::Mermaid => GraphFormat::Mermaid,
                Picture::Dot => GraphFormat::Dot,
            };
            out!("{}", graph(&plan, format));
            Ok(Outcome::Fine)
        }),
    }
}
