//! Validates the `Host` header of a request.
//!
//! Otherwise a web page whose name resolves to this machine could use the server (DNS rebinding).

use std::net::{Ipv6Addr, SocketAddr};

use hyper::header::{self, HeaderMap};
use hyper::{StatusCode, Uri};

/// Reason for which a `Host` header is rejected.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum HostRefusal {
    /// The header is missing, is repeated, or is not a host with an optional port.
    Malformed,
    /// The header names another machine.
    NotLoopback,
}

impl HostRefusal {
    /// Returns the status and the message of the response.
    pub(super) fn answer(self) -> (StatusCode, &'static str) {
        match self {
            Self::Malformed => (StatusCode::BAD_REQUEST, "send exactly one Host, such as localhost or 127.0.0.1:8931"),
            Self::NotLoopback => (StatusCode::FORBIDDEN, "this host is not allowed; use localhost, 127.0.0.1 or [::1]"),
        }
    }
}

/// Validates the `Host` header, and the authority of the request target if it has one.
pub(super) fn validate(uri: &Uri, headers: &HeaderMap) -> Result<(), HostRefusal> {
    let mut values = headers.get_all(header::HOST).iter();
    let (Some(host), None) = (values.next(), values.next()) else { return Err(HostRefusal::Malformed) };
    validate_authority(host.to_str().map_err(|_| HostRefusal::Malformed)?)?;
    uri.authority().map_or(Ok(()), |authority| validate_authority(authority.as_str()))
}

fn validate_authority(text: &str) -> Result<(), HostRefusal> {
    let (host, port) = match text.strip_prefix('[') {
        Some(rest) => {
            let (address, port) = rest.split_once(']').ok_or(HostRefusal::Malformed)?;
            let address: Ipv6Addr = address.parse().map_err(|_| HostRefusal::Malformed)?;
            let is_loopback = SocketAddr::new(address.into(), 0).ip().is_loopback();
            (if is_loopback { "localhost" } else { "other" }, port)
        }
        None => text.split_at(text.find(':').unwrap_or(text.len())),
    };
    // The port may differ from ours, because a tunnel may forward another one.
    let is_port = port.is_empty() || port.strip_prefix(':').is_some_and(|digits| digits.parse::<u16>().is_ok());
    let is_name = |byte: u8| byte.is_ascii_alphanumeric() || b"-._".contains(&byte);
    if host.is_empty() || !host.bytes().all(is_name) || !is_port || port.contains('+') {
        return Err(HostRefusal::Malformed);
    }
    let is_loopback = host.eq_ignore_ascii_case("localhost")
        || host.parse().is_ok_and(|address: std::net::Ipv4Addr| address.is_loopback());
    if is_loopback { Ok(()) } else { Err(HostRefusal::NotLoopback) }
}

#[cfg(test)]
mod tests {
    use super::{HeaderMap, HostRefusal, Uri, header, validate};

    fn verdict(uri: &str, hosts: &[&str]) -> Result<(), HostRefusal> {
        let mut headers = HeaderMap::new();
        for host in hosts {
            headers.append(header::HOST, host.parse().expect("a header value"));
        }
        validate(&uri.parse::<Uri>().expect("a target"), &headers)
    }

    #[test]
    fn only_loopback_hosts_are_allowed() {
        for host in ["localhost", "LOCALHOST:1", "127.0.0.1", "127.0.0.1:8931", "127.1.2.3", "[::1]", "[::1]:80"] {
            assert_eq!(verdict("/mcp", &[host]), Ok(()), "{host}");
        }
        for host in ["evil.example", "localhost.evil.example", "10.0.0.1", "[::2]", "localhost.", "0.0.0.0"] {
            assert_eq!(verdict("/mcp", &[host]), Err(HostRefusal::NotLoopback), "{host}");
        }
        let malformed = [
            "",
            "user@localhost",
            "localhost@evil.example",
            "localhost:",
            "localhost:x",
            "localhost:+1",
            "localhost:99999",
            "localhost:1:2",
            "localhost, evil.example",
            "localhost/",
            "[::1",
            "[::1]x",
            "::1",
            "http://localhost",
        ];
        for host in malformed {
            assert_eq!(verdict("/mcp", &[host]), Err(HostRefusal::Malformed), "{host}");
        }
        assert_eq!(verdict("/mcp", &[]), Err(HostRefusal::Malformed));
        assert_eq!(verdict("/mcp", &["localhost", "localhost"]), Err(HostRefusal::Malformed));
        assert_eq!(verdict("http://localhost/mcp", &["localhost"]), Ok(()));
        assert_eq!(verdict("http://evil.example/mcp", &["localhost"]), Err(HostRefusal::NotLoopback));
        assert_eq!(verdict("http://user@localhost/mcp", &["localhost"]), Err(HostRefusal::Malformed));
    }
}
