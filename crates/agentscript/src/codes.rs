//! Codes of the checks between Agent Script and Apex.

use planwright_check::codes;

codes! {
    /// Codes that the check of an `.agent` file reports.
    ALL;
    Error AGENT_SCRIPT_SYNTAX: "A script is empty or cannot be parsed: mixed tabs and spaces, a byte order mark, an unquoted string, or an unknown escape or Boolean.",
    Error AGENT_TARGET: "An action has no target or one of an unknown kind, or `apex://` is not followed by a class of the project with one static invocable method.",
    Error AGENT_PARAMETER: "An input or output is not a field of the request or response class. Names are case-sensitive.",
    Error AGENT_REQUIRED: "A required field of the request has no input, or its input lacks `is_required: True`.",
    Error AGENT_TYPE: "The type of an input or output does not match the type of its field.",
    Error AGENT_COMPLEX_TYPE: "The `complex_data_type_name` of an `object` is not a class of the project, or a plain type has one.",
    Error AGENT_NO_OUTPUTS: "An action has no outputs, which fails when the agent is published.",
    Error AGENT_WRAPPER: "The parameter or the result of the invocable method is not a list of a class with invocable variables.",
    Error AGENT_BINDING: "A `with` names an unknown input, an `@outputs` an unknown output, or a use an undefined action.",
    Warning AGENT_UNBOUND: "A use does not bind an optional input with `with`, so it is never sent.",
    Error AGENT_CONFIRMATION: "The model can fill in the confirmation of an action, or the confirming use is always available.",
    Error AGENT_NAME: "The name of an action, input or output is reserved, too long or not an identifier, or something is defined twice.",
    Error AGENT_DROPPED: "A property is unknown to Agent Script or is dropped by its compiler, so it has no effect.",
    Error AGENT_NO_FORM: "The type of a field has no tested representation in Agent Script.",
    Error AGENT_BUNDLE: "Folder, script and metadata of a bundle have different names or end in a version, the metadata is missing or names a target, or two bundles share a name.",
    Warning AGENT_NOT_GLOBAL: "The project has a namespace, but a class, method, wrapper or variable that an agent calls is not global.",
    Warning AGENT_NO_ACCESS: "No permission set or profile of the project gives access to the class of an action.",
    Warning AGENT_TEXT_DRIFT: "The description of an action or parameter of a generated class differs from the class.",
}
