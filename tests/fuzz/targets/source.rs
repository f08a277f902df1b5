//! Fuzz target for `planwright_fuzz::source`.

#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    planwright_fuzz::source(data);
});
