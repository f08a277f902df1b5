//! Implements `planwright lock`: records the operations of a server or an API in a file, and checks later versions
//! against it.

mod file;
mod findings;
mod http;
mod json;
mod list;
mod places;
mod risks;
mod server;
mod settings;
#[cfg(test)]
mod tests;

use std::path::PathBuf;

use clap::value_parser;
use planwright_drift::operations::{JudgedOperation, OPERATION_UNDECIDED, OperationList, OperationPairs};
use planwright_drift::{Options, Verdict};
use planwright_runtime::{Diagnostic, Severity};
use planwright_source::printable;
use serde_json::Value;

pub use http::HttpPlace;
use planwright_project::config::{ContentArgs, FormatArgs, LockProfile};
use planwright_project::exit::{Failure, Outcome};
use planwright_project::progress;
use planwright_project::render::{Format, human};
use planwright_project::report::CommandReport;
pub use risks::TEXT_CODES;
use settings::LockSettings;

/// Record the operations of a server or API, and check changes.
///
/// A source is a `tools/list` result, a function list for OpenAI or Anthropic, an OpenAPI 3.1 document, or a folder
/// of schemas. Without a source, uses the `[lock]` section of planwright.toml. --command and --url query a Model
/// Context Protocol (MCP) server instead.
///
/// Exit codes: 0 success; 1 broken, or the source is not a list of operations; 2 usage or I/O error, or not enough
/// memory; 3 undecided.
#[derive(Debug, Default, clap::Args)]
pub struct LockArgs {
    /// Configuration file [default: nearest planwright.toml in this folder or above]
    #[arg(long, value_name = "FILE")]
    pub config: Option<PathBuf>,
    /// Files that list operations, or folders of schemas.
    #[arg(value_name = "FILE|DIR")]
    pub sources: Vec<PathBuf>,
    /// File that lists operations, or folder of schemas. Can be repeated.
    #[arg(long, value_name = "FILE|DIR", conflicts_with = "server")]
    pub schema: Vec<PathBuf>,
    /// Start this server without a shell, query it over standard input and output, and stop it afterwards.
    #[arg(long, value_name = "COMMAND", conflicts_with = "sources", group = "server")]
    pub command: Option<String>,
    /// Query the server at this loopback address, such as <http://127.0.0.1:8931/mcp>, over Streamable HTTP.
    #[arg(long, value_name = "URL", conflicts_with = "sources", group = "server")]
    pub url: Option<HttpPlace>,
    /// File with the token for the server of --url (Authorization: Bearer TOKEN).
    #[arg(long, value_name = "FILE", requires = "url")]
    pub token_file: Option<PathBuf>,
    /// Timeout in seconds for all answers of the server [default: 30]
    #[arg(long, value_name = "SECONDS", requires = "server", value_parser = value_parser!(u64).range(1..=3600))]
    pub timeout: Option<u64>,
    /// Lock file [default: operations.lock.json]
    #[arg(long, value_name = "FILE")]
    pub lock: Option<PathBuf>,
    /// Write nothing, and check the operations against the lock file.
    #[arg(long)]
    pub check: bool,
    /// Content model.
    #[command(flatten)]
    pub content: ContentArgs,
    /// Whether `format` is asserted.
    #[command(flatten)]
    pub formats: FormatArgs,
    /// Accept undecided verdicts instead of failing.
    #[arg(long, conflicts_with = "strict")]
    pub allow_undecided: bool,
    /// Exit with 3 if a verdict is undecided, even if planwright.toml allows it. This is the default.
    #[arg(long)]
    pub strict: bool,
    /// Changes of descriptions that fail [default: calls]
    #[arg(long, value_enum)]
    pub profile: Option<LockProfile>,
    /// Fail on this code too, such as `DESCRIPTION_CHANGED`. Can be repeated.
    #[arg(long, value_name = "CODE")]
    pub deny: Vec<String>,
    /// Output format.
    #[arg(long, value_enum, default_value = "human")]
    pub format: Format,
}

/// Runs `planwright lock`.
pub fn run(args: &LockArgs) -> Result<Outcome, Failure> {
    planwright_project::render::print("lock", &report(args), args.format)
}

/// Writes each lock file, or checks operations against it.
pub fn report(args: &LockArgs) -> CommandReport {
    CommandReport::new().collect(|report| {
        report.json = Some(Value::Null);
        let all = settings::from_args(args)?;
        let mut locks = Vec::new();
        let mut outcome = Outcome::Fine;
        for settings in &all {
            let done = process_lock(report, settings)?;
            if outcome == Outcome::Fine || done.outcome == Outcome::Findings {
                outcome = done.outcome;
            }
            locks.push(done.json);
        }
        report.json = Some(json::of_all(&locks));
        Ok(outcome)
    })
}

/// Result for one lock file.
struct LockResult {
    outcome: Outcome,
    json: Value,
}

fn process_lock(report: &mut CommandReport, settings: &LockSettings) -> Result<LockResult, Failure> {
    let listed = list::gather(&settings.source, settings.semantics.dialect)?;
    report.subjects.extend(listed.texts.iter().map(|text| text.name.clone()));
    if !listed.problems.is_empty() {
        let found = places::placed(&listed.problems, &listed.texts);
        report.add(found.clone());
        report.print("the operations cannot be used; nothing was compared or written\n");
        return Ok(LockResult {
            outcome: Outcome::Findings,
            json: json::of_lock(settings, false, &found, &[], (&listed, None)),
        });
    }
    let kept =
        if settings.is_check { Some(file::read_lock(&settings.file)?) } else { file::read_if_exists(&settings.file)? };
    // Without a lock file there is no earlier promise. Each schema is then only checked for validity.
    let nothing = OperationList::new();
    let promised = kept.as_ref().map_or(&nothing, |kept| &kept.operations);
    let is_empty = listed.operations.is_empty() && listed.server.is_null();
    if is_empty && (!settings.is_check || promised.is_empty()) {
        return Err(Failure::one(no_operations(settings, &listed)));
    }
    let semantics = settings.semantics;
    let pairs = OperationPairs::new(promised, &listed.operations, semantics.content, Options::from(semantics));
    let judged = progress::map(pairs.names().to_vec(), "operations done", |name| {
        pairs.judge(name).map_err(|failure| Failure::one(format!("{name:?}: {failure}")))
    });
    let judged = judged.into_iter().collect::<Result<Vec<_>, _>>()?;
    let invalid = judged.iter().any(|one| one.invalid.iter().any(|side| !side.is_old));
    let mut found = findings::of_all(&judged, &listed, kept.as_ref(), settings);
    if !settings.is_check && !invalid {
        // A user who writes the lock file accepts the differences.
        for finding in &mut found {
            finding.severity = finding.severity.min(Severity::Note);
        }
    }
    if let Some(kept) = kept.as_ref().filter(|_| settings.is_check) {
        found.extend(kept.edited());
    }
    let breaks = |finding: &Diagnostic| finding.severity == Severity::Error && finding.code != OPERATION_UNDECIDED;
    let is_broken = found.iter().any(breaks);
    let is_written = !settings.is_check && !invalid;
    report.add(found.clone());
    if settings.is_check && !semantics.asserts_formats {
        report.print("formats were not compared, because they are annotations\n");
    }
    if let Some(note) = semantics.dialect.note() {
        report.print(format!("{note}\n"));
    }
    if let Some(note) = semantics.content_note().filter(|_| settings.is_check) {
        report.print(format!("{note}\n"));
    }
    let counts = LockCounts::from_results(&judged, &found);
    counts.count(report);
    if is_written {
        file::write(&settings.file, &listed.operations, &listed.server)?;
        let name = settings.file.display().to_string();
        let operations = human::some(listed.operations.len(), "operation");
        report.print(format!("wrote {}: {operations}\n", printable(&name)));
    } else {
        report.print(counts.summary());
        if !settings.is_check {
            report.print("nothing was written\n");
        }
    }
    let outcome = match () {
        () if is_broken => Outcome::Findings,
        () if !settings.allow_undecided && judged.iter().any(is_undecided) && settings.is_check => Outcome::Undecided,
        () => Outcome::Fine,
    };
    Ok(LockResult { outcome, json: json::of_lock(settings, is_written, &found, &judged, (&listed, kept.as_ref())) })
}

/// Describes a list without operations. A lock of it would promise nothing, and every check would pass.
fn no_operations(settings: &LockSettings, listed: &list::Listed) -> String {
    let names: Vec<_> = listed.texts.iter().map(|text| printable(&text.name)).collect();
    let place = if names.is_empty() { "the server".to_owned() } else { names.join(", ") };
    let file = settings.file.display().to_string();
    format!("{place}: no operations, so there is nothing to lock; to remove the lock, delete {}", printable(&file))
}

/// Returns the verdicts for an operation.
fn verdicts(one: &JudgedOperation) -> impl Iterator<Item = &Verdict> {
    one.input.iter().chain(&one.output).map(|side| &side.verdict)
}

fn is_undecided(one: &JudgedOperation) -> bool {
    verdicts(one).any(|verdict| matches!(verdict, Verdict::Undecided(_)))
}

fn is_broken(one: &JudgedOperation) -> bool {
    let broken = |verdict: &Verdict| matches!(verdict, Verdict::Broken(_));
    one.route.is_some() || verdicts(one).any(broken) || one.hints.iter().any(|hint| hint.withdrawn.is_some())
}

/// Numbers of compared, broken and undecided operations.
struct LockCounts {
    operations: usize,
    broken: usize,
    undecided: usize,
    /// Findings about descriptions and hints that fail.
    texts: usize,
}

impl LockCounts {
    fn from_results(judged: &[JudgedOperation], found: &[Diagnostic]) -> Self {
        let broken = judged.iter().filter(|one| is_broken(one)).count();
        let undecided = judged.iter().filter(|one| !is_broken(one) && is_undecided(one)).count();
        let is_refused = |one: &&Diagnostic| one.severity == Severity::Error && findings::is_about_text(one.code);
        Self { operations: judged.len(), broken, undecided, texts: found.iter().filter(is_refused).count() }
    }

    fn count(&self, report: &mut CommandReport) {
        report.count("operations", self.operations);
        report.count("broken", self.broken);
        report.count("undecided", self.undecided);
    }

    fn summary(&self) -> String {
        let operations = human::some(self.operations, "operation");
        let texts = match self.texts {
            0 => String::new(),
            1 => ", 1 change of texts refused".to_owned(),
            count => format!(", {count} changes of texts refused"),
        };
        format!("{operations} compared, {} broken, {} undecided{texts}\n", self.broken, self.undecided)
    }
}
