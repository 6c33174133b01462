//! Response headers. A page that needs another content security policy sets its own.

use actix_web::http::header;
use actix_web::middleware::DefaultHeaders;

/// The default policy: our own styles, fonts, pictures and forms, and no scripts.
pub const POLICY: &str = "default-src 'none'; style-src 'self'; font-src 'self'; \
     img-src 'self' data:; manifest-src 'self'; form-action 'self'; frame-ancestors 'none'; \
     base-uri 'none'; object-src 'none'";

/// The policy of game pages: also allows our own script, which polls the server for the current
/// step. The pages work without it.
pub const POLICY_STEPPING: &str = "default-src 'none'; style-src 'self'; font-src 'self'; \
     img-src 'self' data:; manifest-src 'self'; script-src 'self'; connect-src 'self'; \
     form-action 'self'; frame-ancestors 'none'; base-uri 'none'; object-src 'none'";

/// The policy of pages that show an email's HTML in a frame.
pub const POLICY_FRAMING: &str = "default-src 'none'; style-src 'self'; font-src 'self'; \
     img-src 'self' data:; manifest-src 'self'; frame-src 'self'; form-action 'self'; \
     frame-ancestors 'none'; base-uri 'none'; object-src 'none'";

/// The policy of the framed email: sandboxed, with inline styles and our own pictures only.
pub const POLICY_FRAMED: &str = "default-src 'none'; style-src 'unsafe-inline'; \
     img-src 'self' data:; frame-ancestors 'self'; base-uri 'none'; form-action 'none'; \
     sandbox allow-top-navigation-by-user-activation";

/// Returns the middleware that adds every header the handler has not set.
pub fn everywhere(https: bool) -> DefaultHeaders {
    let headers = DefaultHeaders::new()
        .add((header::CONTENT_SECURITY_POLICY, POLICY))
        .add((header::X_CONTENT_TYPE_OPTIONS, "nosniff"))
        // With "no-referrer", browsers send "Origin: null" even for our own forms. Over plain http
        // on any host but localhost there is no Sec-Fetch-Site header, so our forms would look
        // forged.
        .add((header::REFERRER_POLICY, "same-origin"))
        .add(("Cross-Origin-Opener-Policy", "same-origin"))
        .add(("Cross-Origin-Resource-Policy", "same-origin"))
        .add(("Permissions-Policy", "camera=(), geolocation=(), microphone=()"))
        // Pages show who is signed in, so no cache may store them.
        .add((header::CACHE_CONTROL, "no-store"));
    if https {
        headers.add((header::STRICT_TRANSPORT_SECURITY, "max-age=63072000; includeSubDomains"))
    } else {
        headers
    }
}
