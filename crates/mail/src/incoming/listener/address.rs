//! Listening addresses: a TCP address or a Unix socket.

use std::fmt::Debug;
use std::fs::{self, Permissions};
use std::io;
use std::net::SocketAddr;
use std::os::unix::fs::{FileTypeExt, PermissionsExt};

use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::{TcpListener, UnixListener};

/// A connection to a mail server.
pub trait Stream: AsyncRead + AsyncWrite + Unpin + Send + Debug {}
impl<T: AsyncRead + AsyncWrite + Unpin + Send + Debug> Stream for T {}

pub enum ListenAddress {
    Net(TcpListener),
    Local(UnixListener),
}

impl ListenAddress {
    /// Listens on `host:port` or on `unix:/path/to/socket`. Requires a running tokio runtime.
    pub async fn open(place: &str) -> io::Result<ListenAddress> {
        let Some(path) = place.strip_prefix("unix:") else {
            return Ok(ListenAddress::Net(TcpListener::bind(place).await?));
        };
        // Remove the socket of a process that was killed.
        if fs::symlink_metadata(path).is_ok_and(|file| file.file_type().is_socket()) {
            fs::remove_file(path)?;
        }
        let listener = UnixListener::bind(path)?;
        // The mail server runs under its own account. The permissions of the folder control access,
        // and the socket allows no more than a local TCP port would.
        fs::set_permissions(path, Permissions::from_mode(0o666))?;
        Ok(ListenAddress::Local(listener))
    }

    /// Returns the TCP address; `None` for a Unix socket.
    pub fn address(&self) -> io::Result<Option<SocketAddr>> {
        match self {
            ListenAddress::Net(listener) => listener.local_addr().map(Some),
            ListenAddress::Local(_) => Ok(None),
        }
    }

    /// Waits for the next connection.
    pub async fn meet(&self) -> io::Result<Box<dyn Stream>> {
        Ok(match self {
            ListenAddress::Net(listener) => {
                let stream = listener.accept().await?.0;
                // Replies are short, and the client waits for each one.
                stream.set_nodelay(true)?;
                Box::new(stream)
            }
            ListenAddress::Local(listener) => Box::new(listener.accept().await?.0),
        })
    }
}
