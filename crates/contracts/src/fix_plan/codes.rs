//! The codes of running a plan. Those of the plan itself stand in its rule table.

use planwright_check::codes;

codes! {
    /// What carrying a plan out can report beyond the codes of the plan.
    ALL;
    Error PATH_OUTSIDE: "A path leads through a symbolic link, into `.git`, or to something that is no plain file.",
    Error PATH_CASE: "A file or folder is there whose name differs only in the case of its letters.",
    Error FILE_MISSING: "A file to modify, delete or rename is not there.",
    Error FILE_EXISTS: "A file to create, or the new name of one to rename, is there already.",
    Error SHELL_SYNTAX: "A test command needs a shell, and none was allowed.",
    Error NOT_CONFIRMED: "A deletion was not confirmed.",
    Error EDIT_FAILED: "An edit could not be made: the editor or the disk refused.",
    Error TESTS_FAILED: "A test command failed in the last attempt.",
}
