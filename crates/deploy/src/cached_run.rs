//! Runs a deployment, or repeats the cached result of one.

use planwright_project::apply::unchanged_summary;
use planwright_project::exit::{Failure, Outcome};
use planwright_project::report::CommandReport;

use super::deployed_files::RunResult;
use super::options::DeployOptions;
use super::run_cache::{CachedRun, RunCache};
use super::settings::Settings;
use super::{notes, runtime_package, steps};

pub(super) fn run(args: &DeployOptions, report: &mut CommandReport) -> Result<Outcome, Failure> {
    if let Some(folder) = &args.runtime_package {
        return runtime_package::write_package(folder, args, report);
    }
    let settings = Settings::from_args(args)?;
    let outcome = run_or_recall(args, &settings, report)?;
    notes::tests(args, &settings, report)?;
    Ok(outcome)
}

fn run_or_recall(args: &DeployOptions, settings: &Settings, report: &mut CommandReport) -> Result<Outcome, Failure> {
    let mut cache = RunCache::new(args, settings)?;
    if let Some(CachedRun { fresh, notes }) = cache.recall() {
        report.note_text(notes);
        report.print(unchanged_summary(fresh, settings.mode));
        return Ok(Outcome::Fine);
    }
    cache.record_inputs();
    let result = steps::execute(args, settings, &mut cache, report)?;
    // The staging folder, which the run must not count as an input, was deleted by now.
    if let RunResult { outcome: Outcome::Fine, fresh, created: Some(created) } = &result {
        cache.store(*fresh, created);
    }
    Ok(result.outcome)
}
