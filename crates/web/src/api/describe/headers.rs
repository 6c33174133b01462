//! The headers of responses that programs need, for the OpenAPI document.

use serde_json::{Map, Value, json};

use crate::api::describe::catalogue::{Answer, Endpoint};

fn header(about: &str) -> Value {
    json!({ "description": about, "schema": { "type": "string" } })
}

/// Whether an endpoint creates something that has an address.
pub fn creates(endpoint: &Endpoint) -> bool {
    endpoint.path == "/api/v1/games" && endpoint.method == "post"
}

/// Returns the headers of a successful response.
pub fn of_success(endpoint: &Endpoint) -> Map<String, Value> {
    let takes = |name: &str| endpoint.query.iter().any(|one| one.name == name);
    let streams = matches!(endpoint.answer, Answer::Stream(_));
    let mut all = Map::new();
    if endpoint.method == "get" && !streams {
        let about = match endpoint.path.ends_with("/orders") {
            true => "Identifies the pending prompt, for If-Match",
            false => "Identifies the content, for If-None-Match",
        };
        all.insert("ETag".to_owned(), header(about));
    }
    // Chat is read backwards, without links.
    if takes("limit") && !takes("before") {
        let about = "The address of the next page, if there is one: <...>; rel=\"next\"";
        all.insert("Link".to_owned(), header(about));
    }
    if creates(endpoint) {
        all.insert("Location".to_owned(), header("The address of the new game"));
    }
    all
}

/// Returns the headers that a problem can have.
pub fn of_problems() -> Value {
    json!({
        "Retry-After": {
            "description": "How many seconds to wait before trying again",
            "schema": { "type": "integer", "minimum": 0 },
        },
        "WWW-Authenticate": header("Why the access token does not give access"),
    })
}
