//! Reads request bodies completely and within a time limit, as protection against slow senders.
//! Compressed ones are refused, because a small one can be large in memory.

use std::time::Duration;

use actix_web::body::{BoxBody, MessageBody};
use actix_web::dev::{Payload, ServiceRequest, ServiceResponse};
use actix_web::http::{Method, header};
use actix_web::middleware::Next;
use actix_web::{Error, HttpResponse, web};

/// The time limit for receiving a request body. Ours are a few hundred bytes.
const TIMEOUT: Duration = Duration::from_secs(10);

/// Middleware that reads the whole request body before the handler runs.
pub async fn in_time(
    mut request: ServiceRequest,
    next: Next<impl MessageBody + 'static>,
) -> Result<ServiceResponse<BoxBody>, Error> {
    if *request.method() == Method::GET || *request.method() == Method::HEAD {
        return Ok(next.call(request).await?.map_into_boxed_body());
    }
    let mut codings = request.headers().get_all(header::CONTENT_ENCODING);
    if codings.any(|coding| !coding.as_bytes().eq_ignore_ascii_case(b"identity")) {
        return Ok(request.into_response(HttpResponse::UnsupportedMediaType().finish()));
    }
    let body = match tokio::time::timeout(TIMEOUT, request.extract::<web::Bytes>()).await {
        Ok(Ok(body)) => body,
        Ok(Err(error)) => return Ok(request.error_response(error)),
        Err(_) => {
            let mut answer = HttpResponse::RequestTimeout();
            let closed = answer.insert_header((header::CONNECTION, "close")).finish();
            return Ok(request.into_response(closed));
        }
    };
    request.set_payload(Payload::from(body));
    Ok(next.call(request).await?.map_into_boxed_body())
}
