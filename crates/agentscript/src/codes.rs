//! Codes of the checks between Agent Script and Apex.

use planwright_check::codes;

codes! {
    /// Codes that the check of an `.agent` file reports.
    ALL;
    Error AGENT_SCRIPT_SYNTAX: "A script is empty, or a line of an action cannot be read: mixed tabs and spaces, a byte order mark, a text without quotes, an escape or a Boolean that Agent Script does not have.",
    Error AGENT_TARGET: "An action has no target or one of an unknown kind, or one of Apex is not exactly `apex://` and the name of a class of the project with one static invocable method.",
    Error AGENT_PARAMETER: "An input or output is no field of the class's request or response, in the same case of letters.",
    Error AGENT_REQUIRED: "A required field of the request is no input, or its input lacks `is_required: True`.",
    Error AGENT_TYPE: "The type of an input or output does not fit the type of its field.",
    Error AGENT_COMPLEX_TYPE: "An `object` names no class of the project in `complex_data_type_name`, or a plain type names one.",
    Error AGENT_NO_OUTPUTS: "An action has no outputs, which fails when the agent is published.",
    Error AGENT_WRAPPER: "The invocable method takes or returns something else than lists of a class with invocable variables.",
    Error AGENT_BINDING: "A `with` names no input, or `@outputs` no output, of its action; or a use names an action that is not defined.",
    Warning AGENT_UNBOUND: "A use binds an optional input with no `with`: it will never be sent.",
    Error AGENT_CONFIRMATION: "The model may fill in the confirmation of an action, or the use that confirms is always available.",
    Error AGENT_NAME: "The name of an action, input or output is reserved, too long or not an identifier; or a subagent, action, input, output or property is there twice.",
    Error AGENT_DROPPED: "A property that Agent Script does not have, or that the compiler drops: it promises what will not be there.",
    Error AGENT_NO_FORM: "A field is of a type for which Agent Script has no proven form.",
    Error AGENT_BUNDLE: "Folder, script and metadata of a bundle differ in name, end in a version, or the metadata is missing or names a target; or another bundle has its name.",
    Warning AGENT_NOT_GLOBAL: "The project has a namespace, and a class, method, wrapper or variable that an agent calls is not global.",
    Warning AGENT_NO_ACCESS: "No permission set or profile of the project gives access to the class of an action.",
    Warning AGENT_TEXT_DRIFT: "The description of an action or parameter of a generated class differs from the class.",
}
