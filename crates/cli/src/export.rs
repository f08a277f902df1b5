//! `planwright export`: a schema in the dialect of a model vendor.

pub(crate) mod normalize;
mod subject;

use std::path::Path;
use std::{fs, io};

use planwright_dialects::{Conversion, Dialect, Refusal, Weakening, breaches};
use planwright_sync::read_file;
use serde_json::{Map, Value, json};

use crate::args::{self, DialectName, Format};
use crate::exit::{Failure, Outcome};
use subject::Given;

/// The longest name of a tool that every vendor takes.
const LONGEST_NAME: usize = 64;

/// Converts, reports and writes.
pub(crate) fn run(args: &args::Export) -> Result<Outcome, Failure> {
    let dialect = dialect(args.subject.dialect);
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
    let mut refused = false;
    for given in [Some(&given), returns.as_ref()].into_iter().flatten() {
        match given.convert(dialect) {
            Ok(conversion) => converted.push(conversion),
            Err(refusal) => {
                refuse(&refusal, args.format);
                refused = true;
            }
        }
    }
    let Some((conversion, rest)) = converted.split_first().filter(|_| !refused) else { return Ok(Outcome::Findings) };
    let schema = if args.bare { conversion.schema().clone() } else { wrapped(dialect, conversion, rest.first()) };
    let weakenings: Vec<&Weakening> = converted.iter().flat_map(Conversion::weakenings).collect();
    report(&schema, &weakenings, args)
}

fn report(schema: &Value, weakenings: &[&Weakening], args: &args::Export) -> Result<Outcome, Failure> {
    if args.format == Format::Human {
        for weakening in weakenings {
            errln!("warning: {weakening}");
        }
    }
    let text = format!("{schema:#}\n");
    if let Some(path) = &args.out {
        write(path, &text, dialect(args.subject.dialect))?;
    }
    match (args.format, &args.out) {
        (Format::Json, _) => {
            let weakenings: Vec<Value> = weakenings.iter().map(|weakening| as_json(weakening, "warning")).collect();
            outln!("{:#}", json!({ "schema": schema, "weakenings": weakenings }));
        }
        (Format::Human, Some(path)) => outln!("wrote {}", path.display()),
        (Format::Human, None) => outln!("{schema:#}"),
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

/// Says why there is no schema: on standard error for people, on standard output for programs.
fn refuse(refusal: &Refusal, format: Format) {
    let lines: Vec<String> = match refusal {
        Refusal::Schema(errors) => errors.iter().map(ToString::to_string).collect(),
        Refusal::Dialect(errors) => errors.iter().map(ToString::to_string).collect(),
    };
    if format == Format::Human {
        for line in lines {
            errln!("error: {line}");
        }
        return;
    }
    let errors: Vec<Value> = match refusal {
        Refusal::Schema(errors) => errors.iter().map(schema_error).collect(),
        Refusal::Dialect(errors) => errors.iter().map(|error| as_json(error, "error")).collect(),
    };
    outln!("{:#}", json!({ "schema": null, "weakenings": errors }));
}

fn schema_error(error: &planwright_schema::Error) -> Value {
    let (line, column) = error.line_column.unzip();
    json!({
        "severity": "error", "code": "INVALID_SCHEMA", "file": error.file, "line": line, "column": column,
        "pointer": error.pointer.as_str(), "message": error.kind.to_string(),
    })
}

fn as_json(weakening: &Weakening, severity: &str) -> Value {
    let (line, column) = weakening.line_column.unzip();
    json!({
        "severity": severity, "code": weakening.code, "file": weakening.file, "line": line, "column": column,
        "pointer": weakening.pointer.as_str(), "message": weakening.message,
    })
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

fn dialect(name: DialectName) -> Dialect {
    match name {
        DialectName::Openai => Dialect::OpenAi,
        DialectName::Anthropic => Dialect::Anthropic,
        DialectName::AnthropicTool => Dialect::AnthropicTool,
        DialectName::Gemini => Dialect::Gemini,
        DialectName::Mcp => Dialect::Mcp,
    }
}
