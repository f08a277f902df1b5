//! `planwright drift`: what a change of schemas breaks, between two files or folders, a git revision or a baseline.

mod github;
mod human;
mod json;
mod load;
mod sarif;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use clap::ValueEnum;
use planwright_codegen::SchemaSet;
use planwright_drift::{
    ContentModel, Options, Pair, Role, Severity, Source, Spot, compare, fails, is_undecided, severities,
};

use self::load::Library;
use crate::exit::{Failure, Outcome};

/// Say what a change of schemas breaks, with a proof or a document that shows it.
///
/// Exit codes: 0 nothing is broken for the role, 1 something is, 2 wrong use or a schema that cannot be read, 3 something
/// is undecided and --strict was given.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// OLD and NEW, two files or two folders of schemas; with --against, --baseline or --write-baseline the one to look at.
    #[arg(required = true, num_args = 1..=2, value_name = "FILE|DIR")]
    pub paths: Vec<PathBuf>,
    /// Compare with this git revision of the same file or folder.
    #[arg(long, value_name = "REV", conflicts_with_all = ["baseline", "write_baseline"])]
    pub against: Option<String>,
    /// Compare with the schemas that --write-baseline kept.
    #[arg(long, value_name = "FILE", conflicts_with = "write_baseline")]
    pub baseline: Option<PathBuf>,
    /// Keep the schemas in this file, for a later --baseline.
    #[arg(long, value_name = "FILE")]
    pub write_baseline: Option<PathBuf>,
    /// What we do with documents: consumed, produced or both; PREFIX=ROLE for the files whose path begins so.
    #[arg(long, value_name = "[PREFIX=]ROLE", default_value = "both", value_parser = role)]
    pub role: Vec<(String, Role)>,
    /// Whether a member that comes to an open object, or goes from one, counts.
    #[arg(long, value_enum, default_value = "strict")]
    pub content_model: Content,
    /// Take `format` as an assertion; it is an annotation otherwise.
    #[arg(long)]
    pub assert_formats: bool,
    /// End with 3 if something that counts is undecided.
    #[arg(long)]
    pub strict: bool,
    /// How it is written.
    #[arg(long, value_enum, default_value = "human")]
    pub format: Format,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Content {
    /// Members that nobody describes are in use.
    Strict,
    /// They are not.
    Lenient,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    /// Lines to read.
    Human,
    /// One object with `backward`, `forward` and `changes`; of folders one below `files` for each file.
    Json,
    /// SARIF 2.1.0.
    Sarif,
    /// Annotations of GitHub Actions.
    Github,
}

fn role(text: &str) -> Result<(String, Role), String> {
    let (prefix, name) = text.rsplit_once('=').unwrap_or(("", text));
    let role = match name {
        "consumed" => Role::Consumed,
        "produced" => Role::Produced,
        "both" => Role::Both,
        _ => return Err(format!("{name:?} is no role; use consumed, produced or both")),
    };
    Ok((prefix.to_owned(), role))
}

/// What was found of one file.
struct Judgement {
    /// The path in the library; of two files the new one's.
    name: String,
    /// Where the texts are, for whoever wants to open them.
    new_name: String,
    old_name: String,
    found: Found,
    role: Role,
}

enum Found {
    Pair { pair: Pair, severities: Vec<Severity> },
    Added,
    Removed,
}

impl Judgement {
    /// The file of a place as the user knows it.
    fn shown(&self, spot: &Spot) -> String {
        let folder = self.new_name.strip_suffix(self.name.as_str()).unwrap_or_default();
        format!("{folder}{}", spot.file)
    }

    fn fails(&self, content: ContentModel) -> bool {
        match &self.found {
            Found::Pair { pair, .. } => fails(pair, self.role, content),
            Found::Added => false,
            Found::Removed => true,
        }
    }
}

/// Everything that is written.
struct Report {
    judgements: Vec<Judgement>,
    is_folder: bool,
    content: ContentModel,
}

/// Judges every pair and writes what was found.
pub(crate) fn run(args: &Args) -> Result<Outcome, Failure> {
    let (old, new) = match &args.paths[..] {
        [path] => {
            let new = load::path(path)?;
            if let Some(file) = &args.write_baseline {
                load::write_baseline(file, &new)?;
                outln!("wrote {}: {} schemas", file.display(), new.files.len());
                return Ok(Outcome::Fine);
            }
            let old = match (&args.against, &args.baseline) {
                (Some(revision), _) => load::revision(path, revision)?,
                (None, Some(file)) => load::baseline(file, path)?,
                (None, None) => {
                    return Err(Failure::one(format!(
                        "{} is compared with nothing; give OLD and NEW, --against REV or --baseline FILE",
                        path.display()
                    )));
                }
            };
            (old, new)
        }
        [old, new] if args.against.is_none() && args.baseline.is_none() && args.write_baseline.is_none() => {
            (load::path(old)?, load::path(new)?)
        }
        _ => return Err(Failure::one("--against, --baseline and --write-baseline take one file or folder")),
    };
    let report = judge(args, &old, &new)?;
    match args.format {
        Format::Human => human::print(&report),
        Format::Json => outln!("{:#}", json::of(&report)),
        Format::Sarif => outln!("{:#}", sarif::of(&report)),
        Format::Github => github::print(&report),
    }
    let undecided = |one: &Judgement| matches!(&one.found, Found::Pair { pair, .. } if is_undecided(pair, one.role));
    Ok(if report.judgements.iter().any(|one| one.fails(report.content)) {
        Outcome::Findings
    } else if args.strict && report.judgements.iter().any(undecided) {
        Outcome::Undecided
    } else {
        Outcome::Fine
    })
}

fn judge(args: &Args, old: &Library, new: &Library) -> Result<Report, Failure> {
    if old.entry.is_some() != new.entry.is_some() {
        return Err(Failure::one("OLD and NEW must be two files or two folders"));
    }
    let (one, two) = match (set(old), set(new)) {
        (Ok(one), Ok(two)) => (one, two),
        (one, two) => return Err(Failure::all(one.err().into_iter().chain(two.err()).flatten())),
    };
    let (one, two) = match (planwright_drift::Library::new(&one), planwright_drift::Library::new(&two)) {
        (Ok(one), Ok(two)) => (one, two),
        (one, two) => return Err(Failure::all(one.err().into_iter().chain(two.err()).flatten())),
    };
    let content = match args.content_model {
        Content::Strict => ContentModel::Strict,
        Content::Lenient => ContentModel::Lenient,
    };
    let mut judgements = Vec::new();
    for (from, to) in pairs(old, new) {
        let name = to.or(from).unwrap_or_default().to_owned();
        let role = role_of(args, &name);
        let found = match (from, to) {
            (Some(from), Some(to)) => {
                let options = Options { assert_formats: args.assert_formats };
                let pair = compare(Source { library: &one, path: from }, Source { library: &two, path: to }, options);
                let severities = severities(&pair, role, content);
                Found::Pair { pair, severities }
            }
            (Some(_), None) => Found::Removed,
            _ => Found::Added,
        };
        let shown = |library: &Library, path: Option<&str>| path.map_or(String::new(), |path| library.shown(path));
        judgements.push(Judgement { name, old_name: shown(old, from), new_name: shown(new, to), found, role });
    }
    Ok(Report { judgements, is_folder: new.entry.is_none(), content })
}

/// The files that are compared, each with its counterpart.
fn pairs<'l>(old: &'l Library, new: &'l Library) -> Vec<(Option<&'l str>, Option<&'l str>)> {
    if let (Some(from), Some(to)) = (&old.entry, &new.entry) {
        return vec![(Some(from), Some(to))];
    }
    let mut pairs: BTreeMap<&str, (Option<&str>, Option<&str>)> = BTreeMap::new();
    for path in old.files.keys() {
        pairs.entry(path).or_default().0 = Some(path);
    }
    for path in new.files.keys() {
        pairs.entry(path).or_default().1 = Some(path);
    }
    pairs.into_values().collect()
}

fn set(library: &Library) -> Result<SchemaSet, Vec<String>> {
    let texts = library.files.iter().map(|(path, bytes)| (path.clone(), bytes.clone()));
    SchemaSet::parse_unchecked(texts).map_err(|errors| {
        let named = |error: &planwright_codegen::Error| {
            let text = error.to_string();
            let rest = text.strip_prefix(error.file.as_str()).unwrap_or(&text);
            format!("{}{rest}", library.shown(&error.file))
        };
        errors.iter().map(named).collect()
    })
}

/// The role of the longest prefix that a path has.
fn role_of(args: &Args, path: &str) -> Role {
    let fits = args.role.iter().filter(|(prefix, _)| path.starts_with(prefix.as_str()));
    fits.max_by_key(|(prefix, _)| prefix.len()).map_or(Role::Both, |(_, role)| *role)
}

/// Whether a path names one schema rather than a folder of them.
fn is_file(path: &Path) -> bool {
    !path.is_dir()
}
