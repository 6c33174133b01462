//! A proxy between a node and PostgreSQL, which interferes on request.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use ravenpost_store::Store;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{UnixListener, UnixStream};

use crate::harness::app::App;

/// A socket that forwards to the server's.
pub struct Between {
    folder: tempfile::TempDir,
    address: String,
    /// Cuts the connection after a decision's commit: the server gets it, but the response is lost.
    pub cuts: Arc<AtomicBool>,
    /// Drops the notifications of other nodes.
    pub deafens: Arc<AtomicBool>,
}

impl Between {
    /// A proxy to the database of a node.
    pub fn the(node: &App) -> Between {
        let address = node.address.clone().expect("a shared database");
        let server = Path::new(folder_of(&address)).join(".s.PGSQL.5432");
        let folder = tempfile::tempdir().expect("a folder");
        let (cuts, deafens): (Arc<AtomicBool>, Arc<AtomicBool>) = Default::default();
        let listener = UnixListener::bind(folder.path().join(".s.PGSQL.5432")).expect("a socket");
        let own = folder.path().to_str().expect("a path");
        let address = address.replace(folder_of(&address), own);
        tokio::spawn(accept(listener, server, Arc::clone(&cuts), Arc::clone(&deafens)));
        Between { folder, address, cuts, deafens }
    }

    /// A node that connects through the proxy.
    pub async fn node(&self, seed: u64) -> App {
        let path = self.folder.path().join("db");
        App::on_node(Store::connect(&self.address, &path).await.expect("a node"), seed)
    }
}

/// The folder of the socket in a database address.
fn folder_of(address: &str) -> &str {
    address.split("host=").nth(1).and_then(|rest| rest.split('&').next()).expect("a socket")
}

async fn accept(
    listener: UnixListener,
    server: PathBuf,
    cuts: Arc<AtomicBool>,
    deafens: Arc<AtomicBool>,
) {
    while let Ok((client, _)) = listener.accept().await {
        let server = UnixStream::connect(&server).await.expect("the server");
        tokio::spawn(carry(client, server, Arc::clone(&cuts), Arc::clone(&deafens)));
    }
}

async fn carry(
    mut client: UnixStream,
    mut server: UnixStream,
    cuts: Arc<AtomicBool>,
    deafens: Arc<AtomicBool>,
) {
    let (mut asked, mut said) = (vec![0; 65_536], vec![0; 65_536]);
    let mut decides = false;
    loop {
        tokio::select! {
            Ok(count) = client.read(&mut asked) => {
                let text = &asked[..count];
                let says = |words: &[u8]| text.windows(words.len()).any(|part| part == words);
                if deafens.load(Ordering::SeqCst) && says(b"LISTEN") {
                    return std::future::pending().await;
                }
                if count == 0 || server.write_all(text).await.is_err() {
                    return;
                }
                if says(b"BEGIN") {
                    decides = says(b"xact_lock_shared");
                }
                if decides && says(b"COMMIT\0") && cuts.swap(false, Ordering::SeqCst) {
                    // Committed once the server has responded; the response is dropped.
                    let _ = server.read(&mut said).await;
                    return;
                }
            }
            Ok(count) = server.read(&mut said) => {
                if count == 0 || client.write_all(&said[..count]).await.is_err() {
                    return;
                }
            }
            else => return,
        }
    }
}
