//! `GET /api`: a page that describes the API, with a command for each endpoint. It needs no script.

use actix_web::HttpResponse;
use actix_web::web::Data;
use askama::Template;
use serde_json::Value;

use crate::Site;
use crate::api::describe::catalogue::{self, Endpoint};
use crate::api::describe::details::details;
use crate::api::describe::openapi;
use crate::api::problem::Kind;
use crate::http::error::PageError;
use crate::shared::layout::{Shell, html};
use crate::shared::route::{Access, Route};
use ravenpost_rules::RefusalCode;
use ravenpost_service::people::tokens::scope::Scope;

#[derive(Template)]
#[template(path = "api.html")]
struct ApiPage {
    shell: Shell,
    rows: Vec<Row>,
    problems: Vec<Kind>,
    codes: &'static [RefusalCode],
}

/// An endpoint.
struct Row {
    id: String,
    method: String,
    path: &'static str,
    summary: &'static str,
    /// The required token, in words.
    needs: String,
    details: Option<&'static str>,
    parameters: Vec<(&'static str, &'static str)>,
    /// The fields of the response, with their descriptions.
    fields: Vec<(String, String)>,
    /// The command line that calls it.
    call: String,
}

impl Row {
    fn of(endpoint: Endpoint, routes: &[Route], home: &str) -> Row {
        let route = routes
            .iter()
            .find(|route| route.method == endpoint.method && route.path == endpoint.path);
        let access = route.map_or(Access::Api, |route| route.access);
        let scope = route.and_then(|route| route.scope).map_or("", Scope::key);
        let needs = match access {
            Access::ApiCaller => format!("requires the scope {scope}"),
            Access::ApiReader => format!("token optional; players need the scope {scope}"),
            _ => "no token needed".to_owned(),
        };
        let method = endpoint.method.to_uppercase();
        let id = endpoint.path.trim_start_matches("/api/v1").replace(['/', '.'], "-");
        Row {
            id: format!("{}{}", endpoint.method, id.replace(['{', '}'], "")),
            call: call(&endpoint, access, home),
            method,
            path: endpoint.path,
            summary: endpoint.summary,
            needs,
            details: details(&endpoint),
            fields: fields(openapi::shared(routes), &endpoint),
            parameters: endpoint.query.iter().map(|one| (one.name, one.about)).collect(),
        }
    }
}

/// Returns the fields of a successful response with their descriptions; for a list, those of its
/// entries.
fn fields(document: &Value, endpoint: &Endpoint) -> Vec<(String, String)> {
    let responses = &document["paths"][endpoint.path][endpoint.method]["responses"];
    let success = ["200", "201"].into_iter().find_map(|status| responses.get(status));
    let Some(success) = success else { return Vec::new() };
    let whole = resolved(document, &success["content"]["application/json"]["schema"]);
    let (before, schema) = match &whole["properties"]["items"]["items"] {
        Value::Null => ("", whole),
        entry => ("items[].", resolved(document, entry)),
    };
    let (before, schema) = match &schema["items"] {
        Value::Null => (before, schema),
        entry => ("[].", resolved(document, entry)),
    };
    let Some(properties) = schema["properties"].as_object() else { return Vec::new() };
    let field = |(name, one): (&String, &Value)| {
        let own = one["description"].as_str();
        let about = own.or_else(|| resolved(document, one)["description"].as_str());
        (format!("{before}{name}"), about.unwrap_or_default().replace('`', ""))
    };
    properties.iter().map(field).collect()
}

/// Follows the reference of a schema.
fn resolved<'d>(document: &'d Value, schema: &'d Value) -> &'d Value {
    let named = schema["$ref"].as_str().and_then(|named| named.strip_prefix('#'));
    named.and_then(|named| document.pointer(named)).unwrap_or(schema)
}

/// Returns the command line that calls an endpoint.
fn call(endpoint: &Endpoint, access: Access, home: &str) -> String {
    let mut call = "curl".to_owned();
    if access != Access::Api {
        call.push_str(" -H \"Authorization: Bearer $TOKEN\"");
    }
    if endpoint.keyed {
        call.push_str(" -H \"Idempotency-Key: $(uuidgen)\"");
    }
    if let Some((_, example)) = endpoint.body {
        call.push_str(&format!(" -H \"Content-Type: application/json\" -d '{example}'"));
    }
    let path = endpoint.path.replace("{game}", "$GAME").replace("{title}", "$TITLE");
    format!("{call} \"{home}{path}\"")
}

pub async fn show(
    shell: Shell,
    site: Data<Site>,
    routes: Data<&'static [Route]>,
) -> Result<HttpResponse, PageError> {
    let home = &site.service.settings().base_url;
    let rows = catalogue::all().into_iter().map(|one| Row::of(one, &routes, home));
    html(ApiPage {
        shell: shell.titled("API").at("api"),
        rows: rows.collect(),
        problems: Kind::ALL.to_vec(),
        codes: RefusalCode::ALL,
    })
}
