//! Rules: name and effect of each kind of change. Lists, documentation and verdicts are all derived from this table.

use std::fmt;

/// Effect of a kind of change in one direction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effect {
    /// It cannot break a document.
    Fine,
    /// It breaks documents, unless something else excludes them.
    Breaks,
    /// It may break documents, and the overall verdict decides.
    Depends,
}

impl Effect {
    /// Returns the name: `ok`, `break` or `depends`.
    pub fn word(self) -> &'static str {
        match self {
            Self::Fine => "ok",
            Self::Breaks => "break",
            Self::Depends => "depends",
        }
    }
}

/// Subject of a rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Axis {
    /// The set of valid documents.
    Documents,
    /// An open object. The content model decides whether the change counts.
    OpenObjects,
    /// Only the generated Rust.
    Rust,
    /// Only the generated Apex.
    Apex,
    /// Only annotations for readers.
    Annotations,
}

/// Kind of change.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rule {
    /// Stable name.
    pub id: RuleId,
    /// Subject.
    pub axis: Axis,
    /// Effect on documents of the old schema.
    pub backward: Effect,
    /// Effect on documents of the new schema.
    pub forward: Effect,
    /// Meaning of the change.
    pub meaning: &'static str,
}

/// Returns the rule with this name.
pub fn rule(id: &str) -> Option<&'static Rule> {
    RULES.iter().find(|rule| rule.id.as_str() == id)
}

impl RuleId {
    /// Returns the row of the table.
    pub fn rule(self) -> &'static Rule {
        // The macro below defines variants and rows in the same order.
        &RULES[self as usize]
    }
}

impl fmt::Display for RuleId {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.pad(self.as_str())
    }
}

macro_rules! rules {
    ($($id:ident $name:literal $axis:ident $backward:ident $forward:ident $meaning:literal,)*) => {
        /// Name of a rule. A name that is not in the table does not compile.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum RuleId {
            $(#[doc = $meaning] $id,)*
        }

        impl RuleId {
            /// Returns the stable name, in lower case with hyphens.
            pub fn as_str(self) -> &'static str {
                match self {
                    $(Self::$id => $name,)*
                }
            }
        }

        /// All rules.
        pub const RULES: &[Rule] = &[$(Rule {
            id: RuleId::$id,
            axis: Axis::$axis,
            backward: Effect::$backward,
            forward: Effect::$forward,
            meaning: $meaning,
        },)*];
    };
}

rules! {
    PropertyAddedClosed "property-added-closed" Documents Fine Breaks "An optional property was added to a closed object.",
    PropertyAddedOpen "property-added-open" OpenObjects Breaks Fine "An optional property was added to an open object, which allowed any value for it before.",
    PropertyAddedCovered "property-added-covered" Documents Depends Depends "An optional property was added that a pattern or `additionalProperties` described before.",
    RequiredPropertyAdded "required-property-added" Documents Breaks Depends "A required property was added.",
    PropertyRemovedClosed "property-removed-closed" Documents Breaks Fine "A property was removed from a closed object.",
    PropertyRemovedOpen "property-removed-open" OpenObjects Fine Breaks "A property was removed from an open object, which now allows any value for it.",
    PropertyRemovedCovered "property-removed-covered" Documents Depends Depends "A property was removed, and a pattern or `additionalProperties` describes it now.",
    PropertyRenamed "property-renamed" Documents Breaks Breaks "A property was removed and one with the same schema was added: probably renamed.",
    RequiredAdded "required-added" Documents Breaks Fine "An optional property became required.",
    RequiredRemoved "required-removed" Documents Fine Breaks "A required property became optional.",
    SchemaUnsatisfiable "schema-unsatisfiable" Documents Depends Depends "The old or the new schema has no valid documents.",
    TypeWidened "type-widened" Documents Fine Breaks "More types are allowed.",
    TypeNarrowed "type-narrowed" Documents Breaks Fine "Fewer types are allowed.",
    TypeChanged "type-changed" Documents Breaks Breaks "Different types are allowed.",
    NullableAdded "nullable-added" Documents Fine Breaks "Null is allowed.",
    NullableRemoved "nullable-removed" Documents Breaks Fine "Null is no longer allowed.",
    EnumValueAdded "enum-value-added" Documents Fine Breaks "A value was added to an enum.",
    EnumValueRemoved "enum-value-removed" Documents Breaks Fine "A value was removed from an enum.",
    EnumIntroduced "enum-introduced" Documents Breaks Fine "An enum was added.",
    EnumDropped "enum-dropped" Documents Fine Breaks "An enum was removed.",
    ConstChanged "const-changed" Documents Breaks Breaks "The constant changed.",
    DiscriminatorChanged "discriminator-changed" Documents Breaks Breaks "The tag of a union branch changed.",
    ConstWidened "const-widened" Documents Fine Breaks "A constant was replaced by more values.",
    BoundTightened "bound-tightened" Documents Breaks Fine "A limit on a number, a length or a count became stricter.",
    BoundLoosened "bound-loosened" Documents Fine Breaks "A limit on a number, a length or a count became looser.",
    MultipleOfTightened "multiple-of-tightened" Documents Breaks Fine "`multipleOf` became stricter.",
    MultipleOfLoosened "multiple-of-loosened" Documents Fine Breaks "`multipleOf` became looser.",
    MultipleOfChanged "multiple-of-changed" Documents Breaks Breaks "`multipleOf` changed.",
    UniqueItemsOn "unique-items-on" Documents Breaks Fine "Items must be unique.",
    UniqueItemsOff "unique-items-off" Documents Fine Breaks "Items no longer have to be unique.",
    PatternAdded "pattern-added" Documents Breaks Fine "A pattern was added.",
    PatternRemoved "pattern-removed" Documents Fine Breaks "A pattern was removed.",
    PatternNarrowed "pattern-narrowed" Documents Breaks Fine "The pattern matches fewer strings.",
    PatternWidened "pattern-widened" Documents Fine Breaks "The pattern matches more strings.",
    PatternIncomparable "pattern-incomparable" Documents Breaks Breaks "The pattern matches different strings.",
    PatternEquivalent "pattern-equivalent" Documents Fine Fine "The pattern changed but matches the same strings.",
    PatternUndecided "pattern-undecided" Documents Depends Depends "The pattern changed, and the two cannot be compared.",
    FormatChanged "format-changed" Documents Depends Depends "The format changed. This has no effect if formats are annotations.",
    FormatTightened "format-tightened" Documents Depends Fine "A format was added. This has no effect if formats are annotations.",
    FormatLoosened "format-loosened" Documents Fine Depends "A format was removed. This has no effect if formats are annotations.",
    FormatUnknown "format-unknown" Documents Depends Depends "The format is unknown, so it is an annotation.",
    ObjectClosed "object-closed" Documents Breaks Fine "Undeclared properties are no longer allowed.",
    ObjectOpened "object-opened" Documents Fine Breaks "Undeclared properties are now allowed.",
    AdditionalNarrowed "additional-narrowed" Documents Depends Depends "The schema of undeclared properties changed.",
    PatternPropertyAdded "pattern-property-added" Documents Depends Depends "A schema for properties that match a pattern was added.",
    PatternPropertyRemoved "pattern-property-removed" Documents Depends Depends "A schema for properties that match a pattern was removed.",
    PropertyNamesTightened "property-names-tightened" Documents Breaks Fine "Property names became restricted.",
    PropertyNamesLoosened "property-names-loosened" Documents Fine Breaks "Property names are no longer restricted.",
    ItemsIntroduced "items-introduced" Documents Breaks Fine "A schema for items was added.",
    ItemsDropped "items-dropped" Documents Fine Breaks "The schema for items was removed.",
    TupleLengthChanged "tuple-length-changed" Documents Depends Depends "The length of a tuple changed.",
    ContainsAdded "contains-added" Documents Breaks Fine "At least one item must match a schema (`contains`).",
    ContainsRemoved "contains-removed" Documents Fine Breaks "No item has to match a schema any more (`contains`).",
    DependencyAdded "dependency-added" Documents Breaks Fine "A dependency on the presence of a property was added.",
    DependencyRemoved "dependency-removed" Documents Fine Breaks "A dependency on the presence of a property was removed.",
    ConditionalAdded "conditional-added" Documents Depends Depends "A condition (`if`) was added.",
    ConditionalRemoved "conditional-removed" Documents Depends Depends "A condition (`if`) was removed.",
    ConditionalChanged "conditional-changed" Documents Depends Depends "A condition (`if`) changed.",
    NotAdded "not-added" Documents Breaks Fine "A forbidden schema (`not`) was added.",
    NotRemoved "not-removed" Documents Fine Breaks "A forbidden schema (`not`) was removed.",
    NotChanged "not-changed" Documents Depends Depends "A forbidden schema (`not`) changed.",
    UnionBranchAdded "union-branch-added" Documents Depends Depends "A branch was added to a union. In a `oneOf`, this forbids values that match it and another branch.",
    UnionBranchRemoved "union-branch-removed" Documents Depends Depends "A branch was removed from a union. In a `oneOf`, this allows values that matched it and another branch.",
    OneofOverlapIntroduced "oneof-overlap-introduced" Documents Depends Depends "Branches of a `oneOf` now overlap. Values that match both are rejected.",
    OneofOverlapRemoved "oneof-overlap-removed" Documents Depends Depends "Branches of a `oneOf` no longer overlap.",
    UnionKindChanged "union-kind-changed" Documents Depends Depends "A `oneOf` became an `anyOf`, or the reverse.",
    UnionAdded "union-added" Documents Breaks Fine "A union was added.",
    UnionRemoved "union-removed" Documents Fine Breaks "A union was removed.",
    AllOfAdded "all-of-added" Documents Breaks Fine "A schema was added to an `allOf`.",
    AllOfRemoved "all-of-removed" Documents Fine Breaks "A schema was removed from an `allOf`.",
    UnevaluatedChanged "unevaluated-changed" Documents Depends Depends "`unevaluatedProperties` or `unevaluatedItems` changed.",
    SchemaChanged "schema-changed" Documents Depends Depends "Different values are valid, and no other rule describes why.",
    RefUnresolved "ref-unresolved" Documents Depends Depends "A reference cannot be resolved.",
    DialectChanged "dialect-changed" Documents Depends Depends "The dialect (`$schema`) changed.",
    DefinitionAdded "definition-added" Annotations Fine Fine "A definition or file was added.",
    DefinitionRemoved "definition-removed" Documents Depends Fine "A definition or file was removed, which breaks references to it.",
    DefaultChanged "default-changed" Annotations Fine Fine "The default value changed.",
    AnnotationChanged "annotation-changed" Annotations Fine Fine "A title, a description or examples changed.",
    RefMoved "ref-moved" Rust Fine Fine "The target of a reference was renamed. Documents stay valid, but a generated type may be renamed.",
    RustTypeRenamed "rust-type-renamed" Rust Fine Fine "A title changed, and with it the name of the generated type.",
    RustOptionalChanged "rust-optional-changed" Rust Fine Fine "A field becomes an `Option<T>`, or no longer is one.",
    RustEnumGrown "rust-enum-grown" Rust Fine Fine "A generated enum has a new variant, which breaks exhaustive matches.",
    RustNumberChanged "rust-number-changed" Rust Fine Fine "A field changes between an integer type and `f64`.",
    ApexNameTooLong "apex-name-too-long" Apex Fine Fine "A name is too long for Apex.",
    ApexReservedWord "apex-reserved-word" Apex Fine Fine "A name is a reserved word of Apex.",
    ApexCaseCollision "apex-case-collision" Apex Fine Fine "Two names differ only in case, which Apex ignores.",
}

#[cfg(test)]
mod tests {
    use super::{RULES, rule};

    #[test]
    fn every_id_leads_to_its_row() {
        for known in RULES {
            assert_eq!(known.id.rule(), known);
            assert_eq!(rule(known.id.as_str()), Some(known));
        }
        assert_eq!(rule("property-adde-closed"), None);
    }
}
