//! The id of a request, on error pages and in problems of the API.

use crate::api::client::{Client, problem};
use crate::harness::app::App;
use crate::harness::browser::{Browser, Pages};

/// The id on the error page of a request with this header.
async fn id_given(browser: &Browser, header: &str) -> String {
    let mut browser = browser.clone();
    browser.headers.push(("x-request-id".to_owned(), header.to_owned()));
    let page = browser.get("/none").await;
    assert_eq!(page.status, 404);
    page.text("#request-id code").expect("an id")
}

#[tokio::test]
async fn every_error_page_and_problem_has_a_unique_id() {
    let app = App::new().await;
    let pages = Pages::of(app.service.clone());
    let mut browser = pages.browser();
    let mut ids = Vec::new();
    for path in ["/none", "/titles/none", "/games/none", "/stop/none"] {
        let page = browser.get(path).await;
        assert_eq!(page.status, 404, "{path}");
        ids.push(page.text("#request-id code").expect("an id"));
    }
    let client = Client::new(&pages, None);
    for (path, status, kind) in [("/none", 404, "not-found"), ("/me", 401, "token-missing")] {
        let body = problem(&client.get(path).await, status, kind);
        ids.push(body["request_id"].as_str().expect("an id").to_owned());
    }
    let count = ids.len();
    assert!(ids.iter().all(|id| id.len() == 8), "{ids:?}");
    ids.sort();
    ids.dedup();
    assert_eq!(ids.len(), count, "{ids:?}");
    assert!(browser.get("/").await.ok().text("#request-id").is_none());
}

#[tokio::test]
async fn request_id_is_accepted_from_a_proxy_and_if_plain() {
    let app = App::new().await;
    let direct = Pages::of(app.service.clone()).browser();
    assert_ne!(id_given(&direct, "k3v9w2mq7xhd").await, "k3v9w2mq7xhd");
    let proxied = Pages::with(app.service.clone(), |site| {
        site.proxies = vec!["127.0.0.1".parse().expect("a network")];
    });
    let proxied = proxied.browser();
    for good in ["k3v9w2mq7xhd", "7f3c2a9e-0000-4000-8000-123456789abc"] {
        assert_eq!(id_given(&proxied, good).await, good);
    }
    for bad in ["a b", "<b>x</b>", "a;b", "0123456789012345678901234567890123456789x"] {
        let id = id_given(&proxied, bad).await;
        assert!(id != bad && id.len() == 8, "{bad}: {id}");
    }
}
