//! The headers on every answer. A page that needs another policy sets its own, and says why.

use actix_web::http::header;
use actix_web::middleware::DefaultHeaders;

/// Nothing may be loaded except our own style sheet, pictures and forms. No script at all.
pub const POLICY: &str = "default-src 'none'; style-src 'self'; img-src 'self' data:; \
     form-action 'self'; frame-ancestors 'none'; base-uri 'none'; object-src 'none'";

/// The policy of a game's page: our own script as well, which may ask this server how far the game
/// is. The page does without.
pub const POLICY_STEPPING: &str = "default-src 'none'; style-src 'self'; img-src 'self' data:; \
     script-src 'self'; connect-src 'self'; form-action 'self'; frame-ancestors 'none'; \
     base-uri 'none'; object-src 'none'";

/// The policy of a page that shows a letter's HTML in a frame of our own.
pub const POLICY_FRAMING: &str = "default-src 'none'; style-src 'self'; img-src 'self' data:; \
     frame-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'; \
     object-src 'none'";

/// The policy of that letter: sandboxed, its own styles, pictures from here, nothing else.
pub const POLICY_FRAMED: &str = "default-src 'none'; style-src 'unsafe-inline'; \
     img-src 'self' data:; frame-ancestors 'self'; base-uri 'none'; form-action 'none'; \
     sandbox allow-top-navigation-by-user-activation";

/// The middleware that adds what a handler has not set itself.
pub fn everywhere(https: bool) -> DefaultHeaders {
    let headers = DefaultHeaders::new()
        .add((header::CONTENT_SECURITY_POLICY, POLICY))
        .add((header::X_CONTENT_TYPE_OPTIONS, "nosniff"))
        // With "no-referrer" browsers hide from us, too, which page of ours sent a form: over plain
        // http under any name but localhost no form could be told from a forged one.
        .add((header::REFERRER_POLICY, "same-origin"))
        .add(("Cross-Origin-Opener-Policy", "same-origin"))
        .add(("Cross-Origin-Resource-Policy", "same-origin"))
        .add(("Permissions-Policy", "camera=(), geolocation=(), microphone=()"))
        // Every page shows who is signed in, so none may be kept by anybody.
        .add((header::CACHE_CONTROL, "no-store"));
    if https {
        headers.add((header::STRICT_TRANSPORT_SECURITY, "max-age=63072000; includeSubDomains"))
    } else {
        headers
    }
}
