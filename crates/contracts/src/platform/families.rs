//! Objects that exist because of another object, or of a kind of metadata. Their facts follow from the suffix.

use super::find_facts;

/// Objects with one suffix.
#[derive(Debug, PartialEq, Eq)]
pub struct Family {
    /// Suffix of the name.
    pub suffix: &'static str,
    /// Reason why DML in user mode cannot write the records.
    pub reason: &'static str,
    origin: Origin,
}

/// Kind of object that an object of a family belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Origin {
    /// A custom object. Its suffix begins with two underscores.
    Custom,
    /// A standard object, whose name comes before the suffix.
    Standard,
}

const fn family(suffix: &'static str, origin: Origin, reason: &'static str) -> Family {
    Family { suffix, reason, origin }
}

/// Families whose records no DML in user mode writes.
///
/// The facts are from "Associated Objects" in the Object Reference, and from "sObjects That Don't Support DML Operations"
/// in the Apex Developer Guide. Share objects of standard objects support DML, and so do external objects (`__x`) of
/// some sources.
const FAMILIES: &[Family] = &[
    family("__mdt", Origin::Custom, "custom metadata is deployed"),
    family("__b", Origin::Custom, "a big object does not support DML"),
    family("__e", Origin::Custom, "a platform event is published"),
    family("__dlm", Origin::Custom, "an object of Data Cloud does not support DML"),
    family("__dll", Origin::Custom, "an object of Data Cloud does not support DML"),
    family("__Share", Origin::Custom, "a sharing record is not a business record"),
    family("__History", Origin::Custom, "the platform keeps history"),
    family("__Feed", Origin::Custom, "the platform keeps feeds"),
    family("__ChangeEvent", Origin::Custom, "the platform publishes changes"),
    family("__ViewStat", Origin::Custom, "the platform counts views"),
    family("__VoteStat", Origin::Custom, "the platform counts votes"),
    family("History", Origin::Standard, "the platform keeps history"),
    family("Feed", Origin::Standard, "the platform keeps feeds"),
    family("ChangeEvent", Origin::Standard, "the platform publishes changes"),
];

/// Returns the family of an object, by the suffix of its name.
pub fn find_family(object: &str) -> Option<&'static Family> {
    FAMILIES.iter().find(|family| family.has(object))
}

impl Family {
    /// Returns whether the objects belong to custom objects or kinds of metadata, not to standard objects.
    pub fn is_custom(&self) -> bool {
        self.origin == Origin::Custom
    }

    fn has(&self, object: &str) -> bool {
        let Some(stem) = strip_suffix(object, self.suffix) else { return false };
        match self.origin {
            Origin::Custom => !stem.is_empty(),
            Origin::Standard => find_facts(stem).is_some(),
        }
    }
}

/// Suffixes of objects with the sharing of a standard object, of which the table has only some.
const SHARING: [&str; 2] = ["Share", "OwnerSharingRule"];

/// Returns whether the object has the sharing of a standard object.
pub(super) fn is_sharing(object: &str) -> bool {
    SHARING.iter().any(|suffix| strip_suffix(object, suffix).is_some_and(|stem| find_facts(stem).is_some()))
}

/// Returns what comes before a suffix in any case.
fn strip_suffix<'n>(name: &'n str, suffix: &str) -> Option<&'n str> {
    let start = name.len().checked_sub(suffix.len())?;
    let end = name.get(start..)?;
    end.eq_ignore_ascii_case(suffix).then(|| &name[..start])
}
