//! Properties of all responses: headers, error pages, static files and documents.

use std::time::Duration;

use ravenpost::web::ROUTES;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

use crate::harness::app::App;
use crate::harness::browser::Pages;

#[tokio::test]
async fn every_response_has_the_security_headers() {
    let app = App::new().await;
    let pages = Pages::with(app.service.clone(), |site| site.https = true);
    let mut browser = pages.browser();
    for route in ROUTES {
        let path = route.path.replace(['{', '}'], "");
        for method in [route.method.to_uppercase().as_str(), "GET", "HEAD", "PUT"] {
            let answer = browser.once(method, &path, (method == "POST").then_some("")).await;
            let said = |name: &str| answer.header(name).unwrap_or_default().to_owned();
            let policy = said("content-security-policy");
            assert!(policy.starts_with("default-src 'none'"), "{method} {path}: {policy}");
            assert!(policy.contains("base-uri 'none'"), "{method} {path}: {policy}");
            assert!(policy.contains("frame-ancestors 'none'"), "{method} {path}: {policy}");
            assert!(!policy.contains("script-src"), "{method} {path}: {policy}");
            assert_eq!(said("x-content-type-options"), "nosniff", "{method} {path}");
            assert_eq!(said("referrer-policy"), "same-origin", "{method} {path}");
            assert!(said("strict-transport-security").starts_with("max-age=63072000"), "{path}");
            let files = ["/favicon.ico", "/robots.txt"];
            let kept = path.starts_with("/static") || files.contains(&path.as_str());
            assert!(kept || said("cache-control") == "no-store", "{method} {path}");
        }
    }
}

#[tokio::test]
async fn without_https_no_hsts_header_is_sent() {
    let app = App::new().await;
    let mut browser = Pages::of(app.service.clone()).browser();
    let page = browser.get("/sign-in").await;
    assert_eq!(page.header("strict-transport-security"), None);
    let cookie = page.header("set-cookie").expect("the form needs a cookie");
    assert!(cookie.starts_with("visit=") && !cookie.contains("Secure"), "{cookie}");
    assert!(cookie.contains("HttpOnly") && cookie.contains("SameSite=Lax"), "{cookie}");
}

#[tokio::test]
async fn with_https_cookies_are_bound_to_the_host() {
    let app = App::new().await;
    let pages = Pages::with(app.service.clone(), |site| site.https = true);
    let page = pages.browser().get("/sign-in").await;
    let cookie = page.header("set-cookie").expect("the form needs a cookie");
    assert!(cookie.starts_with("__Host-visit=") && cookie.contains("Secure"), "{cookie}");
    assert!(cookie.contains("Path=/") && !cookie.contains("Domain"), "{cookie}");
}

#[tokio::test]
async fn missing_page_offers_links() {
    let app = App::new().await;
    let mut browser = Pages::of(app.service.clone()).browser();
    for path in ["/no-such-page", "/titles/none", "/games/none", "/join/none", "/stop/none", "/%ff"]
    {
        let page = browser.get(path).await;
        assert_eq!(page.status, 404, "{path}");
        assert_eq!(page.header("content-type"), Some("text/html; charset=utf-8"), "{path}");
        assert_eq!(page.text("h1").as_deref(), Some("Not found"), "{path}");
        let links = page.all("main a", "href");
        for onward in ["/", "/titles", "/games", "/sign-in"] {
            let leads = |link: &String| link.split('?').next() == Some(onward);
            assert!(links.iter().any(leads), "{path}: {links:?}");
        }
    }
}

#[tokio::test]
async fn public_pages_describe_themselves_and_private_ones_are_not_indexed() {
    let app = App::new().await;
    let game = app.bots_only("gotlandia", &["steady", "random"]).await;
    let mut browser = Pages::of(app.service.clone()).browser();
    for path in ["/", "/titles", "/titles/gotlandia", "/games", "/archive"] {
        let page = browser.get(path).await;
        let canonical = page.ok().all("link[rel=canonical]", "href");
        assert!(canonical.len() == 1 && canonical[0].ends_with(path), "{path}: {canonical:?}");
        assert!(page.all("meta[name=robots]", "content").is_empty(), "{path}");
        for name in ["meta[name=description]", "meta[property='og:description']"] {
            assert!(page.all(name, "content")[0].len() > 40, "{path}: {name}");
        }
        let picture = page.all("meta[property='og:image']", "content").remove(0);
        let picture = &picture[picture.find("/static/").expect("our own")..];
        assert_eq!(browser.get(picture).await.ok().header("content-type"), Some("image/jpeg"));
    }
    let of_game = ["?at=3", "/luck", "/audit", "/log"].map(|part| format!("/games/{game}{part}"));
    let private = ["/sign-in", "/none", "/titles/gotlandia/first-game?step=2"].map(str::to_owned);
    for path in of_game.iter().chain(&private) {
        let page = browser.get(path).await;
        assert_eq!(page.all("meta[name=robots]", "content"), ["noindex"], "{path}");
        assert!(page.all("link[rel=canonical]", "href").is_empty(), "{path}");
    }
}

#[tokio::test]
async fn static_files_are_immutable_and_versioned() {
    let app = App::new().await;
    let mut browser = Pages::of(app.service.clone()).browser();
    let page = browser.get("/credits").await;
    let sheets = page.ok().all("link[rel=stylesheet]", "href");
    assert_eq!(sheets.len(), 2, "{sheets:?}");
    for sheet in sheets {
        let file = browser.get(&sheet).await;
        assert_eq!(file.ok().header("content-type"), Some("text/css"));
        let keep = file.header("cache-control").expect("how long to keep it");
        assert!(keep.contains("immutable"), "{keep}");
        let tag = file.header("etag").expect("a tag").to_owned();
        browser.headers = vec![("if-none-match".to_owned(), tag)];
        assert_eq!(browser.get(&sheet).await.status, 304);
        browser.headers.clear();
        let old = sheet.replace("/static/", "/static/0");
        let keep = browser.get(&old).await.header("cache-control").map(ToOwned::to_owned);
        assert_eq!(keep.as_deref(), Some("public, max-age=3600"), "an old address is not kept");
    }
}

#[tokio::test]
async fn rate_limited_request_gets_the_time_to_wait() {
    let app = App::new().await;
    let pages = Pages::with(app.service.clone(), |site| {
        site.limits = ravenpost::web::http::limits::Limits::new(60, 1);
    });
    let mut browser = pages.browser();
    for _ in 0..4 {
        browser.get("/credits").await.ok();
    }
    let page = browser.get("/credits").await;
    assert_eq!(page.status, 429);
    assert!(page.header("retry-after").is_some());
}

/// A connection that exceeds the rate limit is closed, so that further requests on it are not read.
#[tokio::test]
async fn connection_that_exceeds_the_limit_is_closed() {
    let app = App::new().await;
    let pages = Pages::with(app.service.clone(), |site| {
        site.limits = ravenpost::web::http::limits::Limits::new(60, 1);
    });
    let mut stream = TcpStream::connect(pages.address).await.expect("a connection");
    let request = format!(
        "GET /credits HTTP/1.1\r\nHost: {}\r\nCookie: ravenpost=nobody\r\n\r\n",
        pages.address
    );
    stream.write_all(request.repeat(5).as_bytes()).await.expect("sent");
    let (mut answers, mut some) = (Vec::new(), [0; 4096]);
    while !String::from_utf8_lossy(&answers).contains("HTTP/1.1 429 ") {
        let read = stream.read(&mut some).await.expect("readable");
        assert!(read > 0, "closed before it was refused");
        answers.extend_from_slice(&some[..read]);
    }
    // The connection may be reset while the client is still sending.
    let _ = stream.write_all(request.as_bytes()).await;
    let ended = tokio::time::timeout(Duration::from_secs(20), stream.read_to_end(&mut answers));
    let _ = ended.await.expect("the connection is closed");
    let answers = String::from_utf8_lossy(&answers);
    let count = |status: &str| answers.matches(&format!("HTTP/1.1 {status} ")).count();
    assert_eq!((count("200"), count("429")), (4, 1), "{answers}");
}

/// Text browsers receive the page neither chunked nor compressed.
#[tokio::test]
async fn http_1_0_gets_an_unchunked_page() {
    let app = App::new().await;
    let pages = Pages::of(app.service.clone());
    for path in ["/", "/titles/gotlandia/rules", "/seals"] {
        let mut stream = TcpStream::connect(pages.address).await.expect("a connection");
        let request =
            format!("GET {path} HTTP/1.0\r\nAccept-Encoding: gzip, br\r\nHost: x\r\n\r\n");
        stream.write_all(request.as_bytes()).await.expect("sent");
        let mut answer = Vec::new();
        stream.read_to_end(&mut answer).await.expect("it ends");
        let answer = String::from_utf8_lossy(&answer).into_owned();
        let (head, body) = answer.split_once("\r\n\r\n").expect("a head");
        let head = head.to_lowercase();
        assert!(
            !head.contains("transfer-encoding") && !head.contains("content-encoding"),
            "{head}"
        );
        assert!(
            body.starts_with("<!DOCTYPE html>") && body.trim_end().ends_with("</html>"),
            "{path}"
        );
    }
}

#[tokio::test]
async fn address_with_trailing_characters_redirects() {
    let app = App::new().await;
    let mut browser = Pages::of(app.service.clone()).browser();
    for path in ["/titles/", "/titles.", "/titles/gotlandia).", "/games/?status=open", "/healthz/"]
    {
        let moved = browser.once("GET", path, None).await;
        assert_eq!(moved.status, 301, "{path}");
        browser.get(path).await.ok();
    }
    assert_eq!(browser.once("GET", "//evil.example/", None).await.header("location"), None);
}

#[tokio::test]
async fn oversized_form_is_refused() {
    let app = App::new().await;
    let mut browser = Pages::of(app.service.clone()).browser();
    let large = format!("address={}", "a".repeat(100_000));
    assert_eq!(browser.post("/sign-in", &large).await.status, 413);
}
