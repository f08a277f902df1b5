//! Tables of all codes: those of the contracts, and those of commands that check no contract.

use super::run_codes::run_codes;
use planwright_contracts::codes::{CodeInfo, OF_USER_SCHEMAS, SHARED};
use planwright_contracts::{ContractName, Severity};

/// Codes with their heading.
pub type Table = (String, Vec<CodeInfo>);

/// Returns the tables of some contracts, after the table of shared codes.
pub fn contract_tables(contracts: &[ContractName]) -> Vec<Table> {
    let mut tables = vec![("every contract".to_owned(), SHARED.to_vec())];
    for contract in contracts {
        tables.push((contract.to_string(), contract.codes()));
        tables.push((format!("{contract}, when it runs"), run_codes(*contract)));
    }
    tables.retain(|(_, codes)| !codes.is_empty());
    tables
}

/// Returns all tables.
pub fn all_tables() -> Vec<Table> {
    let mut tables = contract_tables(&ContractName::ALL);
    let warnings = planwright_dialects::CODES.iter().map(|(code, purpose)| row(code, severity(code), purpose));
    tables.push(("planwright export".to_owned(), warnings.chain(errors(EXPORT)).collect()));
    tables.push(("planwright drift".to_owned(), DRIFT.to_vec()));
    tables.push(("planwright lock".to_owned(), lock().collect()));
    let lint = planwright_codegen::WARNINGS.iter().map(|(code, purpose)| row(code, Severity::Warning, purpose));
    tables.push(("schemas".to_owned(), lint.collect()));
    tables.push(("planwright check --schema".to_owned(), OF_USER_SCHEMAS.to_vec()));
    let commands = [
        ("planwright gen", GEN),
        ("planwright apex", APEX),
        ("planwright plan", PLAN),
        ("planwright mcp", MCP),
        ("planwright ci", CI),
    ];
    tables.extend(commands.into_iter().map(|(title, codes)| (title.to_owned(), errors(codes).collect::<Vec<_>>())));
    if let Some((_, codes)) = tables.iter_mut().find(|(title, _)| title == "planwright mcp") {
        let purpose = "`create_blueprint` started a new blueprint. The earlier one stays unchanged.";
        codes.push(row("NEW_BLUEPRINT", Severity::Warning, purpose));
    }
    tables
}

type Codes = &'static [(&'static str, &'static str)];

fn errors(codes: Codes) -> impl Iterator<Item = CodeInfo> {
    codes.iter().map(|(code, purpose)| row(code, Severity::Error, purpose))
}

fn row(code: &'static str, severity: Severity, purpose: &'static str) -> CodeInfo {
    CodeInfo { code, severity, purpose }
}

/// Returns the severity: an error for what makes an export impossible, a warning for what the dialect cannot express.
fn severity(code: &str) -> Severity {
    if planwright_dialects::REFUSALS.contains(&code) { Severity::Error } else { Severity::Warning }
}

/// Returns the codes of operations, of lock files, and of servers.
fn lock() -> impl Iterator<Item = CodeInfo> {
    let judged = planwright_drift::operations::OPERATION_CODES;
    let judged = judged.iter().chain(planwright_compatibility::lock::TEXT_CODES);
    judged.map(|(code, severity, purpose)| row(code, *severity, purpose)).chain(errors(LOCK))
}

const LOCK: Codes = &[
    ("LOCK_EDITED", "An entry of the lock file was edited: its digest does not match."),
    ("SERVER_NOT_STARTED", "The command of a server cannot be started, or nothing listens at its address."),
    ("SERVER_LATE", "A server did not answer before the timeout."),
    ("SERVER_ENDED", "A server stopped before it answered."),
    ("SERVER_FLOOD", "A server sent too many bytes or messages."),
    ("SERVER_PROTOCOL", "A server sent an error, or a message that does not follow the protocol."),
    ("CURSOR_REPEATED", "A server repeats the cursor of a page, so the list has no end."),
    ("TOO_MANY_PAGES", "A server lists too many pages or tools."),
];

const EXPORT: Codes = &[
    ("INVALID_SCHEMA", "The input is not a schema, or has a reference that cannot be resolved."),
    (
        "NO_DOCUMENT",
        "`planwright extract`: an answer has no complete document, several different ones, or only one in a thought or refusal.",
    ),
    ("NOT_OF_THE_DIALECT", "`planwright normalize`: an answer does not have the shape of the exported schema."),
    (
        "CERTIFICATE_STALE",
        "`planwright export --verify`: the certificate belongs to a different schema, dialect or export.",
    ),
    ("CERTIFICATE_WRONG", "`planwright export --verify`: a claim of the certificate can no longer be proved."),
];

const GEN: Codes = &[
    ("INVALID_OPTION", "An option of the generated types is impossible, or names an unknown type."),
    ("INVALID_SCHEMA", "A file is not a schema, has a reference that cannot be resolved, or cannot be compiled."),
    ("APEX_NOT_AN_OBJECT", "The root of a schema is not an object, a list or a map, so it cannot become a class."),
    ("APEX_OTHER_FOLDER", "A schema uses a type of another folder."),
    ("APEX_CLASS_NAME", "The class name is invalid."),
    ("APEX_ONE_CLASS_ONLY", "One class name is given for several folders."),
    ("APEX_NO_SUCH_ROOT", "A requested root does not exist in the schemas."),
];

const DRIFT: &[CodeInfo] = &[
    CodeInfo {
        code: "VERDICT_BROKEN",
        severity: Severity::Error,
        purpose: "A direction that the role requires is broken. `planwright rules drift` lists the rules of changes.",
    },
    CodeInfo {
        code: "VERDICT_UNDECIDED",
        severity: Severity::Error,
        purpose: "A direction that the role requires is neither proved nor broken. A warning with `--allow-undecided`.",
    },
];

const APEX: Codes = &[
    ("EDITED_BY_HAND", "A generated file was changed since planwright wrote it."),
    (
        "PACKAGE_LACKS",
        "A blueprint of a package uses a custom object or field that no package directory has. An error with a namespace, otherwise a warning.",
    ),
    (
        "RUNTIME_VERSION",
        "The project declares a version of the runtime package that the actions cannot use; without a version, it is a warning.",
    ),
];

const PLAN: Codes = &[
    ("EMPTY_GOAL", "The goal is empty."),
    ("NO_VERB", "The goal has no verb."),
    ("UNSUPPORTED_VERB", "No blueprint supports the verb."),
    ("NEGATION", "The goal contains a negation."),
    ("CONDITION", "The goal has a condition, or applies to some records only."),
    ("TIME", "The goal has a time."),
    ("QUANTITY", "The goal has a number of records."),
    ("QUESTION", "The goal is a question."),
    ("NO_REQUEST", "A sentence of the goal is a statement instead of a request."),
    ("NOT_UNDERSTOOD", "Words of the goal have no effect on the action."),
    ("COMPUTED_VALUE", "A value is empty, a copy of another field, or calculated."),
    ("NO_VALUE", "The object does not have the status that the verb implies."),
    ("PLATFORM_EVENT", "A platform event can only be published, not changed."),
    ("NO_OBJECT", "The goal names no object of the snapshot and no standard object."),
    ("NO_LINK", "The goal links two records, but no field or object links their objects."),
    ("AMBIGUOUS_OBJECT", "Several objects have a field with this name, and the goal names no object."),
    ("NO_FIELD", "The goal names no field of the object."),
    ("READ_ONLY_FIELD", "The goal names a field that cannot be set."),
    ("INVALID_BLUEPRINT", "The resulting blueprint violates its contract."),
];

const MCP: Codes = &[
    ("STORE_FAILED", "The draft cannot be stored. The call changed nothing."),
    ("UNKNOWN_SCHEMA", "The name of a schema is unknown."),
    ("INVALID_SCHEMA", "The schema in a call is invalid or has no constraints."),
    ("DEADLINE_EXCEEDED", "The call exceeded its time limit."),
    ("CALL_FAILED", "The call ended without an answer, because of a bug in planwright or too little memory."),
    ("NO_AGENT", "The server was started without --agent."),
    ("INTERNAL", "The server cannot write its own answer. This is a bug in planwright."),
];

const CI: Codes = &[
    ("STALE_FILE", "A generated file is out of date."),
    ("MISSING_FILE", "A generated file is missing."),
    ("ORPHANED_FILE", "A generated file is no longer generated by anything."),
    ("FOREIGN_FILE", "A file that planwright did not write has the path of a generated file."),
    ("NOT_RUN", "A part could not run because of a usage or I/O error."),
];
