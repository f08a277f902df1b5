//! Rules on names that Apex would reject.

use planwright_check::{Findings, Step};
use planwright_generated::action_blueprint::ActionBlueprint;

use crate::action_blueprint::Context;
use crate::action_blueprint::guardrails::{guarded_field, guarded_fields};
use crate::action_blueprint::names::{
    API_NAME_LIMIT, NAME_LIMIT, is_reserved, is_standard_object, sanitize, separators,
};

pub(super) fn invalid_identifier(plan: &ActionBlueprint, _: &Context, findings: &mut Findings) {
    if sanitize(&plan.name).is_none() {
        let message = format!("the name {:?} has no character that a class name can contain", plan.name);
        findings.report(&[&"name"], message, "use Latin letters and digits; the label may be in any language");
    }
    each_api_name(plan, &mut |path, name| {
        if separators(name).is_none() {
            let message = format!("{name:?} cannot be an API name: no underscore at the end, none tripled, one suffix");
            findings.report(path, message, "copy the API name from the object's fields");
        }
    });
}

/// Reports labels with U+FFFE or U+FFFF. They are not characters, and XML metadata cannot contain them.
pub(super) fn unwritable_label(plan: &ActionBlueprint, _: &Context, findings: &mut Findings) {
    let help = "write the label without it";
    let message = "the label contains U+FFFE or U+FFFF, which a file cannot contain";
    if !is_writable(&plan.label) {
        findings.report(&[&"label"], message, help);
    }
    for (index, _) in plan.inputs.iter().enumerate().filter(|(_, input)| !is_writable(&input.label)) {
        findings.report(&[&"inputs", &index, &"label"], message, help);
    }
    let outputs = plan.outputs.iter().flatten().enumerate();
    for (index, _) in outputs.filter(|(_, output)| !is_writable(&output.label)) {
        findings.report(&[&"outputs", &index, &"label"], message, help);
    }
}

pub(super) fn is_writable(label: &str) -> bool {
    label.is_ascii() || !label.contains(['\u{fffe}', '\u{ffff}'])
}

pub(super) fn name_too_long(plan: &ActionBlueprint, _: &Context, findings: &mut Findings) {
    let Some(name) = sanitize(&plan.name) else { return };
    if name.len() > NAME_LIMIT {
        let message =
            format!("the name {name:?} has {} characters, at most {NAME_LIMIT} fit into a class name", name.len());
        findings.report(&[&"name"], message, "shorten it; the label may be long");
    }
}

pub(super) fn api_name_too_long(plan: &ActionBlueprint, _: &Context, findings: &mut Findings) {
    let mut judge = |path: &[&dyn Step], name: &str| {
        if name.len() > API_NAME_LIMIT {
            let message = format!("the API name has {} characters, at most {API_NAME_LIMIT} are possible", name.len());
            findings.report(path, message, "copy the API name from the org");
        }
    };
    each_api_name(plan, &mut judge);
    for (index, input) in plan.inputs.iter().enumerate() {
        judge(&[&"inputs", &index, &"apiName"], &input.api_name);
    }
}

pub(super) fn reserved_word(plan: &ActionBlueprint, _: &Context, findings: &mut Findings) {
    let object = &plan.target_s_object;
    if is_reserved(object) && !is_standard_object(object) {
        findings.report(&[&"targetSObject"], words(object), "name the object to change");
    }
    for (index, input) in super::bound(plan) {
        if is_reserved(&input.field_api_name) {
            let message = words(&input.field_api_name);
            findings.report(&[&"inputs", &index, &"fieldApiName"], message, "name the field to set");
        }
    }
}

fn words(name: &str) -> String {
    format!("{name:?} is a reserved word of Apex")
}

/// Visits the names of objects and fields in the org: target object, fields, keys, guarded fields.
fn each_api_name(plan: &ActionBlueprint, judge: &mut dyn FnMut(&[&dyn Step], &str)) {
    judge(&[&"targetSObject"], &plan.target_s_object);
    for (index, input) in plan.inputs.iter().enumerate() {
        judge(&[&"inputs", &index, &"fieldApiName"], &input.field_api_name);
    }
    for (index, output) in plan.outputs.iter().flatten().enumerate() {
        judge(&[&"outputs", &index, &"fieldApiName"], &output.field_api_name);
    }
    for (index, key) in plan.key_fields.iter().enumerate() {
        judge(&[&"keyFields", &index], key);
    }
    for (index, guardrail) in plan.guardrails.iter().flatten().enumerate() {
        if let Some(field) = guarded_field(guardrail) {
            judge(&[&"guardrails", &index, &"params", &"field"], field);
        }
        for (number, field) in guarded_fields(guardrail).iter().enumerate() {
            judge(&[&"guardrails", &index, &"params", &"fields", &number], field);
        }
    }
}

/// Returns whether an object or field can have this name.
pub(super) fn is_api_name(name: &str) -> bool {
    name.len() <= API_NAME_LIMIT && separators(name).is_some()
}
