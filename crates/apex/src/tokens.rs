//! The only strings that a view holds. Each type knows where in a file it may stand and can be made only from text that is
//! legal there, so that a template cannot quote, escape or forget to escape anything (invariant I4).

mod code;
mod doc;
mod ident;
mod json;
mod label;
mod number;
mod string;
mod xml;

pub use code::ApexCode;
pub use doc::ApexDoc;
pub use ident::{ApexIdent, ApexPath, ApiName, InvalidName};
pub use json::JsonText;
pub use label::ApexLabel;
pub use number::{ApexNumber, plain_digits};
pub use string::ApexString;
pub use xml::XmlText;

/// Implements `Display` for a token that holds its finished text.
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
