//! A connection to a mailbox that counts received bytes. A server that sends more than expected is
//! disconnected before it can exhaust memory.

use std::fmt::Debug;
use std::io;
use std::pin::Pin;
use std::task::{Context, Poll};

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};

/// A byte stream, encrypted or not.
pub trait Bytes: AsyncRead + AsyncWrite + Unpin + Send + Debug {}
impl<T: AsyncRead + AsyncWrite + Unpin + Send + Debug> Bytes for T {}

/// A connection with a limit on received bytes.
#[derive(Debug)]
pub struct Wire {
    bytes: Box<dyn Bytes>,
    left: usize,
}

impl Wire {
    pub fn over(bytes: impl Bytes + 'static, allowance: usize) -> Wire {
        Wire { bytes: Box::new(bytes), left: allowance }
    }

    /// Resets the number of bytes that may still be received.
    pub fn allow(&mut self, bytes: usize) {
        self.left = bytes;
    }

    /// Returns the underlying stream, to be wrapped in TLS.
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
            return Poll::Ready(Err(io::Error::other("the response is too long")));
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

#[cfg(test)]
mod tests {
    use tokio::io::{AsyncReadExt, duplex};

    use super::*;

    #[tokio::test]
    async fn endless_response_closes_the_connection() {
        let (near, far) = duplex(100);
        let mut wire = Wire::over(far, 1000);
        let sent = tokio::spawn(async move {
            let mut near = near;
            let mut endless = tokio::io::repeat(b'x');
            tokio::io::copy(&mut endless, &mut near).await
        });
        let mut all = Vec::new();
        let error = wire.read_to_end(&mut all).await.expect_err("it is too much");
        assert!(error.to_string().contains("too long"));
        assert!(all.len() < 2000, "{} bytes", all.len());
        wire.allow(10);
        assert_eq!(wire.read(&mut [0; 10]).await.expect("it goes on"), 10);
        drop(wire);
        assert!(sent.await.expect("it ends").is_err());
    }
}
