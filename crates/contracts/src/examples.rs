//! Example documents that show what each code of a contract means.
//!
//! Each contract has one file, `examples/<contract>.json`. It contains a valid document, and for each code a change
//! that causes it. The change is a JSON Merge Patch (RFC 7396) or a completely different document or string.

use serde_json::{Map, Value};

use crate::{ContractName, Report, Surroundings};

/// Two documents that show the meaning of a code.
#[derive(Clone, Debug, PartialEq)]
pub struct ContractExample {
    /// A valid document.
    pub good: Value,
    /// Difference between the documents, as a JSON Merge Patch. `None` if [`Self::bad`] is unrelated to `good`.
    pub change: Option<Value>,
    /// Document for which the code is reported.
    pub bad: String,
    /// Context of the check, or `None` for the default.
    pub context: Option<Value>,
}

impl ContractName {
    /// Returns the example of a code, or `None` if this contract does not define the code.
    pub fn example(self, code: &str) -> Option<ContractExample> {
        let examples = self.examples()?;
        let good = examples.get("good")?.clone();
        let example = examples.get("codes")?.get(code)?;
        let context = example.get("context").cloned();
        let change = example.get("change").cloned().or_else(|| context.as_ref().map(|_| Value::Object(Map::new())));
        let (change, bad) = match (example.get("text"), example.get("document"), change) {
            (Some(text), ..) => (None, text.as_str()?.to_owned()),
            (None, Some(document), _) => (None, document.to_string()),
            (None, None, change) => {
                let mut document = good.clone();
                merge(&mut document, change.as_ref()?);
                (change, document.to_string())
            }
        };
        Some(ContractExample { good, change, bad, context })
    }

    fn examples(self) -> Option<Value> {
        serde_json::from_str(self.example_file()?).ok()
    }
}

impl ContractExample {
    /// Checks the bad document.
    pub fn report(&self, contract: ContractName) -> Result<Report, Report> {
        let context = self.context.as_ref().map(Value::to_string);
        let surroundings =
            context.map_or_else(|| Ok(Surroundings::default()), |text| Surroundings::from_json(contract, &text))?;
        contract.check(&self.bad, &surroundings)
    }
}

/// Applies a JSON Merge Patch (RFC 7396): properties of the patch replace those of the value, and null removes one.
fn merge(target: &mut Value, patch: &Value) {
    let Value::Object(changes) = patch else {
        target.clone_from(patch);
        return;
    };
    if !target.is_object() {
        *target = Value::Object(Map::new());
    }
    let Some(members) = target.as_object_mut() else { return };
    for (name, change) in changes {
        if change.is_null() {
            members.shift_remove(name);
        } else {
            merge(members.entry(name).or_insert(Value::Null), change);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use serde_json::json;

    use super::*;

    fn reported(result: Result<Report, Report>) -> BTreeSet<&'static str> {
        let report = result.unwrap_or_else(|report| report);
        report.iter().map(|finding| finding.code).collect()
    }

    #[test]
    fn every_code_has_an_example_that_is_reported() {
        let mut seen = 0;
        for contract in ContractName::ALL.into_iter().filter(|contract| contract.example_file().is_some()) {
            let codes: BTreeSet<&str> = contract.codes().iter().map(|info| info.code).collect();
            for &code in &codes {
                let Some(example) = contract.example(code) else { panic!("{contract}: {code} has no example") };
                let found = reported(example.report(contract));
                assert!(found.contains(code), "{contract}: {code}: {found:?}");
                let good = contract.check(&example.good.to_string(), &Surroundings::default());
                assert!(reported(good).is_empty(), "{contract}");
                seen += 1;
            }
            let listed = contract.examples().and_then(|all| all.get("codes")?.as_object().cloned()).unwrap_or_default();
            let others: Vec<&String> = listed.keys().filter(|code| !codes.contains(code.as_str())).collect();
            assert!(others.is_empty(), "{contract} has no codes {others:?}");
        }
        assert!(seen > 70, "{seen}");
    }

    #[test]
    fn changes_are_merged() {
        // From the table of RFC 7396, appendix A.
        for (mut target, patch, merged) in [
            (json!({"a": "b"}), json!({"a": "c", "b": "c"}), json!({"a": "c", "b": "c"})),
            (json!({"a": "b", "b": "c"}), json!({"a": null}), json!({"b": "c"})),
            (json!({"a": {"b": "c"}}), json!({"a": {"b": "d", "c": null}}), json!({"a": {"b": "d"}})),
            (json!({"a": [1]}), json!({"a": {"b": {"c": null}}}), json!({"a": {"b": {}}})),
            (json!({"a": "foo"}), json!("bar"), json!("bar")),
        ] {
            merge(&mut target, &patch);
            assert_eq!(target, merged);
        }
    }
}
