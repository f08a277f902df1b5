//! Codes of executing a plan. The codes of the plan itself are in its rule table.

use planwright_check::codes;

codes! {
    /// Codes of executing a plan, in addition to those of the plan.
    ALL;
    Error PATH_OUTSIDE: "A path leads through a symbolic link, into `.git`, or to something that is no plain file with one name.",
    Error PATH_CASE: "A file or folder is there whose name differs only in the case of its letters.",
    Error FILE_MISSING: "A file to modify, delete or rename is not there.",
    Error FILE_EXISTS: "A file to create, or the new name of one to rename, is there already.",
    Error SHELL_SYNTAX: "A test command needs a shell, or hands a program as text to an interpreter, and that was not allowed.",
    Error UNCOMMITTED: "The repository has changes that are not committed, or a file to delete is not committed.",
    Error UNPLANNED_CHANGE: "The editor changed files that the edit does not name.",
    Error NOT_CONFIRMED: "A deletion was not confirmed.",
    Error EDIT_FAILED: "An edit could not be made: the editor or the disk refused.",
    Error TESTS_FAILED: "A test command failed in the last attempt.",
}
