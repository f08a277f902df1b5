//! Fuzz target for `planwright_fuzz::follow`.

#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    planwright_fuzz::follow(data);
});
