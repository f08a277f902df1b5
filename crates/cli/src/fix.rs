//! Implements `planwright fix`: plans that repair a failing build.

mod args;
mod load;
mod order;

use planwright_fix::{self as fix, GraphFormat, graph};

use crate::check;
use crate::check::CheckArgs;
use crate::sheets;
pub(crate) use args::Fix;
use args::Picture;
use planwright_project::exit::{Failure, Outcome};
use planwright_project::output;

/// Runs one of the commands.
pub(crate) fn run(args: &Fix) -> Result<Outcome, Failure> {
    output::immediate();
    match args {
        Fix::Check { files, format } => check::run(&CheckArgs {
            contract: Some("fix-plan".to_owned()),
            format: *format,
            files: files.clone(),
            ..CheckArgs::default()
        }),
        Fix::Order(args) => load::with_plan(&args.file, |_, plan| {
            order::print(plan);
            Ok(Outcome::Fine)
        }),
        Fix::Graph(args) => load::with_plan(&args.file, |_, plan| {
            if let Some(folder) = &args.sheets {
                return sheets::write(folder, fix::sheets(plan));
            }
            let format = match args.format {
                Picture::Mermaid => GraphFormat::Mermaid,
                Picture::Dot => GraphFormat::Dot,
                Picture::Svg => GraphFormat::Svg,
            };
            out!("{}", graph(plan, format));
            Ok(Outcome::Fine)
        }),
        #[cfg(unix)]
        Fix::Run(args) => load::with_plan(&args.file, |input, plan| planwright_fix_runner::run(args, input, plan)),
        #[cfg(not(unix))]
        Fix::Run(_) => {
            Err(Failure::one("`fix run` requires a Unix system, which it uses to stay inside the repository"))
        }
    }
}
