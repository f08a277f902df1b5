//! The only types for strings in a view. Each token can only be created from a string that is legal where it is used. A
//! template therefore cannot quote or escape anything, or forget to do so (invariant I4).

mod code;
mod doc;
mod ident;
mod json;
mod label;
mod number;
mod statement;
mod string;
mod xml;

pub use code::ApexCode;
pub use doc::ApexDoc;
pub use ident::{ApexIdent, ApexPath, ApiName, InvalidName};
pub use json::JsonText;
pub use label::ApexLabel;
pub use number::{ApexNumber, plain_digits};
pub use statement::ApexStatement;
pub use string::ApexString;
pub use xml::XmlText;

/// Implements `Display` for a token that contains its final string.
macro_rules! display_text {
    ($($token:ty),+) => {
        $(impl std::fmt::Display for $token {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str(&self.0)
            }
        })+
    };
}
pub(crate) use display_text;
