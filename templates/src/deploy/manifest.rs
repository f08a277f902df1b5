//! Maps files to the metadata components they belong to, and renders `package.xml`.

use std::collections::{BTreeMap, BTreeSet};

use askama::Template;

use crate::options::ApiVersion;
use crate::runtime::runtime_labels;
use crate::tokens::XmlText;
use planwright_apex::source_file;

/// Component of the Metadata API: its type and its full name.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Component {
    /// Metadata type, such as `ApexClass`.
    pub kind: &'static str,
    /// Full name, such as `DynamicAction_CloseCase`.
    pub name: String,
}

/// Full names by metadata type.
pub type Components = BTreeMap<String, BTreeSet<String>>;

/// Returns the component that a file of a package directory belongs to, according to the source format layout.
pub fn component_of(path: &str) -> Option<Component> {
    let parts: Vec<&str> = path.split('/').collect();
    let named = |kind, name: &str| Some(Component { kind, name: name.to_owned() });
    match parts.as_slice() {
        [.., "classes", file] => {
            let file = file.strip_suffix("-meta.xml").unwrap_or(file);
            named("ApexClass", file.strip_suffix(".cls")?)
        }
        [.., "labels", file] if file.ends_with(".labels-meta.xml") => named("CustomLabels", "CustomLabels"),
        [.., "customPermissions", file] => named("CustomPermission", file.strip_suffix(".customPermission-meta.xml")?),
        [.., "permissionsets", file] => named("PermissionSet", file.strip_suffix(".permissionset-meta.xml")?),
        [.., "objects", object, "fields", file] => {
            named("CustomField", &format!("{object}.{}", file.strip_suffix(".field-meta.xml")?))
        }
        [.., "objects", object, file] if file.ends_with(".object-meta.xml") => named("CustomObject", object),
        _ => {
            let at = parts.iter().rposition(|part| *part == "genAiFunctions")?;
            named("GenAiFunction", parts.get(at + 1)?)
        }
    }
}

/// Returns all components in a file of a package directory. A file of custom labels has one for each label.
pub fn components_in(path: &str) -> Vec<Component> {
    let labels = runtime_labels(path).map(|name| Component { kind: "CustomLabel", name: name.to_owned() });
    let labels: Vec<_> = labels.collect();
    if labels.is_empty() { component_of(path).into_iter().collect() } else { labels }
}

/// Renders a sorted manifest. It may be empty: a deployment that only deletes components needs an empty manifest.
pub fn package_xml(components: &Components, api_version: ApiVersion) -> String {
    let groups = components.iter().filter(|(_, members)| !members.is_empty()).map(|(kind, members)| Group {
        name: XmlText::new(kind),
        members: members.iter().map(|member| XmlText::new(member)).collect(),
    });
    source_file(&Package { groups: groups.collect(), api_version })
}

#[derive(Debug, Template)]
#[template(path = "deploy/package.xml.txt")]
struct Package {
    groups: Vec<Group>,
    api_version: ApiVersion,
}

#[derive(Debug)]
struct Group {
    name: XmlText,
    members: Vec<XmlText>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_belong_to_components() {
        let cases = [
            ("main/default/classes/A.cls", "ApexClass", "A"),
            ("main/default/classes/A.cls-meta.xml", "ApexClass", "A"),
            ("main/default/labels/L.labels-meta.xml", "CustomLabels", "CustomLabels"),
            ("main/default/customPermissions/P.customPermission-meta.xml", "CustomPermission", "P"),
            ("main/default/permissionsets/P.permissionset-meta.xml", "PermissionSet", "P"),
            ("main/default/genAiFunctions/F/F.genAiFunction-meta.xml", "GenAiFunction", "F"),
            ("main/default/genAiFunctions/F/input/schema.json", "GenAiFunction", "F"),
            ("main/default/objects/O__c/O__c.object-meta.xml", "CustomObject", "O__c"),
            ("main/default/objects/O__c/fields/F__c.field-meta.xml", "CustomField", "O__c.F__c"),
        ];
        for (path, kind, name) in cases {
            assert_eq!(component_of(path), Some(Component { kind, name: name.to_owned() }), "{path}");
        }
        assert_eq!(component_of("main/default/classes/notes.txt"), None);
    }

    #[test]
    fn a_manifest_may_be_empty() {
        let text = package_xml(&Components::new(), ApiVersion::default());
        assert!(!text.contains("<types>") && text.contains("<version>65.0</version>"), "{text}");
    }
}
