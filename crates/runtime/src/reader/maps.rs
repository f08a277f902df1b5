//! Maps that store properties by name.

use super::source::ByteSource;
use super::{MemberReader, MemberSource, ReadAt, ReadJudged, ReadMembers, Unreadable, read_object, read_object_source};

/// A map that stores properties by name.
pub trait KeepMember<V> {
    /// Stores a property. Returns false if its name is not a key of the map.
    #[must_use]
    fn keep(&mut self, name: String, value: V) -> bool;
}

impl KeepMember<serde_json::Value> for serde_json::Map<String, serde_json::Value> {
    fn keep(&mut self, name: String, value: serde_json::Value) -> bool {
        self.insert(name, value);
        true
    }
}

macro_rules! maps {
    ($map:ident, $($bound:path),+ $(; $hasher:ident)?) => {
        impl<K, V $(, $hasher: std::hash::BuildHasher)?> KeepMember<V> for $map<K, V $(, $hasher)?>
        where
            K: TryFrom<String> $(+ $bound)+,
        {
            fn keep(&mut self, name: String, value: V) -> bool {
                K::try_from(name).map(|key| self.insert(key, value)).is_ok()
            }
        }

        impl<'de, K, V, $($hasher)?> ReadJudged<'de> for $map<K, V $(, $hasher)?>
        where
            K: TryFrom<String> $(+ $bound)+,
            V: ReadJudged<'de>,
            $($hasher: std::hash::BuildHasher + Default,)?
        {
            fn read_checked<D: serde::Deserializer<'de>>(reader: D, at: ReadAt) -> Result<Self, D::Error> {
                read_object(reader, at)
            }

            fn read_source(source: &mut ByteSource<'de>, at: ReadAt) -> Result<Self, Unreadable> {
                read_object_source(source, at)
            }
        }

        impl<'de, K, V, $($hasher)?> ReadMembers<'de> for $map<K, V $(, $hasher)?>
        where
            K: TryFrom<String> $(+ $bound)+,
            V: ReadJudged<'de>,
            $($hasher: std::hash::BuildHasher + Default,)?
        {
            fn members<A: MemberSource<'de>>(from: &mut MemberReader<A>) -> Result<Self, A::Error> {
                let mut all = Self::default();
                while from.turn()? && from.next(&[])?.is_some() {
                    from.other(&mut all)?;
                }
                Ok(all)
            }
        }
    };
}

impl<'de, T: crate::borrowed::Borrow<'de>, S: std::hash::BuildHasher + Default> crate::borrowed::Borrow<'de>
    for std::collections::HashMap<String, T, S>
{
    fn deserialize_borrowed<D: serde::Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let read: std::collections::BTreeMap<String, T> = crate::borrowed::deserialize(from)?;
        Ok(read.into_iter().collect())
    }
}

type HashedMap<K, V, S> = std::collections::HashMap<K, V, S>;
type SortedMap<K, V> = std::collections::BTreeMap<K, V>;
maps!(HashedMap, Eq, std::hash::Hash; S);
maps!(SortedMap, Ord);

impl<'de> ReadJudged<'de> for serde_json::Map<String, serde_json::Value> {
    fn read_checked<D: serde::Deserializer<'de>>(reader: D, at: ReadAt) -> Result<Self, D::Error> {
        match serde_json::Value::read_checked(reader, at)? {
            serde_json::Value::Object(members) => Ok(members),
            _ => Err(serde::de::Error::custom("expected an object")),
        }
    }
}
