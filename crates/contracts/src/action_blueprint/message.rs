//! Fills in message templates.

/// Replaces each `{name}` in a message by its value. Values that contain placeholders are not expanded.
pub(crate) fn fill(message: &str, values: &[(&str, &str)]) -> String {
    let mut filled = String::with_capacity(message.len());
    let mut rest = message;
    while let Some((before, after)) = rest.split_once('{') {
        filled.push_str(before);
        let known = values.iter().find_map(|(name, value)| Some((after.strip_prefix(name)?.strip_prefix('}')?, value)));
        rest = if let Some((tail, value)) = known {
            filled.push_str(value);
            tail
        } else {
            filled.push('{');
            after
        };
    }
    filled + rest
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_are_filled_once() {
        let values = [("label", "{values}"), ("values", "a, b")];
        assert_eq!(fill("{label} must be one of: {values}.", &values), "{values} must be one of: a, b.");
        assert_eq!(fill("{other} {label", &values), "{other} {label");
    }
}
