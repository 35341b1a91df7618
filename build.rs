//! Sets up the linker for a Node addon.

fn main() {
    napi_build::setup();
}
