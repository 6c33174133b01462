//! Request log and metrics: one line per request with method, route, status and time. It never
//! contains the address, because links in emails contain secrets, and never the player. All lines
//! of a request have its id.

use std::time::Instant;

use actix_web::body::MessageBody;
use actix_web::dev::{ServiceRequest, ServiceResponse};
use actix_web::middleware::Next;
use actix_web::{Error, web};
use tracing::Instrument;

use crate::Site;
use crate::http::api_paths::is_api;
use crate::http::request_id;
use ravenpost_metrics::labels::{Area, AreaLabels, NO_ROUTE, RequestLabels, StatusClass};

/// Middleware that logs and counts every response. `took` is in microseconds.
pub async fn requests<B: MessageBody>(
    site: web::Data<Site>,
    request: ServiceRequest,
    next: Next<B>,
) -> Result<ServiceResponse<B>, Error> {
    let began = Instant::now();
    let method = request.method().clone();
    let area = area(request.path());
    let request_id = request_id::of(&site, request.request());
    // An error span, so that no log filter removes the id from the lines that it keeps.
    let span = tracing::error_span!("request", %request_id);
    let answer = next.call(request);
    let answer = request_id::within(request_id, answer).instrument(span.clone()).await;
    let _inside = span.enter();
    let elapsed = began.elapsed();
    let took = elapsed.as_micros() as u64;
    let (status, route) = match &answer {
        Ok(answer) => (answer.status(), answer.request().match_pattern()),
        Err(error) => (error.as_response_error().status_code(), None),
    };
    let status = status.as_u16();
    let route = route.unwrap_or_else(|| NO_ROUTE.to_owned());
    match status {
        500.. => tracing::error!(%method, route, status, took, "request"),
        400.. => tracing::info!(%method, route, status, took, "request"),
        _ => tracing::debug!(%method, route, status, took, "request"),
    }
    let metrics = site.service.metrics();
    let labels = RequestLabels { route, status: StatusClass::of(status) };
    metrics.http_requests.get_or_create(&labels).inc();
    let labels = AreaLabels { area };
    metrics.http_request_duration_seconds.get_or_create(&labels).observe(elapsed.as_secs_f64());
    answer
}

/// Returns the part of the site to which a path belongs.
fn area(path: &str) -> Area {
    if is_api(path) {
        Area::Api
    } else if path.starts_with("/static/") {
        Area::File
    } else {
        Area::Page
    }
}
