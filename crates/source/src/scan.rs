//! Skips over JSON without building values. Every function returns `None` for invalid JSON, and none is recursive.

use std::borrow::Cow;

use crate::bytes::find_stop;
pub(crate) use crate::bytes::skip_space;

/// Returns the end of the string whose opening quote is at `at`.
pub(crate) fn skip_string(bytes: &[u8], mut at: usize) -> Option<usize> {
    if bytes.get(at) != Some(&b'"') {
        return None;
    }
    at += 1;
    loop {
        at = find_stop(bytes, at);
        match bytes.get(at)? {
            b'"' => return Some(at + 1),
            b'\\' => at += 2,
            _ => at += 1,
        }
    }
}

/// Returns the end of the value that starts at `at`. Brackets are counted but not matched, because the input was parsed
/// before.
pub(crate) fn skip_value(bytes: &[u8], mut at: usize) -> Option<usize> {
    let mut depth = 0_usize;
    loop {
        match bytes.get(at)? {
            b'"' => at = skip_string(bytes, at)?,
            b'{' | b'[' => {
                depth += 1;
                at += 1;
            }
            b'}' | b']' => {
                depth = depth.checked_sub(1)?;
                at += 1;
            }
            b',' | b':' | b' ' | b'\t' | b'\n' | b'\r' => {
                if depth == 0 {
                    return None;
                }
                at = skip_space(bytes, at + 1);
            }
            _ => at = skip_scalar(bytes, at),
        }
        if depth == 0 {
            return Some(at);
        }
    }
}

/// Returns the content of the string at `text[start..end]`, which includes the quotes, with escapes resolved.
pub(crate) fn unquote(text: &str, start: usize, end: usize) -> Option<Cow<'_, str>> {
    let inner = text.get(start + 1..end - 1)?;
    if inner.contains('\\') {
        serde_json::from_str(text.get(start..end)?).ok().map(Cow::Owned)
    } else {
        Some(Cow::Borrowed(inner))
    }
}

fn skip_scalar(bytes: &[u8], mut at: usize) -> usize {
    while !matches!(bytes.get(at), None | Some(b',' | b']' | b'}' | b':' | b' ' | b'\t' | b'\n' | b'\r')) {
        at += 1;
    }
    at
}
