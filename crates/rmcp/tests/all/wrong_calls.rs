//! Wrong calls of tools end as tool errors that name what to fix, and never as protocol errors.

use planwright_rmcp::Validated;
use serde_json::{Value, json};

use crate::client::Client;
use crate::server::{Hotel, Offer, tools};

/// A wrong call, with what the answer must name.
struct Wrong {
    params: Value,
    names: String,
}

/// Values of every type, each wrong for most properties.
fn values() -> [Value; 17] {
    [
        json!(null),
        json!(true),
        json!(-1),
        json!(1.5),
        json!(1e300),
        json!(99_999_999_999_u64),
        json!(""),
        json!("\u{0}\n]]"),
        json!([]),
        json!([[1]]),
        json!({ "a": 1 }),
        json!(0),
        json!(131),
        json!(false),
        json!("x".repeat(60)),
        json!(["a"]),
        json!({ "kind": "cash" }),
    ]
}

/// Returns the pointer of every value in arguments.
fn pointers(value: &Value, at: &str, found: &mut Vec<String>) {
    let mut inside = |name: &str, value: &Value| {
        found.push(format!("{at}/{name}"));
        pointers(value, &format!("{at}/{name}"), found);
    };
    match value {
        Value::Object(members) => members.iter().for_each(|(name, value)| inside(name, value)),
        Value::Array(items) => items.iter().enumerate().for_each(|(index, value)| inside(&index.to_string(), value)),
        _ => {}
    }
}

/// Returns whether a value is a valid replacement.
fn is_valid(pointer: &str, value: &Value) -> bool {
    match pointer {
        // Both are a string without a range.
        "/guests/0/name" | "/payment/number" => value.is_string(),
        "/reason" => value.is_string() || value.is_null(),
        "/guests" => value == &json!([]),
        "/query" => value.as_str().is_some_and(|text| (2..=40).contains(&text.chars().count())),
        "/booking" => value.as_u64().is_some_and(|number| u32::try_from(number).is_ok()),
        "/guests/0/age" => value == 0,
        "/scores" => value == &json!({ "a": 1 }),
        "/scores/food" => value.is_number(),
        _ => false,
    }
}

fn wrong_calls() -> Vec<Wrong> {
    let mut calls = Vec::new();
    for (tool, valid) in tools() {
        let mut all = Vec::new();
        pointers(&valid, "", &mut all);
        for pointer in &all {
            let last = pointer.rsplit('/').next().expect("a name").to_owned();
            for value in values().into_iter().filter(|value| !is_valid(pointer, value)) {
                let mut arguments = valid.clone();
                *arguments.pointer_mut(pointer).expect("it exists") = value;
                calls.push(Wrong { params: json!({ "name": tool, "arguments": arguments }), names: pointer.clone() });
            }
            let (parent, _) = pointer.rsplit_once('/').expect("a parent");
            let mut arguments = valid.clone();
            if let Some(object) = arguments.pointer_mut(parent).and_then(Value::as_object_mut) {
                object.shift_remove(&last);
                if !["reason", "food"].contains(&last.as_str()) {
                    calls.push(Wrong {
                        params: json!({ "name": tool, "arguments": arguments }),
                        names: pointer.clone(),
                    });
                }
            }
        }
        let mut arguments = valid.clone();
        arguments["extra"] = json!(1);
        calls.push(Wrong { params: json!({ "name": tool, "arguments": arguments }), names: "extra".to_owned() });
        for arguments in [json!([1]), json!("a"), json!(5), json!(true)] {
            calls.push(Wrong { params: json!({ "name": tool, "arguments": arguments }), names: "object".to_owned() });
        }
        calls.push(Wrong { params: json!({ "name": tool }), names: "required".to_owned() });
        let misspelled = tool.replacen(['o', 'e'], "", 1);
        calls.push(Wrong { params: json!({ "name": misspelled, "arguments": valid }), names: tool.to_owned() });
    }
    calls.push(Wrong { params: json!({ "name": 5 }), names: "name".to_owned() });
    calls.push(Wrong { params: json!({}), names: "name".to_owned() });
    calls
}

fn block_on(run: impl Future<Output = ()>) {
    tokio::runtime::Builder::new_current_thread().build().expect("a runtime").block_on(run);
}

#[test]
fn every_wrong_call_is_a_tool_error_that_names_what_to_fix() {
    for offer in [Offer::Both, Offer::List] {
        block_on(async move {
            let mut client = Client::connect(Validated::new(Hotel(offer))).await;
            let calls = wrong_calls();
            assert!(calls.len() >= 240, "{} calls", calls.len());
            let mut failures = Vec::new();
            for call in &calls {
                let answer = client.request("tools/call", &call.params).await;
                let text = answer["result"]["content"][0]["text"].as_str().unwrap_or_default();
                if answer["result"]["isError"] != true || !text.contains(&call.names) || text.len() > 4_000 {
                    failures.push(format!("{}: {answer}", call.params));
                }
            }
            assert!(failures.is_empty(), "{} of {}: {}", failures.len(), calls.len(), failures.join("\n"));
        });
    }
}

/// The same calls without validation: rmcp answers with protocol errors, or calls the tool.
#[test]
fn without_validation_wrong_calls_are_protocol_errors() {
    block_on(async {
        let mut client = Client::connect(Hotel(Offer::Both)).await;
        let (mut errors, mut accepted) = (0, 0);
        for call in wrong_calls() {
            let answer = client.request("tools/call", &call.params).await;
            errors += usize::from(answer.get("error").is_some());
            accepted += usize::from(answer["result"]["isError"] == false);
        }
        assert!(errors > 100 && accepted > 2, "{errors} protocol errors, {accepted} accepted");
    });
}

#[test]
fn valid_calls_and_other_requests_reach_the_server() {
    block_on(async {
        let mut client = Client::connect(Validated::new(Hotel(Offer::Both))).await;
        for (tool, arguments) in tools() {
            let answer = client.request("tools/call", &json!({ "name": tool, "arguments": arguments })).await;
            assert_eq!(answer["result"]["content"][0]["text"], "done", "{answer}");
        }
        let list = client.request("tools/list", &json!({})).await;
        assert_eq!(list["result"]["tools"].as_array().map(Vec::len), Some(4), "{list}");
        let unknown = client.request("prompts/unknown", &json!({})).await;
        assert!(unknown["error"].is_object(), "{unknown}");
    });
}
