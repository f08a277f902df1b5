//! Values that are read before their type is known.

/// Values before their type is known.
#[doc(hidden)]
pub mod buffer {
    use serde::de::{Deserialize, Deserializer, Error as _, IntoDeserializer, MapAccess, SeqAccess, Visitor};

    /// Any value, with the texts of the document that it was read from where they can be borrowed.
    #[derive(Clone, Debug)]
    pub enum Buffered<'de> {
        /// `null`
        Null,
        /// `true` or `false`
        Bool(bool),
        /// A whole number that is not negative.
        Unsigned(u64),
        /// A whole number.
        Signed(i64),
        /// Any other number.
        Float(f64),
        /// A text.
        Text(std::borrow::Cow<'de, str>),
        /// An array.
        List(Vec<Self>),
        /// An object, in its order.
        Object(Vec<(std::borrow::Cow<'de, str>, Self)>),
    }

    /// A text that is borrowed where it can be.
    struct Borrowed<'de>(std::borrow::Cow<'de, str>);

    impl<'de> Deserialize<'de> for Borrowed<'de> {
        fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
            match Buffered::deserialize(from)? {
                Buffered::Text(text) => Ok(Self(text)),
                _ => Err(D::Error::custom("a property name must be a string")),
            }
        }
    }

    impl<'de> Deserialize<'de> for Buffered<'de> {
        fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
            struct Any;

            impl<'de> Visitor<'de> for Any {
                type Value = Buffered<'de>;

                fn expecting(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                    out.write_str("a value")
                }

                fn visit_unit<E>(self) -> Result<Self::Value, E> {
                    Ok(Buffered::Null)
                }

                fn visit_none<E>(self) -> Result<Self::Value, E> {
                    Ok(Buffered::Null)
                }

                fn visit_some<D: Deserializer<'de>>(self, from: D) -> Result<Self::Value, D::Error> {
                    Buffered::deserialize(from)
                }

                fn visit_bool<E>(self, value: bool) -> Result<Self::Value, E> {
                    Ok(Buffered::Bool(value))
                }

                fn visit_u64<E>(self, value: u64) -> Result<Self::Value, E> {
                    Ok(Buffered::Unsigned(value))
                }

                fn visit_i64<E>(self, value: i64) -> Result<Self::Value, E> {
                    Ok(Buffered::Signed(value))
                }

                fn visit_f64<E>(self, value: f64) -> Result<Self::Value, E> {
                    Ok(Buffered::Float(value))
                }

                fn visit_borrowed_str<E>(self, text: &'de str) -> Result<Self::Value, E> {
                    Ok(Buffered::Text(std::borrow::Cow::Borrowed(text)))
                }

                fn visit_str<E>(self, text: &str) -> Result<Self::Value, E> {
                    Ok(Buffered::Text(std::borrow::Cow::Owned(text.to_owned())))
                }

                fn visit_string<E>(self, text: String) -> Result<Self::Value, E> {
                    Ok(Buffered::Text(std::borrow::Cow::Owned(text)))
                }

                fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Self::Value, A::Error> {
                    let mut list = Vec::new();
                    while let Some(item) = items.next_element()? {
                        list.push(item);
                    }
                    Ok(Buffered::List(list))
                }

                fn visit_map<A: MapAccess<'de>>(self, mut members: A) -> Result<Self::Value, A::Error> {
                    let mut object = Vec::new();
                    while let Some((Borrowed(name), value)) = members.next_entry()? {
                        object.push((name, value));
                    }
                    Ok(Buffered::Object(object))
                }
            }

            from.deserialize_any(Any)
        }
    }

    impl<'de, E: serde::de::Error> IntoDeserializer<'de, E> for Buffered<'de> {
        type Deserializer = FromBuffer<'de, E>;

        fn into_deserializer(self) -> Self::Deserializer {
            FromBuffer { value: self, error: std::marker::PhantomData }
        }
    }

    /// Reads a value that was read before.
    pub struct FromBuffer<'de, E> {
        value: Buffered<'de>,
        error: std::marker::PhantomData<E>,
    }

    impl<'de, E: serde::de::Error> Deserializer<'de> for FromBuffer<'de, E> {
        type Error = E;

        fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, E> {
            match self.value {
                Buffered::Null => visitor.visit_unit(),
                Buffered::Bool(value) => visitor.visit_bool(value),
                Buffered::Unsigned(value) => visitor.visit_u64(value),
                Buffered::Signed(value) => visitor.visit_i64(value),
                Buffered::Float(value) => visitor.visit_f64(value),
                Buffered::Text(std::borrow::Cow::Borrowed(text)) => visitor.visit_borrowed_str(text),
                Buffered::Text(std::borrow::Cow::Owned(text)) => visitor.visit_string(text),
                Buffered::List(items) => visitor.visit_seq(serde::de::value::SeqDeserializer::new(items.into_iter())),
                Buffered::Object(members) => {
                    visitor.visit_map(serde::de::value::MapDeserializer::new(members.into_iter()))
                }
            }
        }

        fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, E> {
            match self.value {
                Buffered::Null => visitor.visit_none(),
                _ => visitor.visit_some(self),
            }
        }

        fn deserialize_newtype_struct<V: Visitor<'de>>(self, _: &'static str, visitor: V) -> Result<V::Value, E> {
            visitor.visit_newtype_struct(self)
        }

        fn deserialize_enum<V: Visitor<'de>>(
            self,
            _: &'static str,
            _: &'static [&'static str],
            visitor: V,
        ) -> Result<V::Value, E> {
            match self.value {
                Buffered::Text(text) => visitor.visit_enum(text.into_owned().into_deserializer()),
                _ => Err(E::custom("an enum must be a string")),
            }
        }

        serde::forward_to_deserialize_any! {
            bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf unit unit_struct seq tuple
            tuple_struct map struct identifier ignored_any
        }
    }

    /// Reads an object as far as its tag: the place of the tag in `texts`, and the object.
    pub fn read_tagged<'de, D: Deserializer<'de>>(
        from: D,
        tag: &str,
        texts: &[&str],
    ) -> Result<(usize, FromBuffer<'de, D::Error>), D::Error> {
        let allowed = || texts.iter().map(|text| format!("{text:?}")).collect::<Vec<_>>().join(", ");
        let value = Buffered::deserialize(from)?;
        let Buffered::Object(members) = &value else {
            return Err(D::Error::custom(format!(
                "expected an object with the property {tag:?}: one of {}",
                allowed()
            )));
        };
        let found = members.iter().find(|(name, _)| name == tag).map(|(_, value)| value);
        let index = match found {
            Some(Buffered::Text(text)) => texts
                .iter()
                .position(|known| known == text)
                .ok_or_else(|| D::Error::custom(format!("{tag:?} is {text:?}, which is not one of {}", allowed())))?,
            Some(other) => {
                let found = brief(other);
                return Err(D::Error::custom(format!("{tag:?} is {found}, which is not one of {}", allowed())));
            }
            None => {
                return Err(D::Error::custom(format!(
                    "required property {tag:?} is missing: it is one of {}",
                    allowed()
                )));
            }
        };
        Ok((index, value.into_deserializer()))
    }

    /// A value in a few words.
    fn brief(value: &Buffered<'_>) -> String {
        match value {
            Buffered::Null => "null".to_owned(),
            Buffered::Bool(value) => value.to_string(),
            Buffered::Unsigned(value) => value.to_string(),
            Buffered::Signed(value) => value.to_string(),
            Buffered::Float(value) => value.to_string(),
            Buffered::Text(text) => format!("{text:?}"),
            Buffered::List(_) => "an array".to_owned(),
            Buffered::Object(_) => "an object".to_owned(),
        }
    }
}
