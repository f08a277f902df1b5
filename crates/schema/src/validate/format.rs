//! Formats of strings.

use core::net::{Ipv4Addr, Ipv6Addr};

use email_address::EmailAddress;
use planwright_source::string_formats::format_test;

use crate::draft::{self, Draft};

/// Maximum length of a host name.
const MAX_HOST: usize = 253;
/// Maximum length of a part of a host name.
const MAX_LABEL: usize = 63;

/// Returns whether a string has a format. Every string has an unknown format.
pub(super) fn has_format(text: &str, name: &str, draft: Draft) -> bool {
    if let Some(test) = format_test(name, draft::variant(draft)) {
        return test(text);
    }
    match name {
        "email" => is_email(text),
        "hostname" if draft <= Draft::Draft6 => is_host(text),
        "hostname" => is_host(text) && has_known_prefixes(text),
        "regex" => jsonschema_regex::is_valid_ecma_regex(text),
        #[cfg(feature = "idn")]
        "idn-email" => idn::is_email(text),
        #[cfg(feature = "idn")]
        "idn-hostname" if draft >= Draft::Draft7 => idn::is_host(text),
        _ => true,
    }
}

fn is_email(text: &str) -> bool {
    // `email_address` rejects an empty quoted local part, which RFC 5321 allows.
    let filled = text.strip_prefix("\"\"@").map(|domain| format!("\"a\"@{domain}"));
    let Ok(address) = filled.as_deref().unwrap_or(text).parse::<EmailAddress>() else { return false };
    address.local_part().is_ascii()
        && is_domain(address.domain(), |domain| is_host(domain) && has_known_prefixes(domain))
}

/// Returns whether a string is a domain of an address: a host name, or an IP address in brackets.
fn is_domain(domain: &str, is_host: impl Fn(&str) -> bool) -> bool {
    const IPV6_TAG: &str = "IPv6:";
    let Some(literal) = domain.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')) else {
        return is_host(domain);
    };
    match literal.split_at_checked(IPV6_TAG.len()) {
        Some((tag, address)) if tag.eq_ignore_ascii_case(IPV6_TAG) => address.parse::<Ipv6Addr>().is_ok(),
        _ => literal.parse::<Ipv4Addr>().is_ok(),
    }
}

/// Returns whether a string is a host name of RFC 1034.
fn is_host(text: &str) -> bool {
    let is_label = |label: &str| {
        matches!(label.len(), 1..=MAX_LABEL)
            && label.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-')
            && !label.starts_with('-')
            && !label.ends_with('-')
    };
    text.len() <= MAX_HOST && text.split('.').all(is_label)
}

/// Returns whether `--` comes third only in labels that are encoded, as RFC 5891 requires. What they encode is not checked.
fn has_known_prefixes(host: &str) -> bool {
    host.split('.').all(|label| label.get(2..4) != Some("--") || label.starts_with("xn--") && label.len() > 4)
}

/// Formats that need tables of Unicode.
#[cfg(feature = "idn")]
mod idn {
    use email_address::EmailAddress;
    use idna::uts46::{AsciiDenyList, DnsLength, Hyphens, Uts46};

    pub(super) fn is_host(text: &str) -> bool {
        let ascii = Uts46::new().to_ascii(text.as_bytes(), AsciiDenyList::STD3, Hyphens::Check, DnsLength::Verify);
        ascii.is_ok_and(|host| super::is_host(&host))
    }

    pub(super) fn is_email(text: &str) -> bool {
        let Some((local, domain)) = text.rsplit_once('@') else { return false };
        // `email_address` rejects letters of other scripts in quoted local parts.
        let plain: String = local.chars().map(|letter| if letter.is_ascii() { letter } else { 'a' }).collect();
        let has_local = plain == "\"\"" || format!("{plain}@a.example").parse::<EmailAddress>().is_ok();
        has_local && super::is_domain(domain, is_host)
    }
}
