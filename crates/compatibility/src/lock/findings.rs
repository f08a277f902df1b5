//! Converts the results of a comparison to findings with locations.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};

use planwright_drift::operations::{
    CALL_BROKEN, DESCRIPTION_CHANGED, HINT_CHANGED, HINT_WITHDRAWN, INVALID_SCHEMA, InvalidSide, JudgedOperation,
    JudgedSide, OPERATION_ADDED, OPERATION_REMOVED, OPERATION_UNDECIDED, OfferedOperation, OperationList,
    OperationStatus, RESULT_BROKEN, ROUTE_CHANGED, TextChange, text_changes,
};
use planwright_drift::{Change, Spot, Verdict};
use planwright_project::config::LockProfile;
use planwright_runtime::{Diagnostic, RelatedPlace, Severity};
use planwright_source::Pointer;
use serde_json::Value;

use super::file::Lock;
use super::list::Listed;
use super::places::placed;
use super::risks::{self, ListContext, Risk, SECRET_ARGUMENT, TEXT_CODES, TOOL_SHADOWED};
use super::settings::LockSettings;

/// Maximum number of characters of a request or a description in a message. The JSON report contains all of them.
const MAX_VALUE_CHARS: usize = 1000;
/// Help for descriptions with a risk.
const READ: &str = "read the text as an agent does, and ask its author";
/// Help for broken operations.
const ACCEPT: &str = "keep the old form, or offer the new one under a different name";
/// Continuation of both for a check, which accepts no change.
const HOW_TO_ACCEPT: &str = "; to accept the change, run `planwright lock` without --check";

/// Returns the findings of all operations, in their order.
pub(super) fn of_all(
    judged: &[JudgedOperation],
    listed: &Listed,
    kept: Option<&Lock>,
    settings: &LockSettings,
) -> Vec<Diagnostic> {
    let mut findings = Vec::new();
    let nothing = OperationList::new();
    let (promised, server) = kept.map_or((&nothing, &Value::Null), |kept| (&kept.operations, &kept.server));
    let context = ListContext::new(promised, &listed.operations, server);
    for one in judged {
        let operation = listed.operations.get(&one.name);
        let old = kept.and_then(|kept| kept.operations.get(&one.name));
        let operation_findings = OperationFindings { one, operation, old, listed, kept, settings, context: &context };
        operation_findings.add(&mut findings);
    }
    // Without a lock file, there is nothing that the descriptions of the server could have changed from.
    if kept.is_some() {
        findings.extend(server_texts(server, &listed.server, &context));
    }
    let mut findings = placed_with_related(findings, listed, kept);
    for finding in &mut findings {
        finding.help = match finding.help.take() {
            Some(help) if (help == READ || help == ACCEPT) && settings.is_check => Some(help + HOW_TO_ACCEPT),
            // A run that writes the lock file accepts the change.
            Some(help) if help == ACCEPT => None,
            help => help,
        };
        let is_denied = settings.deny.iter().any(|code| code == finding.code);
        let least = if is_denied { Severity::Error } else { text_severity(finding.code, settings.profile) };
        finding.severity = finding.severity.max(least);
    }
    findings
}

/// Returns whether a code is about a description or a hint, and not about calls.
pub(super) fn is_about_text(code: &str) -> bool {
    code == DESCRIPTION_CHANGED || code == HINT_CHANGED || TEXT_CODES.iter().any(|(known, ..)| *known == code)
}

/// Returns the lowest severity that a finding has in a profile.
fn text_severity(code: &str, profile: LockProfile) -> Severity {
    match profile {
        LockProfile::Strict if is_about_text(code) => Severity::Error,
        LockProfile::Security if TEXT_CODES.iter().any(|(known, ..)| *known == code) => Severity::Error,
        LockProfile::Strict | LockProfile::Security | LockProfile::Calls => Severity::Note,
    }
}

/// Returns the findings about the instructions, prompts and resources of a server.
fn server_texts(old: &Value, new: &Value, context: &ListContext<'_>) -> Vec<LocatedFinding> {
    let changes = text_changes(old, new);
    let about = changes
        .iter()
        .flat_map(|change| about_text("the server", change, true, risks::risks(change, "", &BTreeSet::new(), context)));
    let finding = |TextFinding { severity, code, message }| LocatedFinding {
        finding: Diagnostic { severity, ..Diagnostic::of_run(code, message) },
        before: None,
    };
    about.map(finding).map(with_help_on_risks).collect()
}

/// A finding about a changed description, without its location.
struct TextFinding {
    severity: Severity,
    code: &'static str,
    message: String,
}

/// Returns the findings about a changed description: the change, if it is to be listed, and its risks.
fn about_text(
    subject: &str,
    change: &TextChange,
    is_listed: bool,
    risks: BTreeMap<Risk, String>,
) -> impl Iterator<Item = TextFinding> {
    let changed = is_listed.then(|| TextFinding {
        severity: Severity::Note,
        code: DESCRIPTION_CHANGED,
        message: format!("{subject}: {}", changed_text(change)),
    });
    let warnings = risks.into_iter().map(move |(risk, words)| TextFinding {
        severity: Severity::Warning,
        code: risk.code(),
        message: format!("{subject}: its text at {} {}: {words:?}", change.at, risk.description()),
    });
    changed.into_iter().chain(warnings)
}

/// Adds the help to a finding about a risk.
fn with_help_on_risks(found: LocatedFinding) -> LocatedFinding {
    if found.finding.code == DESCRIPTION_CHANGED { found } else { with_help(found, READ) }
}

/// Describes a changed description with its old and new content.
fn changed_text(change: &TextChange) -> String {
    let text = |text: &Option<String>| match text {
        Some(text) => format!("{:?}", clip(text)),
        None => "nothing".to_owned(),
    };
    let of = match change.at.as_str().trim_start_matches('/') {
        of if of.contains('/') => format!("text at {}", change.at),
        of => of.to_owned(),
    };
    format!("its {of} changed from {} to {}", text(&change.old), text(&change.new))
}

/// A finding, with the location of the same part in the lock file.
struct LocatedFinding {
    finding: Diagnostic,
    before: Option<Pointer>,
}

/// The old and the new form of one operation.
struct OperationFindings<'s> {
    one: &'s JudgedOperation,
    /// The operation as it is offered now.
    operation: Option<&'s OfferedOperation>,
    /// The operation as it was promised.
    old: Option<&'s OfferedOperation>,
    listed: &'s Listed,
    kept: Option<&'s Lock>,
    settings: &'s LockSettings,
    context: &'s ListContext<'s>,
}

impl OperationFindings<'_> {
    fn add(&self, findings: &mut Vec<LocatedFinding>) {
        let name = &self.one.name;
        for invalid in &self.one.invalid {
            findings.extend(self.invalid(invalid));
        }
        match &self.one.status {
            OperationStatus::Added if self.kept.is_some() => {
                let message = format!("{name:?} is a new operation that is not in the lock file");
                let finding = self.finding(Severity::Note, OPERATION_ADDED, &[], message);
                findings.push(LocatedFinding {
                    before: None,
                    ..with_help(finding, "add it with `planwright lock` without --check")
                });
            }
            OperationStatus::Removed(renamed) => findings.push(self.removed(renamed.as_deref())),
            OperationStatus::Added | OperationStatus::Same | OperationStatus::Changed => {}
        }
        if let (Some((before, now)), Some(old)) = (&self.one.route, self.old) {
            let call = self.request(old, self.one.example.as_ref());
            let message = format!("the call of {name:?} changed from {before} to {now}{call}");
            findings.push(with_help(self.finding(Severity::Error, ROUTE_CHANGED, &[], message), ACCEPT));
        }
        if !matches!(self.one.status, OperationStatus::Removed(_)) {
            for (of, side) in [("input", &self.one.input), ("output", &self.one.output)] {
                if let Some(side) = side {
                    self.side(of, side, findings);
                }
            }
        }
        for hint in &self.one.hints {
            let change = format!("{name:?}: {} changed from {} to {}", hint.name, hint.old, hint.new);
            let part = ["annotations", hint.name];
            let finding = if let (Some(withdrawn), Some(old)) = (hint.withdrawn, self.old) {
                let call = self.request(old, self.one.example.as_ref());
                let message = format!("{change}: {withdrawn}{call}");
                with_help(self.finding(Severity::Error, HINT_WITHDRAWN, &part, message), ACCEPT)
            } else {
                // A hint that was not there is new information; one that said the opposite falls.
                let was_set = self.old.is_some_and(|old| old.annotations.contains_key(hint.name));
                let falls = was_set && self.settings.profile == LockProfile::Security;
                let severity = if falls { Severity::Error } else { Severity::Note };
                self.finding(severity, HINT_CHANGED, &part, change)
            };
            findings.push(finding);
        }
        self.texts(findings);
    }

    /// Creates a finding at the operation, or at a part of it.
    fn finding(&self, severity: Severity, code: &'static str, part: &[&str], message: String) -> LocatedFinding {
        let below = |at: &Pointer| part.iter().fold(at.clone(), |at, token| at.member(token));
        let before = self.old.map(|old| below(&old.origin.at));
        let finding = match (self.operation, self.kept) {
            (Some(operation), _) => {
                let file = self.listed.files.get(&self.one.name);
                let finding = Diagnostic::error(code, below(&operation.origin.at), message);
                Diagnostic { file: file.cloned(), ..finding }
            }
            (None, Some(kept)) => {
                Diagnostic::error(code, before.clone().unwrap_or_default(), message).with_file(&kept.text.name)
            }
            (None, None) => Diagnostic::of_run(code, message),
        };
        let before = before.filter(|_| self.operation.is_some());
        LocatedFinding { finding: Diagnostic { severity, ..finding }, before }
    }

    fn removed(&self, renamed: Option<&str>) -> LocatedFinding {
        let name = &self.one.name;
        let call = self.old.map_or_else(String::new, |old| self.request(old, self.one.example.as_ref()));
        let unusable = match self.one.input.as_ref().map(|input| &input.verdict) {
            Some(Verdict::Proved) => ", but no call of it was ever valid",
            _ => "",
        };
        let renamed = renamed.map_or_else(String::new, |new| format!("; it was renamed to {new:?}"));
        let message = format!("{name:?} was removed{unusable}{renamed}{call}");
        with_help(self.finding(Severity::Error, OPERATION_REMOVED, &[], message), ACCEPT)
    }

    fn side(&self, of: &'static str, side: &JudgedSide, findings: &mut Vec<LocatedFinding>) {
        let name = &self.one.name;
        let start = self.operation.and_then(|operation| match of {
            "input" => operation.origin.input.clone(),
            _ => operation.origin.output.clone(),
        });
        let at = |mut found: LocatedFinding| {
            found.finding.at = start.clone().unwrap_or(found.finding.at);
            found.before = found.before.map(|before| before.member(of));
            found
        };
        let verdict = match (&side.verdict, self.old) {
            (Verdict::Broken(witness), Some(old)) if of == "input" => {
                let call = self.request(old, Some(witness));
                let message = format!("{name:?}: a call that was valid is now rejected{call}");
                Some(with_help(self.finding(Severity::Error, CALL_BROKEN, &[], message), ACCEPT))
            }
            (Verdict::Broken(witness), Some(old)) => {
                let result = clipped(&old.answer(witness));
                let message = format!("{name:?}: a result is now possible that was not valid before: {result}");
                Some(with_help(self.finding(Severity::Error, RESULT_BROKEN, &[], message), ACCEPT))
            }
            (Verdict::Undecided(because), _) => {
                let severity = if self.settings.allow_undecided { Severity::Warning } else { Severity::Error };
                let message = format!("{name:?}: cannot decide whether its {of} is compatible, because {because}");
                Some(self.finding(severity, OPERATION_UNDECIDED, &[], message))
            }
            (Verdict::Broken(_) | Verdict::Proved, _) => None,
        };
        findings.extend(verdict.map(at));
        for (change, severity) in &side.changes {
            findings.push(self.change(of, start.as_ref(), change, *severity));
        }
    }

    fn change(&self, of: &str, start: Option<&Pointer>, change: &Change, severity: Severity) -> LocatedFinding {
        let message = format!("{:?}, {of}: {}", self.one.name, change.message);
        let mut found = self.finding(severity, change.rule.id.as_str(), &[], message);
        let spot = |spot: &Option<Spot>| spot.as_ref().map(|spot| spot.pointer.clone()).unwrap_or_default();
        if let Some(start) = start {
            found.finding.at = start.join(&change.pointer());
        }
        found.before = found.before.map(|before| before.member(of).join(&spot(&change.old)));
        found
    }

    /// Adds the changed descriptions and what they can make an agent do.
    fn texts(&self, findings: &mut Vec<LocatedFinding>) {
        // Without a lock file, every description is new, and the user decides to trust them all.
        if self.kept.is_none() && self.settings.profile == LockProfile::Calls {
            return;
        }
        let name = &self.one.name;
        let is_new = self.one.status == OperationStatus::Added;
        let arguments = self.operation.map(OfferedOperation::argument_names).unwrap_or_default();
        // All descriptions of a new operation are new, which needs no finding.
        let texts = self.one.texts.iter().map(|change| (change, !is_new));
        for (change, is_listed) in texts.chain(self.one.values.iter().map(|change| (change, false))) {
            let risks = risks::risks(change, name, &arguments, self.context);
            for found in about_text(&format!("{name:?}"), change, is_listed, risks) {
                findings.push(with_help_on_risks(self.text(found, &change.at)));
            }
        }
        let before = self.old.map(OfferedOperation::argument_names).unwrap_or_default();
        for argument in arguments.difference(&before).filter(|argument| risks::asks_for_secret(argument)) {
            let message = format!("{name:?}: its new argument {argument:?} is named for a secret or the conversation");
            findings.push(with_help(self.finding(Severity::Warning, SECRET_ARGUMENT, &[], message), READ));
        }
        // A removed tool with another spelling was renamed, so there is nothing left to mistake it for.
        let kept = self.kept.iter().flat_map(|kept| kept.operations.keys());
        let kept = kept
            .filter(|other| self.listed.operations.contains_key(other.as_str()) || !risks::is_respelled(other, name));
        let others = self.listed.operations.keys().chain(kept);
        if let Some(other) = risks::shadowed(name, others.map(String::as_str)).filter(|_| is_new) {
            let message = if other == name {
                format!("{name:?}: its name has letters of several scripts that look alike")
            } else {
                format!("{name:?}: its name can be mistaken for {other:?}")
            };
            findings.push(with_help(self.finding(Severity::Warning, TOOL_SHADOWED, &[], message), READ));
        }
    }

    /// Creates a finding at a description of the operation.
    fn text(&self, found: TextFinding, at: &Pointer) -> LocatedFinding {
        let part: Vec<String> = at.tokens().map(Cow::into_owned).collect();
        let mut found = self.finding(found.severity, found.code, &[], found.message);
        let place = |operation: &OfferedOperation| {
            let (start, rest) = match (part.first().map(String::as_str), &operation.origin) {
                (Some("input"), origin) if origin.input.is_some() => (origin.input.clone(), &part[1..]),
                (Some("output"), origin) if origin.output.is_some() => (origin.output.clone(), &part[1..]),
                (_, origin) => (Some(origin.at.clone()), &part[..]),
            };
            rest.iter().fold(start.unwrap_or_default(), |at, token| at.member(token))
        };
        if let Some(operation) = self.operation {
            found.finding.at = place(operation);
        }
        found.before = found.before.and(self.old.map(place));
        found
    }

    fn invalid(&self, invalid: &InvalidSide) -> Vec<LocatedFinding> {
        let whose = if invalid.is_old { "of the lock file " } else { "" };
        let found = invalid.errors.iter().map(|error| {
            let message = format!("{:?}: its {} {whose}is not a schema: {}", self.one.name, invalid.of, error.kind);
            let mut found = self.finding(Severity::Error, INVALID_SCHEMA, &[], message);
            let operation = if invalid.is_old { self.old } else { self.operation };
            let start = operation.and_then(|operation| match invalid.of {
                "input" => operation.origin.input.clone(),
                _ => operation.origin.output.clone(),
            });
            if let Some(start) = start {
                found.finding.at = start.join(&error.pointer);
            }
            if let (true, Some(kept)) = (invalid.is_old, self.kept) {
                found.finding.file = Some(kept.text.name.clone());
            }
            found.before = None;
            found
        });
        found.collect()
    }

    /// Formats the call with these arguments, for the end of a message.
    fn request(&self, old: &OfferedOperation, arguments: Option<&Value>) -> String {
        arguments
            .map_or_else(String::new, |arguments| format!(": {}", clipped(&old.request(&self.one.name, arguments))))
    }
}

fn with_help(found: LocatedFinding, help: &str) -> LocatedFinding {
    LocatedFinding { finding: Diagnostic { help: Some(help.to_owned()), ..found.finding }, ..found }
}

fn clipped(value: &Value) -> String {
    clip(&value.to_string())
}

fn clip(text: &str) -> String {
    let clipped: String = text.chars().take(MAX_VALUE_CHARS).collect();
    if clipped.len() < text.len() { clipped + "…" } else { clipped }
}

fn placed_with_related(found: Vec<LocatedFinding>, listed: &Listed, kept: Option<&Lock>) -> Vec<Diagnostic> {
    let before: Vec<Option<Pointer>> = found.iter().map(|one| one.before.clone()).collect();
    let findings: Vec<Diagnostic> = found.into_iter().map(|one| one.finding).collect();
    let mut findings = placed(&findings, &listed.texts);
    let Some(kept) = kept else { return findings };
    findings = placed(&findings, std::slice::from_ref(&kept.text));
    let positions = kept.text.positions(before.iter().flatten());
    let related = before.iter().enumerate().filter(|(_, before)| before.is_some()).zip(positions);
    for ((index, _), position) in related {
        let message = "what was promised".to_owned();
        findings[index].related.push(RelatedPlace { file: kept.text.name.clone(), position, message });
    }
    findings
}
