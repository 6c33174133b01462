//! The third door: a mail server on this machine hands letters over by LMTP or SMTP. Addresses that
//! are nobody's are refused before a letter is sent, so that their senders hear of it from whoever
//! they gave it to; a letter is answered for when it lies on the disk, in the spool.
//!
//! No encryption is spoken and nobody signs in: it is for a mail server in front, which does both.

mod idle;
mod lines;
mod place;
mod policy;
mod probe;
mod session;

use std::sync::Arc;
use std::time::Duration;

use tokio::io::AsyncWriteExt;
use tokio::sync::{Semaphore, watch};
use tokio::task::JoinSet;

use idle::Waiting;
pub use place::ListenAddress;
pub use policy::{Policy, Protocol};
pub use probe::probe;

/// Mail servers that may talk to us at once; each letter under way is in memory.
const AT_ONCE: usize = 16;
/// The longest talk: mail servers keep a line for the next letter.
const TALK: Duration = Duration::from_secs(15 * 60);
/// The pause after nobody could be let in, as when too many files are open.
const PAUSE: Duration = Duration::from_secs(1);

/// Takes letters at that place until `stop` turns true. Talks under way are broken off then: what
/// was not answered for is brought again.
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
                tracing::warn!(%error, "a mail server could not be let in");
                tokio::time::sleep(PAUSE).await;
                continue;
            }
        };
        let Ok(seat) = Arc::clone(&room).try_acquire_owned() else {
            // One who does not wait to hear it is gone anyway.
            let _ = line.write_all(b"421 4.3.2 too many connections, try again later\r\n").await;
            continue;
        };
        let (policy, waiting) = (Arc::clone(&policy), Arc::clone(&waiting));
        talks.spawn(async move {
            let _seat = seat;
            match tokio::time::timeout(TALK, session::talk(&policy, &waiting, line)).await {
                Ok(Ok(())) | Err(_) => {}
                Ok(Err(error)) => tracing::debug!(%error, "a mail server was cut short"),
            }
        });
    }
}
