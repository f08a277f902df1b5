//! Implements `planwright explain`: prints the meaning of a code or rule, from the tables that the checks use.

use std::fmt::Write as _;

use planwright_check::schema::UserSchema;
use planwright_contracts::codes::{CodeExample, EXAMPLES};
use planwright_contracts::{ContractExample, ContractName, Report, check_schema, nearest};
use planwright_drift::{Axis, Effect, RULES, rule};
use planwright_schema::SchemaSet;

use planwright_project::exit::{Failure, Outcome};
use planwright_reference::code_tables::{self, command_example};

/// Explain a code or a rule, with an example.
#[derive(Debug, clap::Args)]
pub(crate) struct ExplainArgs {
    /// Code, such as `MISSING_FIELD`, or drift rule, such as enum-value-added.
    pub rule: String,
}

/// Prints every meaning of a name.
pub(crate) fn run(args: &ExplainArgs) -> Result<Outcome, Failure> {
    let name = args.rule.as_str();
    let mut is_known = false;
    if let Some(rule) = rule(&name.to_ascii_lowercase()) {
        outln!("{} (schema drift)\n  {}", rule.id, rule.meaning);
        outln!("  backward, old documents under the new schema: {}", effect(rule.backward));
        outln!("  forward, new documents under the old schema: {}", effect(rule.forward));
        outln!("  {}", axis(rule.axis));
        is_known = true;
    }
    for (title, codes) in code_tables::all_tables() {
        let mut infos = codes.iter().filter(|info| info.code.eq_ignore_ascii_case(name)).peekable();
        while let Some(info) = infos.next() {
            outln!("{} ({title}, {})\n  {}", info.code, info.severity, info.purpose);
            if let Some(example) = EXAMPLES.iter().find(|example| example.code == info.code) {
                out!("{}", code_example(example));
            } else if let Some(contract) = ContractName::parse(&title)
                && let Some(example) = contract.example(info.code)
            {
                out!("{}", contract_example(contract, &example));
            } else if infos.peek().is_none()
                && let Some(example) = command_example(&title, info.code)
            {
                out!("{}", example.for_people());
            }
            is_known = true;
        }
    }
    if is_known { Ok(Outcome::Fine) } else { Err(unknown(name)) }
}

/// Returns the example, with the report on its invalid document.
fn code_example(example: &CodeExample) -> String {
    let mut text = format!("  schema  {}\n  bad     {}\n", example.schema, example.bad);
    if let Some(Err(report)) = check_example(example, example.bad) {
        for line in report.to_string().lines() {
            let _ = writeln!(text, "          {line}");
        }
    }
    let _ = writeln!(text, "  good    {}", example.good);
    text
}

/// Returns the example of a contract's code, with the report on its invalid document.
fn contract_example(contract: ContractName, example: &ContractExample) -> String {
    let mut text = match &example.change {
        Some(change) => format!("  good    {}\n  change  {change}\n", example.good),
        None => format!("  bad     {}\n", example.bad.replace('\n', "\n          ")),
    };
    if let Some(context) = &example.context {
        let _ = writeln!(text, "  context {context}");
    }
    let (Ok(report) | Err(report)) = example.report(contract);
    for line in report.to_string().lines() {
        let _ = writeln!(text, "          {line}");
    }
    text
}

/// Checks a document against the schema of an example. Returns `None` if the schema is invalid.
fn check_example(example: &CodeExample, document: &str) -> Option<Result<(), Report>> {
    const FILE: &str = "schema.json";
    let set = SchemaSet::parse([(FILE.to_owned(), example.schema.as_bytes().to_vec())]).ok()?;
    let schema = UserSchema::new(&set, FILE).ok()?;
    Some(check_schema(&schema, document).map(drop))
}

fn unknown(name: &str) -> Failure {
    let tables = code_tables::all_tables();
    let codes = tables.iter().flat_map(|(_, codes)| codes.iter().map(|info| info.code));
    let rules = RULES.iter().map(|rule| rule.id.as_str());
    let near = nearest(&name.to_ascii_uppercase(), codes).or_else(|| nearest(&name.to_ascii_lowercase(), rules));
    let help = near.map_or_else(String::new, |near| format!("did you mean {near}? "));
    Failure::one(format!("unknown code or rule {name:?}; {help}`planwright rules` lists all"))
}

fn effect(effect: Effect) -> &'static str {
    match effect {
        Effect::Fine => "none break",
        Effect::Breaks => "some break",
        Effect::Depends => "depends on the rest of the schema; see the verdict",
    }
}

fn axis(axis: Axis) -> &'static str {
    match axis {
        Axis::Documents => "Affects documents: an error if the verdict of a required direction is `broken`.",
        Axis::OpenObjects => "Affects open objects: an error, or a note with --content-model lenient.",
        Axis::Rust => "Affects generated Rust only: a warning.",
        Axis::Apex => "Affects generated Apex only: a warning.",
        Axis::Annotations => "Affects annotations only: a note.",
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use planwright_contracts::codes::SHARED;

    use super::*;

    #[test]
    fn every_example_is_refused_and_taken_as_it_says() {
        for example in EXAMPLES {
            let report = check_example(example, example.bad).expect("it is a schema").expect_err(example.code);
            let found: Vec<&str> = report.iter().map(|one| one.code).collect();
            assert_eq!(found, [example.code], "{report}");
            assert_eq!(check_example(example, example.good), Some(Ok(())), "{}", example.code);
        }
        // Codes for which no small schema can be an example: those after the first thousand findings, and those without
        // a keyword.
        let without: BTreeSet<&str> = SHARED
            .iter()
            .map(|info| info.code)
            .filter(|code| !EXAMPLES.iter().any(|example| example.code == *code))
            .collect();
        assert_eq!(without, BTreeSet::from(["MORE_FINDINGS", "SCHEMA_VIOLATION"]));
    }
}
