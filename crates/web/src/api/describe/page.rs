//! `GET /api`: a page that describes the API, with a command for each endpoint. It needs no script.

use actix_web::HttpResponse;
use actix_web::web::Data;
use askama::Template;

use crate::Site;
use crate::api::describe::catalogue::{self, Endpoint};
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
    parameters: Vec<(&'static str, &'static str)>,
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
            parameters: endpoint.query.iter().map(|one| (one.name, one.about)).collect(),
        }
    }
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
