//! `GET /api/v1/openapi.json`: the API as an OpenAPI 3.1 document, generated from the route table
//! and the types that handlers use.

use std::sync::OnceLock;

use actix_web::web::Data;
use actix_web::{HttpRequest, HttpResponse};
use schemars::SchemaGenerator;
use schemars::generate::SchemaSettings;
use serde_json::{Map, Value, json};

use crate::api::caller::Anyone;
use crate::api::describe::catalogue::{Answer, Endpoint, Parameter, Values, all, pattern};
use crate::api::describe::details::details;
use crate::api::describe::headers::{self, creates};
use crate::api::problem::{Body, PROBLEM_JSON, Problem};
use crate::api::reply::json as reply;
use crate::shared::route::{Access, Route};
use ravenpost_service::talk::cursor::DIGITS;

/// The document without its server; it is the same for every request.
static DOCUMENT: OnceLock<Value> = OnceLock::new();

pub async fn show(
    _: Anyone,
    routes: Data<&'static [Route]>,
    request: HttpRequest,
) -> Result<HttpResponse, Problem> {
    reply(&request, shared(&routes))
}

/// Returns the document of the server's routes.
pub fn shared(routes: &[Route]) -> &'static Value {
    DOCUMENT.get_or_init(|| document(routes))
}

/// Makes the schemas of types. In responses, fields that can be null are always present; in bodies,
/// they can be omitted.
struct Generators {
    answers: SchemaGenerator,
    bodies: SchemaGenerator,
}

impl Generators {
    fn new() -> Generators {
        let mut settings = SchemaSettings::draft2020_12();
        settings.definitions_path = "/components/schemas".into();
        let answers = settings.clone().for_serialize().into_generator();
        Generators { answers, bodies: settings.for_deserialize().into_generator() }
    }
}

/// Returns the whole document.
pub fn document(routes: &[Route]) -> Value {
    let mut generators = Generators::new();
    let mut paths = Map::new();
    for endpoint in all() {
        let access = routes
            .iter()
            .find(|route| route.method == endpoint.method && route.path == endpoint.path);
        let operation = operation(&endpoint, access, &mut generators);
        let path = paths.entry(endpoint.path).or_insert_with(|| json!({}));
        path[endpoint.method] = operation;
    }
    generators.answers.subschema_for::<Body>();
    let mut schemas = generators.answers.take_definitions(true);
    schemas.extend(generators.bodies.take_definitions(true));
    schemas.values_mut().for_each(bounded);
    json!({
        "openapi": "3.1.0",
        "info": {
            "title": "Ravenpost",
            "version": "1",
            "description": "Board games by web, email and program. New fields may be added.",
        },
        "servers": [{ "url": "/" }],
        "paths": paths,
        "components": {
            "schemas": schemas,
            "securitySchemes": { "token": { "type": "http", "scheme": "bearer" } },
        },
    })
}

fn operation(endpoint: &Endpoint, route: Option<&Route>, generators: &mut Generators) -> Value {
    let in_path = endpoint
        .path
        .split('/')
        .filter_map(|part| part.strip_prefix('{').and_then(|part| part.strip_suffix('}')));
    let mut parameters: Vec<Value> = in_path
        .map(|name| {
            json!({
                "name": name, "in": "path", "required": true,
                "schema": { "type": "string", "pattern": pattern(name) },
            })
        })
        .collect();
    parameters.extend(endpoint.query.iter().map(in_query));
    if endpoint.keyed {
        parameters.push(json!({
            "name": "Idempotency-Key", "in": "header", "required": true,
            "description": "A new random value for each action; repeat it to retry",
            "schema": { "type": "string", "minLength": 1, "maxLength": 200 },
        }));
    }
    if endpoint.path.ends_with("/orders") && endpoint.method == "post" {
        parameters.push(json!({
            "name": "If-Match", "in": "header",
            "description": "The ETag of your orders: play only if that prompt is still pending",
            "schema": { "type": "string" },
        }));
    }
    let mut operation = json!({
        "operationId": operation_id(endpoint),
        "summary": endpoint.summary,
        "parameters": parameters,
        "security": security(route),
        "responses": responses(endpoint, &mut generators.answers),
    });
    if let Some(details) = details(endpoint) {
        operation["description"] = details.into();
    }
    if let Some((make, example)) = endpoint.body {
        let example: Value = serde_json::from_str(example).unwrap_or_default();
        operation["requestBody"] = json!({
            "required": true,
            "content": {
                "application/json": {
                    "schema": Value::from(make(&mut generators.bodies)), "example": example,
                },
            },
        });
    }
    operation
}

/// The successful response of an operation, and its problems.
fn responses(endpoint: &Endpoint, generator: &mut SchemaGenerator) -> Value {
    let text = json!({ "type": "string" });
    let content = match endpoint.answer {
        Answer::Json(make) => {
            json!({ "application/json": { "schema": Value::from(make(generator)) } })
        }
        // OpenAPI 3.1 cannot describe the messages of a stream.
        Answer::Stream(make) => {
            let stream = json!({ "schema": text, "x-itemSchema": Value::from(make(generator)) });
            json!({ "text/event-stream": stream, "application/x-ndjson": stream })
        }
        Answer::Other(kind) => json!({ kind: { "schema": text } }),
    };
    let status = if creates(endpoint) { "201" } else { "200" };
    let mut success = json!({ "description": "Success", "content": content });
    let headers = headers::of_success(endpoint);
    if !headers.is_empty() {
        success["headers"] = headers.into();
    }
    json!({
        status: success,
        "default": {
            "description": "A problem",
            "headers": headers::of_problems(),
            "content": {
                PROBLEM_JSON: { "schema": { "$ref": "#/components/schemas/Problem" } },
            },
        },
    })
}

/// Returns the name of an operation in generated clients: its method and the words of its path,
/// which never change.
fn operation_id(endpoint: &Endpoint) -> String {
    let words = endpoint.path.trim_start_matches("/api/v1").split(['/', '.', '{', '}']);
    let mut words: Vec<&str> = words.filter(|word| !word.is_empty()).collect();
    if words.is_empty() {
        words.push("server");
    }
    format!("{}_{}", endpoint.method, words.join("_"))
}

/// States the maximum of each 64-bit integer. Smaller integers already state theirs.
fn bounded(schema: &mut Value) {
    let most = match schema["format"].as_str() {
        Some("uint64" | "uint") => Some(Value::from(u64::MAX)),
        Some("int64") => Some(Value::from(i64::MAX)),
        Some("uint32") => Some(Value::from(u32::MAX)),
        _ => None,
    };
    match (schema, most) {
        (Value::Object(fields), Some(most)) => {
            fields.entry("maximum").or_insert(most);
        }
        (Value::Object(fields), None) => fields.values_mut().for_each(bounded),
        (Value::Array(items), _) => items.iter_mut().for_each(bounded),
        _ => {}
    }
}

fn in_query(parameter: &Parameter) -> Value {
    let schema = match parameter.values {
        Values::Number(least, most) => {
            json!({ "type": "integer", "minimum": least, "maximum": most })
        }
        Values::OneOf(known) => json!({ "type": "string", "enum": known }),
        // White space alone counts as empty.
        Values::Text(most) => {
            json!({ "type": "string", "minLength": 1, "maxLength": most, "pattern": "\\S" })
        }
        Values::Cursor => json!({ "type": "string", "pattern": format!("^[0-9a-f]{{{DIGITS}}}$") }),
    };
    json!({
        "name": parameter.name, "in": "query", "description": parameter.about, "schema": schema,
    })
}

/// The token that a route needs; an empty alternative means that none is needed.
fn security(route: Option<&Route>) -> Value {
    let scopes: Vec<&str> =
        route.and_then(|route| route.scope).map(|scope| scope.key()).into_iter().collect();
    match route.map(|route| route.access) {
        Some(Access::ApiCaller) => json!([{ "token": scopes }]),
        Some(Access::ApiReader) => json!([{}, { "token": scopes }]),
        _ => json!([]),
    }
}
