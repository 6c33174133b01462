//! A short id for each request. It is in every log line of the request and on its error page, so
//! that an admin finds what a player reports.

use actix_web::HttpRequest;

use crate::Site;

/// The longest id that is accepted from a proxy; enough for a UUID.
const LONGEST: usize = 40;

tokio::task_local! {
    static CURRENT: String;
}

/// Returns the id for a request: that of a trusted proxy if it is plain and short, otherwise a new
/// one.
pub(super) fn of(site: &Site, request: &HttpRequest) -> String {
    let given = request.headers().get("x-request-id").filter(|_| site.is_proxy(request));
    let given = given.and_then(|id| id.to_str().ok()).filter(|id| is_plain(id));
    given.map_or_else(random, str::to_owned)
}

/// Runs the handling of a request with its id.
pub(super) async fn within<T>(id: String, handling: impl Future<Output = T>) -> T {
    CURRENT.scope(id, handling).await
}

/// Returns the id of the request being handled; `None` outside of a request.
pub fn current() -> Option<String> {
    CURRENT.try_with(Clone::clone).ok()
}

/// Returns a new random id.
pub fn random() -> String {
    let mut bytes = [0; 5];
    // Without system randomness the id is constant, but still an id.
    let _ = getrandom::fill(&mut bytes);
    data_encoding::BASE32_NOPAD.encode(&bytes).to_lowercase()
}

fn is_plain(id: &str) -> bool {
    let plain = |c: u8| c.is_ascii_alphanumeric() || c == b'-' || c == b'_';
    (1..=LONGEST).contains(&id.len()) && id.bytes().all(plain)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_plain_short_ids_are_accepted() {
        for id in ["k3v9w2mq", "7f3c2a9e-0000-4000-8000-123456789abc", "A_1"] {
            assert!(is_plain(id), "{id}");
        }
        let long = "a".repeat(LONGEST + 1);
        for id in ["", "a b", "<b>", "a\"b", "a\nb", "caf\u{e9}", long.as_str()] {
            assert!(!is_plain(id), "{id}");
        }
    }

    #[tokio::test]
    async fn request_id_is_known_only_within_the_request() {
        assert_eq!(current(), None);
        assert_eq!(within("a".to_owned(), async { current() }).await.as_deref(), Some("a"));
        assert_eq!(current(), None);
        assert!(is_plain(&random()) && random() != random());
    }
}
