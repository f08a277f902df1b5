//! Names: generated identifiers, API names of the platform, and dotted paths of both.

use super::display_text;
use crate::names;

/// Generated identifier: a letter, then letters, digits and single underscores. It is not reserved.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ApexIdent(String);

/// API name of an object or field, such as `ERP_Id__c`, spelled as in the blueprint.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ApiName(String);

/// Names joined by dots, such as `Schema.Location`.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ApexPath(std::borrow::Cow<'static, str>);

/// Error for a string that is not a name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InvalidName {
    /// The rejected string.
    pub text: String,
}

impl std::fmt::Display for InvalidName {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{:?} is not a name that Apex accepts here", self.text)
    }
}

impl std::error::Error for InvalidName {}

impl ApexIdent {
    /// Creates an identifier for a class, method or variable. Returns an error if Apex would reject it.
    pub fn new(text: &str) -> Result<Self, InvalidName> {
        let legal = names::is_identifier(text) && !names::is_reserved(text);
        if legal { Ok(Self(text.to_owned())) } else { Err(InvalidName { text: text.to_owned() }) }
    }

    /// Returns the most similar identifier. Illegal characters are removed, and `Value` is appended to a reserved word.
    pub fn near(text: &str) -> Self {
        let name = names::sanitize(text).unwrap_or_else(|| "a".to_owned());
        Self(if names::is_reserved(&name) { format!("{name}Value") } else { name })
    }

    /// Creates the name of a method or variable for something with a name: `readItem`.
    pub fn prefixed(prefix: &'static str, name: &Self) -> Self {
        Self(format!("{prefix}{}", name.0))
    }

    /// Appends a word: `ItemList`.
    #[must_use]
    pub fn suffixed(&self, suffix: &'static str) -> Self {
        Self(format!("{}{suffix}", self.0))
    }

    /// Appends a number: `Item2`.
    #[must_use]
    pub fn numbered(&self, number: usize) -> Self {
        Self(format!("{}{number}", self.0))
    }

    /// Returns the name.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl std::borrow::Borrow<str> for ApexIdent {
    fn borrow(&self) -> &str {
        &self.0
    }
}

impl ApiName {
    /// Creates an API name. Returns an error if the string is not one.
    pub fn new(text: &str) -> Result<Self, InvalidName> {
        if is_name(text) { Ok(Self(text.to_owned())) } else { Err(InvalidName { text: text.to_owned() }) }
    }

    /// Returns the most similar API name. Names of a checked blueprint stay unchanged.
    pub fn near(text: &str) -> Self {
        Self::new(text).unwrap_or_else(|_| Self(ApexIdent::near(text).0))
    }

    /// Returns the name.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Returns whether this is a custom field of a contact in a person account.
    pub fn is_of_person(&self) -> bool {
        self.0
            .get(self.0.len().saturating_sub(PERSON_SUFFIX.len())..)
            .is_some_and(|end| names::same(end, PERSON_SUFFIX))
    }

    /// Returns whether the platform treats both names as equal.
    pub fn same(&self, other: &str) -> bool {
        names::same(&self.0, other)
    }
}

impl ApexPath {
    /// Creates a path with one name.
    pub fn from_ident(name: &ApexIdent) -> Self {
        Self(name.0.clone().into())
    }

    /// Creates a path from a keyword of the language.
    pub const fn keyword(word: &'static str) -> Self {
        Self(std::borrow::Cow::Borrowed(word))
    }

    /// Returns the type of an object. `Schema.` is prepended if the platform has a class with the same name.
    pub fn object(name: &ApiName) -> Self {
        let taken = OBJECTS_NAMED_LIKE_CLASSES.iter().any(|class| names::same(class, &name.0));
        Self(if taken { format!("Schema.{}", name.0) } else { name.0.clone() }.into())
    }

    /// Creates a path to a member of a generated class.
    pub fn member(class: &ApexIdent, name: &ApexIdent) -> Self {
        Self(format!("{}.{}", class.0, name.0).into())
    }

    /// Returns the type of a list.
    pub fn list_of(item: &Self) -> Self {
        Self(format!("List<{item}>").into())
    }

    /// Returns the type of a map from strings.
    pub fn map_of(value: &Self) -> Self {
        Self(format!("Map<String, {value}>").into())
    }

    /// Returns a JSON array of names, or `None` if there are no names.
    pub fn json_names(names: &[&ApexIdent]) -> Option<Self> {
        let quoted: Vec<String> = names.iter().map(|name| format!("\"{name}\"")).collect();
        (!quoted.is_empty()).then(|| Self(format!("[{}]", quoted.join(", ")).into()))
    }

    /// Returns `SELECT` and the fields of a query, separated by commas.
    pub fn select(fields: &[ApiName]) -> Self {
        let names: Vec<&str> = fields.iter().map(ApiName::as_str).collect();
        Self(format!("SELECT {}", names.join(", ")).into())
    }

    /// Returns the path.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// Suffix of fields of a person account's contact.
const PERSON_SUFFIX: &str = "__pc";

/// Objects with the same name as a class of the `System` namespace.
const OBJECTS_NAMED_LIKE_CLASSES: [&str; 7] =
    ["Address", "Approval", "BusinessHours", "Domain", "Location", "Network", "Site"];

fn is_name(text: &str) -> bool {
    text.starts_with(|letter: char| letter.is_ascii_alphabetic())
        && text.chars().all(|letter| letter.is_ascii_alphanumeric() || letter == '_')
}

display_text!(ApexIdent, ApiName, ApexPath);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn identifiers_are_what_apex_accepts() {
        for text in ["a", "A1", "request_2", "DynamicAction_X"] {
            assert!(ApexIdent::new(text).is_ok(), "{text}");
        }
        for text in ["", "1a", "_a", "a_", "a__b", "select", "Select", "a b", "a'b", "é", "a\n", "a;"] {
            assert!(ApexIdent::new(text).is_err(), "{text}");
        }
    }

    #[test]
    fn the_nearest_identifier_is_valid() {
        for (text, near) in [
            ("Select", "SelectValue"),
            ("a__b_", "a_b"),
            ("9", "A9"),
            ("'; x", "x"),
            ("", "a"),
            ("limit", "limitValue"),
        ] {
            assert_eq!(ApexIdent::near(text).as_str(), near);
            assert!(ApexIdent::new(near).is_ok(), "{near}");
        }
    }

    #[test]
    fn api_names_keep_their_underscores() {
        assert_eq!(ApiName::near("ns__Field__c").as_str(), "ns__Field__c");
        assert_eq!(ApiName::near("x; delete y").as_str(), "x_delete_y");
        assert!(ApiName::new("a.b").is_err());
    }

    #[test]
    fn fields_of_persons_have_their_suffix() {
        assert!(["Nick_Name__pc", "Nick_Name__PC"].into_iter().all(|name| ApiName::near(name).is_of_person()));
        assert!(!["PersonEmail", "Nick__c", "pc"].into_iter().any(|name| ApiName::near(name).is_of_person()));
    }

    #[test]
    fn objects_that_collide_are_qualified() {
        assert_eq!(ApexPath::object(&ApiName::near("location")).as_str(), "Schema.location");
        assert_eq!(ApexPath::object(&ApiName::near("Account")).as_str(), "Account");
    }
}
