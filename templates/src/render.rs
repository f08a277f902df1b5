//! Views to text.

use askama::Template;

use crate::exposed::exposed;
use crate::options::{ApiVersion, Options};
use crate::view::ActionView;

/// Where classes stand inside of a package directory such as `force-app`.
pub const CLASSES_DIR: &str = "main/default/classes";

/// Where objects stand inside of a package directory.
pub const OBJECTS_DIR: &str = "main/default/objects";

/// A file to write.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct ApexFile {
    /// Path relative to the package directory, with `/` between its parts.
    pub path: String,
    /// Text, with `\n` at the end of each line and of the file.
    pub text: String,
}

/// All files of one action.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ApexBundle {
    /// Name of the class that carries the action.
    pub class_name: String,
    /// Two files for each class: the class and its metadata. First the action, then the parts of a wide one, then the tests.
    pub files: Vec<ApexFile>,
}

/// Writes all files of an action.
pub fn render(view: &ActionView, options: &Options) -> ApexBundle {
    let class_name = view.class.name.to_string();
    let mut files = class_files(&class_name, text_of(&view.class), options);
    for part in &view.parts {
        files.extend(class_files(part.name.as_str(), text_of(part), options));
    }
    files.extend(class_files(view.test.name.as_str(), text_of(&view.test), options));
    for test in &view.rules_tests {
        files.extend(class_files(test.name.as_str(), text_of(test), options));
    }
    ApexBundle { class_name, files }
}

/// A class and its metadata.
pub(crate) fn class_files(name: &str, text: String, options: &Options) -> Vec<ApexFile> {
    let path = format!("{CLASSES_DIR}/{name}.cls");
    let meta = text_of(&Meta { api_version: options.api_version });
    let text = if options.packaged { exposed(&text) } else { text };
    vec![ApexFile { path: path.clone(), text }, ApexFile { path: format!("{path}-meta.xml"), text: meta }]
}

#[derive(Debug, Template)]
#[template(path = "meta.xml.txt")]
struct Meta {
    api_version: ApiVersion,
}

/// A file template loses its last line break; every file gets exactly one.
pub(crate) fn text_of(template: &impl Template) -> String {
    let mut text = String::new();
    // Writing to a string cannot fail, and neither can the Display of a token.
    let written = template.render_into(&mut text);
    debug_assert!(written.is_ok());
    text.push('\n');
    text
}
