//! Fuzz target for `planwright_fuzz::readers`.

#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    planwright_fuzz::readers(data);
});
