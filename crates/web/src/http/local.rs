//! Addresses on this server: pages that lead back to others, and paths that a visitor may be
//! redirected to.

use ravenpost_emails::parts::links::encode;

/// Returns the address of the sign-in page, which then leads back to `then`.
pub fn sign_in(then: &str) -> String {
    format!("/sign-in?to={}", encode(&own(then)))
}

/// Returns the address of the page where visitors choose colours, which then leads back to the page
/// at this path.
pub fn colours(then: &str) -> String {
    let page = then.split('?').next().unwrap_or_default();
    format!("/colours?to={}", encode(&own(page)))
}

/// Returns the path if it is local, otherwise the front page. Prevents open redirects.
pub fn own(path: &str) -> String {
    let plain = path.bytes().all(|byte| byte.is_ascii_graphic() && byte != b'\\');
    let own = path.starts_with('/') && !path.starts_with("//") && plain;
    if own { path.to_owned() } else { "/".to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn redirects_stay_on_this_server() {
        for path in ["/", "/games/abc?at=3#log", "/next"] {
            assert_eq!(own(path), path);
        }
        let foreign = [
            "//evil.example",
            "https://evil.example",
            "/\\evil.example",
            "\\\\evil",
            "evil",
            "",
            "/\t/evil",
            "/a\r\nSet-Cookie: x",
            "javascript:alert(1)",
            "/\u{2028}",
        ];
        for path in foreign {
            assert_eq!(own(path), "/", "{path:?}");
        }
    }
}
