//! Table of the rules for a single blueprint.

mod bindings;
mod clean;
mod guardrails;
mod mixed_dml;
mod naming;
mod org;
mod outputs;
mod record;

use planwright_check::Rule;
use planwright_generated::action_blueprint::{ActionBlueprint, ActionInput, InputUsage};

pub(crate) use self::clean::is_clean;
use super::Context;
use super::input_index::binds;

type BlueprintRule = Rule<ActionBlueprint, Context>;

/// Code for writes that Salesforce rejects in one transaction.
pub(super) const MIXED_DML: &str = "MIXED_DML";

/// All rules of a blueprint.
pub(crate) const ALL: &[BlueprintRule] = &[
    Rule::error(
        "INVALID_IDENTIFIER",
        "A name cannot be an identifier in Apex: an action name is empty after sanitising, or an API name has parts other than namespace, name and suffix.",
        naming::invalid_identifier,
    ),
    Rule::error(
        "UNWRITABLE_LABEL",
        "A label contains U+FFFE or U+FFFF, which metadata cannot contain.",
        naming::unwritable_label,
    ),
    Rule::error(
        "NAME_TOO_LONG",
        "The sanitised name has more than 26 characters. With its prefix, the class name would exceed the 40 characters of Apex.",
        naming::name_too_long,
    ),
    Rule::error(
        "API_NAME_TOO_LONG",
        "An API name has more than 80 characters, the limit of the platform.",
        naming::api_name_too_long,
    ),
    Rule::error(
        "RESERVED_WORD",
        "The name of the object or of a field is a reserved word of Apex, so the class would not compile.",
        naming::reserved_word,
    ),
    Rule::warning(
        "CONFIRMATION_OF_NOTHING",
        "The blueprint configures the confirmation of a checkpoint, but has no checkpoint.",
        record::confirmation_of_nothing,
    ),
    Rule::error(
        "ALL_OR_NONE_OF_CALL",
        "`allOrNone` is set for a CALL, which writes nothing.",
        record::all_or_none_of_call,
    ),
    Rule::error(
        "DML_OPTION_NOT_TAKEN",
        "Options for assignment or duplicate rules are set for an operation other than INSERT and UPDATE.",
        record::dml_option_not_taken,
    ),
    Rule::error(
        "NO_ASSIGNMENT_RULES",
        "Assignment rules are requested for an object other than Case and Lead.",
        record::no_assignment_rules,
    ),
    Rule::error(
        "CALLOUT_WITHOUT_HANDLER",
        "A callout is declared for an operation other than CALL, which has no handler to make it.",
        record::callout_without_handler,
    ),
    Rule::error(
        "OBJECT_NOT_WRITABLE",
        "Generated Apex cannot write the object: custom metadata, a big object, a platform event, or a sharing, history or feed object.",
        record::object_not_writable,
    ),
    Rule::error(
        "RELATIONSHIP_NAME",
        "An input sets a relationship, which has no value. Use the reference field instead.",
        bindings::relationship_name,
    ),
    Rule::error("SYSTEM_FIELD", "An input sets a field that only the platform sets.", bindings::system_field),
    Rule::error(
        "INSERT_WITHOUT_INPUTS",
        "An INSERT or CREATE sets no field, so every request would create the same empty record.",
        record::insert_without_inputs,
    ),
    Rule::warning(
        "UPDATE_WITHOUT_INPUTS",
        "An UPDATE sets no field except Id, so a request cannot change anything.",
        record::update_without_inputs,
    ),
    Rule::error(
        "MISSING_RECORD_ID",
        "An UPDATE has no FIELD input for Id, so it cannot address a record.",
        record::missing_record_id,
    ),
    Rule::error("ID_ON_INSERT", "An INSERT or CREATE sets Id, which only the platform can set.", record::id_on_insert),
    Rule::error(
        "UPSERT_MULTIPLE_KEYS",
        "An UPSERT has several key fields, but Apex supports one. Dropping the others would match the wrong records.",
        record::upsert_multiple_keys,
    ),
    Rule::error(
        "UPSERT_KEY_UNBOUND",
        "No FIELD input sets the key field of an UPSERT, so it could never find a record.",
        record::upsert_key_unbound,
    ),
    Rule::error("DUPLICATE_FIELD_BINDING", "Two FIELD inputs write the same field.", bindings::duplicate_field_binding),
    Rule::error("DUPLICATE_INPUT", "Two inputs read the same key of the payload.", bindings::duplicate_input),
    Rule::error(
        "UNSUPPORTED_DATA_TYPE",
        "An input has a compound type (address, location). Only its component fields can be set.",
        bindings::unsupported_data_type,
    ),
    Rule::warning(
        "UNKNOWN_DATA_TYPE",
        "The dataType of an input is unknown and is treated as String.",
        bindings::unknown_data_type,
    ),
    Rule::warning(
        "INPUT_IGNORED",
        "A PARAMETER or CONTEXT input is declared outside a CALL, where nothing reads it.",
        bindings::input_ignored,
    ),
    Rule::error(
        "GUARDRAIL_FIELD_UNBOUND",
        "A guardrail checks a field that no FIELD input sets, or RECORD_ACCESS one that no input names. It would never run.",
        guardrails::field_unbound,
    ),
    Rule::error(
        "NO_RECORD_TO_GUARD",
        "A RECORD_ACCESS guardrail names no field, and the action does not address a record by Id. It would never reject a request.",
        guardrails::no_record_to_guard,
    ),
    Rule::error(
        "GUARDED_FIELD_NO_ID",
        "A RECORD_ACCESS guardrail uses an input whose dataType is neither Id nor Reference, so its value is not a record id.",
        guardrails::guarded_field_no_id,
    ),
    Rule::error(
        "NUMBER_OF_TEXT",
        "A numeric guardrail checks a string input, so most of its values would be rejected.",
        guardrails::number_of_text,
    ),
    Rule::error(
        "REDACTED_BUT_REQUIRED",
        "PII_REDACT rejects every value of a field that an input requires, so no request could pass.",
        guardrails::redacted_but_required,
    ),
    Rule::warning(
        "GUARDED_FIELD_TYPE",
        "A guardrail checks an input with an unsuitable dataType, such as a numeric range of a date.",
        guardrails::guarded_field_type,
    ),
    Rule::error(
        "COUNTER_OBJECT",
        "The runtime uses the object for limits or confirmations. An action that writes it could reset its own limit.",
        record::counter_object,
    ),
    Rule::error(
        MIXED_DML,
        "An action writes a setup object, and the runtime stores its token or counts its uses in the same transaction. Salesforce rejects writing both.",
        mixed_dml::mixed_dml,
    ),
    Rule::warning(
        MIXED_DML,
        "A CALL works on a setup object, and the runtime stores its token or counts its uses in the same transaction. If the handler writes the object, Salesforce rejects writing both.",
        mixed_dml::mixed_dml_of_call,
    ),
    Rule::warning(
        "FLS_EDIT_ON_RECORD_KEY",
        "A guardrail requires edit access to Id, which nobody has. The record key only has to be readable.",
        guardrails::edit_on_record_key,
    ),
    Rule::warning("GUARDRAIL_UNSATISFIABLE", "A guardrail can never pass.", guardrails::unsatisfiable),
    Rule::warning(
        "VALUE_NOT_IN_PICKLIST",
        "A guardrail allows a value that the picklist of the snapshot does not have.",
        guardrails::value_not_in_picklist,
    ),
    Rule::error("OBJECT_NOT_IN_SCHEMA", "The snapshot does not have the object.", org::object_not_in_schema),
    Rule::error(
        "FIELD_NOT_IN_SCHEMA",
        "An input sets a field that the object does not have in the snapshot.",
        org::field_not_in_schema,
    ),
    Rule::warning(
        "NOT_IN_SNAPSHOT",
        "A snapshot from project sources lacks the object or a field that an input sets. The org may have it, so it is not checked.",
        org::not_in_snapshot,
    ),
    Rule::error(
        "FIELD_NOT_CREATEABLE",
        "An INSERT or UPSERT sets a field that cannot be set on creation.",
        org::field_not_createable,
    ),
    Rule::error(
        "FIELD_NOT_UPDATEABLE",
        "An UPDATE or UPSERT sets a field that cannot be changed.",
        org::field_not_updateable,
    ),
    Rule::error("DUPLICATE_OUTPUT", "Two outputs have the same name.", outputs::duplicate_output),
    Rule::error(
        "UNSUPPORTED_DATA_TYPE",
        "An output has a compound or binary type, which Flow and agents do not support.",
        outputs::unsupported_output,
    ),
    Rule::warning(
        "UNKNOWN_DATA_TYPE",
        "The dataType of an output is unknown and is treated as String.",
        outputs::unknown_output_type,
    ),
    Rule::error(
        "RESERVED_WORD",
        "The name of an output is a reserved word of Apex, so the query would not compile.",
        outputs::reserved_output,
    ),
    Rule::error(
        "RELATIONSHIP_NAME",
        "An output reads a relationship, which has no value. Use the reference field instead.",
        outputs::relationship_output,
    ),
    Rule::error(
        "FIELD_NOT_IN_SCHEMA",
        "An output reads a field that the object does not have in the snapshot.",
        outputs::output_not_in_schema,
    ),
    Rule::warning(
        "NOT_IN_SNAPSHOT",
        "A snapshot from project sources lacks a field that an output reads.",
        outputs::output_not_in_snapshot,
    ),
    Rule::warning(
        "UPSERT_KEY_NOT_UNIQUE",
        "According to the snapshot, the key of an UPSERT is neither an external id nor a lookup key.",
        org::upsert_key_not_unique,
    ),
];

/// Returns the inputs that set a field, with their indexes.
fn bound(plan: &ActionBlueprint) -> impl Iterator<Item = (usize, &ActionInput)> {
    plan.inputs.iter().enumerate().filter(|(_, input)| input.usage == InputUsage::Field)
}
