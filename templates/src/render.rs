//! Prints views as files.

use askama::Template;
use planwright_apex::source_file;

use crate::exposed::exposed;
use crate::options::{ApiVersion, Options};
use crate::view::ActionView;

/// Folder of classes inside a package directory such as `force-app`.
pub const CLASSES_DIR: &str = "main/default/classes";

/// Folder of all metadata inside a package directory.
pub const METADATA_DIR: &str = "main/default";

/// File to write.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct ApexFile {
    /// Path relative to the package directory, separated by `/`.
    pub path: String,
    /// Content. Every line ends with `\n`, including the last.
    pub text: String,
}

/// All files of one action.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ApexBundle {
    /// Name of the main class of the action.
    pub class_name: String,
    /// Two files per class: the class and its metadata. The order is: the main class, the test classes.
    pub files: Vec<ApexFile>,
}

/// Renders all files of an action.
pub fn render(view: &ActionView, options: &Options) -> ApexBundle {
    let class_name = view.class.name.to_string();
    let mut files = class_files(&class_name, source_file(&view.class), options);
    files.extend(class_files(view.test.name.as_str(), source_file(&view.test), options));
    for test in &view.rules_tests {
        files.extend(class_files(test.name.as_str(), source_file(test), options));
    }
    ApexBundle { class_name, files }
}

/// Returns the files of a class: its source and its metadata.
pub(crate) fn class_files(name: &str, text: String, options: &Options) -> Vec<ApexFile> {
    let path = format!("{CLASSES_DIR}/{name}.cls");
    let meta = source_file(&Meta { api_version: options.api_version });
    let text = if options.packaged { exposed(&text) } else { text };
    vec![ApexFile { path: path.clone(), text }, ApexFile { path: format!("{path}-meta.xml"), text: meta }]
}

#[derive(Debug, Template)]
#[template(path = "meta.xml.txt")]
struct Meta {
    api_version: ApiVersion,
}
