//! `planwright apex`: blueprints to deployable Apex. Nothing is written unless every blueprint passes.

use std::collections::BTreeMap;
use std::path::Path;

use planwright_contracts::Checked;
use planwright_contracts::action_blueprint::{Batch, Context, check_file, names};
use planwright_generated::action_blueprint::ActionBlueprint;
use planwright_sync::{Files, Mode, plan};
use planwright_templates::{ApexFile, ApiVersion, OBJECTS_DIR, Options, is_ours, lower, render, runtime};

use crate::args;
use crate::exit::{Failure, Outcome};
use crate::generate::settle;
use crate::input::{self, Input};
use crate::{human, snapshot};

/// How the file of an Apex class ends.
const CLASS: &str = ".cls";

/// Checks every blueprint, then writes, or checks, all files.
pub(crate) fn run(args: &args::Apex) -> Result<Outcome, Failure> {
    let api_version: ApiVersion = args.api_version.parse().map_err(Failure::one)?;
    let options = Options { api_version };
    let context = match snapshot::context(args.snapshot.as_ref()) {
        Ok(context) => context,
        Err(ended) => return ended,
    };
    let inputs = input::read_all(&args.files)?;
    let Some(blueprints) = check_all(&inputs, &context) else {
        eprintln!("nothing was written");
        return Ok(Outcome::Findings);
    };
    let wanted = files(&blueprints, &options, args.runtime);
    let mode = Mode::from_check_flag(args.check);
    let runtime = by_path(runtime(&options));
    let plan = plan(&args.out, &wanted, |path, text| {
        if wanted.contains_key(path) {
            // Metadata without a class is the rest of a bundle that somebody removed by halves.
            let class = path.strip_suffix("-meta.xml").map(|class| args.out.join(class));
            return args.force || owned(&args.out, path, text) || class.is_some_and(|class| !class.exists());
        }
        // A run is often given some of the blueprints and must not delete the others; the runtime belongs to all of them.
        let looks_for_orphans = args.prune || mode == Mode::Check;
        looks_for_orphans && !runtime.contains_key(path) && owned(&args.out, path, text)
    })?;
    if let Some(path) = plan.foreign().first() {
        let place = args.out.join(path);
        return Err(Failure::one(format!(
            "{}: not written by planwright; move it away, or overwrite it with --force",
            place.display()
        )));
    }
    settle(&plan, mode, &command(args))
}

/// The blueprints of all inputs, or `None` after printing every finding.
fn check_all(inputs: &[Input], context: &Context) -> Option<Vec<Checked<ActionBlueprint>>> {
    let mut batches: Vec<(&str, Batch)> = Vec::new();
    let (mut errors, mut warnings) = (0, 0);
    for input in inputs {
        let checked = input.text.clone().and_then(|text| check_file(&text, context));
        let report = match &checked {
            Ok(batch) => &batch.warnings,
            Err(report) => report,
        };
        eprint!("{}", human::render(&input.name, input.shown(), report));
        errors += report.errors().count();
        warnings += report.warnings().count();
        batches.extend(checked.ok().map(|batch| (input.name.as_str(), batch)));
    }
    errors += collisions(&batches);
    if errors + warnings > 0 {
        eprintln!("{}", human::count(errors, warnings));
    }
    (errors == 0).then(|| batches.into_iter().flat_map(|(_, batch)| batch.actions).collect())
}

/// Two files must not become one class; inside of a file the contract sees to it.
fn collisions(batches: &[(&str, Batch)]) -> usize {
    let mut taken: BTreeMap<String, &str> = BTreeMap::new();
    let mut count = 0;
    for (file, batch) in batches {
        for action in &batch.actions {
            let Some(name) = names::sanitize(&action.name) else { continue };
            let class = names::class_name(&name);
            if let Some(other) = taken.insert(class.to_ascii_lowercase(), file) {
                eprintln!("error[DUPLICATE_ACTION_NAME]: {other} and {file} both become the class {class}; rename one");
                count += 1;
            }
        }
    }
    count
}

fn files(blueprints: &[Checked<ActionBlueprint>], options: &Options, with_runtime: bool) -> Files {
    let rendered = blueprints.iter().flat_map(|blueprint| render(&lower(blueprint), options).files);
    let mut files = by_path(rendered);
    if with_runtime {
        files.extend(by_path(runtime(options)));
    }
    files
}

fn by_path(files: impl IntoIterator<Item = ApexFile>) -> Files {
    files.into_iter().map(|file| (file.path, file.text)).collect()
}

/// A class or an object of ours is known by its mark. The metadata of a class has no place for one and belongs to whoever owns the class beside it. Anything
/// else is not ours.
fn owned(out: &Path, path: &str, text: &str) -> bool {
    match path.strip_suffix("-meta.xml") {
        Some(class) if class.ends_with(CLASS) => {
            std::fs::read_to_string(out.join(class)).is_ok_and(|class| is_ours(&class))
        }
        // An object says whose it is itself.
        _ => (path.ends_with(CLASS) || path.starts_with(OBJECTS_DIR)) && is_ours(text),
    }
}

fn command(args: &args::Apex) -> String {
    let mut words = vec!["planwright apex".to_owned()];
    if let Some(snapshot) = &args.snapshot {
        words.push(format!("--snapshot {snapshot}"));
    }
    words.push(format!("--api-version {} --out {}", args.api_version, args.out.display()));
    if args.runtime {
        words.push("--runtime".to_owned());
    }
    for (flag, given) in [("--prune", args.prune), ("--force", args.force)] {
        words.extend(given.then(|| flag.to_owned()));
    }
    words.extend(args.files.iter().cloned());
    words.join(" ")
}
