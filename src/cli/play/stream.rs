//! The event stream, which reports that something has happened. It reconnects when it breaks.

use std::sync::mpsc::{self, Receiver, SyncSender};
use std::thread;
use std::time::{Duration, Instant};

use super::client::{Backoff, Client};

/// A stream that lasted this long did not fail, so it is reopened at once.
const STABLE: Duration = Duration::from_secs(60);

/// Starts a thread that keeps a stream open. The channel gets one entry for any number of events.
pub fn follow(client: Client, name: String) -> Receiver<()> {
    let (wake, woken) = mpsc::sync_channel(1);
    thread::spawn(move || keep_open(&client, &name, &wake));
    woken
}

fn keep_open(client: &Client, name: &str, wake: &SyncSender<()>) {
    let mut backoff = Backoff::default();
    loop {
        let began = Instant::now();
        let ended = client.stream(name, |kind| {
            if kind != "chat" {
                // A full channel already has a wake-up.
                let _ = wake.try_send(());
            }
        });
        if began.elapsed() > STABLE {
            backoff = Backoff::default();
        }
        let wait = backoff.wait();
        let error = ended.err().map(|error| format!("{error:#}")).unwrap_or_default();
        tracing::info!(error, wait_ms = wait.as_millis() as u64, "event stream ended");
        thread::sleep(wait);
    }
}
