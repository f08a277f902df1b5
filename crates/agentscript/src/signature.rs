//! Index of the invocable classes of a project, with their inputs and outputs.

use std::collections::BTreeMap;

use planwright_contracts::action_blueprint::names::same;

use super::apex::{InvocableClass, InvocableEntry, InvocableWrapper, read_class};
use super::types::generic;

/// Classes of a project.
pub(crate) struct ProjectClasses {
    /// Classes by lowercase name, with the path of their file.
    classes: BTreeMap<String, (String, InvocableClass)>,
}

/// Class of an action, with its input and output classes.
pub(crate) struct ActionSignature<'c> {
    pub class: &'c InvocableClass,
    pub method: &'c InvocableEntry,
    pub request: &'c InvocableWrapper,
    pub response: &'c InvocableWrapper,
}

impl ProjectClasses {
    /// Parses files given as path and content. Files without a class are ignored.
    pub(crate) fn from_files(files: &[(String, String)]) -> Self {
        let read = |(path, text): &(String, String)| {
            let class = read_class(text)?;
            Some((class.name.to_ascii_lowercase(), (path.clone(), class)))
        };
        Self { classes: files.iter().filter_map(read).collect() }
    }

    /// Returns the class with this name, ignoring case.
    pub(crate) fn class(&self, name: &str) -> Option<&InvocableClass> {
        self.classes.get(&name.to_ascii_lowercase()).map(|(_, class)| class)
    }

    /// Returns the file of the class with this name.
    pub(crate) fn path(&self, name: &str) -> Option<&str> {
        self.classes.get(&name.to_ascii_lowercase()).map(|(path, _)| path.as_str())
    }

    /// Returns the names of the classes with an invocable method, sorted.
    pub(crate) fn invocable(&self) -> impl Iterator<Item = &str> {
        let all = self.classes.values().map(|(_, class)| class);
        all.filter(|class| !class.methods.is_empty()).map(|class| class.name.as_str())
    }

    /// Returns the signature of a class, if the platform accepts it as an action.
    pub(crate) fn signature(&self, name: &str) -> Option<ActionSignature<'_>> {
        let class = self.class(name)?;
        let [method] = &class.methods[..] else { return None };
        let (request, response) = (self.wrapper(class, method.takes.first()?)?, self.wrapper(class, &method.returns)?);
        Some(ActionSignature { class, method, request, response })
    }

    /// Returns the class of the elements of a list type.
    fn wrapper<'c>(&'c self, class: &'c InvocableClass, list: &str) -> Option<&'c InvocableWrapper> {
        let element = generic(list, "List")?;
        let found = class.wrapper(element).or_else(|| {
            let (outer, inner) = element.split_once('.').unwrap_or((element, element));
            self.class(outer)?.wrapper(inner)
        });
        found.filter(|wrapper| !wrapper.fields.is_empty())
    }

    /// Returns whether a type such as `@apexClassType/c__Outer$Inner` is a class of the project.
    pub(crate) fn has_type(&self, complex: &str) -> bool {
        let Some(name) = complex.strip_prefix("@apexClassType/") else { return false };
        let name = name.split_once("__").map_or(name, |(_, name)| name);
        let (outer, inner) = name.split_once('$').unwrap_or((name, name));
        self.class(outer).is_some_and(|class| class.wrapper(inner).is_some())
    }
}

/// Removes the namespace of the project from the name of a class.
///
/// Flows and metadata write `acme__Orders`, Apex writes `acme.Orders`. Other namespaces are kept, because their classes
/// do not belong to the project.
pub(crate) fn local_name<'n>(name: &'n str, namespace: Option<&str>) -> &'n str {
    let Some(namespace) = namespace else { return name };
    let is_own = name.get(..namespace.len()).is_some_and(|start| same(start, namespace));
    let rest = if is_own { &name[namespace.len()..] } else { return name };
    rest.strip_prefix("__").or_else(|| rest.strip_prefix('.')).filter(|class| !class.is_empty()).unwrap_or(name)
}

/// Returns the class name of an Apex target, or `None` for targets of other kinds.
pub(crate) fn apex_target(target: &str) -> Option<&str> {
    let scheme = target.split(':').next().unwrap_or_default();
    (same(scheme, "apex")).then(|| target.strip_prefix("apex://").unwrap_or_default())
}
