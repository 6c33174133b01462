//! How a mail server begins: with a greeting in the clear, or waiting for TLS.

use std::time::Duration;

use tokio::io::AsyncReadExt;
use tokio::net::TcpStream;

/// Servers that greet at all do so at once; some let suspicious clients wait for a few seconds.
const PATIENCE: Duration = Duration::from_secs(10);

/// What a connection to a port shows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Greeting {
    /// A greeting in the clear.
    Plain,
    /// A connection without one: the server waits for TLS, or speaks another protocol.
    Silent,
    /// No connection.
    Unreachable,
}

/// Connects, and looks whether the first bytes are those of a greeting.
pub(super) async fn of(host: &str, port: u16, expected: &[u8]) -> Greeting {
    let connected = tokio::time::timeout(PATIENCE, TcpStream::connect((host, port))).await;
    let Ok(Ok(mut stream)) = connected else { return Greeting::Unreachable };
    let mut first = vec![0; expected.len()];
    match tokio::time::timeout(PATIENCE, stream.read_exact(&mut first)).await {
        Ok(Ok(_)) if first == expected => Greeting::Plain,
        _ => Greeting::Silent,
    }
}
