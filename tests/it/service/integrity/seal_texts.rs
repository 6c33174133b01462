//! The texts of seals are public: those of the newest days are cached, and older ones are built one
//! at a time and rate-limited.

use chrono::Duration;
use ravenpost::service::ServiceError;
use ravenpost::service::archive::seal_text::OLD_TEXT_EVERY;
use ravenpost_log::seal;
use ravenpost_store::log::seals::Seal;

use crate::harness::app::App;
use crate::service::TITLE;

/// The number of cached texts.
const RECENT: usize = 8;

/// The names of the cached texts, oldest day first.
fn names(app: &App) -> Vec<String> {
    let folder = app.service.store().path().parent().expect("a folder").join("seals");
    let files = std::fs::read_dir(folder).expect("readable").map(|file| file.expect("a file"));
    let mut names: Vec<_> =
        files.map(|file| file.file_name().to_string_lossy().into_owned()).collect();
    names.sort();
    names
}

async fn asked(app: &App, seal: &Seal) -> Result<String, ServiceError> {
    let text = app.service.archive().seal_text(seal.day, app.now).await?;
    Ok(text.all().expect("readable"))
}

#[tokio::test]
async fn old_seal_texts_do_not_evict_newer_ones() {
    let mut app = App::seeded(6).await;
    app.pair(TITLE).await;
    for _ in 0..RECENT + 3 {
        app.service.archive().seal(app.now).await.expect("sealed");
        app.now += Duration::days(1);
    }
    let mut seals = app.service.archive().seals(99).await.expect("readable");
    seals.reverse();
    let newest = names(&app);
    assert_eq!(newest.len(), RECENT);
    assert!(newest[0].starts_with(&seals[3].day.to_string()), "{newest:?}");

    let text = asked(&app, &seals[0]).await.expect("built");
    assert_eq!(seal::of(&text), seals[0].hash);
    let with_first = names(&app);
    assert_eq!(with_first[1..], newest, "the text of an old day pushes out no newer one");
    let refused = asked(&app, &seals[1]).await;
    assert!(matches!(refused, Err(ServiceError::TooMany(_))), "{refused:?}");
    for seal in [&seals[0]].into_iter().chain(&seals[3..]) {
        assert_eq!(seal::of(&asked(&app, seal).await.expect("kept")), seal.hash);
    }
    assert_eq!(names(&app), with_first, "nothing was built");

    app.now += OLD_TEXT_EVERY;
    let text = asked(&app, &seals[1]).await.expect("built");
    assert_eq!(seal::of(&text), seals[1].hash);
    let names = names(&app);
    assert!(names[0].starts_with(&seals[1].day.to_string()), "{names:?}");
    assert_eq!(names[1..], newest);
}

#[tokio::test]
async fn lost_cached_seal_text_is_rebuilt_at_once() {
    let mut app = App::seeded(6).await;
    app.pair(TITLE).await;
    for _ in 0..3 {
        app.service.archive().seal(app.now).await.expect("sealed");
        app.now += Duration::days(1);
    }
    let folder = app.service.store().path().parent().expect("a folder").join("seals");
    std::fs::remove_dir_all(folder).expect("removed");
    for seal in app.service.archive().seals(9).await.expect("readable") {
        assert_eq!(seal::of(&asked(&app, &seal).await.expect("built")), seal.hash);
    }
    assert_eq!(names(&app).len(), 3);
}
