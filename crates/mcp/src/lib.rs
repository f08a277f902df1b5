//! Implements `planwright mcp`: serves the tools over the Model Context Protocol, on standard input and output or over
//! HTTP on the loopback interface.

mod answer;
mod calls;
mod catalog;
mod contract_tools;
mod drafts;
mod http;
mod id_scanner;
mod message;
mod prompts_and_resources;
mod server;
mod state_tools;
mod subject;
mod transport;

use std::path::{Path, PathBuf};

use planwright_check::StoreError;
use planwright_store::{OpenedDraft, StoredDraft};
use rmcp::ServiceExt as _;

use planwright_project::config::FormatArgs;
use planwright_project::exit::{Failure, Outcome};

pub use catalog::ToolGroup;
pub use http::HttpArgs;

/// Serve the tools over the Model Context Protocol (MCP).
///
/// Uses standard input and output, or HTTP with --http. --tools selects the tools. Also serves the prompts of the
/// contracts, and the schemas as resources.
#[derive(Debug, clap::Args)]
#[allow(clippy::doc_markdown, reason = "the text is shown in a terminal")]
pub struct Mcp {
    /// Tools to serve, separated by commas. --store adds `workflow`, and --agent adds `audit`.
    #[arg(long, value_enum, value_name = "GROUPS", value_delimiter = ',', default_value = "check,extract,export,apex")]
    pub tools: Vec<ToolGroup>,
    /// Folder that stores the drafts of the workflow tools, so that they survive a restart. Only one server at a time
    /// can use it.
    #[arg(long, value_name = "DIR")]
    pub store: Option<PathBuf>,
    /// Agent store whose audit log clients can read with read_audit.
    #[arg(long, value_name = "DIR")]
    pub agent: Option<PathBuf>,
    /// Set if the tool `check` validates formats of a schema.
    #[command(flatten)]
    pub formats: FormatArgs,
    /// Address and limits of a server over HTTP.
    #[command(flatten)]
    pub over_http: http::HttpArgs,
}

impl Mcp {
    /// Returns the groups of tools to serve.
    fn groups(&self) -> Vec<ToolGroup> {
        let mut groups = self.tools.clone();
        groups.extend(self.store.as_ref().map(|_| ToolGroup::Workflow));
        groups.extend(self.agent.as_ref().map(|_| ToolGroup::Audit));
        groups
    }
}

/// Opens the store of a server. Warns about parts that cannot be read.
fn opened(folder: &Path) -> Result<OpenedDraft, Failure> {
    let opened = StoredDraft::open(folder).map_err(|error| match error {
        StoreError::Locked => Failure::one(format!(
            "{}: another server is using this store; give each server its own folder",
            folder.display()
        )),
        other => Failure::one(format!("{}: {other}; {}", folder.display(), other.help())),
    })?;
    for note in &opened.notes {
        planwright_project::errln!("warning: {note}");
    }
    Ok(opened)
}

/// Serves until the client disconnects.
pub fn run(args: &Mcp) -> Result<Outcome, Failure> {
    let store = args.store.as_deref().map(opened).transpose()?;
    let semantics = args.formats.semantics_here(None)?;
    if let Some(note) = semantics.formats_note() {
        planwright_project::errln!("note: {note}");
    }
    let server = server::Server::new(&args.groups(), store, args.agent.clone(), semantics);
    if let Some(address) = args.over_http.http {
        return http::run(server, address, &args.over_http);
    }
    let runtime = tokio::runtime::Builder::new_current_thread().enable_time().build()?;
    let (transport, writer) = transport::stdio(server.calls());
    runtime.block_on(async {
        match server.serve(transport).await {
            Ok(running) => running.waiting().await.map(|_| ()).map_err(Failure::one),
            // A client that disconnects before the session is initialized is not an error.
            Err(rmcp::service::ServerInitializeError::ConnectionClosed(_)) => Ok(()),
            Err(error) => Err(Failure::one(error)),
        }
    })?;
    drop(runtime);
    writer.finish();
    Ok(Outcome::Fine)
}
