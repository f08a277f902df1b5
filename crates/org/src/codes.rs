//! Codes of an import, in addition to the shared ones.

use planwright_check::Severity;
use planwright_check::codes::CodeInfo;

pub(super) const DESCRIBE_FAILED: &str = "DESCRIBE_FAILED";
pub(super) const NOT_AN_ORG_FILE: &str = "NOT_AN_ORG_FILE";
pub(super) const METADATA_PATH: &str = "METADATA_PATH";
pub(super) const NAME_MISMATCH: &str = "NAME_MISMATCH";
pub(super) const INVALID_IDENTIFIER: &str = "INVALID_IDENTIFIER";
pub(super) const FIELD_TYPE_UNKNOWN: &str = "FIELD_TYPE_UNKNOWN";
pub(super) const VALUE_SET_UNKNOWN: &str = "VALUE_SET_UNKNOWN";
pub(super) const STANDARD_OBJECT_UNKNOWN: &str = "STANDARD_OBJECT_UNKNOWN";
pub(super) const API_VERSIONS_DIFFER: &str = "API_VERSIONS_DIFFER";
pub(super) const MERGE_CONFLICT: &str = "MERGE_CONFLICT";

const fn info(code: &'static str, severity: Severity, purpose: &'static str) -> CodeInfo {
    CodeInfo { code, severity, purpose }
}

/// All codes of an import.
pub(super) const ALL: &[CodeInfo] = &[
    info(DESCRIBE_FAILED, Severity::Error, "A describe file contains an error of the org instead of an object."),
    info(NOT_AN_ORG_FILE, Severity::Error, "A file is not a snapshot, a describe file or the metadata of an object."),
    info(METADATA_PATH, Severity::Error, "The path of a metadata file does not contain the name of its object."),
    info(NAME_MISMATCH, Severity::Error, "The metadata of a field and its file have different names."),
    info(INVALID_IDENTIFIER, Severity::Error, "The name of an object or field is not an API name."),
    info(
        FIELD_TYPE_UNKNOWN,
        Severity::Warning,
        "Neither the metadata nor the built-in field list defines the type of a field, so its values are not checked.",
    ),
    info(VALUE_SET_UNKNOWN, Severity::Warning, "A picklist uses a global value set that is not in the given files."),
    info(
        STANDARD_OBJECT_UNKNOWN,
        Severity::Warning,
        "A standard object is not in the built-in list, so only its fields in the given files are known.",
    ),
    info(API_VERSIONS_DIFFER, Severity::Warning, "Describe files come from different API versions."),
    info(MERGE_CONFLICT, Severity::Warning, "Two files define a field differently. The later one is used."),
];
