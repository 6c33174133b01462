//! A mail server that accepts every email and discards it.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader};
use tokio::net::{TcpListener, TcpStream};
use tokio::task::JoinHandle;

/// Listens until dropped.
pub struct Relay {
    pub port: u16,
    taken: Arc<AtomicUsize>,
    task: JoinHandle<()>,
}

impl Relay {
    pub async fn open() -> anyhow::Result<Relay> {
        let listener = TcpListener::bind("127.0.0.1:0").await?;
        let (port, taken) = (listener.local_addr()?.port(), Arc::new(AtomicUsize::new(0)));
        let counted = Arc::clone(&taken);
        let task = tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                let counted = Arc::clone(&counted);
                // A closed connection is not an error.
                tokio::spawn(async move { drop(talk(stream, &counted).await) });
            }
        });
        Ok(Relay { port, taken, task })
    }

    /// Returns the number of accepted emails.
    pub fn taken(&self) -> usize {
        self.taken.load(Ordering::SeqCst)
    }
}

impl Drop for Relay {
    fn drop(&mut self) {
        self.task.abort();
    }
}

/// Serves one client.
async fn talk(stream: TcpStream, taken: &AtomicUsize) -> std::io::Result<()> {
    let (read, mut write) = stream.into_split();
    let (mut lines, mut in_email) = (BufReader::new(read).split(b'\n'), false);
    write.write_all(b"220 bench\r\n").await?;
    while let Some(line) = lines.next_segment().await? {
        if in_email {
            if line != b".\r" {
                continue;
            }
            in_email = false;
            taken.fetch_add(1, Ordering::SeqCst);
            write.write_all(b"250 taken\r\n").await?;
            continue;
        }
        let verb = line.get(..4).unwrap_or_default().to_ascii_uppercase();
        let answer: &[u8] = match verb.as_slice() {
            b"DATA" => {
                in_email = true;
                b"354 go on\r\n"
            }
            b"QUIT" => {
                return write.write_all(b"221 bye\r\n").await;
            }
            _ => b"250 yes\r\n",
        };
        write.write_all(answer).await?;
    }
    Ok(())
}
