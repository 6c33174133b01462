//! The OpenAPI document and the page `/api`: both list every route, responses have the described
//! form, and the document is valid.

use std::collections::BTreeSet;
use std::process::Command;

use ravenpost::service::people::tokens::scope::Scope;
use ravenpost::web::ROUTES;
use ravenpost::web::api::describe::{catalogue, openapi};
use ravenpost::web::api::problem::Kind;
use serde_json::{Value, json};

use super::client::{Client, read};
use crate::harness::app::App;
use crate::harness::browser::Pages;
use crate::harness::schema::schema_violations;

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
async fn responses_match_their_schemas() {
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
            let found = schema_violations(&document, schema, &value, endpoint.path);
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
    for kind in Kind::ALL {
        assert!(page.body.contains(&format!("id=\"problem-{}\"", kind.key())));
    }
}

/// The fields of an object in the document: required ones, and others that it may have.
fn has(value: &Value, required: &[&str], others: &[&str], here: &str) {
    let fields = value.as_object().unwrap_or_else(|| panic!("{here} is no object: {value}"));
    for name in required {
        assert!(fields.contains_key(*name), "{here} has no {name}");
    }
    for name in fields.keys() {
        let known = required.iter().chain(others).any(|known| known == name);
        assert!(known, "{here} has the field {name}, which OpenAPI does not define");
    }
}

fn parameter(one: &Value, path: &str, here: &str) {
    has(one, &["name", "in", "schema"], &["required", "description"], here);
    let name = one["name"].as_str().expect("a name");
    let place = one["in"].as_str().expect("a place");
    assert!(["path", "query", "header"].contains(&place), "{here}: {place}");
    assert_eq!(place == "path", path.contains(&format!("{{{name}}}")), "{here}: {name}");
    assert!(place != "path" || one["required"] == true, "{here}: {name}");
    let schema = &one["schema"];
    assert!(place != "path" || schema["pattern"].is_string(), "{here}: {name} has no pattern");
    let bounded = schema["minimum"].is_u64() && schema["maximum"].is_u64();
    assert!(schema["type"] != "integer" || bounded, "{here}: {name} has no minimum or maximum");
}

#[test]
fn document_is_valid_openapi() {
    let document = openapi::document(ROUTES);
    has(&document, &["openapi", "info", "paths", "components"], &["servers"], "the document");
    has(&document["info"], &["title", "version"], &["description"], "info");
    has(&document["components"], &["schemas", "securitySchemes"], &[], "components");
    for (path, methods) in document["paths"].as_object().expect("a map") {
        for (method, operation) in methods.as_object().expect("a map") {
            let here = format!("{method} {path}");
            let required = ["summary", "parameters", "security", "responses"];
            let others = ["operationId", "requestBody", "description"];
            has(operation, &required, &others, &here);
            let parameters = operation["parameters"].as_array().expect("a list");
            parameters.iter().for_each(|one| parameter(one, path, &here));
            let in_path = parameters.iter().filter(|one| one["in"] == "path").count();
            assert_eq!(in_path, path.matches('{').count(), "{here}");
            for (status, response) in operation["responses"].as_object().expect("a map") {
                let code = status.parse::<u16>().is_ok_and(|code| (200..300).contains(&code));
                assert!(code || status == "default", "{here}: {status}");
                has(response, &["description", "content"], &["headers"], &here);
                for (name, header) in response["headers"].as_object().into_iter().flatten() {
                    has(header, &["description", "schema"], &[], &format!("{here}: {name}"));
                }
            }
        }
    }
}

/// Numbers beyond what a type holds are refused, and the schemas say so.
#[test]
fn integers_have_a_minimum_and_a_maximum() {
    fn unbounded(schema: &Value, at: &str, found: &mut Vec<String>) {
        let kind = &schema["type"];
        let integer = kind == "integer"
            || kind.as_array().is_some_and(|all| all.iter().any(|one| one == "integer"));
        let bounded = schema["minimum"].is_i64() && schema["maximum"].is_u64();
        if integer && !bounded {
            found.push(at.to_owned());
        }
        let fields = schema.as_object().into_iter().flatten();
        fields.for_each(|(name, one)| unbounded(one, &format!("{at}.{name}"), found));
        let items = schema.as_array().into_iter().flatten();
        items.for_each(|one| unbounded(one, at, found));
    }
    let document = openapi::document(ROUTES);
    let mut found = Vec::new();
    for endpoint in catalogue::all().iter().filter(|endpoint| endpoint.body.is_some()) {
        let body = &document["paths"][endpoint.path][endpoint.method]["requestBody"];
        let schema = &body["content"]["application/json"]["schema"];
        let named = schema["$ref"].as_str().and_then(|named| named.strip_prefix('#'));
        let schema = named.and_then(|named| document.pointer(named)).unwrap_or(schema);
        unbounded(schema, endpoint.path, &mut found);
    }
    assert_eq!(found, Vec::<String>::new());
}

/// Generated clients name their functions by these ids.
#[test]
fn operations_have_unique_ids_that_never_change() {
    let document = openapi::document(ROUTES);
    let id = |method: &str, path: &str| {
        let id = document["paths"][path][method]["operationId"].as_str();
        id.unwrap_or_else(|| panic!("{method} {path} has no id")).to_owned()
    };
    let all: BTreeSet<String> =
        catalogue::all().iter().map(|one| id(one.method, one.path)).collect();
    assert_eq!(all.len(), catalogue::all().len());
    for id in &all {
        assert!(id.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'_'), "{id}");
    }
    for (method, path, known) in [
        ("get", "/api/v1", "get_server"),
        ("get", "/api/v1/openapi.json", "get_openapi_json"),
        ("get", "/api/v1/games", "get_games"),
        ("post", "/api/v1/games", "post_games"),
        ("get", "/api/v1/games/{game}", "get_games_game"),
        ("post", "/api/v1/games/{game}/clock/extend", "post_games_game_clock_extend"),
    ] {
        assert_eq!(id(method, path), known);
    }
}

#[test]
fn required_reasons_are_described_with_their_lengths() {
    let document = openapi::document(ROUTES);
    let schemas = &document["components"]["schemas"];
    for name in ["NewRewind", "NewEnd"] {
        let required = schemas[name]["required"].as_array().expect("a list");
        assert!(required.iter().any(|field| field == "reason"), "{name}");
    }
    assert_eq!(schemas["Pause"]["then"]["required"][0], "reason");
    for name in ["NewRewind", "NewEnd", "Pause"] {
        let reason = &schemas[name]["properties"]["reason"];
        assert_eq!((&reason["minLength"], &reason["maxLength"]), (&json!(1), &json!(200)));
    }
}

/// Generated clients name their types after the schemas.
#[test]
fn types_have_names_of_their_own() {
    let document = openapi::document(ROUTES);
    let schemas = document["components"]["schemas"].as_object().expect("a map");
    let numbered: Vec<&String> =
        schemas.keys().filter(|name| name.ends_with(|last: char| last.is_ascii_digit())).collect();
    assert_eq!(numbered, Vec::<&String>::new());
    for name in ["GameItemList", "EventList", "LogItemList", "StreamHello", "StreamEvent"] {
        assert!(schemas.contains_key(name), "{name}");
    }
}

/// Fields that are always sent, even as null, are required in responses. Request bodies can omit
/// them.
#[test]
fn nullable_fields_are_required_in_responses_only() {
    let document = openapi::document(ROUTES);
    let requires = |name: &str, field: &str| {
        let required = &document["components"]["schemas"][name]["required"];
        required.as_array().expect("a list").iter().any(|one| one == field)
    };
    assert!(requires("GameView", "outcome") && requires("EventList", "next"));
    assert!(requires("OrdersView", "prompt") && requires("StreamEvent", "due"));
    assert!(requires("NewGame", "title") && !requires("NewGame", "own_seat"));
}

#[test]
fn known_words_are_listed() {
    let document = openapi::document(ROUTES);
    let field = |name: &str, field: &str| {
        document["components"]["schemas"][name]["properties"][field].clone()
    };
    for name in ["GameView", "GameItem", "OrdersView"] {
        let known = field(name, "status")["enum"].as_array().expect("a list").len();
        assert_eq!(known, 4, "{name}");
    }
    for (name, kind) in [("Event", "ordered"), ("LogItem", "voted"), ("PendingItem", "chat")] {
        let kinds = &field(name, "kind")["anyOf"];
        let known = kinds[0]["enum"].as_array().expect("a list");
        assert!(known.iter().any(|one| one == kind), "{name}: {kind}");
        assert_eq!(kinds[1], json!({"type": "string"}), "{name}: new kinds may be added");
    }
}

#[test]
fn every_scope_and_type_of_problem_is_listed() {
    let document = openapi::document(ROUTES);
    let schemas = &document["components"]["schemas"];
    let scopes: Vec<&str> = Scope::ALL.iter().map(|scope| scope.key()).collect();
    let types: Vec<String> =
        Kind::ALL.iter().map(|kind| format!("/api#problem-{}", kind.key())).collect();
    let field = |name: &str, field: &str| &schemas[name]["properties"][field];
    for (listed, known) in [
        (&field("TokenView", "scopes")["items"], json!(scopes)),
        (field("Problem", "scope"), json!(scopes)),
        (field("Problem", "type"), json!(types)),
    ] {
        assert_eq!(listed["anyOf"][0]["enum"], known);
        assert_eq!(listed["anyOf"][1], json!({"type": "string"}), "new ones may be added");
    }
}

/// Returns the type of a field in short: "string | null", "[GameItem]".
fn kind_of(schema: &Value) -> String {
    if let Some(named) = schema["$ref"].as_str() {
        return named.rsplit('/').next().unwrap_or_default().to_owned();
    }
    if let Some(any) = schema["anyOf"].as_array() {
        let kinds: BTreeSet<String> = any.iter().map(kind_of).collect();
        return kinds.into_iter().collect::<Vec<_>>().join(" | ");
    }
    match &schema["type"] {
        Value::String(one) if one == "array" => format!("[{}]", kind_of(&schema["items"])),
        Value::String(one) => one.clone(),
        Value::Array(several) => {
            several.iter().filter_map(Value::as_str).collect::<Vec<_>>().join(" | ")
        }
        _ => "any".to_owned(),
    }
}

/// Endpoints and fields of version 1 are added, not changed or removed
/// (`docs/reference/stability.md`).
#[test]
fn endpoints_and_fields_are_only_added() {
    let document = openapi::document(ROUTES);
    let mut lines = Vec::new();
    for endpoint in catalogue::all() {
        let operation = &document["paths"][endpoint.path][endpoint.method];
        let names = operation["parameters"].as_array().expect("a list").iter();
        let names: Vec<&str> = names.filter_map(|one| one["name"].as_str()).collect();
        let responses = &operation["responses"];
        let success = responses.get("200").or_else(|| responses.get("201"));
        let success = success.expect("a success");
        let answer = kind_of(&success["content"]["application/json"]["schema"]);
        let (method, path) = (endpoint.method, endpoint.path);
        lines.push(format!("{method} {path} ({}): {answer}", names.join(", ")));
    }
    let mut fields = BTreeSet::new();
    for (name, schema) in document["components"]["schemas"].as_object().expect("a map") {
        let required = schema["required"].as_array().map_or(&[][..], Vec::as_slice);
        for (field, one) in schema["properties"].as_object().into_iter().flatten() {
            let mark = if required.iter().any(|known| known == field) { "" } else { "?" };
            fields.insert(format!("{name}.{field}{mark}: {}", kind_of(one)));
        }
    }
    lines.extend(fields);
    insta::assert_snapshot!("v1", lines.join("\n"));
}

#[test]
fn streams_and_headers_are_described() {
    let document = openapi::document(ROUTES);
    let response = |method: &str, path: &str, status: &str| {
        document["paths"][format!("/api/v1{path}")][method]["responses"][status].clone()
    };
    let stream = response("get", "/me/events", "200");
    for kind in ["text/event-stream", "application/x-ndjson"] {
        let item = &stream["content"][kind]["x-itemSchema"]["$ref"];
        assert_eq!(item, "#/components/schemas/StreamMessage", "{kind}");
    }
    assert!(stream["headers"].is_null());
    for (method, path, status, header) in [
        ("get", "/games", "200", "Link"),
        ("get", "/games/{game}/notes", "200", "Link"),
        ("get", "/games/{game}/orders", "200", "ETag"),
        ("post", "/games", "201", "Location"),
        ("post", "/games", "default", "Retry-After"),
    ] {
        assert!(response(method, path, status)["headers"][header].is_object(), "{path}: {header}");
    }
    assert!(response("get", "/games/{game}/chat", "200")["headers"]["Link"].is_null());
}

/// Only what every problem has is required.
#[test]
fn a_problem_needs_no_refusals() {
    let document = openapi::document(ROUTES);
    let required = &document["components"]["schemas"]["Problem"]["required"];
    let mut required: Vec<&str> =
        required.as_array().expect("a list").iter().filter_map(Value::as_str).collect();
    required.sort_unstable();
    assert_eq!(required, ["detail", "status", "title", "type"]);
}

#[test]
fn references_resolve_and_examples_match_schemas() {
    let document = openapi::document(ROUTES);
    let text = document.to_string();
    let references = text.split("\"$ref\":\"#").skip(1);
    let mut count = 0;
    for reference in references.filter_map(|rest| rest.split('"').next()) {
        assert!(document.pointer(reference).is_some_and(Value::is_object), "{reference}");
        count += 1;
    }
    assert!(count > 40, "{count}");
    for endpoint in catalogue::all().iter().filter(|endpoint| endpoint.body.is_some()) {
        let operation = &document["paths"][endpoint.path][endpoint.method];
        let content = &operation["requestBody"]["content"]["application/json"];
        assert!(content["example"].is_object(), "{}", endpoint.path);
        let found =
            schema_violations(&document, &content["schema"], &content["example"], endpoint.path);
        assert_eq!(found, Vec::<String>::new());
    }
}

/// `scripts/night api` installs the validator.
#[test]
fn independent_validator_accepts_the_document() {
    let Some(validator) = std::env::var_os("RAVENPOST_OPENAPI_VALIDATOR") else {
        eprintln!("not tried: RAVENPOST_OPENAPI_VALIDATOR names no validator");
        return;
    };
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("openapi.json");
    std::fs::write(&file, openapi::document(ROUTES).to_string()).expect("written");
    let done = Command::new(validator).arg(&file).output().expect("it runs");
    let said = String::from_utf8_lossy(&done.stdout);
    assert!(done.status.success(), "{said}{}", String::from_utf8_lossy(&done.stderr));
}
