//! Renders the custom permission that a user needs to run an action.

use askama::Template;

use crate::lower::permission_name;
use crate::render::ApexFile;
use crate::tokens::XmlText;
use planwright_apex::source_file;

/// Maximum length of a label.
const MAX_LABEL_LENGTH: usize = 80;

/// Renders the custom permission of an action.
pub fn custom_permission(action: &str, label: &str) -> ApexFile {
    let name = permission_name(action);
    let view = View {
        description: XmlText::new(&format!("Needed to run the action {action}.")),
        label: XmlText::new(&format!("Run {label}").chars().take(MAX_LABEL_LENGTH).collect::<String>()),
    };
    ApexFile {
        path: format!("main/default/customPermissions/{name}.customPermission-meta.xml"),
        text: source_file(&view),
    }
}

#[derive(Debug, Template)]
#[template(path = "deploy/custom_permission.xml.txt")]
struct View {
    description: XmlText,
    label: XmlText,
}
