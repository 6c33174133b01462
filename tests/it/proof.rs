//! What a server signs and who bears witness: keys, checkpoints, cosignatures, and letters held
//! against each other. Programs that share no code with ours read and write the same.

mod files;
mod inclusion;
mod keys;
mod letters;
mod strangers;
mod witnesses;

use chrono::Duration;
use ravenpost::service::archive::sealing::Sealing;
use ravenpost_store::log::seals::Seal;

use crate::harness::app::App;

/// The title these tests are played with; they know nothing else about it.
const TITLE: &str = "gotlandia";

/// Seals today, and lets a day go by.
async fn sealed(app: &mut App) -> Seal {
    let made = app.service.seal(app.now).await.expect("sealed");
    app.now += Duration::days(1);
    match made {
        Sealing::Made(seal) => seal,
        other => panic!("{other:?}"),
    }
}

/// A server with a key and so many seals.
async fn with_seals(seed: u64, witnesses: &[String], seals: usize) -> App {
    let mut app = App::signing(seed, witnesses).await;
    for _ in 0..seals {
        sealed(&mut app).await;
    }
    app
}
