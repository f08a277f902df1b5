//! Reads the metadata in a repository, without access to an org.
//!
//! Both formats are supported:
//!
//! - Source format: `objects/<Name>/<Name>.object-meta.xml` and `objects/<Name>/fields/<Field>.field-meta.xml`, with
//!   record types and global value sets in separate files.
//! - Metadata format: `objects/<Name>.object`, which contains everything.
//!
//! Metadata only contains what somebody has configured, so the snapshot is partial. A standard field with a file starts
//! with the properties of the built-in subset. Every object gets its system fields.

mod field;
mod object;
mod picklist;
mod system;
mod values;

use std::collections::BTreeMap;

use planwright_check::Diagnostic;
use planwright_source::Pointer;
use roxmltree::{Document, Node};

use super::codes::{INVALID_IDENTIFIER, METADATA_PATH, NOT_AN_ORG_FILE};
use super::names::is_api_name;
use super::part::{Found, Part, disagreement};
use super::xml;
use object::Draft;
use picklist::ValueSets;

/// Metadata file: its index, path and bytes.
pub(super) type File<'f> = (usize, &'f str, &'f [u8]);

/// Kind of a file, according to its path.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum MetadataFile<'f> {
    ValueSet { name: &'f str },
    Object { name: &'f str },
    RecordType { object: &'f str },
    Field { object: &'f str, name: &'f str },
}

/// Reads all metadata files into one part.
pub(super) fn read_metadata(files: &[File<'_>], found: &mut Found) -> Part {
    let mut kinds = Vec::new();
    for &(index, path, bytes) in files {
        match kind(path) {
            Ok(kind) => kinds.push((kind, index, bytes)),
            Err(error) => found.add(index, [error]),
        }
    }
    // Read value sets first, because fields use their values.
    kinds.sort_by_key(|&(kind, index, _)| (kind, index));
    let mut reading = Reading { files, sets: ValueSets::new(), drafts: BTreeMap::new() };
    for (kind, index, bytes) in kinds {
        let said = xml::text(bytes).and_then(|text| {
            let document = xml::parse(text)?;
            Ok(reading.file(kind, index, &document))
        });
        match said {
            Ok(said) => found.add(index, said),
            Err(report) => found.add(index, report),
        }
    }
    object::finish(reading.drafts, found)
}

/// State of reading the files.
struct Reading<'f> {
    files: &'f [File<'f>],
    sets: ValueSets,
    drafts: BTreeMap<String, Draft>,
}

impl Reading<'_> {
    fn file(&mut self, kind: MetadataFile<'_>, index: usize, document: &Document<'_>) -> Vec<Diagnostic> {
        let root = document.root_element();
        let wanted = match kind {
            MetadataFile::ValueSet { .. } => "GlobalValueSet",
            MetadataFile::Object { .. } => "CustomObject",
            MetadataFile::RecordType { .. } => "RecordType",
            MetadataFile::Field { .. } => "CustomField",
        };
        if root.tag_name().name() != wanted {
            let message = format!("the file contains <{}>, but its name requires <{wanted}>", root.tag_name().name());
            return vec![xml::error(NOT_AN_ORG_FILE, root, message, "name the file after its content")];
        }
        let mut found = Vec::new();
        match kind {
            MetadataFile::ValueSet { name } => {
                self.sets.insert(name.to_owned(), picklist::custom_values(root, &mut found));
            }
            MetadataFile::Object { name } => {
                let draft = self.draft(name, index, root);
                draft.describe(root);
                draft.has_record_types |= xml::child(root, "recordTypes").is_some();
                for inline in xml::children(root, "fields") {
                    self.field(name, None, index, inline, &mut found);
                }
            }
            MetadataFile::RecordType { object } => self.draft(object, index, root).has_record_types = true,
            MetadataFile::Field { object, name } => self.field(object, Some(name), index, root, &mut found),
        }
        found
    }

    fn field(
        &mut self,
        object: &str,
        name: Option<&str>,
        file: usize,
        node: Node<'_, '_>,
        found: &mut Vec<Diagnostic>,
    ) {
        let fields = field::read_field(object, name, node, &self.sets, found);
        let files = self.files;
        let draft = self.draft(object, file, node);
        draft.is_detail |= xml::content(node, "type") == Some("MasterDetail");
        for field in fields {
            let name = field.api_name.clone();
            if let Some((earlier, changes, origin)) = draft.add(field, file, node) {
                let before = files.iter().find(|(index, ..)| *index == earlier).map_or("", |(_, path, _)| path);
                found.push(disagreement(object, &name, before, &changes, &origin));
            }
        }
    }

    fn draft(&mut self, object: &str, file: usize, node: Node<'_, '_>) -> &mut Draft {
        self.drafts.entry(object.to_owned()).or_insert_with(|| Draft::new(object, file, node))
    }
}

/// Parses a path: the folder of an object, and the file in it.
fn kind(path: &str) -> Result<MetadataFile<'_>, Diagnostic> {
    let parts: Vec<&str> = path.split(['/', '\\']).filter(|part| !matches!(*part, "" | ".")).collect();
    let at_root = |code, message: String, help: &str| Diagnostic::error(code, Pointer::root(), message).with_help(help);
    let file = parts.last().copied().unwrap_or_default();
    let above = |levels: usize| parts.len().checked_sub(levels + 1).map(|index| parts[index]);
    let in_object = |folder: &str| {
        above(2).filter(|_| above(1) == Some(folder)).filter(|object| is_api_name(object)).ok_or_else(|| {
            let message = format!("which object {file} belongs to is not to be seen from {path}");
            at_root(METADATA_PATH, message, "use a folder that contains objects/<Object>/fields/, or a parent of it")
        })
    };
    let named = |suffix: &str| file.strip_suffix(suffix);
    let checked = |name| {
        if is_api_name(name) {
            return Ok(name);
        }
        let message = format!("{name:?} is not an API name: a letter, then letters, digits and underscores");
        Err(at_root(INVALID_IDENTIFIER, message, "name the file after the API name of its content"))
    };
    if let Some(name) = named(".field-meta.xml") {
        Ok(MetadataFile::Field { object: in_object("fields")?, name: checked(name)? })
    } else if let Some(name) = named(".object-meta.xml").or_else(|| named(".object")) {
        Ok(MetadataFile::Object { name: checked(name)? })
    } else if named(".recordType-meta.xml").is_some() {
        Ok(MetadataFile::RecordType { object: in_object("recordTypes")? })
    } else if let Some(name) = named(".globalValueSet-meta.xml").or_else(|| named(".globalValueSet")) {
        Ok(MetadataFile::ValueSet { name })
    } else {
        let message = "an XML file that is not metadata of an object, field, record type or global value set";
        let help = "give *.object-meta.xml, *.field-meta.xml, *.recordType-meta.xml or *.globalValueSet-meta.xml";
        Err(at_root(NOT_AN_ORG_FILE, message.to_owned(), help))
    }
}
