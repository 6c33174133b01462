//! Signatures and witnesses: keys, checkpoints, cosignatures, and emails compared with each other.
//! Independent programs read and write the same formats.

mod emails;
mod files;
mod inclusion;
mod keys;
mod other_programs;
mod witnesses;

use chrono::Duration;
use ravenpost::service::archive::sealing::Sealing;
use ravenpost_store::log::seals::Seal;

use crate::harness::app::App;

/// The title of these tests, which know nothing else about it.
const TITLE: &str = "gotlandia";

/// Seals today and advances the clock by a day.
async fn sealed(app: &mut App) -> Seal {
    let made = app.service.archive().seal(app.now).await.expect("sealed");
    app.now += Duration::days(1);
    match made {
        Sealing::Made(seal) => seal,
        other => panic!("{other:?}"),
    }
}

/// A server with a key and that many seals.
async fn with_seals(seed: u64, witnesses: &[String], seals: usize) -> App {
    let mut app = App::signing(seed, witnesses).await;
    for _ in 0..seals {
        sealed(&mut app).await;
    }
    app
}
