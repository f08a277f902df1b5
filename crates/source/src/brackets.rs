//! Matches brackets of JSON that may be invalid: finds the end of a value and the brackets that are still open.

/// Returns the length of the value that starts with a bracket, or `None` if the bracket is never closed.
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

/// Returns the characters outside strings, with their offsets.
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

/// Returns the offset of the opening quotation mark of the string in which the input ends.
pub(crate) fn open_string(text: &str) -> Option<usize> {
    let (mut open, mut is_escaped) = (None, false);
    for (at, letter) in text.char_indices() {
        match letter {
            _ if is_escaped => is_escaped = false,
            '\\' => is_escaped = open.is_some(),
            '"' => open = if open.is_none() { Some(at) } else { None },
            _ => {}
        }
    }
    open
}

/// Returns the missing closing brackets at the end of the input, outermost first.
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
