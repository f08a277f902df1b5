//! A client that sends lines of JSON, so that it can send calls that no client library sends.

use rmcp::RoleServer;
use rmcp::service::{Service, ServiceExt as _};
use serde_json::{Value, json};
use tokio::io::{AsyncBufReadExt as _, AsyncWriteExt as _, BufReader, DuplexStream, ReadHalf, WriteHalf};

/// A connection to a server.
pub(crate) struct Client {
    lines: BufReader<ReadHalf<DuplexStream>>,
    out: WriteHalf<DuplexStream>,
    next: u64,
}

impl Client {
    /// Starts a server and connects to it.
    pub(crate) async fn connect<S: Service<RoleServer>>(server: S) -> Self {
        let (near, far) = tokio::io::duplex(1 << 16);
        tokio::spawn(async move {
            if let Ok(running) = server.serve(tokio::io::split(far)).await {
                let _ = running.waiting().await;
            }
        });
        let (read, out) = tokio::io::split(near);
        let mut client = Self { lines: BufReader::new(read), out, next: 0 };
        let info = json!({ "name": "test", "version": "1" });
        let hello = json!({ "protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": info });
        let answer = client.request("initialize", &hello).await;
        assert!(answer["result"]["serverInfo"].is_object(), "{answer}");
        client.send(&json!({ "jsonrpc": "2.0", "method": "notifications/initialized" })).await;
        client
    }

    async fn send(&mut self, message: &Value) {
        self.out.write_all(format!("{message}\n").as_bytes()).await.expect("the server reads");
    }

    /// Sends a request and returns the response.
    pub(crate) async fn request(&mut self, method: &str, params: &Value) -> Value {
        self.next += 1;
        let id = self.next;
        self.send(&json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params })).await;
        loop {
            let mut line = String::new();
            let count = self.lines.read_line(&mut line).await.expect("the server writes");
            assert!(count > 0, "the server ended after {method} {params}");
            let message: Value = serde_json::from_str(&line).expect("a message is JSON");
            if message["id"] == id {
                return message;
            }
        }
    }
}
