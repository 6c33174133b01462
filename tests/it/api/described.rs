//! Checks a response against the OpenAPI document: status, content type and body.

use std::sync::LazyLock;

use ravenpost::web::ROUTES;
use ravenpost::web::api::describe::openapi;
use serde_json::Value;

use crate::harness::browser::Page;
use crate::harness::schema::schema_violations;

static DOCUMENT: LazyLock<Value> = LazyLock::new(|| openapi::document(ROUTES));

const PROBLEM: &str = "application/problem+json";

/// Returns the description of the route that a path belongs to.
fn operation(method: &str, path: &str) -> Option<&'static Value> {
    let path = path.split('?').next().unwrap_or_default();
    let fits = |known: &str| {
        let (known, path): (Vec<&str>, Vec<&str>) =
            (known.split('/').collect(), path.split('/').collect());
        let same = |(known, part): (&&str, &&str)| known == part || known.starts_with('{');
        known.len() == path.len() && known.iter().zip(&path).all(same)
    };
    let paths = DOCUMENT["paths"].as_object().expect("a map");
    let found = paths.iter().filter(|(known, _)| fits(known.as_str()));
    // A path without parameters takes precedence.
    let (_, methods) = found.min_by_key(|(known, _)| known.matches('{').count())?;
    methods.get(method.to_ascii_lowercase())
}

/// Returns the content type and the schema of a successful response.
fn success(method: &str, page: &Page) -> Option<(&'static str, &'static Value)> {
    let responses = &operation(method, &page.path)?["responses"];
    let content = responses.get(page.status.to_string())?["content"].as_object()?;
    let sent = page.header("content-type")?.split(';').next()?;
    let (kind, content) = content.get_key_value(sent)?;
    Some((kind.as_str(), &content["schema"]))
}

/// Fails if a response has a header that programs need, but that is not described.
fn check_headers(method: &str, page: &Page, here: &str) {
    let Some(operation) = operation(method, &page.path) else { return };
    let success = &operation["responses"][page.status.to_string()];
    let response = if page.status < 400 { success } else { &operation["responses"]["default"] };
    for name in ["ETag", "Link", "Location", "Retry-After", "WWW-Authenticate"] {
        let sent = page.header(&name.to_ascii_lowercase()).is_some();
        assert!(!sent || !response["headers"][name].is_null(), "{here} has the header {name}");
    }
}

/// Fails if a response does not have the described form.
pub fn check(method: &str, page: &Page) {
    if page.body.is_empty() {
        // HEAD, preflight requests, and clients that have the content already.
        return;
    }
    let here = format!("{method} {}: {}", page.path, page.status);
    let expected = match page.status {
        400.. => Some((PROBLEM, &DOCUMENT["components"]["schemas"]["Problem"])),
        _ => success(method, page),
    };
    let (kind, schema) = expected.unwrap_or_else(|| panic!("{here} is not described"));
    check_headers(method, page, &here);
    let sent = page.header("content-type").and_then(|kind| kind.split(';').next());
    assert_eq!(sent, Some(kind), "{here}");
    if [PROBLEM, "application/json"].contains(&kind) {
        assert!(!schema.is_null(), "{here} has no schema");
        let body: Value = serde_json::from_str(&page.body).expect("JSON");
        assert_eq!(
            schema_violations(&DOCUMENT, schema, &body, &page.path),
            Vec::<String>::new(),
            "{here}"
        );
    }
}
