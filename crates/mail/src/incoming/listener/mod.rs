//! A mail source that receives emails from a local mail server by LMTP or SMTP. Unknown recipients
//! are refused before DATA, so that the upstream server notifies the sender. An email is
//! acknowledged only once it is in the spool on disk.
//!
//! There is neither encryption nor authentication: both are the job of the upstream mail server.

mod address;
mod idle;
mod lines;
mod policy;
mod probe;
mod session;

use std::sync::Arc;
use std::time::Duration;

use tokio::io::AsyncWriteExt;
use tokio::sync::{Semaphore, watch};
use tokio::task::JoinSet;

pub use address::ListenAddress;
use idle::Waiting;
pub use policy::{Policy, Protocol};
pub use probe::probe;

/// Maximum number of concurrent connections; each holds an email in memory.
const AT_ONCE: usize = 16;
/// Maximum duration of a connection; mail servers reuse connections for their next email.
const TALK: Duration = Duration::from_secs(15 * 60);
/// The pause after a failed accept, for example with too many open files.
const PAUSE: Duration = Duration::from_secs(1);

/// Accepts emails until `stop` turns true. Open connections are then dropped: the upstream server
/// retries whatever was not acknowledged.
pub async fn serve(place: ListenAddress, policy: Policy, mut stop: watch::Receiver<bool>) {
    let (policy, room) = (Arc::new(policy), Arc::new(Semaphore::new(AT_ONCE)));
    let waiting = Waiting::room_for(AT_ONCE / 2);
    let mut talks = JoinSet::new();
    loop {
        let met = tokio::select! {
            met = place.meet() => met,
            Some(_) = talks.join_next() => continue,
            _ = stop.wait_for(|stop| *stop) => break,
        };
        let mut line = match met {
            Ok(line) => line,
            Err(error) => {
                tracing::warn!(%error, "failed to accept connection from a mail server");
                tokio::time::sleep(PAUSE).await;
                continue;
            }
        };
        let Ok(seat) = Arc::clone(&room).try_acquire_owned() else {
            // A failed write does not matter: the peer has disconnected.
            let _ = line.write_all(b"421 4.3.2 too many connections, try again later\r\n").await;
            continue;
        };
        let (policy, waiting) = (Arc::clone(&policy), Arc::clone(&waiting));
        talks.spawn(async move {
            let _seat = seat;
            match tokio::time::timeout(TALK, session::talk(&policy, &waiting, line)).await {
                Ok(Ok(())) | Err(_) => {}
                Ok(Err(error)) => tracing::debug!(%error, "connection to mail server failed"),
            }
        });
    }
}
