//! Lines that a build script prints for cargo. A line break in a path or message must not start a new line, because
//! cargo would interpret it as an instruction.

use std::path::Path;

use planwright_source::printable;

/// Returns the instruction to rerun the script if this file, or anything in this folder, changes. Returns `None` for a
/// path that does not fit on a line; its folder is watched too.
pub(crate) fn rerun_if_changed(path: &Path) -> Option<String> {
    let path = path.to_str().filter(|path| !path.contains(char::is_control))?;
    Some(format!("cargo::rerun-if-changed={path}"))
}

/// Returns the instruction to show a warning.
pub(crate) fn warning(message: &str) -> String {
    format!("cargo::warning={}", printable(message))
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::{rerun_if_changed, warning};

    #[test]
    fn messages_cannot_inject_instructions() {
        assert_eq!(rerun_if_changed(Path::new("a b.json")).as_deref(), Some("cargo::rerun-if-changed=a b.json"));
        assert_eq!(rerun_if_changed(Path::new("a\ncargo::rustc-cfg=b")), None);
        assert_eq!(warning("é\r\ncargo::rustc-cfg=b"), "cargo::warning=é\\u{d}\\u{a}cargo::rustc-cfg=b");
    }
}
