//! Which addresses belong to the API. Other rules apply there: no cookies, no forms, no pages.

/// Whether a path belongs to the API. The page `/api` describes it and is an ordinary page.
pub fn is_api(path: &str) -> bool {
    path.starts_with("/api/") && path != "/api/"
}

#[cfg(test)]
mod tests {
    use super::is_api;

    #[test]
    fn api_page_is_a_page() {
        assert!(is_api("/api/v1") && is_api("/api/v1/games") && is_api("/api/v2"));
        assert!(!is_api("/api") && !is_api("/api/") && !is_api("/apis/v1") && !is_api("/"));
    }
}
