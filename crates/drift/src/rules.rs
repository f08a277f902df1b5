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
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
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
    PropertyAddedClosed "property-added-closed" Documents Fine Breaks "A closed object has a new optional member.",
    PropertyAddedOpen "property-added-open" OpenObjects Breaks Fine "An open object has a new optional member, which was free before.",
    PropertyAddedCovered "property-added-covered" Documents Depends Depends "A new optional member, which a pattern or `additionalProperties` described before.",
    RequiredPropertyAdded "required-property-added" Documents Breaks Depends "An object has a new member that is required.",
    PropertyRemovedClosed "property-removed-closed" Documents Breaks Fine "A member is gone from a closed object.",
    PropertyRemovedOpen "property-removed-open" OpenObjects Fine Breaks "A member is gone from an open object and is free now.",
    PropertyRemovedCovered "property-removed-covered" Documents Depends Depends "A member is gone, and a pattern or `additionalProperties` describes it now.",
    PropertyRenamed "property-renamed" Documents Breaks Breaks "One member is gone and another of the same schema has come: probably a new name.",
    RequiredAdded "required-added" Documents Breaks Fine "A member is required that was optional.",
    RequiredRemoved "required-removed" Documents Fine Breaks "A member is optional that was required.",
    SchemaUnsatisfiable "schema-unsatisfiable" Documents Depends Depends "A schema allows nothing on one side.",
    TypeWidened "type-widened" Documents Fine Breaks "More types are allowed.",
    TypeNarrowed "type-narrowed" Documents Breaks Fine "Fewer types are allowed.",
    TypeChanged "type-changed" Documents Breaks Breaks "Other types are allowed.",
    NullableAdded "nullable-added" Documents Fine Breaks "Null is allowed.",
    NullableRemoved "nullable-removed" Documents Breaks Fine "Null is no longer allowed.",
    EnumValueAdded "enum-value-added" Documents Fine Breaks "A list of values has one more.",
    EnumValueRemoved "enum-value-removed" Documents Breaks Fine "A list of values has one less.",
    EnumIntroduced "enum-introduced" Documents Breaks Fine "Only listed values are allowed.",
    EnumDropped "enum-dropped" Documents Fine Breaks "Not only listed values are allowed.",
    ConstChanged "const-changed" Documents Breaks Breaks "The only allowed value is another.",
    DiscriminatorChanged "discriminator-changed" Documents Breaks Breaks "The tag of a branch of a union has another value.",
    ConstWidened "const-widened" Documents Fine Breaks "More than the one value is allowed.",
    BoundTightened "bound-tightened" Documents Breaks Fine "A bound on a number, a length or a count allows less.",
    BoundLoosened "bound-loosened" Documents Fine Breaks "A bound on a number, a length or a count allows more.",
    MultipleOfTightened "multiple-of-tightened" Documents Breaks Fine "Numbers have to be on a coarser step.",
    MultipleOfLoosened "multiple-of-loosened" Documents Fine Breaks "Numbers may be on a finer step.",
    MultipleOfChanged "multiple-of-changed" Documents Breaks Breaks "Numbers have to be on another step.",
    UniqueItemsOn "unique-items-on" Documents Breaks Fine "Elements have to be distinct.",
    UniqueItemsOff "unique-items-off" Documents Fine Breaks "Elements need not be distinct.",
    PatternAdded "pattern-added" Documents Breaks Fine "A pattern is asked for.",
    PatternRemoved "pattern-removed" Documents Fine Breaks "No pattern is asked for.",
    PatternNarrowed "pattern-narrowed" Documents Breaks Fine "The pattern finds fewer texts.",
    PatternWidened "pattern-widened" Documents Fine Breaks "The pattern finds more texts.",
    PatternIncomparable "pattern-incomparable" Documents Breaks Breaks "The pattern finds other texts.",
    PatternEquivalent "pattern-equivalent" Documents Fine Fine "The pattern is written differently and finds the same texts.",
    PatternUndecided "pattern-undecided" Documents Depends Depends "The pattern is another, and what it finds cannot be compared.",
    FormatChanged "format-changed" Documents Depends Depends "The format changed; this counts unless formats are annotations.",
    FormatTightened "format-tightened" Documents Depends Fine "A format is required; this counts unless formats are annotations.",
    FormatLoosened "format-loosened" Documents Fine Depends "No format is required; this counts unless formats are annotations.",
    FormatUnknown "format-unknown" Documents Depends Depends "No specification defines the format, so it is an annotation.",
    ObjectClosed "object-closed" Documents Breaks Fine "Members that are not described are no longer allowed.",
    ObjectOpened "object-opened" Documents Fine Breaks "Members that are not described are allowed.",
    AdditionalNarrowed "additional-narrowed" Documents Depends Depends "Members that are not described have another schema.",
    PatternPropertyAdded "pattern-property-added" Documents Depends Depends "Members whose names a pattern finds have a schema.",
    PatternPropertyRemoved "pattern-property-removed" Documents Depends Depends "Members whose names a pattern finds have no schema of their own.",
    PropertyNamesTightened "property-names-tightened" Documents Breaks Fine "The names of members are restricted.",
    PropertyNamesLoosened "property-names-loosened" Documents Fine Breaks "The names of members are not restricted.",
    ItemsIntroduced "items-introduced" Documents Breaks Fine "Elements have a schema.",
    ItemsDropped "items-dropped" Documents Fine Breaks "Elements have no schema.",
    TupleLengthChanged "tuple-length-changed" Documents Depends Depends "A tuple describes more or fewer elements by position.",
    ContainsAdded "contains-added" Documents Breaks Fine "Some element has to be of a schema.",
    ContainsRemoved "contains-removed" Documents Fine Breaks "No element has to be of a schema.",
    DependencyAdded "dependency-added" Documents Breaks Fine "The presence of a member asks for something.",
    DependencyRemoved "dependency-removed" Documents Fine Breaks "The presence of a member asks for nothing.",
    ConditionalAdded "conditional-added" Documents Depends Depends "A condition (`if`) has come.",
    ConditionalRemoved "conditional-removed" Documents Depends Depends "A condition (`if`) is gone.",
    ConditionalChanged "conditional-changed" Documents Depends Depends "A condition (`if`) is another.",
    NotAdded "not-added" Documents Breaks Fine "Something is ruled out (`not`).",
    NotRemoved "not-removed" Documents Fine Breaks "Something is no longer ruled out (`not`).",
    NotChanged "not-changed" Documents Depends Depends "Something else is ruled out (`not`).",
    UnionBranchAdded "union-branch-added" Documents Depends Depends "A union has one more branch; of a `oneOf` that narrows where it overlaps another.",
    UnionBranchRemoved "union-branch-removed" Documents Depends Depends "A union has one branch less; of a `oneOf` that widens where it overlapped another.",
    OneofOverlapIntroduced "oneof-overlap-introduced" Documents Depends Depends "Branches of a `oneOf` have come to overlap; what is in both is refused.",
    OneofOverlapRemoved "oneof-overlap-removed" Documents Depends Depends "Branches of a `oneOf` no longer overlap.",
    UnionKindChanged "union-kind-changed" Documents Depends Depends "A `oneOf` has become an `anyOf`, or the reverse.",
    UnionAdded "union-added" Documents Breaks Fine "A union restricts what was free.",
    UnionRemoved "union-removed" Documents Fine Breaks "No union restricts any longer.",
    AllOfAdded "all-of-added" Documents Breaks Fine "One more schema has to hold (`allOf`).",
    AllOfRemoved "all-of-removed" Documents Fine Breaks "One schema less has to hold (`allOf`).",
    UnevaluatedChanged "unevaluated-changed" Documents Depends Depends "`unevaluatedProperties` or `unevaluatedItems` is another.",
    RefUnresolved "ref-unresolved" Documents Depends Depends "A reference leads to nothing that is here.",
    DialectChanged "dialect-changed" Documents Depends Depends "`$schema` names another dialect.",
    DefinitionAdded "definition-added" Annotations Fine Fine "A definition or a file has come.",
    DefinitionRemoved "definition-removed" Documents Depends Fine "A definition or a file is gone, and whoever refers to it breaks.",
    DefaultChanged "default-changed" Annotations Fine Fine "The default is another.",
    AnnotationChanged "annotation-changed" Annotations Fine Fine "A title, a description or examples are others.",
    RefMoved "ref-moved" Rust Fine Fine "A reference leads to another name: documents stay, a generated type may have another name.",
    RustTypeRenamed "rust-type-renamed" Rust Fine Fine "A title is another, and so is the name of the generated type.",
    RustOptionalChanged "rust-optional-changed" Rust Fine Fine "A field becomes `Option<T>`, or no longer is one.",
    RustEnumGrown "rust-enum-grown" Rust Fine Fine "A generated enum has a new variant, which breaks exhaustive matches.",
    RustNumberChanged "rust-number-changed" Rust Fine Fine "A field changes between an integer type and `f64`.",
    ApexNameTooLong "apex-name-too-long" Apex Fine Fine "A name is longer than Apex allows.",
    ApexReservedWord "apex-reserved-word" Apex Fine Fine "A name is a reserved word of Apex.",
    ApexCaseCollision "apex-case-collision" Apex Fine Fine "Two names differ by case only, which Apex does not tell apart.",
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
