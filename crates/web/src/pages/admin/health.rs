//! Health checks for monitoring: liveness and readiness.

use actix_web::web::Data;
use actix_web::{HttpResponse, Responder};

use crate::Site;

/// `GET /healthz`: the process is running.
pub async fn alive() -> impl Responder {
    HttpResponse::Ok().content_type("text/plain; charset=utf-8").body("ok\n")
}

/// `GET /readyz`: whether all components work, and which do not.
pub async fn ready(site: Data<Site>) -> HttpResponse {
    match site.service.monitoring().health(site.now()).await {
        Ok(health) if health.trouble.is_none() => HttpResponse::Ok().json(health),
        Ok(health) => HttpResponse::ServiceUnavailable().json(health),
        Err(error) => {
            tracing::error!(%error, "not ready");
            let health = site.service.monitoring().health_without_database(site.now(), &error);
            HttpResponse::ServiceUnavailable().json(health)
        }
    }
}

/// `GET /readyz/pages`: whether pages can be served, whatever else fails. Load balancers use it,
/// because a node with a read-only database can still serve readers.
pub async fn ready_for_pages(site: Data<Site>) -> HttpResponse {
    let plain = "text/plain; charset=utf-8";
    match site.service.monitoring().can_read().await {
        Ok(()) => HttpResponse::Ok().content_type(plain).body("ok\n"),
        Err(error) => {
            HttpResponse::ServiceUnavailable().content_type(plain).body(format!("{error}\n"))
        }
    }
}
