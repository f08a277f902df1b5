//! Checks the syntax of URIs (RFC 3986), IRIs (RFC 3987) and URI templates (RFC 6570).

/// Set of letters that an identifier may contain.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Letters {
    /// Only ASCII.
    Uri,
    /// Letters of any script.
    Iri,
}

pub(super) fn is_uri(text: &str) -> bool {
    is_identifier(text, Letters::Uri, true)
}

pub(super) fn is_uri_reference(text: &str) -> bool {
    is_identifier(text, Letters::Uri, false)
}

pub(super) fn is_iri(text: &str) -> bool {
    is_identifier(text, Letters::Iri, true)
}

pub(super) fn is_iri_reference(text: &str) -> bool {
    is_identifier(text, Letters::Iri, false)
}

fn is_identifier(text: &str, letters: Letters, needs_scheme: bool) -> bool {
    let (text, fragment) = split(text, '#');
    let (text, query) = split(text, '?');
    let is_part = |part: &str| holds(part, |letter| letters.has(letter) || ":@/?".contains(letter));
    let is_query = |part: &str| {
        holds(part, |letter| letters.has(letter) || ":@/?".contains(letter) || letters.has_private(letter))
    };
    if !is_part(fragment) || !is_query(query) {
        return false;
    }
    let first = text.split('/').next().unwrap_or(text);
    let rest = match first.split_once(':') {
        // A colon in the first segment would make it a scheme.
        Some((scheme, _)) if !is_scheme(scheme) => return false,
        Some((scheme, _)) => text.get(scheme.len() + 1..).unwrap_or_default(),
        None if needs_scheme => return false,
        None => text,
    };
    let is_path = |path: &str| holds(path, |letter| letters.has(letter) || ":@/".contains(letter));
    match rest.strip_prefix("//") {
        Some(rest) => {
            let end = rest.find('/').unwrap_or(rest.len());
            let (authority, path) = rest.split_at(end);
            is_authority(authority, letters) && is_path(path)
        }
        None => is_path(rest),
    }
}

/// Splits a string at the first separator.
fn split(text: &str, sign: char) -> (&str, &str) {
    text.split_once(sign).unwrap_or((text, ""))
}

fn is_scheme(text: &str) -> bool {
    text.starts_with(|letter: char| letter.is_ascii_alphabetic())
        && text.chars().all(|letter| letter.is_ascii_alphanumeric() || "+-.".contains(letter))
}

fn is_authority(text: &str, letters: Letters) -> bool {
    let (user, place) = text.rsplit_once('@').unwrap_or(("", text));
    if !holds(user, |letter| letters.has(letter) || letter == ':') {
        return false;
    }
    let (is_host, port) = match place.strip_prefix('[').map(|rest| rest.split_once(']')) {
        Some(None) => return false,
        Some(Some((address, rest))) => {
            if !rest.is_empty() && !rest.starts_with(':') {
                return false;
            }
            (is_address(address), rest.strip_prefix(':').unwrap_or_default())
        }
        None => {
            let (host, port) = split(place, ':');
            (holds(host, |letter| letters.has(letter)), port)
        }
    };
    is_host && port.bytes().all(|byte| byte.is_ascii_digit())
}

/// Returns whether a string is an address in brackets, of IPv6 or a later version.
fn is_address(text: &str) -> bool {
    let Some((version, address)) = text.strip_prefix(['v', 'V']).and_then(|later| later.split_once('.')) else {
        return text.parse::<core::net::Ipv6Addr>().is_ok();
    };
    let is_of_it = |letter| letter != '%' && (Letters::Uri.has(letter) || letter == ':');
    !version.is_empty()
        && version.bytes().all(|byte| byte.is_ascii_hexdigit())
        && !address.is_empty()
        && address.chars().all(is_of_it)
}

/// Returns whether all letters of a part are allowed. A percent sign must be followed by two hexadecimal digits.
fn holds(part: &str, is_allowed: impl Fn(char) -> bool) -> bool {
    let mut letters = part.chars();
    while let Some(letter) = letters.next() {
        let is_right = if letter == '%' {
            (0..2).all(|_| letters.next().is_some_and(|digit| digit.is_ascii_hexdigit()))
        } else {
            is_allowed(letter)
        };
        if !is_right {
            return false;
        }
    }
    true
}

impl Letters {
    /// Returns whether a letter is unreserved or a sub-delimiter, which are allowed everywhere.
    fn has(self, letter: char) -> bool {
        letter.is_ascii_alphanumeric()
            || "-._~!$&'()*+,;=".contains(letter)
            || self == Self::Iri && is_of_a_script(u32::from(letter))
    }

    /// Returns whether a letter is for private use, which a query may contain.
    fn has_private(self, letter: char) -> bool {
        let is_private = |letter| matches!(letter, 0xE000..=0xF8FF | 0xF_0000..=0xF_FFFD | 0x10_0000..=0x10_FFFD);
        self == Self::Iri && is_private(u32::from(letter))
    }
}

/// Returns whether RFC 3987 adds the letter.
fn is_of_a_script(letter: u32) -> bool {
    match letter {
        0x1_0000..=0xD_FFFF => letter & 0xFFFF <= 0xFFFD,
        0xA0..=0xD7FF | 0xF900..=0xFDCF | 0xFDF0..=0xFFEF | 0xE_1000..=0xE_FFFD => true,
        _ => false,
    }
}

/// Returns whether a string consists of literals and expressions in braces.
pub(super) fn is_uri_template(text: &str) -> bool {
    let mut rest = text;
    loop {
        let (literal, behind) = rest.split_once('{').unwrap_or((rest, ""));
        if !holds(literal, |letter| letter > ' ' && !"\"<>\\^`|}\u{7f}".contains(letter)) {
            return false;
        }
        if literal.len() == rest.len() {
            return true;
        }
        let Some((expression, after)) = behind.split_once('}') else { return false };
        let names = expression.strip_prefix(|sign| "+#./;?&=,!@|".contains(sign)).unwrap_or(expression);
        if !names.split(',').all(is_variable) {
            return false;
        }
        rest = after;
    }
}

/// Returns whether a string is a variable: words separated by dots, with an optional modifier.
fn is_variable(text: &str) -> bool {
    let name = match text.split_once(':') {
        Some((name, length)) => {
            let is_length = matches!(length.len(), 1..=4) && !length.starts_with('0');
            if !is_length || !length.bytes().all(|byte| byte.is_ascii_digit()) {
                return false;
            }
            name
        }
        None => text.strip_suffix('*').unwrap_or(text),
    };
    let is_word =
        |word: &str| !word.is_empty() && holds(word, |letter| letter.is_ascii_alphanumeric() || letter == '_');
    name.split('.').all(is_word)
}
