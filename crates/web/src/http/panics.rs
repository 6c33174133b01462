//! Turns a panic in a handler into a logged error response.

use std::panic::AssertUnwindSafe;

use actix_web::body::{BoxBody, MessageBody};
use actix_web::dev::{ServiceRequest, ServiceResponse};
use actix_web::error::InternalError;
use actix_web::middleware::Next;
use actix_web::{Error, HttpResponse};
use futures_util::FutureExt;

use crate::http::error::PageError;

/// Middleware that catches panics. Shared state stays consistent, because it is replaced as a whole
/// or protected by locks that recover from poisoning.
pub async fn survived(
    request: ServiceRequest,
    next: Next<impl MessageBody + 'static>,
) -> Result<ServiceResponse<BoxBody>, Error> {
    let place = request.path().to_owned();
    match AssertUnwindSafe(next.call(request)).catch_unwind().await {
        Ok(answer) => Ok(answer?.map_into_boxed_body()),
        Err(_) => {
            let broken = PageError::broken(format!("handler of {place} panicked"));
            let words = format!("{}\n", broken.sentence());
            let mut answer = HttpResponse::InternalServerError();
            let answer = answer.content_type("text/plain; charset=utf-8").body(words);
            Err(InternalError::from_response(broken, answer).into())
        }
    }
}
