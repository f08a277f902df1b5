//! Renders the permission set that grants access to the classes and their fields.

use std::collections::BTreeSet;
use std::fmt;

use askama::Template;

use crate::options::Namespace;
use crate::render::ApexFile;
use crate::tokens::XmlText;
use planwright_apex::source_file;

use super::fields::Permissions;

/// Developer name of a permission set.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PermissionSetName(String);

/// Error for a string that is not a developer name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InvalidPermissionSet {
    /// The rejected string.
    pub given: String,
}

impl PermissionSetName {
    /// Returns the path of the permission set, relative to the package directory.
    pub fn path(&self) -> String {
        format!("main/default/permissionsets/{}.permissionset-meta.xml", self.0)
    }
}

impl Default for PermissionSetName {
    fn default() -> Self {
        Self("Planwright_Actions".to_owned())
    }
}

impl std::str::FromStr for PermissionSetName {
    type Err = InvalidPermissionSet;

    fn from_str(text: &str) -> Result<Self, InvalidPermissionSet> {
        let letters = text.chars().all(|letter| letter.is_ascii_alphanumeric() || letter == '_');
        let edges = text.starts_with(|letter: char| letter.is_ascii_alphabetic()) && !text.ends_with('_');
        if letters && edges && text.len() <= 80 && !text.contains("__") {
            Ok(Self(text.to_owned()))
        } else {
            Err(InvalidPermissionSet { given: text.to_owned() })
        }
    }
}

impl fmt::Display for InvalidPermissionSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let rule = "a letter, then letters, digits and single underscores, at most 80 in all";
        write!(f, "{:?} is not a valid name of a permission set: {rule}", self.given)
    }
}

impl std::error::Error for InvalidPermissionSet {}

/// Renders the permission set for the given action classes, with the custom permissions in it.
pub fn permission_set(
    name: &PermissionSetName,
    (classes, custom): (&BTreeSet<String>, &BTreeSet<String>),
    permissions: &Permissions,
    namespace: Option<&Namespace>,
) -> ApexFile {
    let view = View {
        custom: custom.iter().map(|name| XmlText::new(&Namespace::class(namespace, name))).collect(),
        classes: classes.iter().map(|class| XmlText::new(&Namespace::class(namespace, class))).collect(),
        description: XmlText::new("Runs the actions that planwright generated from their blueprints."),
        fields: permissions
            .fields
            .iter()
            .map(|(name, editable)| Field { name: XmlText::new(name), editable: *editable })
            .collect(),
        label: XmlText::new(&name.0.replace('_', " ")),
    };
    ApexFile { path: name.path(), text: source_file(&view) }
}

#[derive(Debug, Template)]
#[template(path = "deploy/permission_set.xml.txt")]
struct View {
    classes: Vec<XmlText>,
    custom: Vec<XmlText>,
    description: XmlText,
    fields: Vec<Field>,
    label: XmlText,
}

#[derive(Debug)]
struct Field {
    name: XmlText,
    editable: bool,
}
