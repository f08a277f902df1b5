//! `planwright fix`: plans that repair a failing build.

mod args;
#[cfg(unix)]
mod changes;
#[cfg(unix)]
mod commands;
#[cfg(unix)]
mod editor;
#[cfg(unix)]
mod interpreters;
#[cfg(unix)]
mod journal;
mod load;
mod order;
#[cfg(unix)]
mod plan;
#[cfg(unix)]
mod repo;
#[cfg(unix)]
mod run;
#[cfg(unix)]
mod worktree;

use std::path::Path;

use planwright_engines::fix::{GraphFormat, graph, sheets};
use planwright_sync::{Files, plan};

use crate::check;
use crate::check::CheckArgs;
use crate::exit::{Failure, Outcome};
use crate::render::human;
use crate::terminal::printable_path;
pub(crate) use args::Fix;
use args::Picture;

/// Runs one of the commands.
pub(crate) fn run(args: &Fix) -> Result<Outcome, Failure> {
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
                return write_sheets(folder, sheets(plan));
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
        Fix::Run(args) => load::with_plan(&args.file, |input, plan| run::run(args, input, plan)),
        #[cfg(not(unix))]
        Fix::Run(_) => Err(Failure::one("fix run keeps within a repository by means that only Unix systems have")),
    }
}

/// Writes a drawing, a file a sheet. Sheets of an earlier drawing that had more are removed; other files are left alone.
fn write_sheets(folder: &Path, sheets: Vec<String>) -> Result<Outcome, Failure> {
    let is_ours = |path: &str, text: &str| {
        let number = path.strip_prefix("sheet-").and_then(|rest| rest.strip_suffix(".svg"));
        number.is_some_and(|number| number.parse::<usize>().is_ok()) && text.contains("<title>Fix plan")
    };
    let count = sheets.len();
    let files: Files =
        sheets.into_iter().enumerate().map(|(index, text)| (format!("sheet-{}.svg", index + 1), text)).collect();
    let plan = plan(folder, &files, is_ours)?;
    if !plan.foreign().is_empty() {
        let reason = "is in the way and is no sheet of a fix plan; move it away";
        let foreign = plan.foreign().iter();
        return Err(Failure::all(foreign.map(|path| format!("{} {reason}", printable_path(&plan.place_of(path))))));
    }
    plan.write()?;
    outln!("wrote {} into {}", human::some(count, "sheet"), printable_path(folder));
    Ok(Outcome::Fine)
}
