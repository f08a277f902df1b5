//! Extracts the calls of invocable Apex from `.agent` files.

use super::{ActionCall, CalledParam, CallerKind};
use crate::{ScriptParam, apex_target, parse_script};

/// Returns the calls of a script. `agent-script check` reports invalid lines.
pub(super) fn calls(path: &str, text: &str) -> Vec<ActionCall> {
    let script = parse_script(text);
    let param = |param: &ScriptParam| CalledParam {
        name: param.name.text.clone(),
        file: path.to_owned(),
        span: param.name.span.clone(),
        declared: Some((
            param.script_type.text.clone(),
            param.property("complex_data_type_name").map(|complex| complex.value.text.clone()),
        )),
        is_sure: param.property("is_required").is_some_and(|property| property.value.text == "True"),
    };
    let call = |action: &crate::ScriptAction| {
        let target = action.property("target")?;
        Some(ActionCall {
            caller: format!("the action {} of {}", action.name.text, action.subagent),
            kind: CallerKind::Script,
            class: apex_target(&target.value.text)?.to_owned(),
            file: path.to_owned(),
            span: target.value.span.clone(),
            inputs: action.inputs.iter().map(param).collect(),
            outputs: action.outputs.iter().map(param).collect(),
        })
    };
    script.actions.iter().filter_map(call).collect()
}
