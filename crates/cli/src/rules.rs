//! Implements `planwright rules`: lists the codes that checks report, from the tables that the checks use.

use clap::ValueEnum;
use planwright_compatibility::certificate::table;
use planwright_contracts::codes::CodeInfo;
use planwright_contracts::{ContractName, nearest};
use planwright_drift::RULES;
use planwright_project::contract::names;
use planwright_project::exit::{Failure, Outcome};
use planwright_reference::code_tables::{self, Table, guardrails, limits};
use serde_json::{Value, json};

/// Groups in addition to the contracts.
const GROUPS: [&str; 4] = ["drift", "guardrails", "certificates", "limits"];

/// List the codes of findings and their meanings.
#[derive(Debug, clap::Args)]
pub(crate) struct RulesArgs {
    /// List only this contract, or `drift` (rules of schema changes), `guardrails` (checks of Apex actions),
    /// `certificates` (what each dialect of `export` excludes and allows) or `limits` (sizes that vendors and clients
    /// refuse).
    pub contract: Option<String>,
    /// Output format.
    #[arg(long, value_enum, default_value = "human")]
    pub format: ListFormat,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum ListFormat {
    /// One line per code.
    Human,
    /// Markdown page with one table per contract.
    Markdown,
    /// Array of `{"group", "code", "severity", "purpose"}`. Drift and guardrails have other properties.
    Json,
}

/// Prints the list.
pub(crate) fn run(args: &RulesArgs) -> Result<Outcome, Failure> {
    if args.contract.as_deref() == Some("drift") {
        match args.format {
            ListFormat::Human => print_drift(),
            ListFormat::Markdown => out!("{}", code_tables::drift_markdown()),
            ListFormat::Json => out_json!(Value::Array(drift_json().collect())),
        }
        return Ok(Outcome::Fine);
    }
    if args.contract.as_deref() == Some("guardrails") {
        match args.format {
            ListFormat::Human => out!("{}", guardrails::human()),
            ListFormat::Markdown => out!("{}", guardrails::markdown()),
            ListFormat::Json => out_json!(guardrails::json()),
        }
        return Ok(Outcome::Fine);
    }
    if args.contract.as_deref() == Some("certificates") {
        match args.format {
            ListFormat::Human | ListFormat::Markdown => out!("{}", table::markdown()?),
            ListFormat::Json => out_json!(table::json()?),
        }
        return Ok(Outcome::Fine);
    }
    if args.contract.as_deref() == Some("limits") {
        match args.format {
            ListFormat::Human | ListFormat::Markdown => out!("{}", limits::markdown()),
            ListFormat::Json => out_json!(limits::json()),
        }
        return Ok(Outcome::Fine);
    }
    let tables = match args.contract.as_deref() {
        None => code_tables::all_tables(),
        Some(name) => {
            let Some(contract) = ContractName::parse(name) else {
                let known = ContractName::ALL.map(ContractName::as_str).into_iter().chain(GROUPS);
                let help = nearest(name, known).map_or_else(String::new, |near| format!("did you mean {near:?}? "));
                let reason = format!(
                    "no contract is called {name:?}; {help}there are {}, drift, guardrails, certificates and limits",
                    names()
                );
                return Err(Failure::one(reason));
            };
            code_tables::contract_tables(&[contract])
        }
    };
    match args.format {
        ListFormat::Human => {
            print_human(&tables);
            if args.contract.is_none() {
                print_drift();
            }
        }
        ListFormat::Markdown => {
            out!("{}", code_tables::markdown(&tables));
            if args.contract.is_none() {
                out!("{}", code_tables::drift_markdown());
            }
        }
        ListFormat::Json => {
            let codes = tables.iter().flat_map(|(title, codes)| codes.iter().map(move |info| of_code(title, info)));
            let drift = drift_json().filter(|_| args.contract.is_none());
            out_json!(Value::Array(codes.chain(drift).collect()));
        }
    }
    Ok(Outcome::Fine)
}

fn of_code(group: &str, info: &CodeInfo) -> Value {
    json!({ "group": group, "code": info.code, "severity": info.severity.to_string(), "purpose": info.purpose })
}

fn drift_json() -> impl Iterator<Item = Value> {
    RULES.iter().map(|rule| {
        json!({
            "group": "drift",
            "code": rule.id.as_str(),
            "backward": rule.backward.word(),
            "forward": rule.forward.word(),
            "purpose": rule.meaning,
        })
    })
}

fn print_human(tables: &[Table]) {
    for (title, codes) in tables {
        outln!("{title}");
        for info in codes {
            outln!("  {:<26} {:<8} {}", info.code, info.severity.to_string(), info.purpose);
        }
    }
}

fn print_drift() {
    outln!("drift: rule, backward, forward");
    for rule in RULES {
        outln!("  {:<26} {:<8} {:<8} {}", rule.id, rule.backward.word(), rule.forward.word(), rule.meaning);
    }
}
