//! For machines: is the program alive, and can it serve?

use actix_web::web::Data;
use actix_web::{HttpResponse, Responder};

use crate::web::Site;
use crate::web::error::PageError;

/// `GET /healthz`: the program runs.
pub async fn alive() -> impl Responder {
    HttpResponse::Ok().content_type("text/plain; charset=utf-8").body("ok\n")
}

/// `GET /readyz`: the database answers; how the clocks and the outbox are.
pub async fn ready(site: Data<Site>) -> Result<HttpResponse, PageError> {
    match site.service.health(site.now()).await {
        Ok(health) => Ok(HttpResponse::Ok().json(health)),
        Err(error) => {
            tracing::error!(%error, "not ready");
            Ok(HttpResponse::ServiceUnavailable().json("the database does not answer"))
        }
    }
}
