//! Maps that store properties by name.

use super::source::ByteSource;
use super::{MemberReader, MemberSource, ReadAt, ReadJudged, ReadMembers, Unreadable, read_object, read_object_source};

/// A map that stores properties by name.
pub trait KeepMember<V> {
    /// Stores a property.
    fn keep(&mut self, name: String, value: V);
}

impl KeepMember<serde_json::Value> for serde_json::Map<String, serde_json::Value> {
    fn keep(&mut self, name: String, value: serde_json::Value) {
        self.insert(name, value);
    }
}

macro_rules! maps {
    ($($map:ident)::* $(, $hasher:ident)?) => {
        impl<V $(, $hasher: std::hash::BuildHasher)?> KeepMember<V> for $($map)::*<String, V $(, $hasher)?> {
            fn keep(&mut self, name: String, value: V) {
                self.insert(name, value);
            }
        }

        impl<'de, V: ReadJudged<'de> $(, $hasher: std::hash::BuildHasher + Default)?> ReadJudged<'de>
            for $($map)::*<String, V $(, $hasher)?>
        {
            fn read<D: serde::Deserializer<'de>>(reader: D, at: ReadAt) -> Result<Self, D::Error> {
                read_object(reader, at)
            }

            fn read_source(source: &mut ByteSource<'de>, at: ReadAt) -> Result<Self, Unreadable> {
                read_object_source(source, at)
            }
        }

        impl<'de, V: ReadJudged<'de> $(, $hasher: std::hash::BuildHasher + Default)?> ReadMembers<'de>
            for $($map)::*<String, V $(, $hasher)?>
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
    fn read<D: serde::Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let read: std::collections::BTreeMap<String, T> = crate::borrowed::read(from)?;
        Ok(read.into_iter().collect())
    }
}

type HashedMap<K, V, S> = std::collections::HashMap<K, V, S>;
type SortedMap<K, V> = std::collections::BTreeMap<K, V>;
maps!(HashedMap, S);
maps!(SortedMap);

impl<'de> ReadJudged<'de> for serde_json::Map<String, serde_json::Value> {
    fn read<D: serde::Deserializer<'de>>(reader: D, at: ReadAt) -> Result<Self, D::Error> {
        match serde_json::Value::read(reader, at)? {
            serde_json::Value::Object(members) => Ok(members),
            _ => Err(serde::de::Error::custom("expected an object")),
        }
    }
}
