//! What a build script tells cargo, line by line. A line break in a path or a message must not begin a line of its own: to
//! cargo that would be an order.

use std::path::Path;

use planwright_source::printable;

/// Has cargo run the script again when this file, or anything in this folder, changes. Nothing for a path that no line can
/// hold; the folder that it is in is watched too.
pub(crate) fn rerun_if_changed(path: &Path) -> Option<String> {
    let path = path.to_str().filter(|path| !path.contains(char::is_control))?;
    Some(format!("cargo::rerun-if-changed={path}"))
}

/// Has cargo show a warning.
pub(crate) fn warning(message: &str) -> String {
    format!("cargo::warning={}", printable(message))
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::{rerun_if_changed, warning};

    #[test]
    fn no_text_becomes_an_order_of_its_own() {
        assert_eq!(rerun_if_changed(Path::new("a b.json")).as_deref(), Some("cargo::rerun-if-changed=a b.json"));
        assert_eq!(rerun_if_changed(Path::new("a\ncargo::rustc-cfg=b")), None);
        assert_eq!(warning("é\r\ncargo::rustc-cfg=b"), "cargo::warning=é\\u{d}\\u{a}cargo::rustc-cfg=b");
    }
}
