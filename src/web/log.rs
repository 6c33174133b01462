//! One log line a request: method, route, status, time. Never the address itself, because links in
//! letters carry secrets, and never who asked.

use std::time::Instant;

use actix_web::Error;
use actix_web::body::MessageBody;
use actix_web::dev::{ServiceRequest, ServiceResponse};
use actix_web::middleware::Next;

/// Middleware: tells the log about a request that was answered.
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
