//! Parses the output of `sf sobject describe --json`, with or without the wrapper of status and result.

use planwright_check::Diagnostic;
use planwright_contracts::action_blueprint::names::same;
use planwright_generated::action_blueprint::{FieldSnapshot, ObjectSnapshot};
use planwright_source::Pointer;
use serde_json::{Map, Value};

use super::codes::{DESCRIBE_FAILED, INVALID_IDENTIFIER};
use super::names::{is_api_name, is_picklist, type_name};
use super::part::{Found, Origin, Part, missing, mistyped};

/// Parses one describe.
pub(super) fn read_describe(file: usize, value: &Value, found: &mut Found) -> Part {
    let mut reader = Reader { found: Vec::new() };
    let part = reader.describe(file, value).unwrap_or_default();
    let refused = reader.found.iter().any(Diagnostic::is_error);
    found.add(file, reader.found);
    if refused { Part::default() } else { part }
}

/// Collects errors while it parses.
struct Reader {
    found: Vec<Diagnostic>,
}

impl Reader {
    fn describe(&mut self, file: usize, value: &Value) -> Option<Part> {
        let root = Pointer::root();
        let wrapper = self.object(value, &root)?;
        if let Some(error) = failure(wrapper) {
            self.found.push(error);
            return None;
        }
        let (result, base) = match wrapper.get("result") {
            Some(result) => (result, root.member("result")),
            None if wrapper.contains_key("status") && !wrapper.contains_key("fields") => {
                self.found.push(missing(&root, "result"));
                return None;
            }
            None => (value, root),
        };
        let described = self.object(result, &base)?;
        let name = self.name(described, &base);
        let fields = self.required(described, &base, "fields");
        let fields = fields.and_then(|fields| self.array(fields, &base.member("fields")));
        // Continue without a name, so that all errors are reported at once.
        let name = name.unwrap_or_default();
        let mut object = ObjectSnapshot {
            api_name: name.clone(),
            child_relationships: self.children(described, &base),
            createable: self.flag(described, &base, "createable"),
            fields: std::collections::BTreeMap::new(),
            key_prefix: self.text(described, &base, "keyPrefix").into(),
            label: self.text(described, &base, "label"),
            partial: None,
            updateable: self.flag(described, &base, "updateable"),
        };
        let mut part = Part { version: version(described, file, &base), ..Part::default() };
        for (index, field) in fields.into_iter().flatten().enumerate() {
            let at = base.member("fields").index(index);
            if let Some(field) = self.field(field, &at) {
                part.locate(&name, &field.api_name, Origin { file, at, span: None });
                object.fields.insert(field.api_name.clone(), field);
            }
        }
        part.snapshot.objects.insert(name, object);
        Some(part)
    }

    fn field(&mut self, value: &Value, at: &Pointer) -> Option<FieldSnapshot> {
        let described = self.object(value, at)?;
        let name = self.name(described, at);
        let type_ = self.required(described, at, "type").and_then(|value| self.string(value, &at.member("type")));
        let [nillable, createable, updateable] = ["nillable", "createable", "updateable"].map(|member| {
            self.required(described, at, member).and_then(|value| self.boolean(value, &at.member(member)))
        });
        let (type_, createable) = (type_name(&type_?), createable?);
        // A Boolean is never empty. For a field that nobody can set, a default has no effect.
        let defaulted =
            self.flag(described, at, "defaultedOnCreate") == Some(true) && createable && !same(&type_, "Boolean");
        let values = self.values(described, at);
        let restricted = self.flag(described, at, "restrictedPicklist");
        let (precision, scale) = (self.number(described, at, "precision"), self.number(described, at, "scale"));
        Some(FieldSnapshot {
            api_name: name?,
            auto_number: self.flag(described, at, "autoNumber"),
            calculated: self.flag(described, at, "calculated"),
            compound_field_name: self.text(described, at, "compoundFieldName").into(),
            createable,
            defaulted: defaulted.then_some(true),
            external_id: self.flag(described, at, "externalId"),
            id_lookup: self.flag(described, at, "idLookup"),
            label: self.text(described, at, "label"),
            length: self.number(described, at, "length").filter(|&length| length > 0),
            nillable: nillable?,
            permissionable: self.flag(described, at, "permissionable"),
            picklist_values: values,
            precision: precision.filter(|&digits| digits > 0),
            reference_to: self.strings(described, at, "referenceTo").filter(|names| !names.is_empty()),
            restricted_picklist: restricted.filter(|_| is_picklist(&type_)),
            scale: scale.filter(|_| precision > Some(0)),
            type_,
            updateable: updateable?,
        })
    }

    /// Returns the active values of a picklist, in order.
    fn values(&mut self, described: &Map<String, Value>, at: &Pointer) -> Vec<String> {
        let at = at.member("picklistValues");
        let Some(values) = non_null(described, "picklistValues").and_then(|values| self.array(values, &at)) else {
            return Vec::new();
        };
        let mut active = Vec::new();
        for (index, value) in values.iter().enumerate() {
            let at = at.index(index);
            let Some(value) = self.object(value, &at) else { continue };
            if self.flag(value, &at, "active") == Some(false) {
                continue;
            }
            let text = self.required(value, &at, "value").and_then(|text| self.string(text, &at.member("value")));
            active.extend(text);
        }
        active
    }

    /// Returns `childSObject.field` for every relationship that has a field.
    fn children(&mut self, described: &Map<String, Value>, base: &Pointer) -> Vec<String> {
        let at = base.member("childRelationships");
        let Some(all) = non_null(described, "childRelationships").and_then(|all| self.array(all, &at)) else {
            return Vec::new();
        };
        let mut children = Vec::new();
        for (index, child) in all.iter().enumerate() {
            let at = at.index(index);
            let Some(child) = self.object(child, &at) else { continue };
            let (object, field) = (self.text(child, &at, "childSObject"), self.text(child, &at, "field"));
            if let (Some(object), Some(field)) = (object, field) {
                let name = format!("{object}.{field}");
                if !children.contains(&name) {
                    children.push(name);
                }
            }
        }
        children
    }

    fn name(&mut self, described: &Map<String, Value>, at: &Pointer) -> Option<String> {
        let name = self.required(described, at, "name")?;
        let at = at.member("name");
        let name = self.string(name, &at)?;
        if is_api_name(&name) {
            return Some(name);
        }
        let message = format!("{name:?} is not an API name: a letter, then letters, digits and underscores");
        self.found.push(Diagnostic::error(INVALID_IDENTIFIER, at, message).with_help("describe the object again"));
        None
    }

    fn required<'v>(&mut self, described: &'v Map<String, Value>, at: &Pointer, member: &str) -> Option<&'v Value> {
        let value = described.get(member);
        if value.is_none() {
            self.found.push(missing(at, member));
        }
        value
    }

    fn object<'v>(&mut self, value: &'v Value, at: &Pointer) -> Option<&'v Map<String, Value>> {
        self.expect(value, value.as_object(), at, "an object")
    }

    fn array<'v>(&mut self, value: &'v Value, at: &Pointer) -> Option<&'v Vec<Value>> {
        self.expect(value, value.as_array(), at, "an array")
    }

    fn string(&mut self, value: &Value, at: &Pointer) -> Option<String> {
        self.expect(value, value.as_str().map(str::to_owned), at, "a string")
    }

    fn boolean(&mut self, value: &Value, at: &Pointer) -> Option<bool> {
        self.expect(value, value.as_bool(), at, "a boolean")
    }

    fn flag(&mut self, described: &Map<String, Value>, at: &Pointer, member: &str) -> Option<bool> {
        non_null(described, member).and_then(|value| self.boolean(value, &at.member(member)))
    }

    fn text(&mut self, described: &Map<String, Value>, at: &Pointer, member: &str) -> Option<String> {
        non_null(described, member).and_then(|value| self.string(value, &at.member(member)))
    }

    fn number(&mut self, described: &Map<String, Value>, at: &Pointer, member: &str) -> Option<u64> {
        let value = non_null(described, member)?;
        self.expect(value, value.as_u64(), &at.member(member), "a number from 0 up")
    }

    fn strings(&mut self, described: &Map<String, Value>, at: &Pointer, member: &str) -> Option<Vec<String>> {
        let at = at.member(member);
        let all = non_null(described, member).and_then(|all| self.array(all, &at))?;
        Some(all.iter().enumerate().filter_map(|(index, one)| self.string(one, &at.index(index))).collect())
    }

    fn expect<T>(&mut self, value: &Value, read: Option<T>, at: &Pointer, wanted: &str) -> Option<T> {
        if read.is_none() {
            self.found.push(mistyped(at.clone(), value, wanted));
        }
        read
    }
}

/// Returns a property that is present and not null.
fn non_null<'v>(described: &'v Map<String, Value>, member: &str) -> Option<&'v Value> {
    described.get(member).filter(|value| !value.is_null())
}

/// Returns the error in a wrapper that contains an error of the org.
fn failure(wrapper: &Map<String, Value>) -> Option<Diagnostic> {
    let status = wrapper.get("status").filter(|status| status.as_u64() != Some(0))?;
    let at = Pointer::root().member("status");
    if !status.is_number() {
        return Some(mistyped(at, status, "a number"));
    }
    let text = |member: &str| wrapper.get(member).and_then(Value::as_str).map(str::trim);
    let said = match (text("name").or_else(|| text("errorCode")), text("message")) {
        (Some(name), Some(message)) => format!("{name}: {message}"),
        (Some(words), None) | (None, Some(words)) => words.to_owned(),
        (None, None) => "no reason is given".to_owned(),
    };
    let message = format!("the describe failed with status {status}: {said}");
    let help = "describe the object as a user who can see it, and import that";
    Some(Diagnostic::error(DESCRIBE_FAILED, at, message).with_help(help))
}

/// Returns the API version in the URLs that a describe lists.
fn version(described: &Map<String, Value>, file: usize, base: &Pointer) -> Option<(String, Origin)> {
    let address = described.get("urls")?.get("describe")?.as_str()?;
    let version = address.split("/data/v").nth(1)?.split('/').next()?;
    let at = base.member("urls").member("describe");
    Some((version.to_owned(), Origin { file, at, span: None }))
}
