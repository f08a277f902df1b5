//! Tells the linker of each platform that Node has the symbols.

fn main() {
    napi_build::setup();
}
