//! The OpenAPI document and the page `/api`: both list every route, and responses have the
//! described form.

use ravenpost::web::ROUTES;
use ravenpost::web::api::describe::catalogue;

use super::client::{Client, read};
use crate::harness::app::App;
use crate::harness::browser::Pages;
use crate::harness::schema::misfits;

#[test]
fn every_route_is_described() {
    let routes: Vec<_> = ROUTES.iter().filter(|route| route.is_of_api()).collect();
    let described = catalogue::all();
    assert_eq!(routes.len(), described.len());
    for (route, endpoint) in routes.iter().zip(&described) {
        assert_eq!((route.method, route.path), (endpoint.method, endpoint.path));
        assert_eq!(endpoint.body.is_some(), route.method == "post", "{}", route.path);
    }
}

#[tokio::test]
async fn responses_have_the_described_form() {
    for title in ravenpost::service::titles::all() {
        let app = App::seeded(4).await;
        let (_, _, game) = app.pair(title.about().key).await;
        let pages = Pages::of(app.service.clone());
        let client = Client::of(&app, &pages, "ann").await;
        let document = read(&client.get("/openapi.json").await);
        assert_eq!(document["openapi"], "3.1.0");
        for endpoint in catalogue::all() {
            let operation = &document["paths"][endpoint.path][endpoint.method];
            let success = operation["responses"].get("200");
            let Some(content) = success.map(|success| &success["content"]) else { continue };
            let schema = &content["application/json"]["schema"];
            if endpoint.method != "get" || schema.is_null() {
                continue;
            }
            let path = endpoint.path.replace("{game}", game.as_str());
            let path = path.replace("{title}", title.about().key);
            let value = read(&client.get(path.trim_start_matches("/api/v1")).await);
            let found = misfits(&document, schema, &value, endpoint.path);
            assert_eq!(found, Vec::<String>::new());
        }
    }
}

#[tokio::test]
async fn the_page_lists_every_endpoint_and_every_problem() {
    let app = App::new().await;
    let mut browser = Pages::of(app.service.clone()).browser();
    let page = browser.get("/api").await;
    for endpoint in catalogue::all() {
        assert!(page.ok().body.contains(endpoint.path), "{}", endpoint.path);
    }
    for kind in ravenpost::web::api::problem::Kind::ALL {
        assert!(page.body.contains(&format!("id=\"problem-{}\"", kind.key())));
    }
}
