//! Integration tests, in one binary.

mod fix_order;
