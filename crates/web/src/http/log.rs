//! Request log: one line per request with method, route, status and time. It never contains the
//! address, because links in emails contain secrets, and never the player.

use std::time::Instant;

use actix_web::Error;
use actix_web::body::MessageBody;
use actix_web::dev::{ServiceRequest, ServiceResponse};
use actix_web::middleware::Next;

/// Middleware that logs every response. `took` is in microseconds.
pub async fn requests<B: MessageBody>(
    request: ServiceRequest,
    next: Next<B>,
) -> Result<ServiceResponse<B>, Error> {
    let began = Instant::now();
    let method = request.method().clone();
    let answer = next.call(request).await?;
    let took = began.elapsed().as_micros() as u64;
    let status = answer.status().as_u16();
    let route = answer.request().match_pattern();
    let route = route.as_deref().unwrap_or("(none)");
    match status {
        500.. => tracing::error!(%method, route, status, took, "request"),
        400.. => tracing::info!(%method, route, status, took, "request"),
        _ => tracing::debug!(%method, route, status, took, "request"),
    }
    Ok(answer)
}
