//! Implements `planwright snapshot check`: checks blueprints against an org.

use planwright_org as org;
use serde_json::Value;

use planwright_project::checked_files::{CheckedFile, VerdictDetail, add_files};
use planwright_project::exit::Outcome;
use planwright_project::input;
use planwright_project::progress;
use planwright_project::render::Format;
use planwright_project::report::CommandReport;
use planwright_project::snapshot::context;

/// Check blueprints against a snapshot of an org.
///
/// Covers objects, fields, permissions, formulas, required fields, picklists, data types and keys.
#[derive(Debug, clap::Args)]
pub(crate) struct SnapshotCheckArgs {
    /// Salesforce org: a snapshot, a describe file, or a folder with snapshots, describe files, metadata or a
    /// project. REVISION:PATH reads from git.
    pub snapshot: String,
    /// Blueprint files, folders with *.json files, or patterns such as plans/*.json. A file contains one blueprint,
    /// an array, or an object with `actions`. Use - for standard input.
    #[arg(required = true, value_name = "BLUEPRINT")]
    pub blueprints: Vec<String>,
    /// Read each line as one document. Blank lines are skipped.
    #[arg(long)]
    pub ndjson: bool,
    /// Output format of findings.
    #[arg(long, value_enum, default_value = "human")]
    pub format: Format,
}

/// Checks every blueprint file.
pub(crate) fn report(args: &SnapshotCheckArgs) -> CommandReport {
    CommandReport::new().collect(|report| {
        report.json = Some(Value::Null);
        let inputs =
            if args.ndjson { input::read_lines(&args.blueprints)? } else { input::read_below(&args.blueprints)? };
        let Some(context) = context(Some(&args.snapshot), report)? else { return Ok(Outcome::Findings) };
        let detail = if args.format == Format::Json { VerdictDetail::Json } else { VerdictDetail::Findings };
        let checked = progress::map(inputs, "files checked", |input| {
            let result = match &input.text {
                Ok(text) => org::check_file(text, &context),
                Err(refused) => Err(refused.clone()),
            };
            let passed = result.is_ok();
            let (Ok(report) | Err(report)) = result.map(|batch| batch.warnings);
            CheckedFile { input, passed, report }.document(detail)
        });
        Ok(add_files(report, checked))
    })
}
