//! Checks columns of documents and returns columns of reports, through the C data interface of Arrow.

use std::sync::Arc;

use arrow_array::cast::AsArray as _;
use arrow_array::types::{
    BinaryType, BinaryViewType, ByteArrayType, ByteViewType, LargeBinaryType, LargeUtf8Type, StringViewType, Utf8Type,
};
use arrow_array::{Array, ArrayRef, BooleanArray, Int32Array, RecordBatch, StringArray, make_array};
use arrow_data::ArrayData;
use arrow_pyarrow::{FromPyArrow as _, ToPyArrow as _};
use arrow_schema::{DataType, Field, Schema};
use planwright_api::{CheckedText, Checker};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;

/// Name of a document without a name.
const UNNAMED: &str = "<text>";

/// Returns the reports about `texts`, in order, with null for null. `files` are the names in the reports.
pub(crate) fn check<'py>(
    py: Python<'py>,
    checker: &Checker,
    texts: &Bound<'py, PyAny>,
    files: Option<&Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyAny>> {
    let texts = array(texts)?;
    let files = files.map(array).transpose()?;
    if files.as_ref().is_some_and(|files| files.len() != texts.len()) {
        return Err(PyValueError::new_err("there must be as many files as documents"));
    }
    let reports = py.detach(|| reports(checker, &texts, files.as_ref()));
    reports.map_err(PyErr::from)?.to_pyarrow(py)
}

/// Returns a report with a record of each document, like `planwright check --report` for files with these names.
pub(crate) fn report(
    py: Python<'_>,
    checker: &Checker,
    texts: &Bound<'_, PyAny>,
    files: &Bound<'_, PyAny>,
) -> PyResult<String> {
    let (texts, files) = (array(texts)?, array(files)?);
    if files.len() != texts.len() {
        return Err(PyValueError::new_err("there must be as many files as documents"));
    }
    Ok(py.detach(|| recorded(checker, &texts, &files))?)
}

fn recorded(checker: &Checker, texts: &ArrayRef, files: &ArrayRef) -> Result<String, BatchFault> {
    let mut records = checker.records();
    for (text, file) in rows(texts)?.into_iter().zip(rows(files)?) {
        let file = file.and_then(|name| std::str::from_utf8(name).ok()).ok_or(BatchFault::NoNames)?;
        let text = text.ok_or_else(|| BatchFault::Unbuildable(format!("{file} has no content")))?;
        records.add(file, None, checker.record(file, text)).map_err(BatchFault::Unbuildable)?;
    }
    Ok(records.text())
}

fn array(given: &Bound<'_, PyAny>) -> PyResult<ArrayRef> {
    ArrayData::from_pyarrow_bound(given).map(make_array)
}

/// Reason why there are no reports.
enum BatchFault {
    NoTexts(DataType),
    NoNames,
    TooLarge,
    Unbuildable(String),
}

impl From<BatchFault> for PyErr {
    fn from(fault: BatchFault) -> Self {
        match fault {
            BatchFault::NoTexts(kind) => {
                PyTypeError::new_err(format!("expected an Arrow array of strings or bytes, found {kind}"))
            }
            BatchFault::NoNames => PyTypeError::new_err("files must be strings, without null"),
            BatchFault::TooLarge => PyValueError::new_err("the reports take more than 2 GiB: give smaller batches"),
            BatchFault::Unbuildable(reason) => PyValueError::new_err(reason),
        }
    }
}

fn reports(checker: &Checker, texts: &ArrayRef, files: Option<&ArrayRef>) -> Result<RecordBatch, BatchFault> {
    let texts = rows(texts)?;
    let files = files.map(rows).transpose()?;
    let mut made: Vec<Option<CheckedText>> = Vec::with_capacity(texts.len());
    let mut written: Vec<Option<String>> = Vec::with_capacity(texts.len());
    let mut size = 0_usize;
    for (index, text) in texts.iter().enumerate() {
        let file = match &files {
            Some(files) => files.get(index).copied().flatten().and_then(|name| std::str::from_utf8(name).ok()),
            None => Some(UNNAMED),
        };
        let file = file.ok_or(BatchFault::NoNames)?;
        let judged = text.map(|text| checker.check(file, text));
        let report = judged.as_ref().map(|judged| judged.json.to_string());
        size = size.saturating_add(report.as_ref().map_or(0, String::len));
        if i32::try_from(size).is_err() {
            return Err(BatchFault::TooLarge);
        }
        made.push(judged.map(|judged| CheckedText { json: serde_json::Value::Null, ..judged }));
        written.push(report);
    }
    let count = |number: fn(&CheckedText) -> usize| {
        let numbers = made.iter().map(|one| one.as_ref().map(|one| i32::try_from(number(one)).unwrap_or(i32::MAX)));
        Arc::new(numbers.collect::<Int32Array>()) as ArrayRef
    };
    let valid: BooleanArray = made.iter().map(|one| one.as_ref().map(|one| one.valid)).collect();
    let columns: [(&str, ArrayRef); 4] = [
        ("valid", Arc::new(valid)),
        ("errors", count(|one| one.errors)),
        ("warnings", count(|one| one.warnings)),
        ("report", Arc::new(written.into_iter().collect::<StringArray>())),
    ];
    let fields = columns.iter().map(|(name, column)| Field::new(*name, column.data_type().clone(), true));
    let schema = Arc::new(Schema::new(fields.collect::<Vec<_>>()));
    let columns = columns.into_iter().map(|(_, column)| column).collect();
    RecordBatch::try_new(schema, columns).map_err(|error| BatchFault::Unbuildable(error.to_string()))
}

/// Returns the bytes of each row.
fn rows(array: &ArrayRef) -> Result<Vec<Option<&[u8]>>, BatchFault> {
    match array.data_type() {
        DataType::Utf8 => Ok(of_bytes::<Utf8Type>(array)),
        DataType::LargeUtf8 => Ok(of_bytes::<LargeUtf8Type>(array)),
        DataType::Binary => Ok(of_bytes::<BinaryType>(array)),
        DataType::LargeBinary => Ok(of_bytes::<LargeBinaryType>(array)),
        DataType::Utf8View => Ok(of_views::<StringViewType>(array)),
        DataType::BinaryView => Ok(of_views::<BinaryViewType>(array)),
        other => Err(BatchFault::NoTexts(other.clone())),
    }
}

fn of_bytes<T: ByteArrayType>(array: &ArrayRef) -> Vec<Option<&[u8]>>
where
    T::Native: AsRef<[u8]>,
{
    array.as_bytes::<T>().iter().map(|row| row.map(AsRef::as_ref)).collect()
}

fn of_views<T: ByteViewType>(array: &ArrayRef) -> Vec<Option<&[u8]>>
where
    T::Native: AsRef<[u8]>,
{
    array.as_byte_view::<T>().iter().map(|row| row.map(AsRef::as_ref)).collect()
}
