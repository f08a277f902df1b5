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

/// Check blueprints against an org: objects, fields, rights, formulas, required fields, picklists, data types, keys.
#[derive(Debug, clap::Args)]
pub(crate) struct SnapshotCheckArgs {
    /// The org: a snapshot, a describe file, or a folder of either, of metadata or of a project; or REVISION:PATH of git.
    pub snapshot: String,
    /// Blueprint files, each one blueprint, an array, or an object with `actions`; folders, for every *.json below; patterns such as
    /// plans/*.json; - is standard input.
    #[arg(required = true, value_name = "BLUEPRINT")]
    pub blueprints: Vec<String>,
    /// Each line of the files is a document; blank lines are none.
    #[arg(long)]
    pub ndjson: bool,
    /// How findings are written.
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
