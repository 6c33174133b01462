//! Jobs on separate rows run in parallel on all nodes; all other jobs run exclusively.

use std::sync::Arc;
use std::time::Duration;

use ravenpost_store::post::incoming::Arrival;
use ravenpost_store::writes;
use tokio::sync::Notify;
use tokio::time::timeout;

use crate::harness::app::App;

#[tokio::test]
async fn job_on_separate_rows_blocks_only_exclusive_jobs() {
    let Some([here, there]) = App::nodes().await else { return };
    let (begun, goes_on) = (Arc::new(Notify::new()), Arc::new(Notify::new()));
    let (tells, hears) = (Arc::clone(&begun), Arc::clone(&goes_on));
    let store = here.service.store().clone();
    let long = tokio::spawn(async move {
        let job = store.write_side(writes!(|_tx| {
            tells.notify_one();
            hears.notified().await;
            Ok(())
        }));
        job.await
    });
    begun.notified().await;
    for store in [here.service.store(), there.service.store()] {
        let other = store.write_side(writes!(|_tx| Ok(())));
        timeout(Duration::from_secs(5), other).await.expect("it waits for its like").expect("done");
    }
    let arrival = Arrival {
        source: "spool",
        uid: None,
        recipient: "r-one@raven.example".to_owned(),
        raw: b"From: ann@example.org\r\n\r\nHi\r\n".to_vec(),
        at: there.now,
    };
    let comes = async {
        let id =
            there.service.replies().store_email(arrival.clone()).await.expect("kept").expect("new");
        there.service.replies().begin_email(id).await.expect("asked").expect("begun with");
        there.service.replies().leave_email(id).await.expect("left");
    };
    timeout(Duration::from_secs(5), comes).await.expect("an email that came in waits");
    assert_eq!(
        here.service.replies().store_email(arrival).await.expect("looked"),
        None,
        "it came twice"
    );
    let store = there.service.store().clone();
    let mut alone = tokio::spawn(async move { store.write(writes!(|_tx| Ok(()))).await });
    let waited = timeout(Duration::from_millis(300), &mut alone).await;
    assert!(waited.is_err(), "it has not the house to itself");
    goes_on.notify_one();
    long.await.expect("a task").expect("done");
    alone.await.expect("a task").expect("done");
}
