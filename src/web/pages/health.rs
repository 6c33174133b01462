//! For machines: is the program alive, and can it serve?

use actix_web::web::Data;
use actix_web::{HttpResponse, Responder};

use crate::web::Site;

/// `GET /healthz`: the program runs.
pub async fn alive() -> impl Responder {
    HttpResponse::Ok().content_type("text/plain; charset=utf-8").body("ok\n")
}

/// `GET /readyz`: the database answers and took what it was last given; how the clocks and the
/// outbox are.
pub async fn ready(site: Data<Site>) -> HttpResponse {
    match site.service.health(site.now()).await {
        Ok(health) if health.trouble.is_none() => HttpResponse::Ok().json(health),
        Ok(health) => HttpResponse::ServiceUnavailable().json(health),
        Err(error) => {
            tracing::error!(%error, "not ready");
            HttpResponse::ServiceUnavailable().json("the database does not answer")
        }
    }
}
