//! Texts in XML and HTML. Whoever writes such a document writes its texts with this one function.

/// The text as it can stand between tags and in the quotes of an attribute, of XML and of HTML. Characters that XML cannot hold are
/// for the caller, who knows what stands in their place: see [`printable`](crate::printable) and [`visible_line`](crate::visible_line).
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
