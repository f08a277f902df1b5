//! Reasons why a shape can be less specific than its schema, as written in the generated documentation.

pub(crate) const ALL_OF: &str = "the schema joins several schemas with `allOf`";
pub(crate) const MIXED: &str = "the schema allows several types of value";
pub(crate) const VALUES: &str = "there are arrays or objects among the values of the enum";
pub(crate) const CONST: &str = "the schema fixes a value that is not a plain string, number or boolean";
pub(crate) const PATTERN: &str = "the schema has `patternProperties` and allows any other property";
pub(crate) const FALSE: &str = "the schema allows no value";
pub(crate) const UNION: &str = "the branches of the union express nothing that a type could, or refer back to it";
pub(crate) const DYNAMIC: &str = "the schema has a reference that depends on the path of evaluation";
pub(crate) const META: &str = "the schema refers to a meta-schema";
pub(crate) const UNNAMED: &str = "the schema requires the property and does not define its value";
pub(crate) const TUPLE: &str = "the schema defines its first elements by position";
pub(crate) const SEVERAL: &str = "the object can have properties of several branches of the union";
pub(crate) const BESIDE: &str = "the schema has other keywords next to a reference";
