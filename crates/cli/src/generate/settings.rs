//! Settings of a run, from the command line and the configuration. The command line overrides the configuration.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use clap::ValueEnum as _;
use planwright_apex_types::{ApexOptions, ApexValidators, SharedClasses};
use planwright_codegen::{Formats, Options, TypeGenerator};
use planwright_source::Syntax;
use planwright_sync::resolved;
use planwright_templates::ApiVersion;

use super::args::GenArgs;
use crate::deny::DenyArgs;
use planwright_project::command_line::quoted;
use planwright_project::config::Lang;
use planwright_project::config::{self, Config, ConfigPlace, GenConfig};
use planwright_project::documents::Documents;
use planwright_project::exit::Failure;
use planwright_schema::Semantics;

/// The other generator of types, if this program contains it.
#[cfg(feature = "typify")]
const GENERATOR: Option<TypeGenerator> = Some(planwright_typify::GENERATOR);
#[cfg(not(feature = "typify"))]
const GENERATOR: Option<TypeGenerator> = None;

/// Settings of one set of schemas.
#[derive(Debug)]
pub(crate) struct Set {
    pub semantics: Semantics,
    /// Folder of the schemas, or one schema file.
    pub schemas: PathBuf,
    /// Suffix of schema files, if it is not a default one.
    pub suffix: Option<String>,
    /// Output folder.
    pub out: PathBuf,
    /// Files and folders that are mapped to URIs.
    pub(super) documents: Documents,
    /// Folder for a copy of the runtime crate.
    pub(super) vendor_runtime: Option<PathBuf>,
    /// Language and options of the output.
    pub(super) target: Target,
    /// Warnings of the schemas that are errors.
    pub(super) deny: DenyArgs,
    /// Command that generates the set.
    pub command: String,
    /// Location of each option in the configuration, as file, line and column.
    pub(super) places: BTreeMap<Vec<String>, ConfigPlace>,
}

impl Set {
    /// Returns the folder that the paths of the schemas are relative to.
    pub(super) fn folder(&self) -> &Path {
        if self.schemas.is_file() { self.schemas.parent().unwrap_or_else(|| Path::new("")) } else { &self.schemas }
    }

    /// Returns the path of a schema as the user can open it.
    pub(super) fn location(&self, file: &str) -> String {
        match self.folder().display().to_string().trim_end_matches('/') {
            "" if !self.folder().has_root() => file.to_owned(),
            folder => format!("{folder}/{file}"),
        }
    }

    /// Returns the suffixes of schema files.
    pub(super) fn endings(&self) -> Vec<String> {
        let usual = || Syntax::ENDINGS.iter().map(|ending| (*ending).to_owned()).collect();
        self.suffix.clone().map_or_else(usual, |suffix| vec![suffix])
    }
}

/// Output language of a set, with its options.
#[derive(Debug)]
pub(super) enum Target {
    Rust(Box<Options>),
    Apex(ApexOptions),
}

/// Returns the sets of a run.
///
/// These are the sets of the configuration that `--schema` selects, each overridden by the command line. If there is
/// none, the command line defines one set. The error lists all problems.
pub(crate) fn sets(config: &Config, args: &GenArgs) -> Result<Vec<Set>, Failure> {
    let mut meant: Vec<&GenConfig> = config.sets.iter().filter(|set| is_meant(set, config, args)).collect();
    let alone = GenConfig::default();
    if meant.is_empty() {
        meant.push(&alone);
    }
    let mut problems = strays(args, &meant);
    if meant.len() > 1 && args.out.is_some() {
        problems.push(format!("--out is one folder, but there are {} sets; select one with --schema", meant.len()));
    }
    let sets: Vec<Set> = meant.iter().filter_map(|set| decide(set, config, args, &mut problems)).collect();
    problems.extend(shared(&sets));
    if problems.is_empty() { Ok(sets) } else { Err(Failure::all(problems)) }
}

/// Returns `true` if the run includes the set. A set without `schemas` uses those of the command line.
fn is_meant(set: &GenConfig, config: &Config, args: &GenArgs) -> bool {
    match (&set.schemas, &args.schema) {
        (Some(own), Some(given)) => is_same(&config.folder.join(own), given),
        _ => true,
    }
}

fn is_same(one: &Path, other: &Path) -> bool {
    let full = |path: &Path| fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    full(one) == full(other)
}

/// Returns the options of one language that were passed for the other.
fn strays(args: &GenArgs, sets: &[&GenConfig]) -> Vec<String> {
    let is_any = |lang| sets.iter().any(|set| lang_of(set, args) == lang);
    let words = args.rust.words();
    let flags = [
        ("--class", args.class.is_some(), Lang::Apex, "apex"),
        ("--root", !args.root.is_empty(), Lang::Apex, "apex"),
        ("--api-version", args.api_version.is_some(), Lang::Apex, "apex"),
        ("--vendor-runtime", args.vendor_runtime.is_some(), Lang::Rust, "rust"),
        (words.first().map_or("", String::as_str), !words.is_empty(), Lang::Rust, "rust"),
    ];
    let strays = flags.into_iter().filter(|(_, given, lang, _)| *given && !is_any(*lang));
    strays.map(|(flag, _, _, lang)| format!("{flag} is for --lang {lang} only")).collect()
}

fn lang_of(set: &GenConfig, args: &GenArgs) -> Lang {
    args.lang.or(set.lang).unwrap_or(Lang::Rust)
}

fn decide(set: &GenConfig, config: &Config, args: &GenArgs, problems: &mut Vec<String>) -> Option<Set> {
    let mut folder = |name: &str, flag: &str, given: &Option<PathBuf>, own: &Option<String>| {
        let found = given.clone().filter(|_| own.is_none() || name == "out");
        let found = found.or_else(|| own.as_ref().map(|own| config.folder.join(own)));
        if found.is_none() {
            problems
                .push(format!("no {name} folder given; use --{flag} DIR, or set `{name}` in [gen] of planwright.toml"));
        }
        found
    };
    let schemas = folder("schemas", "schema", &args.schema, &set.schemas);
    let out = folder("out", "out", &args.out, &set.out);
    let (places, base) = match &set.documents {
        Some(own) if args.reading.documents.is_empty() => (own.as_slice(), config.folder.as_path()),
        _ => (args.reading.documents.as_slice(), Path::new("")),
    };
    let documents = Documents::parse(places, base).and_then(|own| Ok(own.or(&config.documents()?)));
    let documents = documents.map_err(|found| problems.extend(found)).unwrap_or_default();
    let documents = documents.with_dialect(args.reading.default_dialect);
    let command = command(set, args);
    let target = match lang_of(set, args) {
        Lang::Rust => Target::Rust(Box::new(rust(set, config, args, &command))),
        Lang::Apex => {
            let given = args.api_version.as_deref().map(str::parse::<ApiVersion>).transpose();
            let given = given.map_err(|problem| problems.push(problem.to_string())).ok()?;
            Target::Apex(ApexOptions {
                class: args.class.clone().or_else(|| set.class.clone()),
                roots: if args.root.is_empty() { set.root.clone().unwrap_or_default() } else { args.root.clone() },
                api_version: given.or(set.api_version).unwrap_or_default().major(),
                validators: ApexValidators::Generated(Formats::from(args.meaning.semantics(config))),
                shared_classes: shared_classes(set, config, args),
                ..ApexOptions::default()
            })
        }
    };
    let suffix = args.suffix.clone().or_else(|| set.suffix.clone());
    let deny = DenyArgs {
        deny_warnings: args.deny.deny_warnings || set.deny_warnings == Some(true),
        deny: [args.deny.deny.as_slice(), &set.deny].concat(),
    };
    problems.extend(deny.check().err().into_iter().flat_map(Failure::messages));
    let vendor_runtime = match &target {
        Target::Rust(_) => {
            let own = set.vendor_runtime.as_ref().map(|own| config.folder.join(own));
            args.vendor_runtime.clone().or(own)
        }
        Target::Apex(_) => None,
    };
    Some(Set {
        semantics: args.meaning.semantics(config),
        deny,
        vendor_runtime,
        schemas: schemas?,
        suffix,
        out: out?,
        documents,
        target,
        command,
        places: set.places.clone(),
    })
}

/// Returns whether a set generates the classes that all Apex of the project shares. The first set with Apex owns them,
/// because an org cannot contain a class twice.
fn shared_classes(set: &GenConfig, config: &Config, args: &GenArgs) -> SharedClasses {
    let folder = |set: &GenConfig| resolved(&config.folder.join(set.out.as_deref().unwrap_or_default()));
    let apex: Vec<&GenConfig> = config.sets.iter().filter(|one| lang_of(one, args) == Lang::Apex).collect();
    let Some(owner) = apex.first().filter(|_| set.out.is_some() && args.out.is_none()) else {
        return SharedClasses::IfNeeded;
    };
    match apex.iter().any(|one| folder(one) != folder(owner)) {
        true if folder(set) == folder(owner) => SharedClasses::Always,
        true => SharedClasses::Elsewhere,
        false => SharedClasses::IfNeeded,
    }
}

fn rust(set: &GenConfig, config: &Config, args: &GenArgs, command: &str) -> Options {
    let formats = Formats::from(args.meaning.semantics(config));
    let mut options = Options { command: command.to_owned(), formats, generator: GENERATOR, ..Options::default() };
    options.style.types.clone_from(&set.types);
    for (option, said) in set.rust.iter().chain(args.rust.options()) {
        option.apply(&mut options, said);
    }
    options
}

/// Returns a problem for each folder that two sets would write into. Each would treat the files of the other as
/// orphans.
fn shared(sets: &[Set]) -> Vec<String> {
    let rust: Vec<&Set> = sets.iter().filter(|set| matches!(set.target, Target::Rust(_))).collect();
    let mut problems = Vec::new();
    for (index, set) in rust.iter().enumerate() {
        for other in &rust[..index] {
            let (own, others) = (resolved(&set.out), resolved(&other.out));
            if own.starts_with(&others) || others.starts_with(&own) {
                let (one, other) = (other.out.display(), set.out.display());
                problems.push(format!("two sets write to the same folder, {one} and {other}; give each its own `out`"));
            }
        }
    }
    for (set, copy) in sets.iter().filter_map(|set| Some((set, set.vendor_runtime.as_ref()?))) {
        let (out, inside) = (resolved(&set.out), resolved(copy));
        if out.starts_with(&inside) || inside.starts_with(&out) {
            let (copy, out) = (copy.display(), set.out.display());
            problems.push(format!(
                "the copy of the runtime in {copy} and the generated code in {out} need separate folders"
            ));
        }
    }
    problems
}

/// Returns the command that generates a set again. It contains no options that come from the configuration.
fn command(set: &GenConfig, args: &GenArgs) -> String {
    let mut words = vec!["planwright".to_owned(), "gen".to_owned()];
    let mut option = |name: &str, value: Option<String>| {
        words.extend(value.into_iter().flat_map(|value| [format!("--{name}"), value]));
    };
    let path = |path: &Option<PathBuf>| path.as_ref().map(|path| path.display().to_string());
    let lang = args.lang.filter(|lang| *lang != Lang::Rust || set.lang.is_some());
    // A configuration in the current folder is found anyway. A generated file must not depend on where the command was
    // run.
    let is_found = |config: &PathBuf| config.file_name().is_some_and(|name| name == config::NAME);
    option("config", path(&args.config.clone().filter(|config| !is_found(config))));
    option("lang", lang.and_then(|lang| Some(lang.to_possible_value()?.get_name().to_owned())));
    option("schema", path(&args.schema).filter(|_| set.schemas.is_none()));
    option("out", path(&args.out));
    option("suffix", args.suffix.clone());
    option("vendor-runtime", path(&args.vendor_runtime));
    args.reading.documents.iter().for_each(|place| option("documents", Some(place.clone())));
    option("default-dialect", args.reading.default_dialect.map(|dialect| dialect.name().to_owned()));
    option("class", args.class.clone());
    args.root.iter().for_each(|root| option("root", Some(root.clone())));
    option("api-version", args.api_version.clone());
    if let Some(asserted) = args.meaning.explicit_choice() {
        words.push(if asserted { "--assert-formats" } else { "--no-assert-formats" }.to_owned());
    }
    words.extend(args.rust.words());
    quoted(words)
}
