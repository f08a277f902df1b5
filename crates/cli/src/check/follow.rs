//! Implements `planwright check --follow`: validates an answer while it arrives.
//!
//! The run ends at the first byte after which no valid document is possible. An answer with something around its JSON, such
//! as prose or a thought, is read to its end, and its document is extracted as by `planwright extract`.

mod events;
mod pieces;

use std::sync::Arc;
use std::time::Duration;

use clap::ValueEnum;
use planwright_check::Answer;
use planwright_check::follow::{DeadEnd, FollowSchema, Follower};
use planwright_contracts::{Policy, Repair};
use planwright_source::{Extent, parse, printable};
use serde_json::Value;

use crate::subject::DOCUMENT;

use super::{CheckArgs, CheckFormat, CheckSet, check, sets, target};
use events::EventReader;
use pieces::StreamPieces;
use planwright_project::checked_files::{CheckedFile, VerdictDetail, add_files};
use planwright_project::contract::Target;
use planwright_project::exit::{Failure, Outcome};
use planwright_project::input;
use planwright_project::render;
use planwright_project::report::CommandReport;

/// Options for following an answer.
#[derive(Clone, Debug, Default, clap::Args)]
#[group(skip)]
pub(crate) struct FollowArgs {
    /// Validate one answer while it arrives. Stops at the first byte after which no valid document is possible. The
    /// file can be a pipe, or - for standard input.
    #[arg(long, conflicts_with_all = ["ndjson", "watch", "fix", "diff"])]
    pub follow: bool,
    /// List the checks that --follow can make only at the end: schema keywords with their locations, and rules.
    #[arg(long, conflicts_with_all = ["ndjson", "watch", "fix", "diff", "follow"])]
    pub late: bool,
    /// With --follow, format of the input.
    #[arg(long, value_enum, default_value = "text", value_name = "KIND", requires = "follow")]
    pub events: StreamKind,
    /// With --events, JSON Pointer to the answer in an event. Can be repeated [default: the pointers of known
    /// streams]
    #[arg(long = "text-at", value_name = "POINTER", requires = "follow")]
    pub text_at: Vec<String>,
    /// With --follow, maximum number of bytes.
    #[arg(long, value_name = "NUMBER", default_value_t = 16 * 1024 * 1024, requires = "follow")]
    pub most_bytes: usize,
    /// With --follow, timeout in seconds.
    #[arg(long, value_name = "SECONDS", default_value_t = 600, requires = "follow")]
    pub timeout: u64,
}

/// Format of the input.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum StreamKind {
    /// The answer itself
    #[default]
    Text,
    /// Stream events, one JSON document per line
    Ndjson,
    /// Server-sent events with JSON data
    Sse,
}

/// An answer that was read to its end.
struct Followed {
    follower: Follower,
    /// The answer. After a dead end, only what was read.
    answer: Vec<u8>,
    /// Number of bytes that were read from the stream, including event syntax.
    read: usize,
    /// `true` if input that was read as plain text looks like server-sent events.
    begins_as_events: bool,
}

/// Returns `true` if the first line of a stream looks like server-sent events.
fn begins_as_events(line: &[u8]) -> bool {
    [b"data:".as_slice(), b"event:", b"id:", b"retry:"].iter().any(|field| line.starts_with(field))
}

/// Returns `true` if the dead end is only something around the document: before the first bracket, or after its end.
fn is_around_document(follower: &Follower) -> bool {
    let text = follower.text();
    let is_whole = || {
        let before = text.split_last().and_then(|(_, before)| std::str::from_utf8(before).ok());
        before.is_some_and(|document| parse(document).is_ok())
    };
    !text.iter().any(|byte| b"{[".contains(byte)) || is_whole()
}

/// Reads one answer and prints the result.
pub(super) fn run(args: &CheckArgs) -> Result<Outcome, Failure> {
    match args.format {
        CheckFormat::Report(format) => {
            let report = CommandReport::new().collect(|report| report_on(args, report));
            render::print("check", &report, format)
        }
        CheckFormat::Repair => {
            let mut report = CommandReport::beside_output();
            let outcome = report_on(args, &mut report)?;
            render::human::print(&report);
            Ok(outcome)
        }
    }
}

fn report_on(args: &CheckArgs, report: &mut CommandReport) -> Result<Outcome, Failure> {
    let mut sets = sets(args)?;
    let (Some(set), true) = (sets.pop(), sets.is_empty()) else {
        return Err(Failure::one("--follow requires exactly one contract or schema, and one answer"));
    };
    let Some((target, surroundings)) = target(&set, report)? else { return Ok(Outcome::Findings) };
    let (schema, policy) = schema_of(&target)?;
    if args.follow.late {
        report.print(late(&schema, &target));
        return Ok(Outcome::Fine);
    }
    let [file] = set.files.as_slice() else {
        return Err(Failure::one("--follow requires one file, or - for standard input"));
    };
    let followed = follow(args, file, Follower::new(Arc::new(schema), policy))?;
    let name = name_of(args, file);
    let Some(dead) = followed.follower.dead() else {
        let input = input::input(&name, followed.follower.text());
        return Ok(whole(args, check(&target, &surroundings, input), report));
    };
    let extracted = (!followed.begins_as_events && is_around_document(&followed.follower)).then(|| {
        let check = |text: &str| target.check(text, &surroundings);
        Answer::extract(&followed.answer, Extent::Safe, check)
    });
    let Some(Ok(Answer { document, changes })) = extracted else {
        return Ok(dead_end(args, &set, &followed, dead, report));
    };
    for change in &changes {
        report.note(format!("{}: {}", printable(&name), printable(change)));
    }
    let input = input::input(DOCUMENT, document.as_bytes());
    Ok(whole(args, check(&target, &surroundings, input), report))
}

fn follow(args: &CheckArgs, file: &str, mut follower: Follower) -> Result<Followed, Failure> {
    let limits = &args.follow;
    let mut reader = EventReader::new(limits.events, &limits.text_at)?;
    let mut pieces = StreamPieces::open(file, Duration::from_secs(limits.timeout))?;
    let (mut read, mut begins, mut answer) = (0, false, Vec::new());
    // `true` if input after a dead end is read, so that the document can be extracted.
    let mut goes_on = None;
    let failed = |reason: String| Failure::one(format!("{}: {reason}", printable(file)));
    'stream: while let Some(piece) = pieces.next().map_err(failed)? {
        for line in piece.split_inclusive(|byte| *byte == b'\n') {
            begins |= read == 0 && limits.events == StreamKind::Text && begins_as_events(line);
            read += line.len();
            if read > limits.most_bytes {
                return Err(failed(format!(
                    "received more than {} bytes; raise the limit with --most-bytes",
                    limits.most_bytes
                )));
            }
            let texts = reader.texts(line).map_err(failed)?;
            for text in texts {
                answer.extend_from_slice(&text);
                follower.push(&text);
                let is_around = || !begins && is_around_document(&follower);
                if follower.dead().is_some() && !*goes_on.get_or_insert_with(is_around) {
                    break 'stream;
                }
            }
            if reader.is_done() {
                break 'stream;
            }
        }
    }
    if follower.dead().is_none() || goes_on == Some(true) {
        if let Some(text) = reader.rest().map_err(failed)? {
            answer.extend_from_slice(&text);
            follower.push(&text);
        }
        if limits.events != StreamKind::Text && !reader.has_text() {
            return Err(failed("no event contains an answer; set its location with --text-at".to_owned()));
        }
    }
    Ok(Followed { follower, answer, read, begins_as_events: begins })
}

/// Reports an answer that cannot be continued to a valid document.
fn dead_end(
    args: &CheckArgs,
    set: &CheckSet,
    followed: &Followed,
    dead: &DeadEnd,
    report: &mut CommandReport,
) -> Outcome {
    let name = &name_of(args, set.files.first().map_or("", String::as_str));
    let text = String::from_utf8_lossy(followed.follower.text());
    let found = followed.follower.report().unwrap_or_default();
    report.json = Some(Value::Array(vec![planwright_contracts::render::json(name, &text, &found)]));
    report.count("bytes", followed.read);
    report.count("errors", 1);
    if args.format != CheckFormat::Repair {
        report.add_report(name, &text, &found);
        report.subjects.push(name.to_owned());
        report
            .print(format!("stopped at byte {} of the answer, after {} bytes of the stream\n", dead.at, followed.read));
        if followed.begins_as_events {
            report.print("the input looks like server-sent events; use --events sse\n");
        }
    }
    if let Some(repair) = Repair::from_report(&found, &text).filter(|_| !matches!(args.format, CheckFormat::Report(_)))
    {
        out!("{repair}");
    }
    Outcome::Findings
}

/// Returns the name under which findings are shown. If the input is events, the answer is only a part of the file.
fn name_of(args: &CheckArgs, file: &str) -> String {
    let name = if file == "-" { "<stdin>" } else { file };
    if args.follow.events == StreamKind::Text { name.to_owned() } else { format!("<answer in {name}>") }
}

/// Reports a complete answer, like `check`.
fn whole(args: &CheckArgs, checked: CheckedFile, report: &mut CommandReport) -> Outcome {
    if args.format == CheckFormat::Repair {
        if let Some(repair) = Repair::from_report(&checked.report, checked.input.known_text()) {
            out!("{repair}");
        }
        return if checked.passed { Outcome::Fine } else { Outcome::Findings };
    }
    add_files(report, [checked.document(VerdictDetail::Json)])
}

/// Lists the checks that are possible only at the end.
fn late(schema: &FollowSchema, target: &Target) -> String {
    let mut lines: Vec<String> =
        schema.late().iter().map(|late| format!("{} {}\n", late.keyword, printable(&late.pointer))).collect();
    if lines.is_empty() {
        lines.push("--follow can check every keyword of the schema early\n".to_owned());
    }
    match target {
        Target::Contract(name) => lines.push(format!("the rules of {name}: `planwright rules` lists their codes\n")),
        Target::Schema(_) | Target::User(_) => {}
    }
    lines.concat()
}

/// Returns the schema to follow, and the policy for surrounding text.
fn schema_of(target: &Target) -> Result<(FollowSchema, Policy), Failure> {
    let (schema, policy) = match target {
        Target::Contract(contract) => return contract.follow().map_err(Failure::one),
        Target::Schema(root) => (FollowSchema::new((root.validator)()), Policy::Strict),
        Target::User(schema) => {
            use planwright_runtime::CompiledSchema as _;
            (FollowSchema::new(schema.validator()), Policy::Strict)
        }
    };
    schema.map(|schema| (schema, policy)).map_err(Failure::one)
}
