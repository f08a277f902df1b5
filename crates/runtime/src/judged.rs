//! Marks validated documents, so that they are not validated again while they are read into their type.

use crate::basis::whole_numbers;

std::thread_local! {
    /// Whether the value that this thread reads was judged before.
    static IS_JUDGED: std::cell::Cell<bool> = const { std::cell::Cell::new(false) };
}

/// Whether the value that this thread reads was judged before.
#[doc(hidden)]
pub fn is_judged() -> bool {
    IS_JUDGED.get()
}

/// Reads a value that was judged: `Deserialize` of a type does not judge it again.
#[doc(hidden)]
pub fn as_judged<T>(read: impl FnOnce() -> T) -> T {
    with_flag(&IS_JUDGED, read)
}

/// Acts with a flag of the thread set, and sets it back, also after a panic.
#[doc(hidden)]
pub fn with_flag<T>(flag: &'static std::thread::LocalKey<std::cell::Cell<bool>>, act: impl FnOnce() -> T) -> T {
    struct Restore(&'static std::thread::LocalKey<std::cell::Cell<bool>>, bool);
    impl Drop for Restore {
        fn drop(&mut self) {
            self.0.set(self.1);
        }
    }
    let _restore = Restore(flag, flag.replace(true));
    act()
}

/// Reads a value that was judged into a type. A whole number may be written as `1.0`.
#[doc(hidden)]
pub fn read_as_judged<T: serde::de::DeserializeOwned>(instance: &serde_json::Value) -> serde_json::Result<T> {
    as_judged(|| T::deserialize(instance).or_else(|_| T::deserialize(whole_numbers(instance.clone()))))
}
