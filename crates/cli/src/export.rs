//! Implements `planwright export`: converts a schema to the dialect of a model vendor.

pub(crate) mod normalize;

use std::path::PathBuf;

use planwright_api::Exported;
use planwright_compatibility::certificate::{self, verify};
use planwright_dialects::{Dialect, GRAMMAR_BANNER, breaches, is_openapi_form};
use planwright_runtime::Diagnostic;
use planwright_schema::Semantics;
use planwright_source::{printable, printable_json};
use serde_json::{Value, json};

use crate::subject::{self, Subject};
use planwright_project::config::FormatArgs;
use planwright_project::exit::{Failure, Outcome};
use planwright_project::own_file;
use planwright_project::render::Format;
use planwright_project::render::json;
use planwright_project::report::CommandReport;

/// Convert a schema to the dialect of a model vendor.
///
/// Constraints that the dialect cannot express are listed on standard error.
#[derive(Debug, clap::Args)]
pub(crate) struct ExportArgs {
    #[command(flatten)]
    pub subject: Subject,
    /// For tools: print only the schema, without name and description.
    #[arg(long)]
    pub bare: bool,
    /// For mcp: schema of the tool's result, as a contract schema or a file. Tools of a contract have a known result
    /// schema.
    #[arg(long, value_name = "NAME|FILE")]
    pub returns: Option<String>,
    /// action-blueprint: Salesforce org to whose objects, fields and picklist values the schema is restricted: a
    /// snapshot, a describe file, or a folder with snapshots, describe files, metadata or a project.
    #[arg(long, value_name = "ORG", conflicts_with = "verify")]
    pub snapshot: Option<String>,
    /// Write the schema to this file instead of standard output.
    #[arg(long, value_name = "FILE")]
    pub out: Option<PathBuf>,
    /// Write a certificate: which valid documents the dialect excludes and which invalid ones it allows.
    #[arg(long, value_name = "FILE")]
    pub certificate: Option<PathBuf>,
    /// Verify a certificate: fails if the schema, the export or a claim has changed.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["certificate", "out", "bare", "returns"])]
    pub verify: Option<PathBuf>,
    #[command(flatten)]
    pub formats: FormatArgs,
    /// Output format of the list of lost constraints. `json` prints one object with `schema`, `weakenings` and, for
    /// gbnf, `grammar` on standard output.
    #[arg(long, value_enum, default_value = "human")]
    pub format: Format,
}

/// Runs `planwright export`.
pub(crate) fn run(args: &ExportArgs) -> Result<Outcome, Failure> {
    planwright_project::render::print("export", &report(args), args.format)
}

/// Converts the schema, reports the differences and writes the result.
pub(crate) fn report(args: &ExportArgs) -> CommandReport {
    CommandReport::beside_output().collect(|report| convert(args, report))
}

fn convert(args: &ExportArgs, report: &mut CommandReport) -> Result<Outcome, Failure> {
    report.json = Some(Value::Null);
    let dialect = args.subject.dialect;
    if args.returns.is_some() && dialect != Dialect::Mcp {
        return Err(Failure::one("--returns requires --dialect mcp; other dialects have no result schema"));
    }
    if args.subject.contract.is_some() && args.subject.own.is_given() {
        return Err(Failure::one("a contract cannot be used with --schema; remove one of the two"));
    }
    let own = args.subject.own.own_schema(None)?;
    let mut given = subject::resolve(args.subject.contract.as_deref(), own.as_ref())?;
    if args.snapshot.is_some() {
        let context = planwright_project::snapshot::context(args.snapshot.as_ref(), report)?;
        let Some(org) = context.and_then(|context| context.snapshot) else { return Ok(Outcome::Findings) };
        let (narrowed, notes) = given.narrowed(&org).map_err(Failure::one)?;
        given = narrowed;
        for note in notes {
            report.note(format!("note: {note}"));
        }
    }
    // Paths of a contract's schema name no file of the user.
    let located = |findings: Vec<Diagnostic>| match &own {
        Some(own) => own.located(findings),
        None => findings,
    };
    let returns = match &args.returns {
        Some(name) => Some(subject::resolve_name(name, &args.subject.own.documents)?),
        None if dialect == Dialect::Mcp => given.returns(),
        None => None,
    };
    let exported = match Exported::for_schema(&given, returns.as_ref(), dialect, args.bare) {
        Ok(exported) => Exported { weakenings: located(exported.weakenings), ..exported },
        Err(refused) => {
            let refused = located(refused);
            report.json = Some(json!({ "schema": null, "weakenings": json::findings(&refused) }));
            report.add(refused);
            return Ok(Outcome::Findings);
        }
    };
    report.json = Some(exported.json());
    let Exported { conversion, schema, grammar, weakenings } = exported;
    report.add(weakenings);
    if args.certificate.is_some() || args.verify.is_some() {
        // A contract always asserts formats.
        let semantics =
            if given.info().is_some() { Semantics::default() } else { args.formats.semantics_here(None)? };
        semantics.formats_note().into_iter().for_each(|note| report.note(note));
        let certificate = certificate::certify(given.root(), dialect, &conversion, semantics)?;
        if let Some(members) = report.json.as_mut().and_then(Value::as_object_mut) {
            members.insert("certificate".to_owned(), json!(certificate));
        }
        if let Some(path) = &args.verify {
            let differences = verify::read_certificate(path)?.differences(&certificate, &conversion)?;
            if let Some(members) = report.json.as_mut().and_then(Value::as_object_mut) {
                members.insert("differences".to_owned(), json::findings(&differences));
            }
            let outcome = if differences.is_empty() { Outcome::Fine } else { Outcome::Findings };
            let verified =
                if differences.is_empty() { "every claim is proved" } else { "not every claim can be proved" };
            report.add(differences);
            report.print(format!("{}: {verified}\n", printable(&path.display().to_string())));
            return Ok(outcome);
        }
        if let Some(path) = &args.certificate {
            certificate.write(path)?;
        }
    }
    let text = grammar.unwrap_or_else(|| format!("{schema:#}\n"));
    match &args.out {
        Some(path) => {
            // Overwrite only an export of the same dialect. Any other file, such as the schema itself, was named by
            // mistake.
            let ours = |there: &str| is_export(there, dialect);
            own_file::write(path, text, &format!("export for {dialect}"), ours)?;
            report.print(format!("wrote {}\n", printable(&path.display().to_string())));
        }
        None if dialect == Dialect::Gbnf => report.print(text),
        None => report.print(printable_json(&text)),
    }
    Ok(Outcome::Fine)
}

/// Returns `true` if a file is an earlier export: it contains only what the dialect allows, and nothing that only
/// canonical schemas have.
fn is_export(text: &str, dialect: Dialect) -> bool {
    if dialect == Dialect::Gbnf {
        return text.starts_with(GRAMMAR_BANNER);
    }
    let Ok(value) = serde_json::from_str::<Value>(text) else { return false };
    if dialect == Dialect::VertexOpenApi {
        return is_openapi_form(&value);
    }
    let schema = value.get("input_schema").or_else(|| value.get("inputSchema")).unwrap_or(&value);
    let canonical = ["$schema", "$id", "definitions"].iter().any(|keyword| schema.get(*keyword).is_some());
    schema.get("type").is_some() && !canonical && breaches(dialect, schema).is_empty()
}
