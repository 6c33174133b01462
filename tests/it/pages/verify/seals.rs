//! The text of a day's seal: it is cached for ever, and few clients download at a time.

use std::sync::Arc;

use ravenpost::service::archive::sealing::Sealing;
use ravenpost_log::seal;
use tokio::sync::Semaphore;

use crate::harness::app::App;
use crate::harness::browser::Pages;
use crate::pages::TITLE;

#[tokio::test]
async fn download_waits_until_another_has_ended() {
    let app = App::seeded(6).await;
    app.pair(TITLE).await;
    let Sealing::Made(made) = app.service.archive().seal(app.now).await.expect("sealed") else {
        panic!("it was sealed before");
    };
    let readers = Arc::new(Semaphore::new(1));
    let own = Arc::clone(&readers);
    let pages = Pages::with(app.service.clone(), |site| site.seal_readers = own);
    let path = format!("/seals/{}", made.day);
    let held = Arc::clone(&readers).acquire_owned().await.expect("open");
    let (mut browser, day) = (pages.browser(), path.clone());
    let waiting = tokio::spawn(async move { browser.get(&day).await });
    assert_eq!(pages.browser().get("/seals").await.status, 200, "other pages wait for nothing");
    assert!(!waiting.is_finished(), "all readers are taken");
    drop(held);
    let page = waiting.await.expect("no panic");
    assert_eq!((page.status, seal::of(&page.body)), (200, made.hash));
    assert!(page.header("cache-control").is_some_and(|keep| keep.contains("immutable")));
    let length = page.header("content-length").and_then(|length| length.parse().ok());
    assert_eq!(length, Some(page.body.len()));

    // A finished download counts no more, and a known text is not downloaded.
    let again = pages.browser().get(&path).await;
    assert_eq!((again.status, again.body), (200, page.body.clone()));
    let _held = readers.acquire_owned().await.expect("open");
    let mut browser = pages.browser();
    let tag = page.header("etag").expect("a tag").to_owned();
    browser.headers.push(("if-none-match".to_owned(), tag));
    assert_eq!(browser.get(&path).await.status, 304);
}
