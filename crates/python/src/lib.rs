//! Native part of the Python package: functions from strings to JSON strings, based on `planwright-api`. The public
//! classes are in `python/planwright`.

mod batch;

use std::path::PathBuf;

use planwright_api::{Checker, DocumentRecords, DriftQuestion, FileAccess, NamedSchema, RefusedCall, RenderQuestion};
use planwright_sync::{list_folder, read_file};
use pyo3::exceptions::PyException;
use pyo3::prelude::*;
use pyo3::{create_exception, wrap_pyfunction};

/// Access to the files of schemas.
const FILES: FileAccess<'static> = FileAccess { read: &read_file, list: &list_folder };

create_exception!(
    _native,
    NativeError,
    PyException,
    "A message, the report as a JSON string, and whether it is about the document of the call."
);

fn error(refused: RefusedCall) -> PyErr {
    let message = refused.to_string();
    let RefusedCall { report, is_about_document } = refused;
    NativeError::new_err((message, report.to_string(), is_about_document))
}

/// Paths and contents of schemas.
type SchemaTexts = Vec<(String, Vec<u8>)>;

/// A compiled contract or schema for checking documents.
#[pyclass(frozen, module = "planwright._native")]
struct NativeChecker(Checker);

#[pymethods]
impl NativeChecker {
    /// Returns a checker for a contract, optionally with a context.
    #[staticmethod]
    #[pyo3(signature = (name, context=None))]
    fn contract(py: Python<'_>, name: &str, context: Option<&str>) -> PyResult<Self> {
        py.detach(|| Checker::contract(name, context)).map(Self).map_err(error)
    }

    /// Returns a checker for a schema.
    #[staticmethod]
    fn schema(py: Python<'_>, schema: &NativeSchema) -> PyResult<Self> {
        py.detach(|| Checker::from_schema(schema.0.clone())).map(Self).map_err(error)
    }

    /// Returns whether a document is valid, and its report.
    fn check(&self, py: Python<'_>, file: &str, text: &[u8]) -> (bool, String) {
        py.detach(|| {
            let checked = self.0.check(file, text);
            (checked.valid, checked.json.to_string())
        })
    }

    /// Returns a message for the model that wrote a document.
    fn repair(&self, py: Python<'_>, text: &[u8]) -> Option<String> {
        py.detach(|| self.0.repair(text))
    }

    /// Returns the reports about an Arrow array of documents, as a record batch of pyarrow.
    #[pyo3(signature = (texts, files=None))]
    fn check_batch<'py>(
        &self,
        py: Python<'py>,
        texts: &Bound<'py, PyAny>,
        files: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        batch::check(py, &self.0, texts, files)
    }

    /// Returns a report with a record of each document in an Arrow array.
    fn report(&self, py: Python<'_>, texts: &Bound<'_, PyAny>, files: &Bound<'_, PyAny>) -> PyResult<String> {
        batch::report(py, &self.0, texts, files)
    }

    /// Returns the schema for a vendor, with its weakenings.
    fn export(&self, py: Python<'_>, dialect: &str, bare: bool) -> PyResult<String> {
        py.detach(|| self.0.export(dialect, bare)).map(|value| value.to_string()).map_err(error)
    }

    /// Returns the canonical document of an answer.
    fn normalize(&self, py: Python<'_>, dialect: &str, file: &str, text: &[u8]) -> PyResult<String> {
        py.detach(|| self.0.normalize(dialect, file, text)).map(|value| value.to_string()).map_err(error)
    }

    /// Returns the document of an answer, with what was changed and its report.
    fn extract(&self, py: Python<'_>, file: &str, text: &[u8]) -> PyResult<String> {
        py.detach(|| self.0.extract(file, text)).map(|value| value.to_string()).map_err(error)
    }

    /// Returns the fixed source of the document of an answer.
    fn fix(&self, py: Python<'_>, file: &str, text: &[u8]) -> PyResult<String> {
        py.detach(|| self.0.fix(file, text)).map_err(error)
    }

    /// Returns the prompt for a model.
    fn prompt(&self, py: Python<'_>, document: bool) -> PyResult<String> {
        py.detach(|| self.0.prompt(document)).map_err(error)
    }
}

/// A schema that is not compiled.
#[pyclass(frozen, module = "planwright._native")]
struct NativeSchema(NamedSchema);

#[pymethods]
impl NativeSchema {
    /// Returns the schema of a contract.
    #[staticmethod]
    fn contract(name: &str) -> PyResult<Self> {
        let schema = NamedSchema::contract(name);
        schema.map(Self).ok_or_else(|| error(RefusedCall::of_reason(&planwright_api::unknown(name))))
    }

    /// Returns a schema by its path in the set.
    #[staticmethod]
    fn texts(root: &str, texts: SchemaTexts) -> PyResult<Self> {
        NamedSchema::from_sources(root, texts).map(Self).map_err(error)
    }

    /// Reads a schema file, and the files that it refers to.
    #[staticmethod]
    fn file(py: Python<'_>, path: PathBuf) -> PyResult<Self> {
        py.detach(move || NamedSchema::from_file(&path, FILES)).map(Self).map_err(error)
    }

    /// Returns the path of the schema in its set, and the paths and contents of the set.
    fn sources(&self) -> (String, SchemaTexts) {
        (self.0.root().to_owned(), self.0.clone().into_texts())
    }
}

/// Compares two versions of a schema.
#[pyfunction]
fn drift(
    py: Python<'_>,
    old: &NativeSchema,
    new: &NativeSchema,
    role: &str,
    content_model: &str,
    assert_formats: bool,
) -> PyResult<String> {
    let question = DriftQuestion::of_words(role, content_model, assert_formats).map_err(error)?;
    let judged = py.detach(|| planwright_api::drift(&old.0, &new.0, question));
    judged.map(|value| value.to_string()).map_err(error)
}

/// Returns the error of a call that fails before it reaches this module.
#[pyfunction]
fn call_error(reason: &str) -> PyErr {
    error(RefusedCall::of_reason(reason))
}

/// Merges several reports.
#[pyfunction]
fn merge_reports(py: Python<'_>, reports: Vec<String>) -> PyResult<String> {
    let merged = py.detach(|| {
        let read = reports.into_iter().enumerate();
        let read = read.map(|(at, text)| (format!("report {at}"), DocumentRecords::parse(text.as_bytes())));
        DocumentRecords::merged(read).map(|merged| merged.text())
    });
    merged.map_err(|reasons| error(RefusedCall::of_reason(&reasons.join("; "))))
}

/// Returns the Apex files of blueprints by path, and the report about the blueprints.
#[pyfunction]
#[pyo3(signature = (file, text, api_version, context, runtime))]
fn render(
    py: Python<'_>,
    file: &str,
    text: &[u8],
    api_version: Option<&str>,
    context: Option<&str>,
    runtime: bool,
) -> PyResult<(Vec<(String, String)>, String)> {
    let question = RenderQuestion { api_version, context, with_runtime: runtime };
    let rendered = py.detach(|| planwright_api::render(file, text, question)).map_err(error)?;
    Ok((rendered.files, rendered.report.to_string()))
}

/// The native module.
#[pymodule]
fn _native(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add("NativeError", module.py().get_type::<NativeError>())?;
    module.add_class::<NativeChecker>()?;
    module.add_class::<NativeSchema>()?;
    module.add_function(wrap_pyfunction!(call_error, module)?)?;
    module.add_function(wrap_pyfunction!(drift, module)?)?;
    module.add_function(wrap_pyfunction!(merge_reports, module)?)?;
    module.add_function(wrap_pyfunction!(render, module)?)
}
