//! Properties with a single value: always written, and required when read.

/// Members that have one value.
#[allow(dead_code, reason = "not everyone uses all of it")]
#[doc(hidden)]
pub mod constants {
    use ::serde::de::{Deserializer, Error as _, IntoDeserializer as _, MapAccess, Visitor};
    use ::serde::ser::{Impossible, Serialize, SerializeMap as _, SerializeStruct as _, Serializer};

    /// The value of a constant member.
    #[derive(Clone, Copy, Debug)]
    pub enum Constant {
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
        Text(&'static str),
    }

    impl From<()> for Constant {
        fn from((): ()) -> Self {
            Self::Null
        }
    }

    impl From<bool> for Constant {
        fn from(value: bool) -> Self {
            Self::Bool(value)
        }
    }

    impl From<u64> for Constant {
        fn from(value: u64) -> Self {
            Self::Unsigned(value)
        }
    }

    impl From<i64> for Constant {
        fn from(value: i64) -> Self {
            Self::Signed(value)
        }
    }

    impl From<f64> for Constant {
        fn from(value: f64) -> Self {
            Self::Float(value)
        }
    }

    impl From<&'static str> for Constant {
        fn from(text: &'static str) -> Self {
            Self::Text(text)
        }
    }

    impl Serialize for Constant {
        fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
            match *self {
                Self::Null => to.serialize_unit(),
                Self::Bool(value) => to.serialize_bool(value),
                Self::Unsigned(value) => to.serialize_u64(value),
                Self::Signed(value) => to.serialize_i64(value),
                Self::Float(value) => to.serialize_f64(value),
                Self::Text(text) => to.serialize_str(text),
            }
        }
    }

    impl Constant {
        fn is(self, found: &::serde_json::Value) -> bool {
            match self {
                Self::Null => found.is_null(),
                Self::Bool(value) => found.as_bool() == Some(value),
                Self::Text(text) => found.as_str() == Some(text),
                Self::Unsigned(value) => {
                    found.as_u64() == Some(value) || found.is_f64() && Self::is_float(found, &value.into())
                }
                Self::Signed(value) => {
                    found.as_i64() == Some(value) || found.is_f64() && Self::is_float(found, &value.into())
                }
                Self::Float(value) => Self::same(found, value),
            }
        }

        /// Whether a number such as `1.0` is this whole number.
        fn is_float(found: &::serde_json::Value, value: &::serde_json::Number) -> bool {
            value.as_f64().is_some_and(|value| Self::same(found, value))
        }

        fn same(found: &::serde_json::Value, value: f64) -> bool {
            found.as_f64().is_some_and(|found| found.partial_cmp(&value) == Some(std::cmp::Ordering::Equal))
        }
    }

    impl std::fmt::Display for Constant {
        fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
            match self {
                Self::Null => out.write_str("null"),
                Self::Bool(value) => write!(out, "{value}"),
                Self::Unsigned(value) => write!(out, "{value}"),
                Self::Signed(value) => write!(out, "{value}"),
                Self::Float(value) => write!(out, "{value}"),
                Self::Text(text) => write!(out, "{text:?}"),
            }
        }
    }

    /// Writes an object with its constant members first.
    pub struct WriteConstants<'a, S> {
        /// Where to.
        pub to: S,
        /// The constant members.
        pub members: &'a [(&'static str, Constant)],
    }

    /// Methods that no object calls.
    macro_rules! no_object {
        ($($method:ident($($kind:ty),*) -> $ok:ty;)+) => {
            $(fn $method(self, $(_: $kind),*) -> Result<$ok, S::Error> {
                Err(<S::Error as ::serde::ser::Error>::custom("expected an object"))
            })+
        };
    }

    impl<S: Serializer> Serializer for WriteConstants<'_, S> {
        type Ok = S::Ok;
        type Error = S::Error;
        type SerializeSeq = Impossible<S::Ok, S::Error>;
        type SerializeTuple = Impossible<S::Ok, S::Error>;
        type SerializeTupleStruct = Impossible<S::Ok, S::Error>;
        type SerializeTupleVariant = Impossible<S::Ok, S::Error>;
        type SerializeMap = S::SerializeMap;
        type SerializeStruct = S::SerializeStruct;
        type SerializeStructVariant = Impossible<S::Ok, S::Error>;

        fn serialize_struct(self, name: &'static str, length: usize) -> Result<Self::SerializeStruct, S::Error> {
            let mut object = self.to.serialize_struct(name, length + self.members.len())?;
            for (name, value) in self.members {
                object.serialize_field(name, value)?;
            }
            Ok(object)
        }

        fn serialize_map(self, length: Option<usize>) -> Result<Self::SerializeMap, S::Error> {
            let mut object = self.to.serialize_map(length.map(|length| length + self.members.len()))?;
            for (name, value) in self.members {
                object.serialize_entry(name, value)?;
            }
            Ok(object)
        }

        no_object! {
            serialize_bool(bool) -> S::Ok;
            serialize_i8(i8) -> S::Ok;
            serialize_i16(i16) -> S::Ok;
            serialize_i32(i32) -> S::Ok;
            serialize_i64(i64) -> S::Ok;
            serialize_u8(u8) -> S::Ok;
            serialize_u16(u16) -> S::Ok;
            serialize_u32(u32) -> S::Ok;
            serialize_u64(u64) -> S::Ok;
            serialize_f32(f32) -> S::Ok;
            serialize_f64(f64) -> S::Ok;
            serialize_char(char) -> S::Ok;
            serialize_str(&str) -> S::Ok;
            serialize_bytes(&[u8]) -> S::Ok;
            serialize_none() -> S::Ok;
            serialize_unit() -> S::Ok;
            serialize_unit_struct(&'static str) -> S::Ok;
            serialize_unit_variant(&'static str, u32, &'static str) -> S::Ok;
            serialize_seq(Option<usize>) -> Self::SerializeSeq;
            serialize_tuple(usize) -> Self::SerializeTuple;
            serialize_tuple_struct(&'static str, usize) -> Self::SerializeTupleStruct;
            serialize_tuple_variant(&'static str, u32, &'static str, usize) -> Self::SerializeTupleVariant;
            serialize_struct_variant(&'static str, u32, &'static str, usize) -> Self::SerializeStructVariant;
        }

        fn serialize_some<T: ?Sized + Serialize>(self, value: &T) -> Result<S::Ok, S::Error> {
            value.serialize(self)
        }

        fn serialize_newtype_struct<T: ?Sized + Serialize>(
            self,
            _: &'static str,
            value: &T,
        ) -> Result<S::Ok, S::Error> {
            value.serialize(self)
        }

        fn serialize_newtype_variant<T: ?Sized + Serialize>(
            self,
            _: &'static str,
            _: u32,
            _: &'static str,
            value: &T,
        ) -> Result<S::Ok, S::Error> {
            value.serialize(self)
        }
    }

    /// Reads an object whose constant members must be there and have their values.
    pub struct ReadConstants<'a, D> {
        /// Where from.
        pub from: D,
        /// The constant members.
        pub members: &'a [(&'static str, Constant)],
    }

    impl<'de, D: Deserializer<'de>> Deserializer<'de> for ReadConstants<'_, D> {
        type Error = D::Error;

        fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, D::Error> {
            self.from.deserialize_map(Watch { visitor, members: self.members })
        }

        ::serde::forward_to_deserialize_any! {
            bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf option unit unit_struct
            newtype_struct seq tuple tuple_struct map struct enum identifier ignored_any
        }
    }

    /// Passes an object on without its constant members.
    struct Watch<'a, V> {
        visitor: V,
        members: &'a [(&'static str, Constant)],
    }

    impl<'de, V: Visitor<'de>> Visitor<'de> for Watch<'_, V> {
        type Value = V::Value;

        fn expecting(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
            self.visitor.expecting(out)
        }

        fn visit_map<A: MapAccess<'de>>(self, object: A) -> Result<V::Value, A::Error> {
            let seen = vec![false; self.members.len()];
            self.visitor.visit_map(WithoutConstants { object, members: self.members, seen })
        }
    }

    /// The members of an object that are not constant.
    struct WithoutConstants<'a, A> {
        object: A,
        members: &'a [(&'static str, Constant)],
        seen: Vec<bool>,
    }

    impl<'de, A: MapAccess<'de>> MapAccess<'de> for WithoutConstants<'_, A> {
        type Error = A::Error;

        fn next_key_seed<K: ::serde::de::DeserializeSeed<'de>>(
            &mut self,
            seed: K,
        ) -> Result<Option<K::Value>, A::Error> {
            while let Some(name) = self.object.next_key::<String>()? {
                let Some(index) = self.members.iter().position(|(member, _)| *member == name) else {
                    return seed.deserialize(name.into_deserializer()).map(Some);
                };
                let found: ::serde_json::Value = self.object.next_value()?;
                let expected = self.members[index].1;
                if !expected.is(&found) {
                    return Err(A::Error::custom(format!("property {name:?} is {found}, but must be {expected}")));
                }
                self.seen[index] = true;
            }
            match self.seen.iter().position(|seen| !seen) {
                Some(missing) => Err(A::Error::missing_field(self.members[missing].0)),
                None => Ok(None),
            }
        }

        fn next_value_seed<T: ::serde::de::DeserializeSeed<'de>>(&mut self, seed: T) -> Result<T::Value, A::Error> {
            self.object.next_value_seed(seed)
        }
    }
}
