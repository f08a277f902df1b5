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
use super::names::same;

type BlueprintRule = Rule<ActionBlueprint, Context>;

/// Code for writes that Salesforce rejects in one transaction.
pub(super) const MIXED_DML: &str = "MIXED_DML";

/// All rules of a blueprint.
pub(crate) const ALL: &[BlueprintRule] = &[
    Rule::error(
        "INVALID_IDENTIFIER",
        "A name cannot be an identifier in Apex: nothing of the action's name is left after sanitising, or an API name is \
         not built from at most namespace, name and suffix.",
        naming::invalid_identifier,
    ),
    Rule::error(
        "UNWRITABLE_LABEL",
        "A label holds U+FFFE or U+FFFF, which are no characters: metadata cannot hold them.",
        naming::unwritable_label,
    ),
    Rule::error(
        "NAME_TOO_LONG",
        "The sanitised name has more than 26 characters: with its prefix the class name would exceed Apex's 40.",
        naming::name_too_long,
    ),
    Rule::error(
        "API_NAME_TOO_LONG",
        "An API name has more than 80 characters; no name of the platform has.",
        naming::api_name_too_long,
    ),
    Rule::error(
        "RESERVED_WORD",
        "The object or a field is called like a word that Apex keeps for itself, so the class would not compile.",
        naming::reserved_word,
    ),
    Rule::warning(
        "CONFIRMATION_OF_NOTHING",
        "The blueprint says what answers a checkpoint, and has none: nobody is asked.",
        record::confirmation_of_nothing,
    ),
    Rule::error(
        "ALL_OR_NONE_OF_CALL",
        "A CALL writes nothing, so it cannot write all or nothing.",
        record::all_or_none_of_call,
    ),
    Rule::error(
        "DML_OPTION_NOT_TAKEN",
        "The platform takes options for assignment and duplicate rules with an INSERT or an UPDATE alone.",
        record::dml_option_not_taken,
    ),
    Rule::error(
        "NO_ASSIGNMENT_RULES",
        "Assignment rules are rules of Case and Lead; no other object has some.",
        record::no_assignment_rules,
    ),
    Rule::error(
        "CALLOUT_WITHOUT_HANDLER",
        "Only the handler of a CALL can call another system, and another operation has none.",
        record::callout_without_handler,
    ),
    Rule::error(
        "OBJECT_NOT_WRITABLE",
        "No DML of ours can write the object: custom metadata, big objects, platform events, and the objects of sharing, history \
         and feeds that the platform keeps.",
        record::object_not_writable,
    ),
    Rule::error(
        "RELATIONSHIP_NAME",
        "An input sets a relationship, which has no value of its own; the field beside it has.",
        bindings::relationship_name,
    ),
    Rule::error("SYSTEM_FIELD", "An input sets a field that only the platform sets.", bindings::system_field),
    Rule::error(
        "INSERT_WITHOUT_INPUTS",
        "An INSERT or CREATE sets no field, so each request would make the same empty record.",
        record::insert_without_inputs,
    ),
    Rule::warning(
        "UPDATE_WITHOUT_INPUTS",
        "An UPDATE sets no field but Id, so there is nothing that a request could change.",
        record::update_without_inputs,
    ),
    Rule::error(
        "MISSING_RECORD_ID",
        "An UPDATE has no FIELD input for Id and can never address a record.",
        record::missing_record_id,
    ),
    Rule::error("ID_ON_INSERT", "An INSERT or CREATE sets Id; the platform does that.", record::id_on_insert),
    Rule::error(
        "UPSERT_MULTIPLE_KEYS",
        "An UPSERT has several key fields; Apex takes one, and dropping the others would hit other records.",
        record::upsert_multiple_keys,
    ),
    Rule::error(
        "UPSERT_KEY_UNBOUND",
        "No FIELD input sets the key field of an UPSERT, so it could never find a record.",
        record::upsert_key_unbound,
    ),
    Rule::error("DUPLICATE_FIELD_BINDING", "Two FIELD inputs write one field.", bindings::duplicate_field_binding),
    Rule::error("DUPLICATE_INPUT", "One key of the payload is bound twice.", bindings::duplicate_input),
    Rule::error(
        "UNSUPPORTED_DATA_TYPE",
        "An input is of a compound type (address, location); only its component fields can be set.",
        bindings::unsupported_data_type,
    ),
    Rule::warning(
        "UNKNOWN_DATA_TYPE",
        "A dataType is not one of the platform's; it is read as text.",
        bindings::unknown_data_type,
    ),
    Rule::warning(
        "INPUT_IGNORED",
        "A PARAMETER or CONTEXT input outside CALL: nothing reads it.",
        bindings::input_ignored,
    ),
    Rule::error(
        "GUARDRAIL_FIELD_UNBOUND",
        "A guardrail judges the value of a field that no FIELD input sets, or RECORD_ACCESS of one that no input names: it \
         would never run.",
        guardrails::field_unbound,
    ),
    Rule::error(
        "NO_RECORD_TO_GUARD",
        "A RECORD_ACCESS guardrail names no field, and the action does not address a record by Id: it would never refuse.",
        guardrails::no_record_to_guard,
    ),
    Rule::error(
        "GUARDED_FIELD_NO_ID",
        "A RECORD_ACCESS guardrail looks at an input whose dataType is neither Id nor Reference: it holds no record id.",
        guardrails::guarded_field_no_id,
    ),
    Rule::error(
        "NUMBER_OF_TEXT",
        "A guardrail over numbers judges an input that holds text: most of its values would be refused, whatever they say.",
        guardrails::number_of_text,
    ),
    Rule::error(
        "REDACTED_BUT_REQUIRED",
        "PII_REDACT refuses each value of a field, and an input requires one: no request could pass.",
        guardrails::redacted_but_required,
    ),
    Rule::warning(
        "GUARDED_FIELD_TYPE",
        "A guardrail judges an input whose dataType is not one that it is made for, such as a number of a date.",
        guardrails::guarded_field_type,
    ),
    Rule::error(
        "COUNTER_OBJECT",
        "The object is one that the runtime keeps for limits or confirmations; an action that writes it could reset its own limit.",
        record::counter_object,
    ),
    Rule::error(
        MIXED_DML,
        "An action writes a setup object, and the runtime keeps its token or counts its uses in the same transaction. Salesforce \
         refuses to write both.",
        mixed_dml::mixed_dml,
    ),
    Rule::warning(
        MIXED_DML,
        "A CALL is about a setup object, and the runtime keeps its token or counts its uses in the same transaction. If the handler \
         writes the object, Salesforce refuses to write both.",
        mixed_dml::mixed_dml_of_call,
    ),
    Rule::warning(
        "FLS_EDIT_ON_RECORD_KEY",
        "A guardrail asks for edit access to Id, which nobody has. The record key is exempt and only has to be readable.",
        guardrails::edit_on_record_key,
    ),
    Rule::warning("GUARDRAIL_UNSATISFIABLE", "A guardrail can never pass, for anyone.", guardrails::unsatisfiable),
    Rule::warning(
        "VALUE_NOT_IN_PICKLIST",
        "A guardrail allows a value that the picklist of the snapshot does not have.",
        guardrails::value_not_in_picklist,
    ),
    Rule::error("OBJECT_NOT_IN_SCHEMA", "The snapshot does not have the object.", org::object_not_in_schema),
    Rule::error(
        "FIELD_NOT_IN_SCHEMA",
        "The snapshot's object does not have a field that is set.",
        org::field_not_in_schema,
    ),
    Rule::warning(
        "NOT_IN_SNAPSHOT",
        "A snapshot that was made of the sources of a project does not have the object or a field that is set. The org may \
         have it; nothing about it is checked.",
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
    Rule::error("DUPLICATE_OUTPUT", "Two outputs have one name.", outputs::duplicate_output),
    Rule::error(
        "UNSUPPORTED_DATA_TYPE",
        "An output is of a compound type, or of a binary one, which Flow and agents cannot take.",
        outputs::unsupported_output,
    ),
    Rule::warning(
        "UNKNOWN_DATA_TYPE",
        "The dataType of an output is not one of the platform's; it is read as text.",
        outputs::unknown_output_type,
    ),
    Rule::error(
        "RESERVED_WORD",
        "An output is called like a word that Apex keeps for itself, so the query would not compile.",
        outputs::reserved_output,
    ),
    Rule::error(
        "RELATIONSHIP_NAME",
        "An output is a relationship, which has no value of its own; the field beside it has.",
        outputs::relationship_output,
    ),
    Rule::error(
        "FIELD_NOT_IN_SCHEMA",
        "The snapshot's object does not have a field that is read back.",
        outputs::output_not_in_schema,
    ),
    Rule::warning(
        "NOT_IN_SNAPSHOT",
        "A snapshot that was made of the sources of a project does not have a field that is read back.",
        outputs::output_not_in_snapshot,
    ),
    Rule::warning(
        "UPSERT_KEY_NOT_UNIQUE",
        "The snapshot says that the key of an UPSERT is neither an external id nor usable as a lookup key.",
        org::upsert_key_not_unique,
    ),
];

/// Returns the inputs that set a field, with their indexes.
fn bound(plan: &ActionBlueprint) -> impl Iterator<Item = (usize, &ActionInput)> {
    plan.inputs.iter().enumerate().filter(|(_, input)| input.usage == InputUsage::Field)
}

/// Returns whether a FIELD input sets the field.
fn binds(plan: &ActionBlueprint, field: &str) -> bool {
    bound(plan).any(|(_, input)| same(&input.field_api_name, field))
}
