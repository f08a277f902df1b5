//! Properties of edits that the rules use for every kind of edit.

use planwright_generated::fix_plan::{CreateFileEdit, DeleteFileEdit, FixEdit, ModifyFileEdit, RenameFileEdit};

/// Rest of a segment of a path.
macro_rules! rest {
    () => {
        r"[^/\\\x00-\x1F\x7F-\x9F]"
    };
}

/// Segments of a path that start with a dot, other than `.` and `..`.
macro_rules! dotted {
    () => {
        concat!(r"\.[^./\\\x00-\x1F\x7F-\x9F]", rest!(), r"*|\.\.", rest!(), "+")
    };
}

/// Regular expression that matches exactly the paths that the rules accept.
pub const PATH_PATTERN: &str = concat!(
    // The first segment starts neither a home directory nor a drive.
    r"^([^./\\~A-Za-z\x00-\x1F\x7F-\x9F]",
    rest!(),
    r"*|[A-Za-z]([^:/\\\x00-\x1F\x7F-\x9F]",
    rest!(),
    "*)?|",
    dotted!(),
    r")(/([^./\\\x00-\x1F\x7F-\x9F]",
    rest!(),
    "*|",
    dotted!(),
    "))*$"
);

/// Paths of an edit.
pub(super) struct Paths<'e> {
    pub(super) path: &'e str,
    pub(super) context_files: &'e [String],
    pub(super) target_path: Option<&'e str>,
    pub(super) renames: bool,
}

pub(super) fn paths(edit: &FixEdit) -> Paths<'_> {
    match edit {
        FixEdit::ModifyFile(ModifyFileEdit { path, context_files, target_path, .. })
        | FixEdit::CreateFile(CreateFileEdit { path, context_files, target_path, .. })
        | FixEdit::DeleteFile(DeleteFileEdit { path, context_files, target_path, .. }) => {
            Paths { path, context_files, target_path: target_path.as_deref(), renames: false }
        }
        FixEdit::RenameFile(RenameFileEdit { path, context_files, target_path, .. }) => {
            Paths { path, context_files, target_path: Some(target_path), renames: true }
        }
    }
}

/// Returns why a string is not a canonical POSIX path below the repository root, or `None` if it is.
pub(super) fn path_fault(path: &str) -> Option<&'static str> {
    if is_plain(path) {
        return None;
    }
    let drive = path.len() >= 2 && path.as_bytes()[0].is_ascii_alphabetic() && path.as_bytes()[1] == b':';
    match path {
        "" => Some("it is empty"),
        _ if path.starts_with('/') => Some("it is absolute"),
        _ if path.starts_with('~') => Some("it starts in a home directory"),
        _ if drive => Some("it names a drive"),
        _ if path.contains('\\') => Some("it has a backslash"),
        _ if path.contains(char::is_control) => Some("it has a control character"),
        _ if path.ends_with('/') => Some("it ends with a slash"),
        _ => path.split('/').find_map(|part| match part {
            "" => Some("it has two slashes in a row"),
            "." => Some("it has the segment ."),
            ".." => Some("it has the segment .."),
            _ => None,
        }),
    }
}

/// Returns whether a path consists only of characters that are always safe. Most paths do, and need no further check.
fn is_plain(path: &str) -> bool {
    let mut before = b'/';
    let plain = path.bytes().all(|byte| {
        // No segment is empty or starts with a dot.
        let starts = std::mem::replace(&mut before, byte) == b'/';
        byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'-' || !starts && (byte == b'/' || byte == b'.')
    });
    plain && before != b'/'
}

#[cfg(test)]
mod tests {
    use super::path_fault;

    #[test]
    fn only_canonical_relative_paths_pass() {
        for path in ["a", "Sources/App.swift", ".github/x", "a..b/c", "é/ü", "file~", "a b"] {
            assert_eq!(path_fault(path), None, "{path}");
        }
        for path in
            ["", "/a", "a/", "a//b", "./a", "a/.", "../a", "a/../b", "a\\b", "C:/a", "c:a", "~/a", "~a", "a\0b", "a\nb"]
        {
            assert!(path_fault(path).is_some(), "{path:?}");
        }
    }
}
