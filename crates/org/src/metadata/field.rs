//! Reads a `CustomField`.

use planwright_check::{Diagnostic, codes};
use planwright_contracts::action_blueprint::find_field;
use planwright_contracts::action_blueprint::names::same;
use planwright_generated::action_blueprint::FieldSnapshot;
use planwright_runtime::Maybe;
use roxmltree::Node;

use super::picklist::{self, Picklist, ValueSets};
use super::system::{self, Access, plain};
use super::values::{flag, number};
use crate::codes::{FIELD_TYPE_UNKNOWN, INVALID_IDENTIFIER, NAME_MISMATCH};
use crate::names::{is_api_name, is_standard};
use crate::standard_objects;
use crate::xml;

/// Returns the field that a file or an element of an object's file describes, with its component fields. The list is
/// empty after an error.
pub(super) fn read_field(
    object: &str,
    file_name: Option<&str>,
    node: Node<'_, '_>,
    sets: &ValueSets,
    found: &mut Vec<Diagnostic>,
) -> Vec<FieldSnapshot> {
    let Some(name) = name(file_name, node, found) else { return Vec::new() };
    let picklist = picklist::read_picklist(node, sets, found);
    let known = is_standard(&name).then(|| known(object, &name)).flatten();
    let mut field = match known {
        Some(known) => overlay(known, node, picklist, found),
        None => match xml::content(node, "type") {
            Some(type_) => described(&name, type_, node, picklist, found),
            None if is_standard(&name) => {
                let message = format!("{object}.{name} has no type here, and the built-in slice does not know it");
                let help = "import the describe of the object for its type; until then its values are not checked";
                found.push(xml::warning(FIELD_TYPE_UNKNOWN, node, message, help));
                plain(&name, None, "anytype", true, Access::Write)
            }
            None => {
                let message = format!("{object}.{name} has no type");
                found.push(xml::error(codes::MISSING_FIELD, node, message, "retrieve the metadata again"));
                return Vec::new();
            }
        },
    };
    if let Some(label) = xml::content(node, "label") {
        field.label = Some(label.to_owned());
    }
    let parts = parts(&field);
    std::iter::once(field).chain(parts).collect()
}

fn name(file_name: Option<&str>, node: Node<'_, '_>, found: &mut Vec<Diagnostic>) -> Option<String> {
    let element = xml::child(node, "fullName");
    let full = xml::content(node, "fullName");
    let Some(name) = full.or(file_name) else {
        let message = "a field without a fullName".to_owned();
        found.push(xml::error(codes::MISSING_FIELD, node, message, "retrieve the metadata again"));
        return None;
    };
    let place = element.unwrap_or(node);
    if !is_api_name(name) {
        let message = format!("{name:?} is not an API name: a letter, then letters, digits and underscores");
        found.push(xml::error(INVALID_IDENTIFIER, place, message, "write the API name of the field"));
        return None;
    }
    if let Some(file_name) = file_name.filter(|file_name| !same(file_name, name)) {
        let message = format!("the field is called {name}, its file {file_name}");
        found.push(xml::error(NAME_MISMATCH, place, message, "give file and field one name"));
        return None;
    }
    Some(name.to_owned())
}

/// Returns a standard field from the built-in subset, or a system field.
fn known(object: &str, name: &str) -> Option<FieldSnapshot> {
    let slice = standard_objects().objects.get(object).and_then(|object| find_field(object, name));
    slice.cloned().or_else(|| system::field(name))
}

/// Applies metadata to a standard field. Metadata can change its values and whether it may be empty.
fn overlay(
    mut field: FieldSnapshot,
    node: Node<'_, '_>,
    picklist: Option<Picklist>,
    found: &mut Vec<Diagnostic>,
) -> FieldSnapshot {
    if flag(node, "required", found) {
        field.nillable = false;
    }
    if let Some(picklist) = picklist {
        set_picklist(&mut field, picklist);
    }
    field
}

/// Returns a field that its metadata describes completely.
fn described(
    name: &str,
    type_: &str,
    node: Node<'_, '_>,
    picklist: Option<Picklist>,
    found: &mut Vec<Diagnostic>,
) -> FieldSnapshot {
    let required = flag(node, "required", found);
    let external = flag(node, "externalId", found);
    let formula = xml::child(node, "formula").is_some() || type_ == "Summary";
    let reparentable = flag(node, "reparentableMasterDetail", found);
    let (length, precision, scale) =
        (number(node, "length", found), number(node, "precision", found), number(node, "scale", found));
    let described = describe_type(type_);
    if described == "anytype" {
        let place = xml::child(node, "type").unwrap_or(node);
        let message = format!("{type_:?} is not a type of field that is known here");
        found.push(xml::warning(FIELD_TYPE_UNKNOWN, place, message, "its values are not checked"));
    }
    let is_compound = matches!(described, "location" | "address");
    let is_auto = type_ == "AutoNumber";
    let is_detail = type_ == "MasterDetail";
    let access = if formula || is_auto || is_compound { Access::Read } else { Access::Write };
    let mut field = plain(name, None, described, true, access);
    let defaulted = xml::content(node, "defaultValue").is_some();
    field.nillable = !(required || is_detail || described == "boolean");
    field.defaulted = (required && defaulted).then_some(true);
    field.updateable &= !is_detail || reparentable;
    field.calculated = Some(formula);
    field.auto_number = Some(is_auto);
    field.external_id = Some(external);
    field.id_lookup = Some(external);
    field.reference_to = xml::content(node, "referenceTo").map(|to| vec![to.to_owned()]);
    match described {
        "double" | "currency" | "percent" => (field.precision, field.scale) = (precision, scale),
        "location" => field.scale = scale,
        _ => field.length = length.or_else(|| usual_length(type_)),
    }
    if let Some(picklist) = picklist {
        set_picklist(&mut field, picklist);
    }
    field
}

/// Returns the fixed length of a type.
fn usual_length(type_: &str) -> Option<u64> {
    match type_ {
        "Email" => Some(80),
        "Phone" => Some(40),
        "TextArea" | "Url" => Some(255),
        _ => None,
    }
}

/// Sets the picklist values of a field. A default value makes the field `defaulted`.
fn set_picklist(field: &mut FieldSnapshot, picklist: Picklist) {
    // Without known values, a restriction could not be checked.
    let Some(values) = picklist.values else { return };
    field.picklist_values = values.active;
    field.restricted_picklist = Some(picklist.restricted);
    if values.has_default && !field.nillable {
        field.defaulted = Some(true);
    }
}

/// Returns describe's name of a metadata type.
fn describe_type(type_: &str) -> &'static str {
    match type_ {
        "Text" | "AutoNumber" => "string",
        "TextArea" | "LongTextArea" | "Html" => "textarea",
        "Number" | "Summary" => "double",
        "Currency" => "currency",
        "Percent" => "percent",
        "Checkbox" => "boolean",
        "Date" => "date",
        "DateTime" => "datetime",
        "Time" => "time",
        "Email" => "email",
        "Phone" => "phone",
        "Url" => "url",
        "Picklist" => "picklist",
        "MultiselectPicklist" => "multipicklist",
        "Lookup" | "MasterDetail" | "Hierarchy" | "ExternalLookup" | "IndirectLookup" | "MetadataRelationship" => {
            "reference"
        }
        "EncryptedText" => "encryptedstring",
        "Location" => "location",
        "Address" => "address",
        _ => "anytype",
    }
}

/// Returns the component fields of a location or an address, which are set instead of the field itself.
fn parts(field: &FieldSnapshot) -> Vec<FieldSnapshot> {
    let Some(stem) = field.api_name.strip_suffix("__c") else { return Vec::new() };
    let names: &[(&str, &str)] = match field.type_.as_str() {
        "Location" => &[("Latitude", "double"), ("Longitude", "double")],
        "Address" => &[
            ("City", "string"),
            ("CountryCode", "picklist"),
            ("Latitude", "double"),
            ("Longitude", "double"),
            ("PostalCode", "string"),
            ("StateCode", "picklist"),
            ("Street", "textarea"),
        ],
        _ => return Vec::new(),
    };
    let part = |&(name, described): &(&str, &str)| FieldSnapshot {
        compound_field_name: Maybe::Value(field.api_name.clone()),
        scale: field.scale.filter(|_| described == "double"),
        ..plain(&format!("{stem}__{name}__s"), None, described, true, Access::Write)
    };
    names.iter().map(part).collect()
}
