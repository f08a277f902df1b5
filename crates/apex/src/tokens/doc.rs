//! Sentences in documentation comments.

use super::display_text;
use crate::characters::one_line;

/// One line of a documentation comment that cannot end the comment, start another, or be parsed as a tag.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ApexDoc(String);

impl ApexDoc {
    /// Puts a string on one line, separates the characters of `*/` and `/*`, and replaces `@`.
    pub fn new(text: &str) -> Self {
        let calm = one_line(text).replace("*/", "* /").replace("/*", "/ *").replace('@', "(at)");
        Self(calm.trim_end_matches(['*', '/']).trim_end().to_owned())
    }
}

display_text!(ApexDoc);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_comment_cannot_be_terminated() {
        for text in [
            "*/ delete x; /*",
            "**//",
            "a\n*/\rb",
            "*\u{202e}/",
            "x */",
            "x *",
            "/*/",
            "*\u{200b}/*/",
            "***///",
            "@isTest",
        ] {
            let doc = format!("/** {}. */", ApexDoc::new(text));
            assert_eq!(doc.find("*/"), Some(doc.len() - 2), "{doc}");
            assert!(!doc[3..].contains("/*") && !doc.contains(['\n', '@']), "{doc}");
        }
    }

    #[test]
    fn plain_text_stays() {
        assert_eq!(ApexDoc::new("Update Opportunity Stage").to_string(), "Update Opportunity Stage");
    }
}
