//! The admin's page about the state of the server.

use chrono::TimeDelta;
use ravenpost::service::node::components::Component;

use crate::harness::app::App;
use crate::harness::browser::{Pages, noon};
use crate::pages::{TITLE, session};

#[tokio::test]
async fn overview_shows_each_component_and_failures() {
    let app = App::new().await;
    let (ann, _, _) = app.pair(TITLE).await;
    app.appoint(ann).await;
    let mut admin = Pages::of(app.service.clone()).browser().signed_in(&session(&app, "ann").await);
    let monitoring = app.service.monitoring();
    monitoring.works(Component::Sender, noon(), TimeDelta::minutes(2));
    let page = admin.get("/admin").await;
    assert!(page.ok().all("[role=alert]", "class").is_empty());
    let components = page.all("[data-component]", "data-component");
    for name in ["writer", "disk", "sender"] {
        assert!(components.contains(&name.to_owned()), "{name}: {components:?}");
    }
    assert_eq!(page.text("[data-component=sender] td").as_deref(), Some("ok"));
    assert!(page.texts("#numbers dd").contains(&"1".to_owned()), "one running game");

    monitoring.fails(Component::Sender, noon(), "it broke");
    let page = admin.get("/admin").await;
    assert_eq!(page.ok().all("[role=alert]", "class").len(), 1);
    assert_eq!(page.text("[data-component=sender] td").as_deref(), Some("it broke"));
}
