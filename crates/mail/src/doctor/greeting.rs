//! Detects whether a mail server greets in plain text or waits for TLS.

use std::time::Duration;

use tokio::io::AsyncReadExt;
use tokio::net::TcpStream;

/// Most servers greet at once; some delay the greeting by a few seconds to deter spammers.
const TIMEOUT: Duration = Duration::from_secs(10);

/// What a server does after a connection to its port.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Greeting {
    /// It sends a plain-text greeting.
    Plain,
    /// It sends no greeting: it waits for TLS or uses another protocol.
    Silent,
    /// The connection failed.
    Unreachable,
}

/// Connects and checks whether the first bytes match the expected greeting.
pub(super) async fn of(host: &str, port: u16, expected: &[u8]) -> Greeting {
    let connected = tokio::time::timeout(TIMEOUT, TcpStream::connect((host, port))).await;
    let Ok(Ok(mut stream)) = connected else { return Greeting::Unreachable };
    let mut first = vec![0; expected.len()];
    match tokio::time::timeout(TIMEOUT, stream.read_exact(&mut first)).await {
        Ok(Ok(_)) if first == expected => Greeting::Plain,
        _ => Greeting::Silent,
    }
}
