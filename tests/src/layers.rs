//! Rules about the layers of the workspace, as functions over plain data, so that each has a control.

use std::collections::{BTreeMap, BTreeSet};

use proc_macro2::{TokenStream, TokenTree};

/// Dependencies of each crate inside the workspace, including build and dev dependencies.
pub type Edges = BTreeMap<String, BTreeSet<String>>;

/// Crates by layer, lowest first.
///
/// A crate may depend on lower layers. From layer [`ORDERED`] on, it may also depend on earlier crates of its own
/// layer. A crate that is not listed may depend on none.
const LAYERS: &[&[&str]] = &[
    &["planwright-source", "planwright-sync"],
    &["planwright-runtime", "planwright-schema", "planwright-apex", "planwright-drawing"],
    &["planwright-codegen", "planwright-dialects", "planwright-drift", "planwright-check"],
    &[
        "planwright-apex-types",
        "planwright-migrate",
        "planwright-generated",
        "planwright-contracts",
        "planwright-org",
        "planwright-templates",
        "planwright-workflow",
        "planwright-forms",
        "planwright-fix",
        "planwright-agent",
        "planwright-planners",
        "planwright-agentscript",
        "planwright-api",
        "planwright-schemars",
        "planwright-rmcp",
        "planwright-typify",
        "planwright-build",
    ],
    &[
        "planwright-project",
        "planwright-deploy",
        "planwright-store",
        "planwright-compatibility",
        "planwright-fix-runner",
        "planwright-mcp",
        "planwright-conformance",
        "planwright-reference",
    ],
    &["planwright", "planwright-render", "planwright-tools", "xtask"],
];

/// First layer whose crates may depend on earlier ones.
const ORDERED: usize = 3;

/// Crates with fewer dependencies than their layer allows, each with the allowed ones.
const NARROW: &[(&str, &[&str])] = &[
    ("planwright-runtime", &["planwright-source"]),
    ("planwright-schema", &["planwright-source"]),
    // Generated code must compile even if other crates do not, and its generator must not need it.
    ("planwright-generated", &["planwright-runtime"]),
    (
        "planwright-build",
        &["planwright-codegen", "planwright-schema", "planwright-source", "planwright-sync", "planwright-typify"],
    ),
    (
        "xtask",
        &["planwright-apex-types", "planwright-codegen", "planwright-schema", "planwright-source", "planwright-sync"],
    ),
    (
        "planwright-tools",
        &[
            "planwright-apex-types",
            "planwright-check",
            "planwright-codegen",
            "planwright-dialects",
            "planwright-schema",
            "planwright-source",
            "planwright-sync",
        ],
    ),
];

/// Crates with a limited set of users. A planner is an optional part of the command line and is never needed to deploy.
const ONLY_FOR: &[(&str, &[&str])] =
    &[("planwright-planners", &["planwright", "planwright-conformance", "planwright-mcp"])];

/// Crate that may depend on everything, because nothing depends on it.
const TESTS: &str = "planwright-tests";

/// Crates that open connections or implement TLS. The MCP server accepts connections, so hyper, mio and socket2 are
/// allowed.
const NETWORK: &[&str] = &[
    "curl",
    "hyper-rustls",
    "hyper-tls",
    "isahc",
    "native-tls",
    "openssl",
    "openssl-sys",
    "reqwest",
    "ring",
    "rustls",
    "ureq",
];

/// Crates that open connections only with a certain feature.
const NETWORK_FEATURES: &[(&str, &str)] = &[
    ("hyper", "client"),
    ("hyper-util", "client"),
    ("hyper-util", "client-legacy"),
    ("rmcp", "client"),
    ("rmcp", "reqwest"),
    ("rmcp", "transport-streamable-http-client"),
];

/// Returns the layer of a crate and its position there.
fn place(name: &str) -> Option<(usize, usize)> {
    LAYERS.iter().enumerate().find_map(|(layer, names)| Some((layer, names.iter().position(|known| *known == name)?)))
}

/// Checks whether the layers allow a dependency.
fn is_allowed(name: &str, other: &str) -> bool {
    if ONLY_FOR.iter().any(|(extra, users)| *extra == other && !users.contains(&name)) {
        return false;
    }
    let narrow = NARROW.iter().find(|(narrow, _)| *narrow == name);
    let (Some((layer, at)), Some((below, before))) = (place(name), place(other)) else { return false };
    let by_layer = below < layer || (below == layer && layer >= ORDERED && before < at);
    by_layer && narrow.is_none_or(|(_, allowed)| allowed.contains(&other))
}

/// Returns every dependency on the same layer or a higher one.
pub fn upward(edges: &Edges) -> Vec<String> {
    let mut found = Vec::new();
    for (name, dependencies) in edges.iter().filter(|(name, _)| *name != TESTS) {
        let banned = dependencies.iter().filter(|other| !is_allowed(name, other));
        found.extend(banned.map(|other| format!("{name} must not depend on {other}")));
    }
    found
}

/// Returns the crates that are in no layer.
pub fn unlisted(edges: &Edges) -> Vec<String> {
    let names = edges.keys().filter(|name| *name != TESTS && place(name).is_none());
    names.map(|name| format!("{name} is in no layer")).collect()
}

/// Returns every crate that depends on itself through others.
pub fn cycles(edges: &Edges) -> Vec<String> {
    let reaches_itself = |start: &String| {
        let mut seen = BTreeSet::new();
        let mut pending: Vec<&String> = edges[start].iter().collect();
        while let Some(next) = pending.pop() {
            if next == start {
                return true;
            }
            if seen.insert(next) {
                pending.extend(edges.get(next).into_iter().flatten());
            }
        }
        false
    };
    edges.keys().filter(|start| reaches_itself(start)).map(|name| format!("{name} depends on itself")).collect()
}

/// Returns every crate that opens connections.
pub fn network<'a>(crates: impl IntoIterator<Item = &'a str>) -> Vec<String> {
    let banned = crates.into_iter().filter(|name| NETWORK.contains(name));
    banned.map(|name| format!("{name} opens connections")).collect()
}

/// Returns every crate that can open connections with its enabled features.
pub fn network_features<'a>(crates: impl IntoIterator<Item = (&'a str, Vec<&'a str>)>) -> Vec<String> {
    let opens = |name: &str, features: &[&str]| {
        NETWORK_FEATURES.iter().find(|(known, feature)| *known == name && features.contains(feature))
    };
    let found = crates.into_iter().filter_map(|(name, features)| opens(name, &features));
    found.map(|(name, feature)| format!("{name} opens connections with its feature {feature}")).collect()
}

/// Returns an error message if the declared Rust version is not the maximum of those that the dependencies declare.
pub fn rust_version(declared: &str, dependencies: &[(String, String)]) -> Option<String> {
    let parts = |version: &str| version.split('.').map(|part| part.parse().unwrap_or(0)).collect::<Vec<u32>>();
    // 1.88 and 1.88.0 are the same version.
    let full =
        |version: &str| (0..3).map(|index| parts(version).get(index).copied().unwrap_or(0)).collect::<Vec<u32>>();
    let (name, largest) = dependencies.iter().max_by_key(|(_, version)| full(version))?;
    match full(declared).cmp(&full(largest)) {
        std::cmp::Ordering::Less => Some(format!("{name} needs Rust {largest}, {declared} is declared")),
        std::cmp::Ordering::Greater => {
            Some(format!("{declared} is declared, but {name}, which needs the most, needs only Rust {largest}"))
        }
        std::cmp::Ordering::Equal => None,
    }
}

/// Returns the I/O in a source that is only allowed at the edge: files, environment, network, processes, clock, output.
pub fn io(source: &str) -> Result<Vec<String>, String> {
    let tokens: TokenStream = source.parse().map_err(|error| format!("no Rust: {error}"))?;
    let mut found = Vec::new();
    search(tokens, &mut found);
    Ok(found)
}

fn search(tokens: TokenStream, found: &mut Vec<String>) {
    let tokens: Vec<TokenTree> = tokens.into_iter().collect();
    for (index, token) in tokens.iter().enumerate() {
        match token {
            TokenTree::Group(group) => search(group.stream(), found),
            TokenTree::Ident(ident) => {
                let name = ident.to_string();
                let next = |offset: usize| tokens.get(index + offset).map(ToString::to_string).unwrap_or_default();
                let prints = ["dbg", "eprint", "eprintln", "print", "println"].contains(&name.as_str());
                if prints && next(1) == "!" {
                    found.push(format!("{name}!"));
                }
                if ["Instant", "SystemTime"].contains(&name.as_str()) {
                    found.push(name.clone());
                }
                if name == "std" && next(1) == ":" && next(2) == ":" {
                    let below = tokens.get(index + 3).map(first_names).unwrap_or_default();
                    let banned = ["env", "fs", "net", "process"];
                    found.extend(
                        below
                            .into_iter()
                            .filter(|name| banned.contains(&name.as_str()))
                            .map(|name| format!("std::{name}")),
                    );
                }
            }
            _ => {}
        }
    }
}

/// Returns the first names below a path: one, or those of each branch of a group.
fn first_names(token: &TokenTree) -> Vec<String> {
    let TokenTree::Group(group) = token else { return vec![token.to_string()] };
    let mut names = Vec::new();
    let mut starts = true;
    for token in group.stream() {
        match &token {
            TokenTree::Ident(ident) if starts => names.push(ident.to_string()),
            _ => {}
        }
        starts = token.to_string() == ",";
    }
    names
}
