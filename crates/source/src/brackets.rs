//! Brackets of JSON that need not be valid: where a value ends, and what is still open at the end of a text.

/// The length of the value that begins with a bracket; `None` if the bracket is never closed.
pub(crate) fn length(text: &str) -> Option<usize> {
    let mut depth = 0_usize;
    for (at, letter) in outside_strings(text) {
        match letter {
            '{' | '[' => depth += 1,
            '}' | ']' => depth = depth.checked_sub(1)?,
            _ => {}
        }
        if depth == 0 && matches!(letter, '}' | ']') {
            return Some(at + 1);
        }
    }
    None
}

/// The characters outside of strings, with their offsets.
fn outside_strings(text: &str) -> impl Iterator<Item = (usize, char)> + '_ {
    let mut is_inside = false;
    let mut is_escaped = false;
    text.char_indices().filter(move |(_, letter)| {
        if is_inside {
            match letter {
                _ if is_escaped => is_escaped = false,
                '\\' => is_escaped = true,
                '"' => is_inside = false,
                _ => {}
            }
            return false;
        }
        is_inside = *letter == '"';
        !is_inside
    })
}

/// The closing brackets of what is open at the end of a text, the outermost first.
pub(crate) fn open_brackets(text: &str) -> Vec<char> {
    let mut open = Vec::new();
    for (_, letter) in outside_strings(text) {
        match letter {
            '{' => open.push('}'),
            '[' => open.push(']'),
            '}' | ']' => {
                open.pop();
            }
            _ => {}
        }
    }
    open
}
