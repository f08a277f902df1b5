//! Items that validators and root types share.

/// The value with numbers such as `1.0` written as the integers that they are.
pub fn whole_numbers(value: serde_json::Value) -> serde_json::Value {
    use serde_json::Value;
    match value {
        Value::Number(number) => {
            let whole = number.as_f64().filter(|float| number.is_f64() && float.fract() == 0.0);
            let text = whole.map(|float| format!("{float:.0}"));
            let unsigned = text.as_ref().and_then(|text| text.parse::<u64>().ok());
            let signed = text.as_ref().and_then(|text| text.parse::<i64>().ok());
            unsigned.map(Value::from).or_else(|| signed.map(Value::from)).unwrap_or(Value::Number(number))
        }
        Value::Array(items) => items.into_iter().map(whole_numbers).collect(),
        Value::Object(members) => {
            Value::Object(members.into_iter().map(|(name, value)| (name, whole_numbers(value))).collect())
        }
        plain => plain,
    }
}

/// A union whose every branch requires one member, the tag, with a text of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Union {
    /// JSON Pointer of the `oneOf` or `anyOf` in the bundled schema, as errors name it.
    pub at: &'static str,
    /// The member that tells the branches apart.
    pub tag: &'static str,
    /// The tag of each branch, in the order of the branches.
    pub values: &'static [&'static str],
}

#[doc(hidden)]
pub use planwright_source::string_formats as formats;

/// What is known of the parts of a value while what was begun with it goes on inside itself; forgotten when the outermost one ends.
#[derive(Default)]
pub(crate) struct Nesting<T> {
    depth: std::cell::Cell<usize>,
    known: std::cell::RefCell<T>,
}

type NestingOfThread<T> = &'static std::thread::LocalKey<Nesting<T>>;

impl<T: Default> Nesting<T> {
    /// Acts inside of what goes on.
    pub(crate) fn within<R>(of: NestingOfThread<T>, act: impl FnOnce() -> R) -> R {
        struct Ended<T: Default + 'static>(NestingOfThread<T>);
        impl<T: Default> Drop for Ended<T> {
            fn drop(&mut self) {
                self.0.with(|nesting| {
                    nesting.depth.set(nesting.depth.get() - 1);
                    if nesting.depth.get() == 0 {
                        *nesting.known.borrow_mut() = T::default();
                    }
                });
            }
        }
        of.with(|nesting| nesting.depth.set(nesting.depth.get() + 1));
        let _ended = Ended(of);
        act()
    }

    /// How much goes on inside each other.
    pub(crate) fn depth(of: NestingOfThread<T>) -> usize {
        of.with(|nesting| nesting.depth.get())
    }

    /// Asks or changes what is known.
    pub(crate) fn known<R>(of: NestingOfThread<T>, ask: impl FnOnce(&mut T) -> R) -> R {
        of.with(|nesting| ask(&mut nesting.known.borrow_mut()))
    }
}
