//! Combines the files of an object.

use std::collections::BTreeMap;

use planwright_check::Diagnostic;
use planwright_contracts::action_blueprint::is_managed;
use planwright_generated::action_blueprint::{FieldSnapshot, ObjectSnapshot};
use planwright_runtime::Maybe;
use roxmltree::Node;

use super::system::{self, Access, plain};
use crate::codes::STANDARD_OBJECT_UNKNOWN;
use crate::diff::{ChangeKind, field_changes};
use crate::names::{is_standard, key, never_updated, system_fields};
use crate::part::{Found, Origin, Part};
use crate::standard_objects;
use crate::xml;

/// Object, as described by the files read so far.
#[allow(clippy::struct_excessive_bools, reason = "each is one fact of the files")]
pub(super) struct Draft {
    /// First location of the object.
    origin: Origin,
    label: Option<String>,
    name_label: Option<String>,
    name_is_auto_number: bool,
    pub has_record_types: bool,
    /// True if a file describes the object itself, not only one of its fields.
    is_defined: bool,
    /// True if the object is a custom setting, whose records belong to the org, a profile or a user.
    is_custom_setting: bool,
    /// True if the object has a master-detail field. Such an object has no owner field.
    pub is_detail: bool,
    fields: BTreeMap<String, (FieldSnapshot, Origin)>,
}

impl Draft {
    pub(super) fn new(name: &str, file: usize, node: Node<'_, '_>) -> Self {
        let origin = origin(file, node);
        let known = standard_objects().objects.get(name).map(|object| object.label.clone());
        Self {
            origin,
            label: known.flatten(),
            name_label: None,
            name_is_auto_number: false,
            has_record_types: false,
            is_defined: false,
            is_custom_setting: false,
            is_detail: false,
            fields: BTreeMap::new(),
        }
    }

    /// Reads the properties of the object itself from `CustomObject`.
    pub(super) fn describe(&mut self, root: Node<'_, '_>) {
        self.is_defined = true;
        self.is_custom_setting |= xml::child(root, "customSettingsType").is_some();
        self.label = xml::content(root, "label").map(str::to_owned).or_else(|| self.label.take());
        if let Some(name) = xml::child(root, "nameField") {
            self.name_label = xml::content(name, "label").map(str::to_owned);
            self.name_is_auto_number = xml::content(name, "type") == Some("AutoNumber");
        }
    }

    /// Adds a field. A later definition replaces an earlier one. The return value contains the earlier file and the
    /// differences.
    pub(super) fn add(
        &mut self,
        field: FieldSnapshot,
        file: usize,
        node: Node<'_, '_>,
    ) -> Option<(usize, Vec<ChangeKind>, Origin)> {
        let known = key(&self.fields, &field.api_name).cloned();
        let before = known.and_then(|known| self.fields.remove(&known));
        let place = origin(file, node);
        let changes = before.map(|(before, origin)| (origin.file, field_changes(&before, &field)));
        self.fields.insert(field.api_name.clone(), (field, place.clone()));
        changes.filter(|(_, changes)| !changes.is_empty()).map(|(earlier, changes)| (earlier, changes, place))
    }
}

fn origin(file: usize, node: Node<'_, '_>) -> Origin {
    Origin { file, at: xml::path(node), span: Some(xml::span(node)) }
}

/// Adds the implicit parts of all objects, and combines them to a part.
pub(super) fn finish(mut drafts: BTreeMap<String, Draft>, found: &mut Found) -> Part {
    share_activities(&mut drafts);
    let mut part = Part::default();
    part.snapshot.partial = Some(true);
    for (name, draft) in drafts {
        if is_standard(&name) && !standard_objects().objects.contains_key(&name) {
            let message = format!("{name} is not in the built-in slice: its standard fields are not known");
            let warning = Diagnostic::warning(STANDARD_OBJECT_UNKNOWN, draft.origin.at.clone(), message)
                .with_help(format!("import `sf sobject describe --json -s {name}` before this folder"));
            found.add(draft.origin.file, [Diagnostic { span: draft.origin.span.clone(), ..warning }]);
        }
        for (field, (_, origin)) in &draft.fields {
            part.locate(&name, field, origin.clone());
        }
        let object = complete(&name, draft);
        part.snapshot.objects.insert(name, object);
    }
    add_relationships(&mut part);
    part
}

/// Copies the custom fields of Activity to tasks and events.
fn share_activities(drafts: &mut BTreeMap<String, Draft>) {
    let Some(activity) = drafts.remove("Activity") else { return };
    for name in ["Task", "Event"] {
        let draft = drafts.entry(name.to_owned()).or_insert_with(|| Draft {
            origin: activity.origin.clone(),
            label: Some(name.to_owned()),
            name_label: None,
            name_is_auto_number: false,
            has_record_types: false,
            is_defined: false,
            is_custom_setting: false,
            is_detail: false,
            fields: BTreeMap::new(),
        });
        for (field, said) in &activity.fields {
            draft.fields.entry(field.clone()).or_insert_with(|| said.clone());
        }
    }
}

fn complete(name: &str, draft: Draft) -> ObjectSnapshot {
    let is_whole = draft.is_defined && !is_standard(name) && !is_managed(name);
    let mut object = ObjectSnapshot {
        api_name: name.to_owned(),
        child_relationships: Vec::new(),
        createable: (!is_standard(name)).then(|| !["__mdt", "__b"].iter().any(|suffix| name.ends_with(suffix))),
        fields: BTreeMap::new(),
        key_prefix: Maybe::Absent,
        label: draft.label,
        partial: (!is_whole).then_some(true),
        updateable: (!is_standard(name)).then(|| !never_updated(name)),
    };
    let given: Vec<FieldSnapshot> = if name.ends_with("__mdt") {
        ["DeveloperName", "MasterLabel"].map(|name| plain(name, None, "string", false, Access::Read)).to_vec()
    } else if name.ends_with("__e") {
        vec![plain("ReplayId", None, "string", true, Access::Read)]
    } else if name.ends_with("__x") {
        ["DisplayUrl", "ExternalId"].map(|name| plain(name, None, "string", true, Access::Write)).to_vec()
    } else if name.ends_with("__b") || is_standard(name) {
        Vec::new()
    } else {
        let auto = draft.name_is_auto_number;
        let access = if auto { Access::Read } else { Access::Write };
        let label = draft.name_label.as_deref();
        let length = Some(80);
        let (id_lookup, auto_number) = (Some(true), Some(auto));
        let mut given =
            vec![FieldSnapshot { id_lookup, auto_number, length, ..plain("Name", label, "string", true, access) }];
        if draft.is_custom_setting {
            given.extend(system::field("SetupOwnerId"));
        } else if !draft.is_detail {
            given.extend(system::field("OwnerId"));
        }
        given
    };
    let record_type = draft.has_record_types.then(|| system::field("RecordTypeId")).flatten();
    let system = system_fields(name).iter().filter_map(|name| system::field(name));
    for field in given.into_iter().chain(record_type).chain(system) {
        object.fields.entry(field.api_name.clone()).or_insert(field);
    }
    let is_custom_setting = draft.is_custom_setting;
    object.fields.extend(draft.fields.into_iter().map(|(name, (mut field, _))| {
        // Access to a custom setting is granted as a whole.
        field.permissionable = field.permissionable.or(is_custom_setting.then_some(false));
        (name, field)
    }));
    object
}

/// Adds a relationship to the target of each reference.
fn add_relationships(part: &mut Part) {
    let objects = &part.snapshot.objects;
    let mut relationships: Vec<(String, String)> = Vec::new();
    for (child, object) in objects {
        let custom = object.fields.values().filter(|field| !is_standard(&field.api_name));
        for field in custom {
            for parent in field.reference_to.iter().flatten() {
                relationships.push((parent.clone(), format!("{child}.{}", field.api_name)));
            }
        }
    }
    for (parent, relationship) in relationships {
        if let Some(object) = part.snapshot.objects.get_mut(&parent)
            && !object.child_relationships.contains(&relationship)
        {
            object.child_relationships.push(relationship);
        }
    }
}
