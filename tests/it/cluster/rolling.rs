//! A rolling update: nodes of two program versions share a database and are updated one by one
//! while people play. `scripts/night rolling` builds the program of the previous commit, and one
//! that writes an act which this version cannot read. This test uses the program named by
//! `RAVENPOST_BEFORE`.

use std::path::PathBuf;
use std::time::{Duration, Instant};

use tokio::time::interval;

use super::nodes::THIS;
use super::operations::Use;
use super::{Cluster, all_ready, number, until};

/// How long people play between two updates.
const PLAYED: Duration = Duration::from_secs(12);
/// A node with newer title rules becomes ready only after all older nodes are gone.
const PATIENCE: Duration = Duration::from_secs(15);

#[tokio::test(flavor = "multi_thread")]
async fn games_continue_during_a_rolling_update() {
    let Ok(before) = std::env::var("RAVENPOST_BEFORE") else {
        eprintln!("not tried: RAVENPOST_BEFORE names no other program; see scripts/night");
        return;
    };
    let Some(mut cluster) = Cluster::new(&PathBuf::from(before)).await else { return };
    let (by_page, by_mail) = cluster.play();
    let sink = std::sync::Arc::clone(&cluster.sink);
    until("no emails leave", || !sink.taken_after(3).is_empty()).await;
    // A node killed meanwhile restarts, although the schema is newer than its own.
    cluster.nodes[2].kill();
    cluster.nodes[2].start();
    all_ready(&cluster.nodes).await;
    for at in 0..cluster.nodes.len() {
        plays(PLAYED).await;
        let node = &mut cluster.nodes[at];
        node.signal("-TERM");
        until("a node does not stop", || node.ended().is_some()).await;
        node.program = PathBuf::from(THIS);
        node.start();
        let begun = Instant::now();
        let mut look = interval(Duration::from_millis(200));
        while begun.elapsed() < PATIENCE && !node.is_ready().await {
            look.tick().await;
        }
    }
    all_ready(&cluster.nodes).await;
    plays(PLAYED).await;
    let found = cluster.ends(by_page, by_mail, &[]).await;
    println!("{found:?}");
    assert!(found.wrong.is_empty(), "{}", found.wrong.join("\n"));
    let done = |by| found.done.get(&by).copied().unwrap_or(0);
    assert!(done(Use::Order) > 50 && done(Use::Propose) > 0, "hardly anybody played: {found:?}");
    // Older nodes report unknown formats only if something new was written.
    let planted = number("RAVENPOST_PLANTED").is_some();
    assert_eq!(found.away > 0, planted, "{found:?}");
}

async fn plays(span: Duration) {
    let (begun, mut tick) = (Instant::now(), interval(Duration::from_millis(100)));
    while begun.elapsed() < span {
        tick.tick().await;
    }
}
