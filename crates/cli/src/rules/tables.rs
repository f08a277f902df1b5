//! Tables of all codes: those of the contracts, and those of commands that check no contract.

use super::run_codes::run_codes;
use planwright_contracts::codes::{CodeInfo, OF_USER_SCHEMAS, SHARED};
use planwright_contracts::{ContractName, Severity};

/// Codes with their heading.
pub(crate) type Table = (String, Vec<CodeInfo>);

/// Returns the tables of some contracts, after the table of shared codes.
pub(crate) fn of_contracts(contracts: &[ContractName]) -> Vec<Table> {
    let mut tables = vec![("every contract".to_owned(), SHARED.to_vec())];
    for contract in contracts {
        tables.push((contract.to_string(), contract.codes()));
        tables.push((format!("{contract}, when it runs"), run_codes(*contract)));
    }
    tables.retain(|(_, codes)| !codes.is_empty());
    tables
}

/// Returns all tables.
pub(crate) fn all() -> Vec<Table> {
    let mut tables = of_contracts(&ContractName::ALL);
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
        let purpose = "`create_blueprint` began a new blueprint; the earlier one stays as it is.";
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
    judged.iter().map(|(code, severity, purpose)| row(code, *severity, purpose)).chain(errors(LOCK))
}

const LOCK: Codes = &[
    ("LOCK_EDITED", "An entry of the lock file is not what planwright wrote: its digest is another one."),
    ("SERVER_NOT_STARTED", "The command of a server cannot be started, or nothing listens at its address."),
    ("SERVER_LATE", "A server has not answered within its time."),
    ("SERVER_ENDED", "A server ended before it had answered."),
    ("SERVER_FLOOD", "A server said more than is read, in bytes or in messages."),
    ("SERVER_PROTOCOL", "What a server says is no message of the protocol, or an error."),
    ("CURSOR_REPEATED", "A server gives the cursor of a page again that it gave before, so that the list has no end."),
    ("TOO_MANY_PAGES", "A server lists more pages or tools than are read."),
];

const EXPORT: Codes = &[
    ("INVALID_SCHEMA", "What is to be exported is no schema, or refers to what is not there."),
    ("NOT_OF_THE_DIALECT", "`planwright normalize`: an answer has another shape than the exported schema."),
    ("CERTIFICATE_STALE", "`planwright export --verify`: the certificate is of another schema, dialect or export."),
    ("CERTIFICATE_WRONG", "`planwright export --verify`: a claim of the certificate is not what is proved now."),
];

const GEN: Codes = &[
    ("INVALID_OPTION", "An option of the generated types cannot be, or names a type that there is not."),
    ("INVALID_SCHEMA", "A file is no schema, refers to what is not there, or cannot be compiled."),
    ("APEX_RESERVED_WORD", "A member is called by a word that Apex keeps for itself."),
    ("APEX_NOT_AN_IDENTIFIER", "A member is called what no Apex variable can be called."),
    ("APEX_SAME_NAME", "Two members are one to Apex, which does not look at case."),
    ("APEX_TYPE_NAME", "The name of an inner class is too long."),
    ("APEX_NOT_AN_OBJECT", "The root of a schema is no object, so no class can stand for it."),
    ("APEX_OTHER_FOLDER", "A type of another folder is needed."),
    ("APEX_NESTED_UNTYPED", "Lists or maps inside each other hold objects that need a reader of their own."),
    ("APEX_CLASS_NAME", "The class cannot be called so."),
    ("APEX_ONE_CLASS_ONLY", "One class name is given for several folders."),
    ("APEX_NO_SUCH_ROOT", "A root is asked for that the schemas do not have."),
];

const DRIFT: &[CodeInfo] = &[
    CodeInfo {
        code: "VERDICT_BROKEN",
        severity: Severity::Error,
        purpose: "A direction that counts is broken; `planwright rules drift` lists the rules of changes.",
    },
    CodeInfo {
        code: "VERDICT_UNDECIDED",
        severity: Severity::Error,
        purpose: "A direction that counts is neither proved nor broken: a warning with `--allow-undecided`.",
    },
];

const APEX: Codes = &[
    ("EDITED_BY_HAND", "A generated file was changed since planwright wrote it."),
    (
        "PACKAGE_LACKS",
        "A blueprint of a package names a custom object or field that no package directory has: an error with a namespace, else a warning.",
    ),
];

const PLAN: Codes = &[
    ("EMPTY_GOAL", "There is no text."),
    ("NO_VERB", "Nothing in the text tells what to do."),
    ("UNSUPPORTED_VERB", "The verb asks for what no blueprint can do."),
    ("NEGATION", "Something is to be left undone."),
    ("CONDITION", "Something is to be done only under a condition, or to some records only."),
    ("TIME", "Something is to be done at some time."),
    ("QUANTITY", "Something is to be done to a number of records."),
    ("QUESTION", "The goal asks a question."),
    ("NO_REQUEST", "A sentence tells something and asks for nothing."),
    ("NOT_UNDERSTOOD", "Words of the goal that nothing in the action comes from."),
    ("NO_VALUE", "The status that the verb asks for is none of the object's."),
    ("PLATFORM_EVENT", "A platform event is published, and cannot be changed."),
    ("NO_OBJECT", "No object of the snapshot, or of the standard ones, is named."),
    ("NO_LINK", "Two records are to be linked, and no field or object links their objects."),
    ("AMBIGUOUS_OBJECT", "Several objects have a field of that name, and none is named."),
    ("NO_FIELD", "The object is known, but no field of it is named."),
    ("READ_ONLY_FIELD", "A field is named that cannot be set."),
    ("INVALID_BLUEPRINT", "What came out does not pass the check of its contract."),
];

const MCP: Codes = &[
    ("STORE_FAILED", "The draft cannot be kept; the call changed nothing."),
    ("UNKNOWN_SCHEMA", "No schema is called so."),
    ("INVALID_SCHEMA", "The schema that a call brings along is none, or asserts nothing."),
    ("DEADLINE_EXCEEDED", "The call took too long and is not waited for."),
    ("CALL_FAILED", "The call ended without an answer: a defect of planwright, or too little memory."),
    ("NO_AGENT", "The server was started without the store of an agent."),
    ("INTERNAL", "The server cannot write its own answer: a defect of planwright."),
];

const CI: Codes = &[
    ("STALE_FILE", "A generated file is not what it should be."),
    ("MISSING_FILE", "A generated file is not there."),
    ("ORPHANED_FILE", "A generated file is there that nothing makes any more."),
    ("FOREIGN_FILE", "Where a generated file should be stands one that planwright did not write."),
    ("NOT_RUN", "A part could not do its work: wrong use, or a file that cannot be read."),
];
