//! Codes of tool calls, export and loading. The codes of whole documents are in the rule table.

use planwright_check::codes;

codes! {
    /// Codes of tool calls, export and loading, in addition to the shared ones.
    ALL;
    Error UNKNOWN_TOOL: "No tool has this name.",
    Error NO_BLUEPRINT: "There is no blueprint to work on: `create_blueprint` is the required first step.",
    Error ACTION_NOT_FOUND: "An action is named that the blueprint does not have.",
    Error PARTICIPANT_NOT_FOUND: "The participant to remove is not there.",
    Error INVALID_PARTICIPANT_REF: "A sender, a route or a disclosure names somebody who is not a participant.",
    Error MIN_PARTICIPANTS: "Without this participant fewer than two would be left.",
    Error DUPLICATE_DATA_FIELD: "An action has two data fields of one name.",
    Warning REPLACED: "What had the same id was replaced as a whole.",
    Warning ROUTING_REPLACED: "An action has one routing; the new one replaced the old.",
    Warning UNKNOWN_DISCLOSURE_FIELD: "A disclosed pointer leads to no data field of the action.",
    Warning UNKNOWN_CONSTRAINT: "A constraint is unknown, malformed or meaningless for the type of its field: it is kept, nothing checks it.",
    Warning COMPARISON_MISMATCH: "A condition compares a field with a value of another type, or with one that JSON Logic reads as an expression.",
    Error UNSUPPORTED_ROUTE: "A document routes in a way that no tool can: to several actions, to one that is not its participant's next, or by two defaults.",
    Error UNSUPPORTED_CONDITION: "A condition of a document is none of the five comparisons.",
    Error UNSUPPORTED_FIELD: "A data schema of a document describes a field of none of the six types.",
    Warning NOT_KEPT: "A document says something that the tools have no word for; an export would not say it again.",
}
