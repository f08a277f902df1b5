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

    /// Creates a sentence about a value.
    pub fn about(before: &'static str, value: &str, after: &'static str) -> Self {
        Self::new(&format!("{before}{value}")).and(after)
    }

    /// Creates a sentence about several values, which commas separate.
    pub fn listing<'v>(before: &'static str, values: impl IntoIterator<Item = &'v str>, after: &'static str) -> Self {
        let values: Vec<String> = values.into_iter().map(|value| Self::new(value).0).collect();
        Self::about(before, &values.join(", "), after)
    }

    /// Appends the end of a sentence or another sentence.
    #[must_use]
    pub fn and(mut self, text: &'static str) -> Self {
        self.0.push_str(text);
        self
    }

    /// Appends a sentence about a value.
    #[must_use]
    pub fn and_about(self, before: &'static str, value: &str, after: &'static str) -> Self {
        let value = Self::new(value).0;
        Self(format!("{}{before}{value}{after}", self.0))
    }

    /// Returns whether nothing is left to say.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
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
    fn sentences_are_joined_and_their_values_cannot_terminate_the_comment() {
        let docs = ApexDoc::about("The property ", "*/ x", ".").and_about(" In JSON: \"", "@a */", "\".");
        assert_eq!(docs.to_string(), "The property * / x. In JSON: \"(at)a *\".");
        assert_eq!(ApexDoc::listing("Properties of ", ["A", "B*/"], ".").to_string(), "Properties of A, B.");
        assert!(ApexDoc::new(" \n ").is_empty() && !ApexDoc::new("a").is_empty());
    }

    #[test]
    fn plain_text_stays() {
        assert_eq!(ApexDoc::new("Update Opportunity Stage").to_string(), "Update Opportunity Stage");
    }
}
