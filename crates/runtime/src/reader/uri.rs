//! The syntax of URIs (RFC 3986), of IRIs (RFC 3987), and of URI templates (RFC 6570).

/// Which letters may stand in an identifier.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Letters {
    /// ASCII alone.
    Uri,
    /// Those of any script too.
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
        // A first part with a colon is no path.
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

/// What stands before a sign, and what behind it.
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

/// An address in brackets: of version 6, or of a later one.
fn is_address(text: &str) -> bool {
    let Some((version, address)) = text.strip_prefix(['v', 'V']).and_then(|later| later.split_once('.')) else {
        return text.parse::<::core::net::Ipv6Addr>().is_ok();
    };
    let is_of_it = |letter| letter != '%' && (Letters::Uri.has(letter) || letter == ':');
    !version.is_empty()
        && version.bytes().all(|byte| byte.is_ascii_hexdigit())
        && !address.is_empty()
        && address.chars().all(is_of_it)
}

/// Whether all letters of a part may stand there. A percent sign begins a byte in two digits.
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
    /// Whether a letter may stand anywhere: it is not reserved, or divides parts of parts.
    fn has(self, letter: char) -> bool {
        letter.is_ascii_alphanumeric()
            || "-._~!$&'()*+,;=".contains(letter)
            || self == Self::Iri && is_of_a_script(u32::from(letter))
    }

    /// Whether a letter is for private use, which a query may hold.
    fn has_private(self, letter: char) -> bool {
        let is_private = |letter| matches!(letter, 0xE000..=0xF8FF | 0xF_0000..=0xF_FFFD | 0x10_0000..=0x10_FFFD);
        self == Self::Iri && is_private(u32::from(letter))
    }
}

/// The letters that RFC 3987 adds.
fn is_of_a_script(letter: u32) -> bool {
    match letter {
        0x1_0000..=0xD_FFFF => letter & 0xFFFF <= 0xFFFD,
        0xA0..=0xD7FF | 0xF900..=0xFDCF | 0xFDF0..=0xFFEF | 0xE_1000..=0xE_FFFD => true,
        _ => false,
    }
}

/// Literal letters, and expressions in braces.
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

/// A name of words with dots between them, and how much of its value is taken.
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
