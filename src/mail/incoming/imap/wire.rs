//! The line to a mailbox. What comes over it is counted: a server that sends more than was asked
//! for is hung up on, before it has filled our memory.

use std::fmt::Debug;
use std::io;
use std::pin::Pin;
use std::task::{Context, Poll};

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};

/// What bytes go over, protected or not.
pub trait Bytes: AsyncRead + AsyncWrite + Unpin + Send + Debug {}
impl<T: AsyncRead + AsyncWrite + Unpin + Send + Debug> Bytes for T {}

/// A line with an allowance.
#[derive(Debug)]
pub struct Wire {
    bytes: Box<dyn Bytes>,
    left: usize,
}

impl Wire {
    pub fn over(bytes: impl Bytes + 'static, allowance: usize) -> Wire {
        Wire { bytes: Box::new(bytes), left: allowance }
    }

    /// So many bytes may come from here on.
    pub fn allow(&mut self, bytes: usize) {
        self.left = bytes;
    }

    /// The line itself, to be protected.
    pub fn into_bytes(self) -> Box<dyn Bytes> {
        self.bytes
    }
}

impl AsyncRead for Wire {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        if self.left == 0 {
            return Poll::Ready(Err(io::Error::other("it sends more than it was asked for")));
        }
        let before = buffer.filled().len();
        let read = Pin::new(&mut self.bytes).poll_read(context, buffer);
        self.left = self.left.saturating_sub(buffer.filled().len() - before);
        read
    }
}

impl AsyncWrite for Wire {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.bytes).poll_write(context, bytes)
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.bytes).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.bytes).poll_shutdown(context)
    }
}
