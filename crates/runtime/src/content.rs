//! Unions whose variants wrap a value, as serde writes enums by default or with an adjacent tag.

/// Places of the name of a variant and of its content.
#[derive(Clone, Copy, Debug)]
pub enum ContentForm {
    /// The content is the only property of an object, which has the name of the variant. A variant without content is a
    /// string.
    External,
    /// An object has these properties.
    Adjacent {
        /// Property with the name of the variant.
        tag: &'static str,
        /// Property with the content.
        content: &'static str,
    },
}

impl ContentForm {
    /// Returns the form with these properties.
    pub const fn adjacent(tag: &'static str, content: &'static str) -> Self {
        Self::Adjacent { tag, content }
    }
}

/// A union whose variants wrap a value.
pub trait ContentUnion: Sized {
    /// Places of the name of a variant and of its content.
    const FORM: ContentForm;

    /// Returns whether the variant with a name has content.
    fn has_content(name: &str) -> bool;

    /// Returns the variant with a name.
    fn from_content(name: &str, content: Option<serde_json::Value>) -> serde_json::Result<Self>;
}

/// Writes a variant.
pub fn write<S: serde::Serializer, T: serde::Serialize>(
    to: S,
    form: ContentForm,
    name: &'static str,
    content: Option<&T>,
) -> Result<S::Ok, S::Error> {
    use serde::ser::SerializeMap as _;
    match (form, content) {
        (ContentForm::External, None) => to.serialize_str(name),
        (ContentForm::External, Some(content)) => {
            let mut map = to.serialize_map(Some(1))?;
            map.serialize_entry(name, content)?;
            map.end()
        }
        (ContentForm::Adjacent { tag, content: property }, content) => {
            let mut map = to.serialize_map(Some(1 + usize::from(content.is_some())))?;
            map.serialize_entry(tag, name)?;
            if let Some(content) = content {
                map.serialize_entry(property, content)?;
            }
            map.end()
        }
    }
}

/// Reads a variant from a complete value.
pub fn read_variant<T: ContentUnion>(value: serde_json::Value) -> serde_json::Result<T> {
    use serde::de::Error as _;
    use serde_json::Value;
    match (T::FORM, value) {
        (ContentForm::External, Value::String(name)) => T::from_content(&name, None),
        (ContentForm::External, Value::Object(members)) if members.len() == 1 => {
            let Some((name, content)) = members.into_iter().next() else { return Err(unknown()) };
            T::from_content(&name, Some(content))
        }
        (ContentForm::Adjacent { tag, content }, Value::Object(members)) => {
            let (mut name, mut inner) = (None, None);
            for (property, value) in members {
                if property == tag {
                    name = Some(value);
                } else if property == content {
                    inner = Some(value);
                }
            }
            match name {
                // An open object of a variant without content may have any property.
                Some(Value::String(name)) => T::from_content(&name, inner.filter(|_| T::has_content(&name))),
                _ => Err(serde_json::Error::missing_field(tag)),
            }
        }
        _ => Err(unknown()),
    }
}

/// Returns the error for a value that is not a variant.
pub fn unknown() -> serde_json::Error {
    serde::de::Error::custom("data did not match any variant of the union")
}
