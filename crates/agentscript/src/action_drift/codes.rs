//! Codes of changed signatures.

use planwright_check::codes;

codes! {
    /// Codes that the comparison of two projects reports.
    ALL;
    Error ACTION_GONE: "A caller uses an action whose class, method or wrapper was removed or renamed.",
    Error ACTION_INPUT_GONE: "A caller sets an input that the action no longer has.",
    Error ACTION_INPUT_REQUIRED: "An action requires an input that it did not require before, and a caller does not always give it.",
    Error ACTION_INPUT_TYPE: "A caller sets an input whose new type does not accept the value.",
    Error ACTION_OUTPUT_GONE: "A caller reads an output that the action no longer has.",
    Error ACTION_OUTPUT_TYPE: "A caller reads an output whose type has changed.",
    Warning ACTION_GLOBAL_CHANGED: "A global declaration of an action was removed, changed or is no longer global, which a managed package does not allow.",
    Warning ACTION_CHANGED: "A signature changed incompatibly, whether or not the project has a caller.",
}
