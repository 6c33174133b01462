//! Where letters are taken: an address and port, or a socket in the file system.

use std::fmt::Debug;
use std::fs::{self, Permissions};
use std::io;
use std::net::SocketAddr;
use std::os::unix::fs::{FileTypeExt, PermissionsExt};

use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::{TcpListener, UnixListener};

/// A line to a mail server.
pub trait Stream: AsyncRead + AsyncWrite + Unpin + Send + Debug {}
impl<T: AsyncRead + AsyncWrite + Unpin + Send + Debug> Stream for T {}

/// A place that is listened at.
pub enum ListenAddress {
    Net(TcpListener),
    Local(UnixListener),
}

impl ListenAddress {
    /// Listens at `host:port` or at `unix:/path/to/socket`. Needs a running tokio.
    pub async fn open(place: &str) -> io::Result<ListenAddress> {
        let Some(path) = place.strip_prefix("unix:") else {
            return Ok(ListenAddress::Net(TcpListener::bind(place).await?));
        };
        // Left behind by a program that was killed.
        if fs::symlink_metadata(path).is_ok_and(|file| file.file_type().is_socket()) {
            fs::remove_file(path)?;
        }
        let listener = UnixListener::bind(path)?;
        // A mail server runs under a name of its own. Who may come is said by the folder, and
        // nobody can do more here than at an address of this machine.
        fs::set_permissions(path, Permissions::from_mode(0o666))?;
        Ok(ListenAddress::Local(listener))
    }

    /// Host and port; none for a socket in the file system.
    pub fn address(&self) -> io::Result<Option<SocketAddr>> {
        match self {
            ListenAddress::Net(listener) => listener.local_addr().map(Some),
            ListenAddress::Local(_) => Ok(None),
        }
    }

    /// Waits for the next one to come.
    pub async fn meet(&self) -> io::Result<Box<dyn Stream>> {
        Ok(match self {
            ListenAddress::Net(listener) => {
                let stream = listener.accept().await?.0;
                // Answers are short, and each is waited for.
                stream.set_nodelay(true)?;
                Box::new(stream)
            }
            ListenAddress::Local(listener) => Box::new(listener.accept().await?.0),
        })
    }
}
