//! Suggests how to resolve the differences that a check found, as commands that can be pasted into a shell.

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;

use super::options::DeployOptions;
use planwright_project::command_line::quoted;
use planwright_project::config::RuntimeExtent;

use super::settings::{Settings, displayed};

/// Returns the advice, one line per entry.
pub(super) fn lines(
    args: &DeployOptions,
    settings: &Settings,
    (orphans, unrecorded): (&BTreeSet<String>, &BTreeSet<String>),
    edited: &BTreeMap<String, String>,
) -> Vec<String> {
    let mut words = words(args);
    if !orphans.is_empty() && !settings.deletes() && !args.prune {
        words.push("--prune".to_owned());
    }
    if !unrecorded.is_empty() && !settings.force {
        words.push("--force".to_owned());
    }
    let mut lines = Vec::new();
    if !edited.is_empty() && !settings.force {
        lines.push("move the edits into the blueprints, or discard them with --force".to_owned());
    }
    let files = quoted(words.into_iter().chain(args.files.iter().cloned()));
    let again = if args.files.iter().any(|file| file == "-") { ", with the same standard input" } else { "" };
    lines.push(format!("run `{files}`{again}"));
    lines
}

/// Returns the words of the command without its files.
fn words(args: &DeployOptions) -> Vec<String> {
    let mut words = vec!["planwright".to_owned(), "apex".to_owned()];
    let mut option = |name: &str, value: Option<String>| {
        words.extend(value.into_iter().flat_map(|value| [format!("--{name}"), value]));
    };
    let path = |path: &Option<PathBuf>| path.as_deref().map(displayed);
    let parts =
        args.parts.iter().filter_map(|part| Some(clap::ValueEnum::to_possible_value(part)?.get_name().to_owned()));
    let parts = parts.collect::<Vec<_>>().join(",");
    option("config", path(&args.config));
    option("snapshot", args.snapshot.clone());
    option("api-version", args.api_version.clone());
    option("out", path(&args.out));
    option("parts", (!parts.is_empty()).then_some(parts));
    option("manifest-dir", path(&args.manifest_dir));
    option("permission-set", args.permission_set.clone());
    option("namespace", args.namespace.clone());
    let flags = [
        ("--ndjson", args.ndjson),
        ("--runtime=all", args.runtime == Some(RuntimeExtent::All)),
        ("--runtime=package", args.runtime == Some(RuntimeExtent::Package)),
        ("--runtime", args.runtime == Some(RuntimeExtent::Used)),
        ("--no-standard", args.no_standard),
        ("--packaged", args.packaged),
        ("--field-permissions", args.field_permissions),
        ("--permission", args.permission),
        ("--prune", args.prune),
        ("--force", args.force),
        ("--deployed", args.deployed),
    ];
    words.extend(flags.into_iter().filter(|(_, given)| *given).map(|(flag, _)| flag.to_owned()));
    words
}
