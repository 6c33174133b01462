//! Forms that are stored while their player signs in again.

use chrono::Duration;
use ravenpost_store::lists::saved_forms;

use crate::harness::app::App;

#[tokio::test]
async fn a_saved_form_lasts_an_hour() {
    let app = App::new().await;
    let accounts = app.service.accounts();
    let content = b"/games/k3v9w2mq7xhd/talk\nwords=hello".to_vec();
    let saved = accounts.save_form(app.now, content.clone(), "192.0.2.1").await;
    let token = saved.expect("stored").expect("there is room");
    let found = async |minutes| {
        let now = app.now + Duration::minutes(minutes);
        accounts.saved_form(now, &token).await.expect("readable")
    };
    assert_eq!(found(59).await, Some(content));
    assert_eq!(found(60).await, None);
    let hour = app.now + Duration::hours(1);
    app.service.tidy_up(hour).await.expect("tidied");
    let count = saved_forms::count(app.service.store().read()).await;
    assert_eq!(count.expect("readable"), 0);
}

#[tokio::test]
async fn stored_forms_are_limited_per_network() {
    let app = App::new().await;
    let save = async |from: &str| {
        let saved = app.service.accounts().save_form(app.now, vec![1], from).await;
        saved.expect("answered").is_some()
    };
    let mut stored = 0;
    while save("192.0.2.1").await {
        stored += 1;
        assert!(stored < 100, "there is no limit");
    }
    assert!(stored > 0);
    assert!(save("192.0.2.2").await, "others are not affected");
}
