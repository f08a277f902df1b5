//! Integration tests of `planwright-schemars`, in one binary.

#[cfg(feature = "drift")]
mod compatible;
mod files;
mod identity;
mod roots;
mod tutorial;
