//! Implements `planwright lint`: finds likely mistakes in schemas.

use std::path::Path;

use planwright_api::of_weakening;
use planwright_dialects::{Dialect, exceeded_limits};
use planwright_runtime::{Diagnostic, Severity};
use planwright_schema::{Error, lint};

use crate::deny::DenyArgs;
use crate::subject::schema_texts;
use planwright_project::config::DocumentArgs;
use planwright_project::documents::Documents;
use planwright_project::exit::{Failure, Outcome};
use planwright_project::finding;
use planwright_project::render::{Format, human};
use planwright_project::report::CommandReport;
use planwright_project::schemas;

/// Find likely mistakes in JSON Schemas.
///
/// Reports unknown keywords and formats, keywords that the draft ignores or that do not apply to the type, the findings
/// of ajv's strict mode, required properties that are impossible, invalid defaults and examples, unused definitions,
/// ambiguous union tags, patterns that vendors reject, and schemas without constraints.
#[derive(Debug, clap::Args)]
pub(crate) struct LintArgs {
    /// Schema files, or folders of schemas. Files that a schema refers to are included.
    #[arg(required_unless_present = "schema", value_name = "SCHEMA")]
    pub schemas: Vec<String>,
    /// Schema file or folder, after those without an option. Can be repeated.
    #[arg(long, value_name = "FILE|DIR")]
    pub schema: Vec<String>,
    #[command(flatten)]
    pub documents: DocumentArgs,
    /// Also report what exceeds a limit of these dialects, separated by commas, such as openai,gemini.
    #[arg(long = "for", value_name = "DIALECTS", value_delimiter = ',', value_parser = crate::subject::dialect())]
    pub dialects: Vec<Dialect>,
    #[command(flatten)]
    pub deny: DenyArgs,
    /// Output format of the report.
    #[arg(long, value_enum, default_value = "human")]
    pub format: Format,
}

/// Runs `planwright lint`.
pub(crate) fn run(args: &LintArgs) -> Result<Outcome, Failure> {
    planwright_project::render::print("lint", &report(args), args.format)
}

/// Reports the findings of every file and folder.
pub(crate) fn report(args: &LintArgs) -> CommandReport {
    CommandReport::new().collect(|report| {
        args.deny.check()?;
        let documents = args.documents.load(None)?;
        let schemas = [args.schemas.as_slice(), &args.schema].concat();
        for given in &schemas {
            match of_path(Path::new(given), &args.dialects, &documents) {
                Ok(found) => report.add(found.into_iter().map(|finding| args.deny.applied(finding))),
                Err(failure) => report.failures.extend(failure.reasons()),
            }
        }
        let severities: Vec<Severity> = report.findings().iter().map(|finding| finding.severity).collect();
        let errors = severities.iter().filter(|severity| **severity == Severity::Error).count();
        report.subjects.extend(schemas);
        report.count("errors", errors);
        report.count("warnings", severities.len() - errors);
        let (errors_text, warnings) = (human::some(errors, "error"), human::some(severities.len() - errors, "warning"));
        report.print(format!("{errors_text}, {warnings}\n"));
        Ok(if errors > 0 { Outcome::Findings } else { Outcome::Fine })
    })
}

/// Returns the findings of a file or a folder.
fn of_path(path: &Path, dialects: &[Dialect], documents: &Documents) -> Result<Vec<Diagnostic>, Failure> {
    let (folder, texts) = if path.is_dir() {
        (path.to_path_buf(), schemas::below(path)?)
    } else {
        (path.parent().unwrap_or_else(|| Path::new("")).to_path_buf(), schema_texts(path, None)?.1)
    };
    if texts.is_empty() {
        return Err(Failure::one(format!("{}: no {} below this folder", path.display(), schemas::FILES)));
    }
    let placed =
        |error: &Error, severity| finding::of_schema(folder.join(&error.file).display().to_string(), error, severity);
    let set = match documents.parse_schemas(texts, |_, _| ()) {
        Ok(set) => set,
        Err(errors) => return Ok(errors.iter().map(|error| placed(error, Severity::Error)).collect()),
    };
    let limits = exceeded_limits(&set, dialects).into_iter().map(|mut limit| {
        limit.file = folder.join(&limit.file).display().to_string();
        of_weakening(&limit, Severity::Warning)
    });
    Ok(match lint::strict_warnings(&set) {
        Ok(warnings) => warnings.iter().map(|error| placed(error, Severity::Warning)).chain(limits).collect(),
        Err(errors) => errors.iter().map(|error| placed(error, Severity::Error)).collect(),
    })
}
