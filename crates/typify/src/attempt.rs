//! Runs typify once, on a separate thread, and checks what it has written.

use std::cell::Cell;
use std::collections::BTreeSet;
use std::panic::{self, PanicHookInfo};
use std::sync::Once;
use std::thread;

use schemars::schema::Schema;
use syn::{Fields, File, Item};
use typify::{TypeSpace, TypeSpaceSettings};

/// Stack of a run in bytes. typify is recursive, and a schema may have 127 levels.
const STACK: usize = 256 << 20;

/// Maximum number of characters of a reason.
const MAX_REASON: usize = 120;

thread_local! {
    /// Set on the threads that run typify.
    static IS_RUN: Cell<bool> = const { Cell::new(false) };
}

/// Returns the source of the types, or the reason why typify cannot generate them.
///
/// `named` are the definitions that must each have a type. The settings are made on the thread, which cannot receive them.
pub(crate) fn attempt(
    definitions: Vec<(String, Schema)>,
    named: &BTreeSet<&str>,
    settings: impl FnOnce() -> TypeSpaceSettings + Send,
) -> Result<String, String> {
    silence_runs();
    let run = move || {
        IS_RUN.set(true);
        let mut space = TypeSpace::new(&settings());
        space.add_ref_types(definitions).map_err(|error| error.to_string())?;
        Ok(space.to_stream().to_string())
    };
    let ended = thread::scope(|scope| {
        let thread = thread::Builder::new().name("typify".to_owned()).stack_size(STACK);
        thread.spawn_scoped(scope, run).map(thread::ScopedJoinHandle::join)
    });
    let source: Result<String, String> = match ended {
        Ok(Ok(source)) => source,
        Ok(Err(panic)) => Err(panic_message(&*panic)),
        Err(error) => Err(error.to_string()),
    };
    let source = source.map_err(|reason| shortened(&reason))?;
    check(&source, named).map(|()| source)
}

/// Keeps panics of typify, which are expected, from being printed. Other panics are printed as before.
fn silence_runs() {
    static HOOK: Once = Once::new();
    HOOK.call_once(|| {
        let before = panic::take_hook();
        panic::set_hook(Box::new(move |info: &PanicHookInfo<'_>| {
            if !IS_RUN.get() {
                before(info);
            }
        }));
    });
}

fn panic_message(panic: &(dyn std::any::Any + Send)) -> String {
    let text = panic.downcast_ref::<String>().map(String::as_str).or_else(|| panic.downcast_ref::<&str>().copied());
    text.unwrap_or("it panics").to_owned()
}

/// Returns the first line of a reason, which often contains a schema.
fn shortened(reason: &str) -> String {
    let line = reason.lines().next().unwrap_or_default();
    let line = line.strip_prefix("not yet implemented: ").unwrap_or(line);
    let line = line.split(['{', '[']).next().unwrap_or_default().trim_end_matches([':', ' ', '(']);
    let line: String = line.chars().take(MAX_REASON).collect();
    if line.is_empty() { "it panics".to_owned() } else { line }
}

fn has_equal_names(fields: &Fields) -> bool {
    let mut seen = BTreeSet::new();
    !fields.iter().filter_map(|field| field.ident.as_ref()).all(|name| seen.insert(name))
}

/// Checks that each definition has one type, which has values.
fn check(source: &str, named: &BTreeSet<&str>) -> Result<(), String> {
    let file: File = syn::parse_str(source).map_err(|error| shortened(&error.to_string()))?;
    let mut declared = BTreeSet::new();
    for item in &file.items {
        let (name, fields) = match item {
            Item::Struct(item) => (item.ident.to_string(), vec![&item.fields]),
            Item::Enum(item) if item.variants.is_empty() => {
                return Err("its type has no value".to_owned());
            }
            Item::Enum(item) => (item.ident.to_string(), item.variants.iter().map(|variant| &variant.fields).collect()),
            _ => continue,
        };
        if fields.into_iter().any(has_equal_names) {
            return Err("two of its properties have the same field".to_owned());
        }
        if declared.contains(&name) {
            return Err("two types have the same name".to_owned());
        }
        declared.insert(name);
    }
    let is_missing = named.iter().any(|name| !declared.contains(*name));
    if is_missing { Err("it gets no type of its name".to_owned()) } else { Ok(()) }
}
