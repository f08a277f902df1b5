//! The layers of the workspace and what its crates may do, as functions over plain facts, so that each has a control.

use std::collections::{BTreeMap, BTreeSet};

use proc_macro2::{TokenStream, TokenTree};

/// What each crate of the workspace depends on inside the workspace. A build or a dev dependency counts too.
pub type Edges = BTreeMap<String, BTreeSet<String>>;

/// The crates by layer, lowest first, each layer in an order. A crate may depend on those of lower layers; on those before it
/// in its own only in the layers from [`ORDERED`] on. A crate that is not here may depend on nothing of the workspace.
const LAYERS: &[&[&str]] = &[
    &["planwright-source", "planwright-sync"],
    &["planwright-runtime", "planwright-schema", "planwright-apex", "planwright-drawing"],
    &["planwright-codegen", "planwright-dialects", "planwright-drift", "planwright-check"],
    &[
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
        "planwright-build",
    ],
    &[
        "planwright-project",
        "planwright-deploy",
        "planwright-store",
        "planwright-compatibility",
        "planwright-fix-runner",
        "planwright-mcp",
    ],
    &["planwright", "planwright-render", "planwright-tools", "xtask"],
];

/// The first layer whose crates may depend on those before them.
const ORDERED: usize = 3;

/// Crates that may depend on less than their layer would allow, each with all that they may depend on.
const NARROW: &[(&str, &[&str])] = &[
    ("planwright-runtime", &["planwright-source"]),
    ("planwright-schema", &["planwright-source"]),
    // What is generated must compile whatever is broken, and its generator must not need it.
    ("planwright-generated", &["planwright-runtime"]),
    ("planwright-build", &["planwright-codegen", "planwright-schema", "planwright-source", "planwright-sync"]),
    ("xtask", &["planwright-codegen", "planwright-schema", "planwright-source", "planwright-sync"]),
    (
        "planwright-tools",
        &["planwright-codegen", "planwright-dialects", "planwright-schema", "planwright-source", "planwright-sync"],
    ),
];

/// Crates that only these may depend on: a planner is an extra of the command line, and never needed to deploy.
const ONLY_FOR: &[(&str, &[&str])] = &[("planwright-planners", &["planwright", "planwright-mcp"])];

/// The crate that may depend on everything, for nothing depends on it.
const TESTS: &str = "planwright-tests";

/// Crates that open connections or carry TLS. The MCP server accepts connections: for that hyper, mio and socket2 are there.
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

/// Crates that open connections only with a certain feature, each with that feature.
const NETWORK_FEATURES: &[(&str, &str)] = &[
    ("hyper", "client"),
    ("hyper-util", "client"),
    ("hyper-util", "client-legacy"),
    ("rmcp", "client"),
    ("rmcp", "reqwest"),
    ("rmcp", "transport-streamable-http-client"),
];

/// Where a crate stands: its layer, and its place there.
fn place(name: &str) -> Option<(usize, usize)> {
    LAYERS.iter().enumerate().find_map(|(layer, names)| Some((layer, names.iter().position(|known| *known == name)?)))
}

/// Whether the layers let one crate depend on the other.
fn is_allowed(name: &str, other: &str) -> bool {
    if ONLY_FOR.iter().any(|(extra, users)| *extra == other && !users.contains(&name)) {
        return false;
    }
    let narrow = NARROW.iter().find(|(narrow, _)| *narrow == name);
    let (Some((layer, at)), Some((below, before))) = (place(name), place(other)) else { return false };
    let by_layer = below < layer || (below == layer && layer >= ORDERED && before < at);
    by_layer && narrow.is_none_or(|(_, allowed)| allowed.contains(&other))
}

/// Every dependency that leads to the same layer or a higher one.
pub fn upward(edges: &Edges) -> Vec<String> {
    let mut found = Vec::new();
    for (name, dependencies) in edges.iter().filter(|(name, _)| *name != TESTS) {
        let banned = dependencies.iter().filter(|other| !is_allowed(name, other));
        found.extend(banned.map(|other| format!("{name} must not depend on {other}")));
    }
    found
}

/// The crates that are in no layer.
pub fn unlisted(edges: &Edges) -> Vec<String> {
    let names = edges.keys().filter(|name| *name != TESTS && place(name).is_none());
    names.map(|name| format!("{name} is in no layer")).collect()
}

/// Every crate that depends on itself through others.
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

/// Every crate of these that opens connections.
pub fn network<'a>(crates: impl IntoIterator<Item = &'a str>) -> Vec<String> {
    let banned = crates.into_iter().filter(|name| NETWORK.contains(name));
    banned.map(|name| format!("{name} opens connections")).collect()
}

/// Every crate of these that can open connections by the features that it is built with.
pub fn network_features<'a>(crates: impl IntoIterator<Item = (&'a str, Vec<&'a str>)>) -> Vec<String> {
    let opens = |name: &str, features: &[&str]| {
        NETWORK_FEATURES.iter().find(|(known, feature)| *known == name && features.contains(feature))
    };
    let found = crates.into_iter().filter_map(|(name, features)| opens(name, &features));
    found.map(|(name, feature)| format!("{name} opens connections with its feature {feature}")).collect()
}

/// What is wrong with the declared minimum version of Rust, given what each dependency declares.
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

/// What a source does that only a place at the edge may do: files, environment, network, processes, clock, output.
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

/// The first names below a path: one, or those of each branch of a group.
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
