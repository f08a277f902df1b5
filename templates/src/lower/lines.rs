//! Lowers inputs, outputs and guardrails to the lines that the class repeats for each of them.

use planwright_contracts::action_blueprint::guardrails::{Subject, guarded_fields, info_of, record_fields};
use planwright_generated::action_blueprint::{Guardrail, RecordAccessLevel};

use crate::tokens::{ApexCode, ApexLabel, ApexNumber, ApexPath, ApiName};
use crate::view::{Answer, Member};
use planwright_apex::characters::one_line;
use planwright_apex::layout::{Group, Piece, Place};

use super::action::{Action, Input, OutputValue};

/// Indentation of a statement in a method.
pub(crate) const BODY_INDENT: usize = 4;

/// Returns the name as a quoted argument.
pub(crate) fn quoted(name: &ApiName) -> Piece {
    Piece::Code(format!("'{name}'"))
}

/// Returns the arguments of a call that follow `lead` at column `indent`.
pub(crate) fn arguments(indent: usize, lead: &str, items: Vec<Piece>) -> ApexCode {
    ApexCode::fit(&Group::arguments(items), Place::new(indent, lead.len()))
}

/// Returns the values of a collection that follow `lead` at column `indent`.
pub(crate) fn values(indent: usize, lead: &str, items: Vec<Piece>) -> ApexCode {
    ApexCode::fit(&Group::values(items), Place::new(indent, lead.len()))
}

pub(crate) fn member(input: &Input<'_>) -> Member {
    let label = &input.plan.label;
    let said = input.plan.description.as_deref().filter(|text| !text.trim().is_empty());
    let required = input.required.then(|| Piece::code("required=true"));
    Member {
        name: input.member.clone(),
        apex_type: input.apex_type(),
        annotation: annotation(
            4,
            "@InvocableVariable",
            &input.plan.api_name,
            [label, said.unwrap_or(label)],
            required.as_slice(),
        ),
    }
}

/// Returns the response variable of an output.
pub(crate) fn response_variable(output: &OutputValue<'_>) -> Member {
    let label = &output.plan.label;
    let said = output.plan.description.as_deref().filter(|text| !text.trim().is_empty());
    let texts = [label.as_str(), said.unwrap_or(label)];
    Member {
        name: output.member.clone(),
        apex_type: output.apex_type(),
        annotation: annotation(4, "@InvocableVariable", &output.plan.field_api_name, texts, &[]),
    }
}

pub(crate) fn response_assignment(output: &OutputValue<'_>) -> Answer {
    let lead = format!("response.{} = ({}) result.outputs.get", output.member, output.apex_type());
    Answer {
        member: output.member.clone(),
        apex_type: output.apex_type(),
        key: arguments(BODY_INDENT, &lead, vec![quoted(&output.field)]),
    }
}

/// Returns the arguments of an annotation: label, description, and `more`.
///
/// An annotation can only contain literals, so invisible characters are removed. If nothing of a string is left, `name`
/// replaces it. If the width of the line is unclear, the description is extended until the line has to break.
pub(crate) fn annotation(indent: usize, lead: &str, name: &str, texts: [&str; 2], more: &[Piece]) -> ApexCode {
    let place = Place::new(indent, lead.len()).tail(0);
    let [label, description] = texts.map(|text| if one_line(text).is_empty() { name } else { text });
    let mut description = description.to_owned();
    loop {
        let mut items = vec![literal("label", label)];
        // Flow and agents show the label in place of a missing description.
        if description != label {
            items.push(literal("description", &description));
        }
        items.extend_from_slice(more);
        let group = Group::annotation(items);
        if let Some(code) = ApexCode::fit_if_clear(&group, place) {
            return code;
        }
        description.push_str(" Part of an action that was planned as a blueprint.");
    }
}

pub(crate) fn literal(key: &str, text: &str) -> Piece {
    Piece::Literal(format!("{key}={}", ApexLabel::new(text)))
}

pub(crate) fn put_if_present(input: &Input<'_>) -> ApexCode {
    let value = Piece::Code(format!("request.{}", input.member));
    arguments(BODY_INDENT, "work.put", vec![quoted(&input.api_name), value])
}

/// Returns the token of the field of an input that is written: `Case.Status`.
///
/// Parts of a location, and a field with the name of the token of the object, have no token of that form.
pub(crate) fn field_token(action: &Action<'_>, input: &Input<'_>) -> Piece {
    let (object, field) = (action.object_type(), &input.field);
    let is_part = field.as_str().to_ascii_lowercase().ends_with("__s");
    Piece::Code(if is_part || field.same("SObjectType") {
        format!("Schema.SObjectType.{}.fields.{field}.getSObjectField()", action.object)
    } else {
        format!("{object}.{field}")
    })
}

/// Returns the name of the access level in the contract.
pub(crate) fn access(level: RecordAccessLevel) -> ApexPath {
    ApexPath::keyword(match level {
        RecordAccessLevel::Read => "READ",
        RecordAccessLevel::Edit => "EDIT",
        RecordAccessLevel::Delete => "DELETE",
        RecordAccessLevel::Transfer => "TRANSFER",
        RecordAccessLevel::All => "ALL",
    })
}

/// Returns a count as a number. The schema limits counts to far less than `i32::MAX`.
pub(crate) fn whole(count: u64) -> ApexNumber {
    ApexNumber::whole(i32::try_from(count).unwrap_or(i32::MAX))
}

/// Returns the fields of a guardrail. An access guardrail that names no fields applies to all fields that are written.
pub(crate) fn fields(action: &Action<'_>, guardrail: &Guardrail) -> Option<Vec<ApiName>> {
    let info = info_of(guardrail);
    if info.subject == Subject::NamedRecords {
        return Some(record_fields(guardrail).into_iter().map(ApiName::near).collect());
    }
    let named = guarded_fields(guardrail);
    if info.subject.is_field_access() && named.is_empty() {
        let bound = action.inputs.iter().filter(|input| input.is_field);
        return Some(bound.map(|input| input.field.clone()).collect());
    }
    (!named.is_empty()).then(|| named.iter().map(|name| ApiName::near(name)).collect())
}
