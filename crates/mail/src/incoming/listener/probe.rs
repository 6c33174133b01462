//! Checks for the doctor whether a mail server listens at an address.

use std::io;
use std::time::Duration;

use tokio::io::AsyncReadExt;
use tokio::net::{TcpStream, UnixStream};

use super::address::Stream;

/// How long to wait for the greeting.
const TIMEOUT: Duration = Duration::from_secs(10);

/// Connects and waits for a greeting.
pub async fn probe(place: &str) -> io::Result<()> {
    let greeted = async {
        let mut line: Box<dyn Stream> = match place.strip_prefix("unix:") {
            Some(path) => Box::new(UnixStream::connect(path).await?),
            None => Box::new(TcpStream::connect(place).await?),
        };
        let mut code = [0; 3];
        line.read_exact(&mut code).await?;
        let well = &code == b"220";
        if well { Ok(()) } else { Err(io::Error::other("unexpected greeting; not a mail server")) }
    };
    tokio::time::timeout(TIMEOUT, greeted).await.map_err(|_| io::ErrorKind::TimedOut)?
}
