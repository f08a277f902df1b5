//! Configures the linker so that Node provides the symbols of its API.

fn main() {
    napi_build::setup();
}
