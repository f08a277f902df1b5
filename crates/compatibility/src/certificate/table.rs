//! Implements `planwright rules certificates`: tables with the certificates of the contracts in every dialect.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use planwright_api::NamedSchema;
use planwright_contracts::ContractName;
use planwright_dialects::Dialect;
use planwright_schema::Semantics;
use planwright_source::Pointer;
use serde_json::{Value, json};

use super::{Certificate, Claim, certify};
use planwright_project::cores;
use planwright_project::exit::Failure;

/// Contracts whose documents are input for a model, not output.
const INPUT_CONTRACTS: [&str; 2] = ["schema-snapshot", "state-snapshot"];

/// A certificate and its canonical schema.
struct Row {
    contract: ContractName,
    certificate: Certificate,
    /// The schema. Each contract is a single file.
    schema: Value,
}

fn rows() -> Result<Vec<Row>, Failure> {
    let contracts = ContractName::ALL.into_iter().filter(|contract| !INPUT_CONTRACTS.contains(&contract.as_str()));
    let pairs: Vec<_> = contracts.flat_map(|contract| Dialect::ALL.map(|dialect| (contract, dialect))).collect();
    let rows = cores::map(pairs, |(contract, dialect)| row(contract, dialect));
    rows.into_iter().filter_map(Result::transpose).collect()
}

/// Returns the certificate of a contract, or `None` if the dialect cannot express the contract.
fn row(contract: ContractName, dialect: Dialect) -> Result<Option<Row>, Failure> {
    let Some(given) = NamedSchema::contract(contract.as_str()) else { return Ok(None) };
    let Ok(conversion) = given.convert(dialect) else { return Ok(None) };
    let certificate = certify(given.root(), dialect, &conversion, Semantics::default())?;
    Ok(Some(Row { contract, certificate, schema: conversion.canonical().clone() }))
}

/// Returns all certificates as a JSON array.
pub fn json() -> Result<Value, Failure> {
    Ok(rows()?.into_iter().map(|row| json!(row.certificate)).collect())
}

/// Returns a table with a row for each dialect and a column for each contract: the number of keywords that are not
/// enforced, and marks for what is excluded or undecided.
fn summary(rows: &[Row]) -> String {
    let mut contracts: Vec<&str> = rows.iter().map(|row| row.contract.as_str()).collect();
    contracts.dedup();
    let mut text = format!("| Dialect | {} |\n|---|", contracts.join(" | "));
    text += &"---|".repeat(contracts.len());
    for dialect in Dialect::ALL {
        let _ = write!(text, "\n| `{dialect}` |");
        for contract in &contracts {
            let row = rows
                .iter()
                .find(|row| row.contract.as_str() == *contract && row.certificate.dialect == dialect.to_string());
            let _ = write!(text, " {} |", row.map_or_else(|| "not possible".to_owned(), |row| mark(&row.certificate)));
        }
    }
    text.push('\n');
    text
}

/// Returns the number of keywords that a dialect does not enforce, then a letter for each limit of the claims.
fn mark(certificate: &Certificate) -> String {
    let excluded = match (&certificate.every_document, &certificate.described_documents) {
        (Claim::Proved, _) => "",
        (Claim::Broken { .. }, Some(Claim::Proved)) => "u",
        (Claim::Broken { .. }, _) => "x",
        (Claim::Undecided { .. }, _) => "?",
    };
    let rest = if matches!(certificate.nothing_else, Claim::Proved) { "" } else { "?" };
    let letters = if excluded == rest { excluded.to_owned() } else { format!("{excluded}{rest}") };
    format!("{} {letters}", certificate.leaks.len()).trim_end().to_owned()
}

/// Returns three tables: the summary, the claims for each contract and dialect, and each keyword that some dialect does
/// not enforce.
pub fn markdown() -> Result<String, Failure> {
    let rows = rows()?;
    let mut text = summary(&rows);
    text += "\n| Contract | Dialect | Excluded valid documents | Keywords not enforced | Everything else enforced |\n\
             |---|---|---|---|---|\n";
    for Row { contract, certificate, .. } in &rows {
        let forms = match (&certificate.every_document, &certificate.described_documents) {
            (Claim::Broken { .. }, Some(Claim::Proved)) => "proved: only with undeclared properties".to_owned(),
            (Claim::Broken { document }, _) => format!("`{document}`"),
            (Claim::Proved, _) => "proved: none".to_owned(),
            (Claim::Undecided { because }, _) => format!("undecided: {because}"),
        };
        let _ = writeln!(
            text,
            "| `{}` | `{}` | {forms} | {} | {} |",
            contract.as_str(),
            certificate.dialect,
            certificate.leaks.len(),
            claim_text(&certificate.nothing_else),
        );
    }
    text += "\n| Contract | Keyword | Not enforced by |\n|---|---|---|\n";
    for ((contract, keyword), dialects) in by_keyword(&rows) {
        let _ = writeln!(text, "| `{contract}` | {keyword} | {} |", dialects.join(", "));
    }
    Ok(text)
}

fn claim_text(claim: &Claim) -> String {
    match claim {
        Claim::Proved | Claim::Broken { .. } => claim.word().to_owned(),
        Claim::Undecided { because } => format!("undecided: {because}"),
    }
}

/// Groups the dialects by the keyword that they do not enforce.
fn by_keyword(rows: &[Row]) -> BTreeMap<(&'static str, String), Vec<String>> {
    let mut all: BTreeMap<(&'static str, String), Vec<String>> = BTreeMap::new();
    for Row { contract, certificate, schema } in rows {
        for leak in &certificate.leaks {
            let value = schema.pointer(&leak.pointer).map(Value::to_string).unwrap_or_default();
            let short = if value.chars().count() > 60 { String::new() } else { format!(": `{value}`") };
            let name = leak.pointer.parse::<Pointer>().unwrap_or_default().to_string();
            let keyword = format!("`{name}`{}", short.replace('|', "\\|"));
            all.entry((contract.as_str(), keyword)).or_default().push(format!("`{}`", certificate.dialect));
        }
    }
    all
}
