//! Names of the standard library for macros, which expand next to types that can have the same names.

pub use std::borrow::Borrow;
pub use std::boxed::Box;
pub use std::cmp::PartialEq;
pub use std::convert::{AsRef, From, Infallible, TryFrom};
pub use std::default::Default;
pub use std::fmt;
pub use std::ops::Deref;
pub use std::option::Option::{self, None, Some};
pub use std::result::Result::{self, Err, Ok};
pub use std::str::FromStr;
pub use std::string::String;
pub use std::vec::Vec;
