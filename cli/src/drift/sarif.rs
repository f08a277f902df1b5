//! What was found as SARIF 2.1.0.

use planwright_drift::{Change, RULES, Severity};
use serde_json::{Value, json};

use super::{Found, Judgement, Report, json};

/// One run with every rule and a result for each change.
pub(super) fn of(report: &Report) -> Value {
    let rules = RULES.iter().map(|rule| {
        json!({
            "id": rule.id,
            "shortDescription": { "text": rule.meaning },
            "properties": { "backward": rule.backward.word(), "forward": rule.forward.word() },
        })
    });
    let mut results = Vec::new();
    for one in &report.judgements {
        match &one.found {
            Found::Pair { pair, severities } => {
                results.extend(
                    pair.changes.iter().zip(severities).map(|(change, severity)| result(one, change, *severity)),
                );
                if one.fails(report.content) && !severities.contains(&Severity::Error) {
                    let text =
                        format!("{}: backward {}, forward {}", one.name, pair.backward().word(), pair.forward().word());
                    results.push(json!({ "level": "error", "message": { "text": text }, "locations": [place(&one.new_name, 1, 1)] }));
                }
            }
            Found::Removed => results.push(json!({
                "ruleId": "definition-removed",
                "level": "error",
                "message": { "text": format!("{} is gone", one.old_name) },
            })),
            Found::Added => {}
        }
    }
    let verdicts: serde_json::Map<String, Value> = report
        .judgements
        .iter()
        .filter_map(|one| match &one.found {
            Found::Pair { pair, .. } => Some((
                one.name.clone(),
                json!({ "backward": json::verdict(&pair.backward()), "forward": json::verdict(&pair.forward()) }),
            )),
            _ => None,
        })
        .collect();
    json!({
        "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
        "version": "2.1.0",
        "runs": [{
            "tool": { "driver": {
                "name": "planwright",
                "version": env!("CARGO_PKG_VERSION"),
                "rules": rules.collect::<Vec<_>>(),
            } },
            "columnKind": "unicodeCodePoints",
            "results": results,
            "properties": { "verdicts": verdicts },
        }],
    })
}

fn result(one: &Judgement, change: &Change, severity: Severity) -> Value {
    let spot = change.new.as_ref().or(change.old.as_ref());
    let mut result = json!({
        "ruleId": change.rule.id,
        "ruleIndex": RULES.iter().position(|rule| rule.id == change.rule.id),
        "level": severity.word(),
        "message": { "text": change.message },
    });
    if let Some(spot) = spot {
        let mut place = place(&one.shown(spot), spot.line, spot.column);
        place["logicalLocations"] = json!([{ "fullyQualifiedName": spot.pointer }]);
        result["locations"] = json!([place]);
    }
    result
}

/// A file as the URI reference that SARIF asks for.
fn place(name: &str, line: usize, column: usize) -> Value {
    let uri: String = name.bytes().map(encoded).collect();
    json!({ "physicalLocation": {
        "artifactLocation": { "uri": uri },
        "region": { "startLine": line, "startColumn": column },
    } })
}

fn encoded(byte: u8) -> String {
    if byte.is_ascii_alphanumeric() || b"-._~/".contains(&byte) {
        char::from(byte).to_string()
    } else {
        format!("%{byte:02X}")
    }
}
