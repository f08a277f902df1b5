//! Rules on setup objects, which Salesforce does not write in one transaction with the records of the runtime.

use planwright_check::Findings;
use planwright_generated::action_blueprint::{ActionBlueprint, Operation};

use crate::action_blueprint::Context;
use crate::action_blueprint::setup_objects::{RuntimeRecord, find_setup_object, runtime_records, written_setup_object};

pub(super) fn mixed_dml(plan: &ActionBlueprint, context: &Context, findings: &mut Findings) {
    let Some(setup) = written_setup_object(plan) else { return };
    for record in runtime_records(plan, context) {
        let (what, help) = words(record, context);
        let message = format!(
            "{} is a setup object, and {what} is a record of {}: Salesforce does not write both in one transaction",
            setup.name,
            record.object()
        );
        report(record, context, message, help, findings);
    }
}

pub(super) fn mixed_dml_of_call(plan: &ActionBlueprint, context: &Context, findings: &mut Findings) {
    let Some(setup) = find_setup_object(&plan.target_s_object) else { return };
    if plan.operation != Operation::Call {
        return;
    }
    for record in runtime_records(plan, context) {
        let (what, help) = words(record, context);
        let message = format!(
            "{} is a setup object, and {what} is a record of {}: if the handler writes {}, every call fails",
            setup.name,
            record.object(),
            setup.name
        );
        report(record, context, message, help, findings);
    }
}

fn words(record: RuntimeRecord, context: &Context) -> (&'static str, &'static str) {
    match record {
        RuntimeRecord::Confirmation if context.for_agents => {
            ("the token with which an agent confirms", "leave the checkpoint out, or make no agent function of it")
        }
        RuntimeRecord::Confirmation => ("its confirmation token", "leave confirmation out: the caller then confirms"),
        RuntimeRecord::Use(_) => ("what RATE_LIMIT counts", "leave RATE_LIMIT out"),
    }
}

fn report(record: RuntimeRecord, context: &Context, message: String, help: &str, findings: &mut Findings) {
    match record {
        RuntimeRecord::Confirmation if context.for_agents => findings.report(&[&"checkpoint"], message, help),
        RuntimeRecord::Confirmation => findings.report(&[&"confirmation"], message, help),
        RuntimeRecord::Use(index) => findings.report(&[&"guardrails", &index], message, help),
    }
}
