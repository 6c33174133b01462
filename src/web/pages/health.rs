//! For machines: is the program alive, and can it serve?

use actix_web::{HttpResponse, Responder};

/// `GET /healthz`: the program runs.
pub async fn alive() -> impl Responder {
    HttpResponse::Ok().content_type("text/plain; charset=utf-8").body("ok\n")
}
