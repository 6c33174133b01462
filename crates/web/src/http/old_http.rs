//! Sends HTTP/1.0 clients, such as text browsers, no chunked or compressed responses.

use actix_web::Error;
use actix_web::body::MessageBody;
use actix_web::dev::{ServiceRequest, ServiceResponse};
use actix_web::http::{ConnectionType, Version, header};
use actix_web::middleware::Next;

/// Middleware that disables compression and chunked encoding for HTTP/1.0. A response of unknown
/// length ends with the connection.
pub async fn plain<B: MessageBody>(
    mut request: ServiceRequest,
    next: Next<B>,
) -> Result<ServiceResponse<B>, Error> {
    if request.version() >= Version::HTTP_11 {
        return next.call(request).await;
    }
    request.headers_mut().remove(header::ACCEPT_ENCODING);
    let mut answer = next.call(request).await?;
    let head = answer.response_mut().head_mut();
    head.no_chunking(true);
    head.set_connection_type(ConnectionType::Close);
    Ok(answer)
}
