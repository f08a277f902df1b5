//! Escapes strings for XML and HTML. All writers of such documents use this function.

/// Escapes a string for use between tags and in attribute values, in XML and HTML.
///
/// The caller must replace characters that XML cannot contain: see [`printable`](crate::printable) and
/// [`visible_line`](crate::visible_line).
///
/// ```
/// assert_eq!(planwright_source::markup_text("<a b=\"'\">&"), "&lt;a b=&quot;&apos;&quot;&gt;&amp;");
/// ```
pub fn markup_text(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&apos;"),
            letter => out.push(letter),
        }
    }
    out
}
