//! Codes of tool calls, export and loading. The codes of whole documents are in the rule table.

use planwright_check::codes;

codes! {
    /// Codes of tool calls, export and loading, in addition to the shared ones.
    ALL;
    Error UNKNOWN_TOOL: "No tool has this name.",
    Error NO_BLUEPRINT: "There is no blueprint yet. `create_blueprint` is the required first step.",
    Error ACTION_NOT_FOUND: "A call names an action that the blueprint does not have.",
    Error PARTICIPANT_NOT_FOUND: "The participant to remove does not exist.",
    Error INVALID_PARTICIPANT_REF: "A sender, a route or a disclosure names someone who is not a participant.",
    Error NOTHING_TO_UNDO: "No change of the blueprint is left that `undo` could undo.",
    Error MIN_PARTICIPANTS: "Removing this participant would leave fewer than two.",
    Error DUPLICATE_DATA_FIELD: "An action has two data fields with the same name.",
    Warning REPLACED: "An existing entry with the same id was replaced completely.",
    Warning ROUTING_REPLACED: "The new routing of an action replaced the old one.",
    Warning UNKNOWN_DISCLOSURE_FIELD: "A disclosed pointer does not match a data field of the action.",
    Warning UNKNOWN_CONSTRAINT: "A constraint is unknown, malformed or meaningless for the type of its field. It is kept but not checked.",
    Warning COMPARISON_MISMATCH: "A condition compares a field with a value of a different type, or with one that JSON Logic treats as an expression.",
    Error UNSUPPORTED_ROUTE: "A document has a route that the tools cannot express: to several actions, to an action that is not its participant's next, or two default routes.",
    Error UNSUPPORTED_CONDITION: "A condition of a document is not one of the five supported comparisons.",
    Error UNSUPPORTED_FIELD: "A data schema of a document has a field whose type is not one of the six supported types.",
    Warning NOT_KEPT: "A document contains something that the tools cannot express. An export would lose it.",
}
