//! `planwright export`: a schema in the dialect of a model vendor.

pub(crate) mod normalize;
pub(crate) use std::path::Path;
use std::{fs, io};

use planwright_dialects::{Conversion, Dialect, Refusal, Weakening, breaches};
use planwright_runtime::{Diagnostic, Severity};
use planwright_source::printable;
use planwright_sync::read_file;
use serde_json::{Map, Value, json};

use crate::certificate::{self, verify};
use crate::exit::{Failure, Outcome};
use crate::finding;
use crate::render::Format;
use crate::render::json;
use crate::report::CommandReport;
use crate::subject::{Given, Subject};

/// Write a schema in the dialect of a model vendor; what is weaker than the schema goes to standard error.
#[derive(Debug, clap::Args)]
pub(crate) struct ExportArgs {
    #[command(flatten)]
    pub subject: Subject,
    /// For tools, the schema alone, without name and description.
    #[arg(long)]
    pub bare: bool,
    /// For mcp, a schema or a contract's schema that the tool's result obeys. The result of a contract's tool is known.
    #[arg(long, value_name = "NAME|FILE")]
    pub returns: Option<String>,
    /// File that the schema goes to instead of standard output.
    #[arg(long, value_name = "FILE")]
    pub out: Option<PathBuf>,
    /// File that the certificate goes to: what the dialect forbids and lets through, proved.
    #[arg(long, value_name = "FILE")]
    pub certificate: Option<PathBuf>,
    /// Certificate to prove anew: fails where the schema, the export or a claim is another.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["certificate", "out", "bare", "returns"])]
    pub verify: Option<PathBuf>,
    /// How what is weaker is written; json is one object with `schema` and `weakenings` on standard output.
    #[arg(long, value_enum, default_value = "human")]
    pub format: Format,
}

/// The longest name of a tool that every vendor takes.
const LONGEST_NAME: usize = 64;

/// Converts, reports and writes.
pub(crate) fn report(args: &ExportArgs) -> CommandReport {
    CommandReport::beside_output().collect(|report| run(args, report))
}

fn run(args: &ExportArgs, report: &mut CommandReport) -> Result<Outcome, Failure> {
    report.json = Some(Value::Null);
    let dialect = args.subject.dialect;
    if args.returns.is_some() && dialect != Dialect::Mcp {
        return Err(Failure::one("--returns is for --dialect mcp: no other dialect says what a tool gives back"));
    }
    let given = Given::of(&args.subject)?;
    let returns = match &args.returns {
        Some(name) => Some(Given::named(name)?),
        None if dialect == Dialect::Mcp => given.returns(),
        None => None,
    };
    let mut converted = Vec::new();
    let mut refused = Vec::new();
    for given in [Some(&given), returns.as_ref()].into_iter().flatten() {
        match given.convert(dialect) {
            Ok(conversion) => converted.push(conversion),
            Err(refusal) => refused.extend(of_refusal(&refusal)),
        }
    }
    let Some((conversion, rest)) = converted.split_first().filter(|_| refused.is_empty()) else {
        report.json = Some(json!({ "schema": null, "weakenings": json::findings(&refused) }));
        report.add(refused);
        return Ok(Outcome::Findings);
    };
    let schema = if args.bare { conversion.schema().clone() } else { wrapped(dialect, conversion, rest.first()) };
    let weakenings = converted.iter().flat_map(Conversion::weakenings);
    let weakenings: Vec<Diagnostic> = weakenings.map(|weakening| of_weakening(weakening, Severity::Warning)).collect();
    report.json = Some(json!({ "schema": schema, "weakenings": json::findings(&weakenings) }));
    report.add(weakenings);
    if args.certificate.is_some() || args.verify.is_some() {
        let certificate = certificate::certify(given.root(), dialect, conversion)?;
        if let Some(members) = report.json.as_mut().and_then(Value::as_object_mut) {
            members.insert("certificate".to_owned(), json!(certificate));
        }
        if let Some(path) = &args.verify {
            let differences = verify::read(path)?.differences(&certificate, conversion)?;
            if let Some(members) = report.json.as_mut().and_then(Value::as_object_mut) {
                members.insert("differences".to_owned(), json::findings(&differences).into());
            }
            let outcome = if differences.is_empty() { Outcome::Fine } else { Outcome::Findings };
            let verified = if differences.is_empty() { "every claim is proved anew" } else { "not every claim holds" };
            report.add(differences);
            report.print(format!("{}: {verified}\n", printable(&path.display().to_string())));
            return Ok(outcome);
        }
        if let Some(path) = &args.certificate {
            certificate.write(path)?;
        }
    }
    match &args.out {
        Some(path) => {
            write(path, &format!("{schema:#}\n"), dialect)?;
            report.print(format!("wrote {}\n", printable(&path.display().to_string())));
        }
        None => report.print(format!("{schema:#}\n")),
    }
    Ok(Outcome::Fine)
}

/// Brings one file to the text, beside its place first. Only an export of the same dialect is overwritten: anything else,
/// such as the schema itself, was not meant.
fn write(out: &Path, text: &str, dialect: Dialect) -> Result<(), Failure> {
    let at = |error: io::Error| Failure::one(format!("{}: {error}", out.display()));
    match read_file(out) {
        Ok(there) if there == text.as_bytes() => return Ok(()),
        Ok(there) if is_export(&there, dialect) => {}
        Ok(_) => {
            return Err(Failure::one(format!("{}: is no {dialect} schema; move it away first", out.display())));
        }
        Err(error) if error.kind() == io::ErrorKind::NotFound => {}
        Err(error) => return Err(at(error)),
    }
    if let Some(folder) = out.parent() {
        fs::create_dir_all(folder).map_err(at)?;
    }
    let name = out.file_name().map(|name| name.to_string_lossy()).unwrap_or_default();
    let staged = out.with_file_name(format!(".{name}.{}.tmp", std::process::id()));
    let done = fs::write(&staged, text).and_then(|()| fs::rename(&staged, out));
    if done.is_err() {
        // What could not take its place is not left behind; the first error is the one to tell.
        let _ = fs::remove_file(&staged);
    }
    done.map_err(at)
}

/// Whether a file is an earlier export: nothing in it that the dialect does not take, nor what only canonical schemas have.
fn is_export(bytes: &[u8], dialect: Dialect) -> bool {
    let Ok(value) = serde_json::from_slice::<Value>(bytes) else { return false };
    let schema = value.get("input_schema").or_else(|| value.get("inputSchema")).unwrap_or(&value);
    let canonical = ["$schema", "$id", "definitions"].iter().any(|keyword| schema.get(*keyword).is_some());
    schema.get("type").is_some() && !canonical && breaches(dialect, schema).is_empty()
}

/// Why there is no schema.
fn of_refusal(refusal: &Refusal) -> Vec<Diagnostic> {
    match refusal {
        Refusal::Schema(errors) => {
            errors.iter().map(|error| finding::of_schema(error.file.clone(), error, Severity::Error)).collect()
        }
        Refusal::Dialect(errors) => errors.iter().map(|error| of_weakening(error, Severity::Error)).collect(),
    }
}

fn of_weakening(weakening: &Weakening, severity: Severity) -> Diagnostic {
    let finding = Diagnostic::error(weakening.code, weakening.pointer.clone(), weakening.message.clone());
    Diagnostic { severity, ..finding.with_file(&weakening.file).with_position(weakening.line_column) }
}

/// The schema as the vendor's request holds it.
fn wrapped(dialect: Dialect, conversion: &Conversion, returns: Option<&Conversion>) -> Value {
    let (input, output) = match dialect {
        Dialect::AnthropicTool => ("input_schema", None),
        Dialect::Mcp => ("inputSchema", returns),
        _ => return conversion.schema().clone(),
    };
    let mut tool = Map::from_iter([
        ("name".to_owned(), Value::from(tool_name(conversion.title()))),
        ("description".to_owned(), conversion.description().unwrap_or(conversion.title()).into()),
        (input.to_owned(), conversion.schema().clone()),
    ]);
    tool.extend(output.map(|returns| ("outputSchema".to_owned(), returns.schema().clone())));
    tool.into()
}

/// `AddActionParams` -> `add_action`: letters, digits and underscores.
fn tool_name(title: &str) -> String {
    let title = title.strip_suffix("Params").filter(|rest| !rest.is_empty()).unwrap_or(title);
    let mut name = String::new();
    let mut after_small = false;
    for letter in title.chars().filter(char::is_ascii_alphanumeric) {
        if letter.is_ascii_uppercase() && after_small {
            name.push('_');
        }
        after_small = !letter.is_ascii_uppercase();
        name.push(letter.to_ascii_lowercase());
    }
    name.truncate(LONGEST_NAME);
    name
}
