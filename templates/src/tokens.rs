//! The tokens of `planwright-apex`, and [`ApexType`], which depends on the data types of a blueprint.

mod apex_type;

pub use apex_type::ApexType;
pub use planwright_apex::tokens::{
    ApexCode, ApexDoc, ApexIdent, ApexLabel, ApexNumber, ApexPath, ApexString, ApiName, InvalidName, JsonText, XmlText,
};
