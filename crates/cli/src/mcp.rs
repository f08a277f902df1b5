//! `planwright mcp`: serves the tools over the Model Context Protocol, on standard input and output or over loopback
//! HTTP.

mod answer;
mod calls;
mod catalog;
mod earlier;
mod http;
mod id;
mod kept;
mod message;
mod others;
mod server;
mod shelf;
mod transport;

use std::path::{Path, PathBuf};

use planwright_check::StoreError;
use planwright_store::{OpenedDraft, StoredDraft};
use planwright_workflow::Draft;
use rmcp::ServiceExt as _;

use planwright_project::exit::{Failure, Outcome};

/// Serve the tools over the Model Context Protocol (MCP).
///
/// Uses standard input and output, or HTTP with --http. Tools: the workflow tools, check, render_apex, plan_form,
/// order_fix_plan, export_schema and read_audit. Also serves the prompts of the contracts, and the schemas as
/// resources.
#[derive(Debug, clap::Args)]
#[allow(clippy::doc_markdown, reason = "the text is shown in a terminal")]
pub(crate) struct Mcp {
    /// Folder that stores the draft of the workflow tools, so that it survives a restart. Only one server at a time
    /// can use it.
    #[arg(long, value_name = "DIR")]
    pub store: Option<PathBuf>,
    /// Agent store whose audit log clients can read with read_audit.
    #[arg(long, value_name = "DIR")]
    pub agent: Option<PathBuf>,
    #[command(flatten)]
    pub over_http: http::HttpArgs,
}

/// Returns the stored draft of a server, as of its last acknowledged change.
pub(crate) fn stored_draft(folder: &Path) -> Result<Draft, Failure> {
    let read = StoredDraft::read(folder).map_err(|error| Failure::one(format!("{}: {error}", folder.display())))?;
    read.ok_or_else(|| Failure::one(format!("{}: no blueprint yet", folder.display())))
}

/// Opens the store of a server, and prints warnings about unreadable parts.
fn opened(folder: &Path) -> Result<OpenedDraft, Failure> {
    let opened = StoredDraft::open(folder).map_err(|error| match error {
        StoreError::Locked => Failure::one(format!(
            "{}: another server is using this store; give each server its own folder",
            folder.display()
        )),
        other => Failure::one(format!("{}: {other}; {}", folder.display(), other.help())),
    })?;
    for note in &opened.notes {
        errln!("warning: {note}");
    }
    Ok(opened)
}

/// Serves until the client disconnects.
pub(crate) fn run(args: &Mcp) -> Result<Outcome, Failure> {
    let store = args.store.as_deref().map(opened).transpose()?;
    let server = server::Server::new(store, args.agent.clone());
    if let Some(address) = args.over_http.http {
        return http::run(server, address, &args.over_http);
    }
    let runtime = tokio::runtime::Builder::new_current_thread().enable_time().build()?;
    let (transport, writer) = transport::stdio(server.calls());
    runtime.block_on(async {
        match server.serve(transport).await {
            Ok(running) => running.waiting().await.map(|_| ()).map_err(Failure::one),
            // A client that disconnects before it starts is not an error.
            Err(rmcp::service::ServerInitializeError::ConnectionClosed(_)) => Ok(()),
            Err(error) => Err(Failure::one(error)),
        }
    })?;
    drop(runtime);
    writer.finish();
    Ok(Outcome::Fine)
}
