//! Values of the keys before all sections.

use schemars::JsonSchema;

#[derive(JsonSchema)]
pub(super) enum DialectKey {
    #[schemars(rename = "inferred")]
    Inferred,
    #[schemars(rename = "draft-04")]
    Draft4,
    #[schemars(rename = "draft-06")]
    Draft6,
    #[schemars(rename = "draft-07")]
    Draft7,
    #[schemars(rename = "2019-09")]
    Draft201909,
    #[schemars(rename = "2020-12")]
    Draft202012,
}

#[derive(JsonSchema)]
#[schemars(rename_all = "kebab-case")]
pub(super) enum ContentModelKey {
    Strict,
    Lenient,
}
