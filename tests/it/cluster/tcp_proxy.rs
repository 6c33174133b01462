//! A TCP proxy between a node and the relay that can be closed while other nodes stay connected.

use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;

/// Proxies until dropped.
pub struct Gate {
    pub port: u16,
    shut: watch::Sender<bool>,
}

impl Gate {
    /// Opens a proxy to a local port.
    pub async fn to(relay: u16) -> Gate {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let port = listener.local_addr().expect("an address").port();
        let (shut, mut told) = watch::channel(false);
        tokio::spawn(async move {
            while let Ok((client, _)) = listener.accept().await {
                if !*told.borrow_and_update() {
                    tokio::spawn(carry(client, relay, told.clone()));
                }
            }
        });
        Gate { port, shut }
    }

    /// Drops all connections and accepts no new ones.
    pub fn shut(&self) {
        self.shut.send_replace(true);
    }

    pub fn open(&self) {
        self.shut.send_replace(false);
    }
}

async fn carry(mut client: TcpStream, relay: u16, mut told: watch::Receiver<bool>) {
    let Ok(mut server) = TcpStream::connect(("127.0.0.1", relay)).await else { return };
    tokio::select! {
        _ = tokio::io::copy_bidirectional(&mut client, &mut server) => {}
        _ = told.wait_for(|shut| *shut) => {}
    }
}
