//! Admins decide who may sign up, and invite people to the server.

use std::sync::{Arc, Mutex};

use chrono::Duration;
use ravenpost::service::ServiceError;
use ravenpost::service::admin::log_level::LogLevel;
use ravenpost::service::admin::site::SiteTexts;
use ravenpost::service::people::sign_up::SignUp;
use ravenpost_store::people::admin_log::AdminAction;

use super::invitations::can_sign_up;
use crate::harness::app::App;

/// The addresses of the open invitations.
async fn invited(app: &App) -> Vec<String> {
    let open = app.service.admissions().server_invitations(app.now).await.expect("readable");
    open.into_iter().map(|one| one.address).collect()
}

#[tokio::test]
async fn an_admin_opens_the_server_to_a_domain_and_to_everyone() {
    let app = App::new().await;
    let ann = app.player("ann").await;
    app.appoint(ann).await;
    let administration = app.service.administration();
    let domains = SignUp::of("domains", "club.example").expect("a domain");
    administration.set_sign_up(app.now, Some(ann), &domains).await.expect("decided");
    assert!(can_sign_up(&app, "eve@club.example", "").await);
    assert!(!can_sign_up(&app, "eve@else.example", "").await);
    administration.set_sign_up(app.now, Some(ann), &SignUp::Open).await.expect("decided");
    administration.set_sign_up(app.now, Some(ann), &SignUp::Open).await.expect("no change");
    assert!(can_sign_up(&app, "eve@else.example", "").await);
    let log = administration.log(1).await.expect("readable").items;
    let actions: Vec<AdminAction> = log.iter().map(|entry| entry.action).collect();
    assert_eq!(actions, [AdminAction::SignUpChanged; 2]);
    assert!(log.iter().all(|entry| entry.player.is_none()));
}

#[tokio::test]
async fn server_invitation_is_used_revoked_or_expires() {
    let mut app = App::new().await.with(|settings| settings.open_sign_up = false);
    let administration = app.service.administration();
    for address in ["Eve@else.example", "bob@else.example", "zoe@else.example"] {
        administration.invite_to_server(app.now, None, address).await.expect("invited");
    }
    app.service.admissions().invite_address(app.now, "Dan@else.example").await.expect("by command");
    let all = ["bob@else.example", "dan@else.example", "eve@else.example", "zoe@else.example"];
    assert_eq!(invited(&app).await, all);
    assert!(can_sign_up(&app, "eve@else.example", "").await);
    let again = administration.invite_to_server(app.now, None, "eve@else.example").await;
    assert!(matches!(again, Err(ServiceError::Refused(_))), "she has an account");
    for address in ["BOB@else.example", "dan@else.example"] {
        administration.revoke_invitation(app.now, None, address).await.expect("revoked");
        assert!(!can_sign_up(&app, &address.to_lowercase(), "").await);
    }
    let twice = administration.revoke_invitation(app.now, None, "bob@else.example").await;
    assert!(matches!(twice, Err(ServiceError::NotFound(_))));
    assert_eq!(invited(&app).await, ["zoe@else.example"]);
    app.now += Duration::days(91);
    assert!(invited(&app).await.is_empty());
    assert!(!can_sign_up(&app, "zoe@else.example", "").await);
}

#[tokio::test]
async fn only_admins_change_the_server() {
    let app = App::new().await;
    let (bob, now) = (Some(app.player("bob").await), app.now);
    let administration = app.service.administration();
    let mut texts = SiteTexts::default();
    let seen = texts.versions();
    texts.set("name", "Bob's server").expect("a name");
    let refused = [
        administration.set_sign_up(now, bob, &SignUp::Invited).await,
        administration.invite_to_server(now, bob, "eve@else.example").await,
        administration.set_site(now, bob, &texts, &seen).await.map(drop),
        administration.set_log_level(now, bob, Some(LogLevel::Trace), true).await,
    ];
    for refused in refused {
        assert!(matches!(refused, Err(ServiceError::Denied(_))), "{refused:?}");
    }
    assert_eq!(app.service.admissions().sign_up().await.expect("readable"), SignUp::Open);
    assert!(invited(&app).await.is_empty());
    assert_eq!(*administration.site(now).await.expect("readable"), SiteTexts::default());
    assert_eq!(administration.log_level(), None);
    assert!(administration.log(1).await.expect("readable").items.is_empty());
}

#[tokio::test]
async fn the_log_level_returns_to_the_settings_after_an_hour() {
    let app = App::new().await;
    let administration = app.service.administration();
    let set = Arc::new(Mutex::new(Vec::new()));
    let level = Arc::clone(&set);
    administration.log_with(Box::new(move |chosen| {
        level.lock().map_err(|why| why.to_string())?.push(chosen);
        Ok(())
    }));
    let debug = Some(LogLevel::Debug);
    administration.set_log_level(app.now, None, debug, false).await.expect("set");
    administration.restore_log_level(app.now + Duration::minutes(59));
    assert!(administration.log_level().is_some());
    administration.restore_log_level(app.now + Duration::hours(1));
    assert_eq!(administration.log_level(), None);
    administration.set_log_level(app.now, None, debug, true).await.expect("set");
    administration.restore_log_level(app.now + Duration::days(9));
    assert_eq!(*set.lock().expect("no panic"), [debug, None, debug]);
}
