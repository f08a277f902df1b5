//! Measures the first build of a crate with generated code: packages and processor time. It is compared with the output
//! of typify and with the dependencies of a generated API client.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

use planwright_codegen::{Options, Readers, SchemaSet, generate_with};
use schemars::schema::RootSchema;
use typify::{TypeSpace, TypeSpaceSettings};

/// Page with the table, and the markers around it.
const PAGE: &str = "tests/peers/results/builds.md";
const BEGIN: &str = "<!-- The table is written by `cargo tool bench -- --builds`. -->\n";
const END: &str = "<!-- The end of the table. -->\n";

/// Schema that all crates use.
const SCHEMA: &str = "schemas/fix-plan/fix-plan.schema.json";
/// Folder of the builds.
const FOLDER: &str = "target/builds";
/// Clock ticks per second, which is the same value for all programs on Linux.
const TICKS: u64 = 100;

/// Code in a crate.
enum CodeOf {
    Typify,
    Planwright(fn() -> Options),
}

/// Crate to build.
struct Build {
    what: &'static str,
    code: CodeOf,
    /// Lines of `[dependencies]`. `RUNTIME` is replaced by the folder of the runtime.
    dependencies: &'static [&'static str],
}

const SERDE: &str = "serde = { version = \"1\", features = [\"derive\"] }\nserde_json = \"1\"";
const OF_TYPIFY: &str =
    "chrono = { version = \"0.4\", default-features = false, features = [\"serde\"] }\nregress = \"0.11\"";

const BUILDS: &[Build] = &[
    Build { what: "typify: types, and lengths of strings", code: CodeOf::Typify, dependencies: &[SERDE, OF_TYPIFY] },
    Build {
        what: "typify in a client of an API (`progenitor-client`, without TLS)",
        code: CodeOf::Typify,
        dependencies: &[SERDE, OF_TYPIFY, "progenitor-client = { version = \"0.15\", default-features = false }"],
    },
    Build {
        what: "`planwright gen`",
        code: CodeOf::Planwright(Options::default),
        dependencies: &[SERDE, "planwright-runtime = { path = \"RUNTIME\" }"],
    },
    Build {
        what: "`planwright gen`, runtime with the feature `validator`",
        code: CodeOf::Planwright(Options::default),
        dependencies: &[SERDE, "planwright-runtime = { path = \"RUNTIME\", features = [\"validator\"] }"],
    },
    Build {
        what: "`planwright gen --no-readers`",
        code: CodeOf::Planwright(|| Options { readers: Readers::Serde, ..Options::default() }),
        dependencies: &[SERDE, "planwright-runtime = { path = \"RUNTIME\", features = [\"validator\"] }"],
    },
];

/// Builds every crate from scratch and writes the table into its page.
pub(super) fn written(root: &Path) -> Result<String, String> {
    let mut table = String::from("| crate | packages | seconds of processor time |\n|---|---:|---:|\n");
    for build in BUILDS {
        let (packages, ticks) = measured(root, build).map_err(|reason| format!("{}: {reason}", build.what))?;
        let seconds = (ticks + TICKS / 2) / TICKS;
        let _ = writeln!(table, "| {} | {packages} | {seconds} |", build.what);
    }
    let page = root.join(PAGE);
    let text = fs::read_to_string(&page).map_err(|error| format!("{PAGE}: {error}"))?;
    let parts = text.split_once(BEGIN).and_then(|(before, rest)| Some((before, rest.split_once(END)?.1)));
    let (before, after) = parts.ok_or(format!("{PAGE} has no place for the table"))?;
    fs::write(&page, format!("{before}{BEGIN}{table}{END}{after}")).map_err(|error| format!("{PAGE}: {error}"))?;
    Ok(format!("{table}\n{PAGE} is written"))
}

/// Returns the number of dependencies of a crate and the clock ticks of its first build.
fn measured(root: &Path, build: &Build) -> Result<(usize, u64), String> {
    let folder = root.join(FOLDER);
    if folder.exists() {
        fs::remove_dir_all(&folder).map_err(|error| error.to_string())?;
    }
    let runtime = root.join("crates/runtime").display().to_string();
    let dependencies = build.dependencies.join("\n").replace("RUNTIME", &runtime);
    write(
        &folder.join("Cargo.toml"),
        &format!(
            "[package]\nname = \"measured\"\nversion = \"0.0.0\"\nedition = \"2024\"\n\n[workspace]\n\n[dependencies]\n{dependencies}\n"
        ),
    )?;
    write(&folder.join("src/lib.rs"), "pub mod plans;\n")?;
    for (path, text) in files(root, &build.code)? {
        write(&folder.join("src/plans").join(path), &text)?;
    }
    let tree = cargo(&folder, &["tree", "--quiet", "--edges", "normal", "--prefix", "none"]).output();
    let tree = tree.map_err(|error| error.to_string())?;
    let tree = String::from_utf8_lossy(&tree.stdout).into_owned();
    let packages: BTreeSet<&str> = tree.lines().map(|line| line.trim_end_matches(" (*)")).collect();
    let before = ticks_of_children()?;
    let status = cargo(&folder, &["build", "--quiet"]).stdout(Stdio::null()).status();
    if !status.is_ok_and(|status| status.success()) {
        return Err("it does not build".to_owned());
    }
    Ok((packages.len().saturating_sub(1), ticks_of_children()? - before))
}

fn cargo(folder: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    command.args(arguments).current_dir(folder).env("CARGO_TARGET_DIR", folder.join("target"));
    command
}

fn files(root: &Path, code: &CodeOf) -> Result<Vec<(String, String)>, String> {
    let text = fs::read_to_string(root.join(SCHEMA)).map_err(|error| format!("{SCHEMA}: {error}"))?;
    match code {
        CodeOf::Typify => {
            let schema: RootSchema = serde_json::from_str(&text).map_err(|error| error.to_string())?;
            let mut space = TypeSpace::new(&TypeSpaceSettings::default());
            space.add_root_schema(schema).map_err(|error| error.to_string())?;
            Ok(vec![("mod.rs".to_owned(), space.to_stream().to_string())])
        }
        CodeOf::Planwright(options) => {
            let lines = |errors: Vec<planwright_codegen::Error>| {
                errors.iter().map(ToString::to_string).collect::<Vec<_>>().join("; ")
            };
            let set = SchemaSet::parse([("fix-plan.schema.json".to_owned(), text.into_bytes())]).map_err(lines)?;
            let files = generate_with(&set, &options()).map_err(lines)?;
            Ok(files.into_iter().map(|file| (file.path, file.text)).collect())
        }
    }
}

fn write(path: &Path, text: &str) -> Result<(), String> {
    let parent = path.parent().unwrap_or(path);
    fs::create_dir_all(parent)
        .and_then(|()| fs::write(path, text))
        .map_err(|error| format!("{}: {error}", path.display()))
}

/// Returns the clock ticks of all child processes that have been waited for: fields 14 and 15 after the name in
/// `/proc/self/stat`.
fn ticks_of_children() -> Result<u64, String> {
    let line = fs::read_to_string("/proc/self/stat").map_err(|error| format!("/proc/self/stat: {error}"))?;
    let numbers = line.rsplit_once(") ").map(|(_, numbers)| numbers.split(' ').skip(13).take(2));
    let ticks = numbers
        .and_then(|mut numbers| Some((numbers.next()?.parse::<u64>().ok()?, numbers.next()?.parse::<u64>().ok()?)));
    ticks.map(|(user, system)| user + system).ok_or(format!("/proc/self/stat: {line}"))
}

#[cfg(test)]
mod tests {
    use super::{BUILDS, PAGE};
    use crate::root;

    #[test]
    fn the_table_has_every_crate_in_order() {
        let page = std::fs::read_to_string(root().join(PAGE)).expect("the page is there");
        let places: Vec<_> = BUILDS.iter().map(|build| page.find(&format!("| {} |", build.what))).collect();
        assert!(
            places.iter().all(Option::is_some) && places.is_sorted(),
            "{places:?}: run `cargo tool bench -- --builds`"
        );
    }
}
