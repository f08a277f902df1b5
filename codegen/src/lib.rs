//! Compiles schemas to Rust source, as a pure function.
//!
//! The stages are one module each. `planwright-schema` loads, links and bundles the set before.
//!
//! ```text
//! project  definitions -> shapes (what a Rust type can express)
//! style    options -> derives, attributes, names and types of the user
//! outside  types of another generator, and types that exist
//! backend  shapes and bundled schemas -> items of Rust, printed      emit: their layout in files
//! tools    pairs of roots -> a trait and its dispatcher
//! ```
//!
//! A type is an approximation, and the validator of the bundled schema decides. A schema that no shape can express
//! becomes [`serde_json::Value`] with documentation that says why. A schema that cannot be compiled is an [`Error`]
//! that names file, line, pointer and keyword.

mod backend;
mod docs;
mod emit;
mod explain;
mod formats;
mod generator;
mod markdown;
mod names;
mod options;
mod order;
mod outside;
mod project;
mod reader;
mod rust_file;
#[doc(hidden)]
pub mod shape;
mod style;
mod text;
mod tokens;
mod tools;

use std::collections::{BTreeMap, BTreeSet};

use emit::Rendered;
use planwright_schema::{asserts, bundle, error, link, lint};
use style::format_types;

pub use emit::{GENERATED_MARK, Layout, Options, RUNTIME, Readers, RootMethods, Tools};
pub use explain::{Explanation, UNCONSTRAINED, UntypedMember};
pub use formats::Formats;
pub use generator::{GeneratedTypes, GeneratorInput, TypeAdditions, TypeGenerator, TypeSource};
pub use options::{NamedChoice, OptionInput, RUST_OPTIONS, RustOption, Takes};
pub use planwright_schema::lint::{WARNINGS, unknown_warning};
pub use planwright_schema::uri::to_path as document_path;
pub use planwright_schema::{DefaultDialect, Draft, Error, ErrorKind, SchemaFile, SchemaSet, locate_document};
pub use style::{
    Builders, Collections, DefaultMembers, Integers, Lists, NullMembers, Numbers, OpenMembers, Scalars, Strings, Style,
    TypeStyle,
};

/// A generated file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GeneratedFile {
    /// Path relative to the output folder, with `/` between the components.
    pub path: String,
    /// Whole content, ending with one line break.
    pub text: String,
}

/// Compiles a handwritten set: rejects files that constrain nothing, and adds warnings about probable mistakes.
///
/// `compile` is [`compile`] or the generator for another language, with its options. Formats in `format_types` count as known, so there
/// are no warnings about them.
///
/// # Errors
///
/// Returns all errors of a stage together.
pub fn linted(
    set: &SchemaSet,
    format_types: &BTreeMap<String, String>,
    compile: impl FnOnce(&SchemaSet) -> Result<Compiled, Vec<Error>>,
) -> Result<Compiled, Vec<Error>> {
    let nothing = set.asserting_nothing();
    if !nothing.is_empty() {
        return Err(nothing);
    }
    let Compiled { files, warnings } = compile(set)?;
    let defaults = warnings.iter().filter(|warning| warning.kind.code() == lint::DEFAULT_INVALID);
    let known: BTreeSet<_> = defaults.map(|warning| (warning.file.clone(), warning.pointer.clone())).collect();
    // The compiler has already reported a default that it cannot use.
    let is_known = |doubt: &Error| {
        doubt.kind.code() == lint::DEFAULT_INVALID && known.contains(&(doubt.file.clone(), doubt.pointer.clone()))
    };
    let is_typed = |doubt: &Error| format_types::names_format(format_types, set, doubt);
    let doubts = lint::warnings(set)?.into_iter().filter(|doubt| !is_known(doubt) && !is_typed(doubt));
    let warnings = error::in_order(warnings.into_iter().chain(doubts).collect());
    Ok(Compiled { files, warnings })
}

/// Compiles a set of schemas to Rust with the default [`Options`].
///
/// The result depends only on the contents and paths of the set, and is sorted by path. All errors of a stage are
/// returned together.
pub fn generate(set: &SchemaSet) -> Result<Vec<GeneratedFile>, Vec<Error>> {
    generate_with(set, &Options::default())
}

/// Compiles a set of schemas to Rust. Returns the files of [`compile`] without its warnings.
pub fn generate_with(set: &SchemaSet, options: &Options) -> Result<Vec<GeneratedFile>, Vec<Error>> {
    compile(set, options).map(|compiled| compiled.files)
}

/// Returns the shapes of every module without named types for scalars, and warnings about parts of the schemas that no
/// shape can express.
#[doc(hidden)]
pub fn plain_shapes(linked: &link::Linked<'_>) -> (BTreeMap<String, shape::Shapes>, Vec<Error>) {
    let all =
        style::AllTypes { scalars: Scalars::Plain, defaults: DefaultMembers::Written, ..style::AllTypes::default() };
    project::project_with(linked, &style::Resolved { all, ..style::Resolved::default() })
}

/// Result of compiling a set of schemas.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Compiled {
    /// Files, sorted by path.
    pub files: Vec<GeneratedFile>,
    /// Warnings about problems in the schemas that do not prevent compilation.
    pub warnings: Vec<Error>,
}

/// Compiles a set of schemas to Rust.
pub fn compile(set: &SchemaSet, options: &Options) -> Result<Compiled, Vec<Error>> {
    let compile = || {
        emit::layout::check(options)?;
        let (linked, mut shapes, mut warnings, mut style) = shaped(set, &outside::projected_style(options))?;
        let bundled = bundle::bundled_schemas(set, &linked)?;
        let unconstrained = unconstrained(&linked, &bundled);
        let outside = outside::separate((set, &linked), &mut shapes, (&mut style, &unconstrained), options)?;
        warnings.extend(outside.warnings.iter().cloned());
        emit::layout::remove_aliases(&mut shapes, options);
        let formats = format_types::declarations(&style.all.format_types, &format_types::used(&shapes));
        if options.layout == Layout::Flat {
            let clashes = emit::layout::clashes(&shapes, &outside.names, &formats);
            if !clashes.is_empty() {
                return Err(clashes);
            }
        }
        let borrowed = match style.all.strings {
            Strings::Owned => BTreeSet::new(),
            Strings::Borrowed => backend::borrowed::reaching(&shapes),
        };
        let is_typed = |warning: &&Error| format_types::names_format(&options.style.format_types, set, warning);
        let written =
            set.files().flat_map(planwright_schema::SchemaFile::warnings).filter(|warning| !is_typed(warning));
        warnings.extend(written.cloned());
        style.assert_formats = options.formats == Formats::Assert;
        let rust = backend::table::RustTypes::new(&shapes, &borrowed);
        let tables = match options.readers {
            Readers::Emitted => Some(reader::tables(&linked, &shapes, options.formats)),
            Readers::Serde => None,
        };
        let readers =
            tables.as_ref().map(|tables| backend::readers::TypeReaders::new(&shapes, &rust, tables, style.map_text()));
        let finder = backend::part_validators::PartFinder {
            linked: &linked,
            shapes: &shapes,
            types: &rust,
            readers: readers.as_ref(),
            roots: &style.roots,
            unconstrained: &unconstrained,
        };
        let carried = finder.unreached(&bundled);
        let bundled = if carried.is_empty() { bundled } else { bundle::bundled_carrying(set, &linked, &carried)? };
        let parts = finder.parts(&bundled);
        let types_judged = backend::judged::JudgedTypes::new(&linked, &shapes, &rust, readers.as_ref(), &parts);
        let tools = match options.tools {
            Tools::Executor => tools::tools(&linked, &shapes),
            Tools::TypesAlone => BTreeMap::new(),
        };
        if let Some(module) = tools.keys().next().filter(|_| !borrowed.is_empty()) {
            let message =
                format!("the tools of {module} own their arguments: set `tools = false`, or take out `borrowed`");
            return Err(vec![style::error(&["borrowed"], message)]);
        }
        let impls = names::impls_module(linked.modules.keys().map(String::as_str));
        let printed = backend::PrintedSet {
            types: &rust,
            style: &style,
            judges: backend::Judges { judged: &types_judged, readers: readers.as_ref(), parts: &parts },
            runtime: &options.runtime,
            impls: &impls,
            outside: &outside.items,
            options: backend::RootOptions {
                asserts_formats: style.assert_formats,
                has_methods: options.methods == RootMethods::Inherent,
            },
        };
        let sources =
            backend::modules(&linked, &bundled, &shapes, &tools, printed).map_err(|errors| set.locate(errors))?;
        let rendered = Rendered {
            shapes: &shapes,
            further: &outside.names,
            sources,
            impls,
            has_tools: !tools.is_empty(),
            borrowed: &borrowed,
            needs_idn: options.formats == Formats::Assert && bundled.values().any(|schema| schema.needs_idn),
            formats,
        };
        let files = emit::emit(&linked, &rendered, options).map_err(|error| vec![backend::failure(&error)])?;
        Ok(Compiled { files, warnings: error::in_order(set.locate(warnings)) })
    };
    compile().map_err(error::in_order)
}

/// Returns the files whose root accepts every value.
fn unconstrained<'l>(
    linked: &'l link::Linked<'_>,
    bundled: &BTreeMap<String, bundle::BundledSchema>,
) -> BTreeSet<&'l str> {
    let roots = linked.modules.values().flat_map(|module| &module.roots);
    let accepts_all =
        |root: &&link::Root| bundled.get(&root.file).is_some_and(|bundled| !asserts(&bundled.document, root.draft));
    roots.filter(accepts_all).map(|root| root.file.as_str()).collect()
}

/// Returns which properties of a set are any JSON value, and why.
pub fn explain(set: &SchemaSet, style: &Style) -> Result<Explanation, Vec<Error>> {
    let (_, shapes, _, _) = shaped(set, style).map_err(error::in_order)?;
    Ok(explain::explain(&shapes))
}

/// Returns the shapes of a set in a style.
///
/// Options can refer to types by their default names, which are known only after shapes were created without a style.
fn shaped<'s>(set: &'s SchemaSet, style: &Style) -> Result<Shaped<'s>, Vec<Error>> {
    let read = style::parse(style)?;
    let linked = link::link(set)?;
    let (shapes, warnings) = project::project(&linked);
    let mut style = style::resolve(read, set, &linked, &shapes)?;
    let (linked, (mut shapes, warnings)) = if style.changes_projection() {
        let linked = link::link_named(set, &style.names())?;
        let projected = project::project_with(&linked, &style);
        (linked, projected)
    } else {
        (linked, (shapes, warnings))
    };
    order::sort(&mut shapes, &linked, set);
    style::without(&shapes, &mut style);
    let errors = style::refuse(&shapes, &style);
    if errors.is_empty() { Ok((linked, shapes, warnings, style)) } else { Err(errors) }
}

/// State of a set before it is rendered.
type Shaped<'s> = (link::Linked<'s>, BTreeMap<String, shape::Shapes>, Vec<Error>, style::Resolved);

/// Returns the module and root type of each schema file: `fix-plan/fix-plan.schema.json` becomes `fix_plan::FixPlan`.
pub fn root_types(set: &SchemaSet) -> Result<BTreeMap<String, String>, Vec<Error>> {
    let linked = link::link(set).map_err(error::in_order)?;
    let roots = linked.modules.values().flat_map(|module| {
        module.roots.iter().map(|root| (root.file.clone(), names::qualified(&module.name, &root.name)))
    });
    Ok(roots.collect())
}
