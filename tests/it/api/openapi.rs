//! The OpenAPI document and the page `/api`: both list every route, and responses have the
//! described form.

use ravenpost::web::ROUTES;
use ravenpost::web::api::describe::catalogue;
use serde_json::Value;

use super::client::{Client, read};
use crate::harness::app::App;
use crate::harness::browser::Pages;

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

/// Finds what in a value is not as its schema says.
fn misfits(document: &Value, schema: &Value, value: &Value, at: &str, found: &mut Vec<String>) {
    if let Some(named) = schema["$ref"].as_str() {
        let schema = document.pointer(named.trim_start_matches('#'));
        return misfits(document, schema.unwrap_or_else(|| panic!("{named}")), value, at, found);
    }
    if let Some(any) = schema["anyOf"].as_array().or(schema["oneOf"].as_array()) {
        let fits = |one: &Value| {
            let mut found = Vec::new();
            misfits(document, one, value, at, &mut found);
            found.is_empty()
        };
        if !any.iter().any(fits) {
            found.push(format!("{at} fits no alternative: {value}"));
        }
        return;
    }
    let kinds: Vec<&str> = match &schema["type"] {
        Value::String(kind) => vec![kind],
        Value::Array(kinds) => kinds.iter().filter_map(Value::as_str).collect(),
        _ => Vec::new(),
    };
    let kind = match value {
        Value::Null => "null",
        Value::Bool(_) => "boolean",
        Value::Number(number) if number.is_i64() || number.is_u64() => "integer",
        Value::Number(_) => "number",
        Value::String(_) => "string",
        Value::Array(_) => "array",
        Value::Object(_) => "object",
    };
    if !kinds.is_empty() && !kinds.contains(&kind) {
        found.push(format!("{at} is {kind}, not {kinds:?}"));
    }
    for one in value.as_array().into_iter().flatten() {
        misfits(document, &schema["items"], one, &format!("{at}[]"), found);
    }
    let Some(known) = schema["properties"].as_object() else { return };
    for (name, one) in value.as_object().into_iter().flatten() {
        match known.get(name) {
            Some(schema) => misfits(document, schema, one, &format!("{at}.{name}"), found),
            None => found.push(format!("{at}.{name} is not described")),
        }
    }
    for name in schema["required"].as_array().into_iter().flatten() {
        let name = name.as_str().expect("a name");
        if value.is_object() && value.get(name).is_none() {
            found.push(format!("{at}.{name} is missing"));
        }
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
            let mut found = Vec::new();
            misfits(&document, schema, &value, endpoint.path, &mut found);
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
