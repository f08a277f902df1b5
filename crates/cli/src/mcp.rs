//! `planwright mcp`: the tools as a server of the Model Context Protocol, over standard input and output, without a network.

mod answer;
mod catalog;
mod id;
mod others;
mod server;
mod store;
mod transport;

use std::path::PathBuf;

use rmcp::ServiceExt as _;

use crate::exit::{Failure, Outcome};

/// Serve the tools to a model over the Model Context Protocol (stdio): the workflow tools, check, render_apex, plan_form,
/// export_schema.
#[derive(Debug, clap::Args)]
#[allow(clippy::doc_markdown, reason = "the text is shown in a terminal")]
pub(crate) struct Mcp {
    /// Folder that keeps the draft of the workflow tools through a restart. One server at a time may use it.
    #[arg(long, value_name = "DIR")]
    pub store: Option<PathBuf>,
}

/// Serves until the client goes.
pub(crate) fn run(args: &Mcp) -> Result<Outcome, Failure> {
    let store = args.store.as_deref().map(store::Store::open).transpose().map_err(Failure::one)?;
    let server = server::Server::new(store);
    let runtime = tokio::runtime::Builder::new_current_thread().enable_time().build()?;
    let (transport, writer) = transport::stdio();
    runtime.block_on(async {
        match server.serve(transport).await {
            Ok(running) => running.waiting().await.map(|_| ()).map_err(Failure::one),
            // A client that goes before it has begun is no failure.
            Err(rmcp::service::ServerInitializeError::ConnectionClosed(_)) => Ok(()),
            Err(error) => Err(Failure::one(error)),
        }
    })?;
    drop(runtime);
    writer.finish();
    Ok(Outcome::Fine)
}
