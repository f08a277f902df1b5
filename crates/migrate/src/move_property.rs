//! Moves a property between objects. Migrations use it here, and the Rust code that they print contains the source
//! below.

use serde_json::{Map, Value};

/// Moves a property, if the object has it. Objects on the new path that are missing are created.
pub(super) fn move_property(object: &mut Map<String, Value>, from: &[impl AsRef<str>], to: &[impl AsRef<str>]) {
    let (Some((name, from)), Some((new_name, to))) = (from.split_last(), to.split_last()) else { return };
    let holder = from.iter().try_fold(&mut *object, |inner, name| inner.get_mut(name.as_ref())?.as_object_mut());
    let Some(value) = holder.and_then(|holder| holder.shift_remove(name.as_ref())) else { return };
    let target = to.iter().try_fold(object, |inner, name| {
        let next = inner.entry(name.as_ref()).or_insert_with(|| Value::Object(Map::new()));
        if !next.is_object() {
            *next = Value::Object(Map::new());
        }
        next.as_object_mut()
    });
    if let Some(target) = target {
        target.insert(new_name.as_ref().to_owned(), value);
    }
}
