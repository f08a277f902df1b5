//! Codes of changed signatures.

use planwright_check::codes;

codes! {
    /// Codes that the comparison of two projects reports.
    ALL;
    Error ACTION_GONE: "A caller names an action whose class, method or wrapper is gone, or which has another name now.",
    Error ACTION_INPUT_GONE: "A caller gives an input that the action no longer has.",
    Error ACTION_INPUT_REQUIRED: "An action requires an input that it did not require before, and a caller does not always give it.",
    Error ACTION_INPUT_TYPE: "A caller gives an input whose type has become one that does not take its value.",
    Error ACTION_OUTPUT_GONE: "A caller reads an output that the action no longer has.",
    Error ACTION_OUTPUT_TYPE: "A caller reads an output whose type has become another.",
    Warning ACTION_GLOBAL_CHANGED: "A global member of an action is gone, another, or not global any more: no later version of a managed package may do so.",
    Warning ACTION_CHANGED: "A signature changed so that callers by the old one break, whether or not the project has such a caller.",
}
