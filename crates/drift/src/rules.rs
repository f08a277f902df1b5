//! The rules: what each kind of change is called and means for documents. The one table that lists, pages and verdicts of
//! changes come from.

/// What a kind of change does in one direction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effect {
    /// It cannot break a document.
    Fine,
    /// It breaks documents, unless something else rules them out.
    Breaks,
    /// It may, and the verdict on the whole says whether it does.
    Depends,
}

impl Effect {
    /// The word for it: `ok`, `break` or `depends`.
    pub fn word(self) -> &'static str {
        match self {
            Self::Fine => "ok",
            Self::Breaks => "break",
            Self::Depends => "depends",
        }
    }
}

/// What a rule is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Axis {
    /// What documents are valid.
    Documents,
    /// An open object: whether it counts depends on the content model.
    OpenObjects,
    /// The generated Rust, and nothing that a document has.
    Rust,
    /// The generated Apex, and nothing that a document has.
    Apex,
    /// Nothing but what people read.
    Annotations,
}

/// One kind of change.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rule {
    /// The stable name.
    pub id: &'static str,
    /// What it is about.
    pub axis: Axis,
    /// Whether documents of the old schema may fail the new.
    pub backward: Effect,
    /// Whether documents of the new schema may fail the old.
    pub forward: Effect,
    /// What has changed.
    pub meaning: &'static str,
}

/// The rule with a name.
pub fn rule(id: &str) -> Option<&'static Rule> {
    RULES.iter().find(|rule| rule.id == id)
}

macro_rules! rules {
    ($($id:literal $axis:ident $backward:ident $forward:ident $meaning:literal,)*) => {
        /// Every rule.
        pub const RULES: &[Rule] = &[$(Rule {
            id: $id,
            axis: Axis::$axis,
            backward: Effect::$backward,
            forward: Effect::$forward,
            meaning: $meaning,
        },)*];
    };
}

rules! {
    "property-added-closed" Documents Fine Breaks "A closed object has a new optional member.",
    "property-added-open" OpenObjects Breaks Fine "An open object has a new optional member, which was free before.",
    "property-added-covered" Documents Depends Depends "A new optional member, which a pattern or `additionalProperties` described before.",
    "required-property-added" Documents Breaks Depends "An object has a new member that is required.",
    "property-removed-closed" Documents Breaks Fine "A member is gone from a closed object.",
    "property-removed-open" OpenObjects Fine Breaks "A member is gone from an open object and is free now.",
    "property-removed-covered" Documents Depends Depends "A member is gone, and a pattern or `additionalProperties` describes it now.",
    "property-renamed" Documents Breaks Breaks "One member is gone and another of the same schema has come: probably a new name.",
    "required-added" Documents Breaks Fine "A member is required that was optional.",
    "required-removed" Documents Fine Breaks "A member is optional that was required.",
    "schema-unsatisfiable" Documents Depends Depends "A schema allows nothing on one side.",
    "type-widened" Documents Fine Breaks "More types are allowed.",
    "type-narrowed" Documents Breaks Fine "Fewer types are allowed.",
    "type-changed" Documents Breaks Breaks "Other types are allowed.",
    "nullable-added" Documents Fine Breaks "Null is allowed.",
    "nullable-removed" Documents Breaks Fine "Null is no longer allowed.",
    "enum-value-added" Documents Fine Breaks "A list of values has one more.",
    "enum-value-removed" Documents Breaks Fine "A list of values has one less.",
    "enum-introduced" Documents Breaks Fine "Only listed values are allowed.",
    "enum-dropped" Documents Fine Breaks "Not only listed values are allowed.",
    "const-changed" Documents Breaks Breaks "The only allowed value is another.",
    "discriminator-changed" Documents Breaks Breaks "The tag of a branch of a union has another value.",
    "const-widened" Documents Fine Breaks "More than the one value is allowed.",
    "bound-tightened" Documents Breaks Fine "A bound on a number, a length or a count allows less.",
    "bound-loosened" Documents Fine Breaks "A bound on a number, a length or a count allows more.",
    "multiple-of-tightened" Documents Breaks Fine "Numbers have to be on a coarser step.",
    "multiple-of-loosened" Documents Fine Breaks "Numbers may be on a finer step.",
    "multiple-of-changed" Documents Breaks Breaks "Numbers have to be on another step.",
    "unique-items-on" Documents Breaks Fine "Elements have to be distinct.",
    "unique-items-off" Documents Fine Breaks "Elements need not be distinct.",
    "pattern-added" Documents Breaks Fine "A pattern is asked for.",
    "pattern-removed" Documents Fine Breaks "No pattern is asked for.",
    "pattern-narrowed" Documents Breaks Fine "The pattern finds fewer texts.",
    "pattern-widened" Documents Fine Breaks "The pattern finds more texts.",
    "pattern-incomparable" Documents Breaks Breaks "The pattern finds other texts.",
    "pattern-equivalent" Documents Fine Fine "The pattern is written differently and finds the same texts.",
    "pattern-undecided" Documents Depends Depends "The pattern is another, and what it finds cannot be compared.",
    "format-changed" Documents Depends Depends "Another format; counts only where formats are asserted.",
    "format-tightened" Documents Depends Fine "A format is asked for; counts only where formats are asserted.",
    "format-loosened" Documents Fine Depends "No format is asked for; counts only where formats are asserted.",
    "format-unknown" Documents Depends Depends "A format that no specification defines.",
    "object-closed" Documents Breaks Fine "Members that are not described are no longer allowed.",
    "object-opened" Documents Fine Breaks "Members that are not described are allowed.",
    "additional-narrowed" Documents Depends Depends "Members that are not described have another schema.",
    "pattern-property-added" Documents Depends Depends "Members whose names a pattern finds have a schema.",
    "pattern-property-removed" Documents Depends Depends "Members whose names a pattern finds have no schema of their own.",
    "property-names-tightened" Documents Breaks Fine "The names of members are restricted.",
    "property-names-loosened" Documents Fine Breaks "The names of members are not restricted.",
    "items-introduced" Documents Breaks Fine "Elements have a schema.",
    "items-dropped" Documents Fine Breaks "Elements have no schema.",
    "tuple-length-changed" Documents Depends Depends "A tuple describes more or fewer elements by position.",
    "contains-added" Documents Breaks Fine "Some element has to be of a schema.",
    "contains-removed" Documents Fine Breaks "No element has to be of a schema.",
    "dependency-added" Documents Breaks Fine "The presence of a member asks for something.",
    "dependency-removed" Documents Fine Breaks "The presence of a member asks for nothing.",
    "conditional-added" Documents Depends Depends "A condition (`if`) has come.",
    "conditional-removed" Documents Depends Depends "A condition (`if`) is gone.",
    "conditional-changed" Documents Depends Depends "A condition (`if`) is another.",
    "not-added" Documents Breaks Fine "Something is ruled out (`not`).",
    "not-removed" Documents Fine Breaks "Something is no longer ruled out (`not`).",
    "not-changed" Documents Depends Depends "Something else is ruled out (`not`).",
    "union-branch-added" Documents Depends Depends "A union has one more branch; of a `oneOf` that narrows where it overlaps another.",
    "union-branch-removed" Documents Depends Depends "A union has one branch less; of a `oneOf` that widens where it overlapped another.",
    "oneof-overlap-introduced" Documents Depends Depends "Branches of a `oneOf` have come to overlap; what is in both is refused.",
    "oneof-overlap-removed" Documents Depends Depends "Branches of a `oneOf` no longer overlap.",
    "union-kind-changed" Documents Depends Depends "A `oneOf` has become an `anyOf`, or the reverse.",
    "union-added" Documents Breaks Fine "A union restricts what was free.",
    "union-removed" Documents Fine Breaks "No union restricts any longer.",
    "all-of-added" Documents Breaks Fine "One more schema has to hold (`allOf`).",
    "all-of-removed" Documents Fine Breaks "One schema less has to hold (`allOf`).",
    "unevaluated-changed" Documents Depends Depends "`unevaluatedProperties` or `unevaluatedItems` is another.",
    "ref-unresolved" Documents Depends Depends "A reference leads to nothing that is here.",
    "dialect-changed" Documents Depends Depends "`$schema` names another dialect.",
    "definition-added" Annotations Fine Fine "A definition or a file has come.",
    "definition-removed" Documents Depends Fine "A definition or a file is gone, and whoever refers to it breaks.",
    "default-changed" Annotations Fine Fine "The default is another.",
    "annotation-changed" Annotations Fine Fine "A title, a description or examples are others.",
    "ref-moved" Rust Fine Fine "A reference leads to another name: documents stay, a generated type may have another name.",
    "rust-type-renamed" Rust Fine Fine "A title is another, and so is the name of the generated type.",
    "rust-optional-changed" Rust Fine Fine "A field becomes `Option<T>`, or no longer is one.",
    "rust-enum-grown" Rust Fine Fine "A generated enum has a new variant, which breaks exhaustive matches.",
    "rust-number-changed" Rust Fine Fine "A field changes between an integer type and `f64`.",
    "apex-name-too-long" Apex Fine Fine "A name is longer than Apex allows.",
    "apex-reserved-word" Apex Fine Fine "A name is a reserved word of Apex.",
    "apex-case-collision" Apex Fine Fine "Two names differ by case only, which Apex does not tell apart.",
}
