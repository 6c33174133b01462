//! A restored backup that is moved before any server has started with it: the high-water marks stay
//! behind, but the move starts the required epochs.

use std::collections::BTreeSet;
use std::path::Path;

use ravenpost_log::GameId;
use ravenpost_store::Store;
use ravenpost_store::log::events;

use crate::service::server::database_moves::{House, ravenpost};

/// The games in which an epoch was started, and the total number of epochs.
async fn epochs(store: &Store) -> (BTreeSet<GameId>, usize) {
    let (mut games, mut count) = (BTreeSet::new(), 0);
    for game in events::games(store.read(), None, 99).await.expect("readable") {
        let all = events::history(store.read(), &game).await.expect("readable");
        let begun = all.iter().filter(|event| event.kind == "epoch-started").count();
        count += begun;
        games.extend((begun > 0).then_some(game));
    }
    (games, count)
}

#[tokio::test(flavor = "multi_thread")]
async fn moved_backup_still_begins_epochs() {
    let Some(house) = House::new().await else { return };
    let folder = house.folder.path();
    let (copy, again, back) = (folder.join("copy.db"), folder.join("again"), folder.join("back"));
    house.store().backup(&copy).await.expect("copied");
    assert_eq!(epochs(house.store()).await.1, 0);
    house.store().close().await;
    let run = |data: &Path, database: &str, words: &[&str]| {
        let (code, said) = ravenpost(data, database, words);
        assert_eq!(code, Some(0), "{said}");
        said
    };
    let path = |of: &Path| of.to_str().expect("a path").to_owned();
    run(&again, "", &["restore", &path(&copy)]);
    let said = run(&again, "", &["move", "--to", &house.address]);
    assert!(said.contains("new epochs started in 2 games"), "{said}");
    let there = Store::connect(&house.address, &folder.join("there.db")).await.expect("there");
    let begun = epochs(&there).await;
    assert_eq!((begun.0.len(), begun.1), (2, 2), "one in each game that goes on");
    there.close().await;
    // No epoch is started twice.
    let said = run(&again, &house.address, &["move", "--to", &path(&back)]);
    assert!(!said.contains("new epochs"), "{said}");
    let file = Store::open_read_only(&back.join("ravenpost.db")).await.expect("a file");
    assert_eq!(epochs(&file).await, begun);
}
