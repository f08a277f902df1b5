//! Decides whether a change of a signature breaks a call, and creates the finding.

use planwright_check::Diagnostic;
use planwright_source::Pointer;

use super::change::{ChangedPart, ParamSide, SignatureChange, plain};
use super::{ActionCall, CalledParam, CallerKind, FoundInFiles, codes};
use crate::{InvocableClass, fits};

/// Creates a warning about a change at the class, because there may be callers elsewhere.
pub(super) fn change_warning(class: &InvocableClass, change: &SignatureChange) -> Diagnostic {
    let InvocableClass { name: class, is_global, .. } = class;
    let message = match &change.kind {
        ChangedPart::Gone { why } => why.clone(),
        ChangedPart::ParamGone { side, name, near } => {
            let near = near.as_ref().map_or_else(String::new, |near| format!("; it may be {near} now"));
            format!("{class} has no {} {name} any more{near}", side.word())
        }
        ChangedPart::Required { name, .. } => format!("{class} requires {name} now"),
        ChangedPart::Retyped { side, name, was, is } => {
            format!("the {} {name} of {class} was {was} and is {is}", side.word())
        }
        ChangedPart::Hidden { name } if name == class => format!("{class} is not global any more"),
        ChangedPart::Hidden { name } => format!("{name} of {class} is not global any more"),
    };
    // The public API of a package does not include whether an input is required.
    let is_promised = *is_global && !matches!(change.kind, ChangedPart::Required { .. });
    let (code, help) = if is_promised {
        (
            codes::ACTION_GLOBAL_CHANGED,
            "once the package was released, keep the old form in addition to the new one permanently",
        )
    } else {
        (codes::ACTION_CHANGED, "keep the old form in addition to the new one until no caller needs it, also in orgs")
    };
    let mut one = Diagnostic::warning(code, Pointer::root(), message).with_help(help);
    one.span = Some(change.span.clone());
    one
}

/// Reports the effect of a change on a call. Returns whether the change breaks the call.
pub(super) fn check_call(call: &ActionCall, change: &SignatureChange, found: &mut FoundInFiles) -> bool {
    let mut is_broken = false;
    match &change.kind {
        ChangedPart::Gone { why } => {
            let message = format!("{why}; {} calls it", call.caller);
            let texts = [message.as_str(), "call another action, or keep this one"];
            found.at((&call.file, &call.span), codes::ACTION_GONE, call, texts);
            is_broken = true;
        }
        ChangedPart::ParamGone { side, name, near } => {
            for param in params_named(call, *side, name) {
                let is_case = call.kind == CallerKind::Flow
                    && near.as_ref().is_some_and(|near| near.eq_ignore_ascii_case(&param.name));
                if is_case {
                    continue;
                }
                let (code, does) = match side {
                    ParamSide::Input => (codes::ACTION_INPUT_GONE, "gives"),
                    ParamSide::Output => (codes::ACTION_OUTPUT_GONE, "reads"),
                };
                let message =
                    format!("{} has no {} {name} any more; {} {does} it", call.class, side.word(), call.caller);
                let help = near.as_ref().map_or_else(
                    || "leave it out, or keep the field in the class".to_owned(),
                    |near| format!("did you mean {near:?}?"),
                );
                found.at((&param.file, &param.span), code, call, [&message, &help]);
                is_broken = true;
            }
        }
        // Callers inside the package are not affected.
        ChangedPart::Hidden { .. } => {}
        ChangedPart::Required { name, replaced } => {
            let given = params_named(call, ParamSide::Input, name).next();
            if given.is_some_and(|param| param.is_sure) {
                return false;
            }
            // The finding about the old name also names the new one.
            if replaced.as_ref().is_some_and(|old| params_named(call, ParamSide::Input, old).next().is_some()) {
                return true;
            }
            let (file, span) = given.map_or((&call.file, &call.span), |param| (&param.file, &param.span));
            let does = if given.is_some() { "does not always give it" } else { "does not give it" };
            let message = format!("{} requires {name} now; {} {does}", call.class, call.caller);
            let help = match call.kind {
                CallerKind::Flow => "set the input in the flow, or keep it optional in the class",
                CallerKind::Function => "name it in `required` of input/schema.json, or keep it optional in the class",
                CallerKind::Script => "add the input with is_required: True, or keep it optional in the class",
            };
            found.at((file, span), codes::ACTION_INPUT_REQUIRED, call, [&message, help]);
            is_broken = true;
        }
        ChangedPart::Retyped { side, name, was, is } => {
            for param in params_named(call, *side, name).filter(|param| !still_fits(call.kind, param, was, is)) {
                let (code, does) = match side {
                    ParamSide::Input => (codes::ACTION_INPUT_TYPE, "gives"),
                    ParamSide::Output => (codes::ACTION_OUTPUT_TYPE, "reads"),
                };
                let declared = param.declared.as_ref().map_or_else(String::new, |(written, complex)| {
                    format!(" as {}", complex.as_ref().unwrap_or(written))
                });
                let message = format!(
                    "the {} {name} of {} was {was} and is {is}; {} {does} it{declared}",
                    side.word(),
                    call.class,
                    call.caller
                );
                let help = "change the type here too, or keep that of the class";
                found.at((&param.file, &param.span), code, call, [&message, help]);
                is_broken = true;
            }
        }
    }
    is_broken
}

/// Returns the parameters of a call with this name. Flows ignore case.
fn params_named<'c>(call: &'c ActionCall, side: ParamSide, name: &'c str) -> impl Iterator<Item = &'c CalledParam> {
    let params = match side {
        ParamSide::Input => &call.inputs,
        ParamSide::Output => &call.outputs,
    };
    params.iter().filter(move |param| match call.kind {
        CallerKind::Flow => param.name.eq_ignore_ascii_case(name),
        CallerKind::Function | CallerKind::Script => param.name == name,
    })
}

/// Returns whether the caller works with the new type as with the old one.
fn still_fits(kind: CallerKind, param: &CalledParam, was: &str, is: &str) -> bool {
    match &param.declared {
        Some((written, _)) if kind == CallerKind::Flow => flow_type(is) == *written,
        Some((written, complex)) => fits(is, written, complex.as_deref()) || is_class(is, written, complex.as_deref()),
        None if kind == CallerKind::Flow => flow_type(was) == flow_type(is),
        None => false,
    }
}

/// Returns whether the caller declares the class of the parameter, or a list without an element type.
fn is_class(apex: &str, written: &str, complex: Option<&str>) -> bool {
    let is = plain(apex);
    let element = is.strip_prefix("list<").and_then(|rest| rest.strip_suffix('>'));
    if element.is_some() != written.starts_with("list[") {
        return false;
    }
    let Some(complex) = complex else { return element.is_some() };
    let Some(class) = complex.strip_prefix("@apexClassType/") else { return false };
    let class = class.split_once("__").map_or(class, |(_, class)| class).replace('$', ".").to_ascii_lowercase();
    let element = element.unwrap_or(&is);
    class == element || class.ends_with(&format!(".{element}"))
}

/// Returns the type that a flow uses for an Apex type. Flows have one type for all numbers and one for all strings.
fn flow_type(apex: &str) -> String {
    let (list, element) = match plain(apex).strip_prefix("list<").and_then(|rest| rest.strip_suffix('>')) {
        Some(element) => ("collection of ", element.to_owned()),
        None => ("", plain(apex)),
    };
    let one = match element.as_str() {
        "string" | "id" => "text",
        "integer" | "long" | "decimal" | "double" => "number",
        other => other,
    };
    format!("{list}{one}")
}
