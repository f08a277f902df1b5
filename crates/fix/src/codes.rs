//! Codes of executing a plan. The codes of the plan itself are in its rule table.

use planwright_check::codes;

codes! {
    /// Codes of executing a plan, in addition to those of the plan.
    ALL;
    Error PATH_OUTSIDE: "A path goes through a symbolic link, into `.git`, or to something other than a regular file with one hard link.",
    Error PATH_CASE: "A file or folder exists whose name differs only in case.",
    Error FILE_MISSING: "A file to modify, delete or rename does not exist.",
    Error FILE_EXISTS: "A file to create, or the target of a rename, already exists.",
    Error SHELL_SYNTAX: "A test command needs a shell, or passes code to an interpreter, without permission.",
    Error UNCOMMITTED: "The repository has uncommitted changes, or a file to delete is not committed.",
    Error UNPLANNED_CHANGE: "The editor changed files that are not part of the edit.",
    Error NOT_CONFIRMED: "A deletion was not confirmed.",
    Error EDIT_FAILED: "An edit failed because of the editor or the disk.",
    Error TESTS_FAILED: "A test command failed in the last attempt.",
}
