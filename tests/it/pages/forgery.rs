//! CSRF protection: every POST route refuses requests from other sites, without a token or with the
//! token of another browser. Redirects never leave the site.

use ravenpost::web::ROUTES;
use ravenpost::web::http::limits::Limits;

use crate::harness::app::App;
use crate::harness::browser::{Browser, Pages};
use crate::pages::{TITLE, session};

/// The one route without a form token: email clients post to it, and its unguessable link
/// authorises the request.
const ONE_CLICK: &str = "/stop/{token}";

async fn posts(app: &App, game: &str, browser: &mut Browser, body: &str) -> Vec<(String, u16)> {
    let mut answers = Vec::new();
    let before = *app.service.store().commits().borrow();
    // The API ignores cookies and has no forms.
    let forms = ROUTES.iter().filter(|route| route.method == "post" && !route.is_of_api());
    for route in forms.filter(|route| route.path != ONE_CLICK) {
        let path = route.path.replace("{game}", game).replace(['{', '}'], "");
        let answer = browser.once("POST", &path, Some(body)).await;
        assert_eq!(*app.service.store().commits().borrow(), before, "{path} has written");
        answers.push((path, answer.status));
    }
    assert!(answers.len() > 10, "the routes were found");
    answers
}

#[tokio::test]
async fn forged_forms_are_refused_everywhere() {
    let app = App::new().await;
    let ann = app.player("ann").await;
    let game = app.table(TITLE, ann, &["random"]).await;
    let pages = Pages::of(app.service.clone());
    let mut browser = pages.browser().signed_in(&session(&app, "ann").await);
    let token = browser.get("/settings").await.form("/settings").fields[0].1.clone();
    let mut other = pages.browser().signed_in(&session(&app, "bob").await);
    let foreign = other.get("/settings").await.form("/settings").fields[0].1.clone();

    browser.headers = vec![("sec-fetch-site".to_owned(), "cross-site".to_owned())];
    for (path, status) in posts(&app, game.as_str(), &mut browser, &format!("token={token}")).await
    {
        assert_eq!(status, 403, "{path} from another site");
    }
    browser.headers.clear();
    for without in ["", "token=", &format!("token={foreign}")] {
        for (path, status) in posts(&app, game.as_str(), &mut browser, without).await {
            assert_eq!(status, 403, "{path} with {without:?}");
        }
    }
}

#[tokio::test]
async fn redirects_go_to_own_paths_only() {
    let app = App::new().await;
    let hostile = [
        "https://evil.example/",
        "//evil.example",
        "/\\evil.example",
        "\\/evil",
        "javascript:x",
        "/%0d%0aset-cookie:x",
        "http:evil",
        " //evil",
        "/\t/evil.example",
        "data:text/html,x",
    ];
    for to in hostile {
        let pages = Pages::of(app.service.clone());
        let mut browser = pages.browser();
        let page = browser
            .get(&format!("/sign-in?to={}", ravenpost::web::shared::query::encode(to)))
            .await;
        let address = format!("a{}@example.org", to.len());
        // `send` follows redirects and fails on one that leaves the site.
        let page = browser.send(&page, "/sign-in", &[("address", &address), ("to", to)]).await;
        page.ok();
        let token = app.sign_in_token().await;
        let link = browser.get(&format!("/sign-in/{token}")).await;
        let inside = browser.send(&link, &token, &[("to", to)]).await;
        assert!(inside.path.starts_with('/') && inside.status < 500, "{to}: {}", inside.path);
    }
}

/// A server on a home network uses plain http under a custom name. Browsers send no Sec-Fetch-Site
/// header there, and signing in must still work.
#[tokio::test]
async fn forms_work_over_plain_http_under_any_name() {
    let app = App::new().await;
    let mut browser = Pages::of(app.service.clone()).browser();
    let page = browser.get("/sign-in").await;
    let origin = format!("http://{}", browser.address());
    // An empty header counts as missing.
    browser.headers =
        vec![("origin".to_owned(), origin), ("sec-fetch-site".to_owned(), String::new())];
    browser.send(&page, "/sign-in", &[("address", "ann@example.org")]).await.ok();
}

/// If a server with an https address is reached by http, the browser sends no cookie back, so no
/// form can work. The page names the right address.
#[tokio::test]
async fn form_at_another_address_names_the_right_one() {
    let app = App::new().await;
    let pages = Pages::with(app.service.clone(), |site| site.https = true);
    let mut browser = pages.browser();
    let page = browser.get("/sign-in").await;
    browser.cookies.clear();
    let refused = browser.send(&page, "/sign-in", &[("address", "ann@example.org")]).await;
    assert_eq!(refused.status, 403);
    let home = &app.service.settings().base_url;
    for address in [home.clone(), format!("http://{}", browser.address())] {
        assert!(refused.body.contains(&address), "{address}: {}", refused.body);
    }
}

/// A local browser, or monitoring, may go round the proxy of an encrypted site, although it has the
/// address of the proxy.
#[tokio::test]
async fn direct_request_bypassing_the_proxy_is_explained() {
    let app = App::new().await;
    let pages = Pages::with(app.service.clone(), |site| {
        site.https = true;
        site.proxies = vec!["127.0.0.1".parse().expect("a network")];
        site.limits = Limits::new(1, 5);
    });
    let mut browser = pages.browser();
    let came = format!("http://{}", browser.address());
    let home = &app.service.settings().base_url;
    let page = browser.get("/sign-in").await;
    assert!(page.ok().text("#direct").is_some_and(|words| words.contains(&came)));
    assert_eq!(page.all("#direct a", "href"), std::slice::from_ref(home));
    browser.cookies.clear();
    let refused = browser.send(&page, "/sign-in", &[("address", "ann@example.org")]).await;
    assert_eq!(refused.status, 403);
    assert!(refused.body.contains(&came) && refused.body.contains(home), "{}", refused.body);
    // Monitoring is not limited, visitors are.
    for _ in 0..50 {
        assert_eq!(browser.once("GET", "/healthz", None).await.status, 200);
    }
    browser.headers = vec![
        ("x-forwarded-for".to_owned(), "192.0.2.7".to_owned()),
        ("x-forwarded-proto".to_owned(), "https".to_owned()),
    ];
    assert!(browser.get("/sign-in").await.ok().text("#direct").is_none(), "through the proxy");
    let mut limited = false;
    for _ in 0..50 {
        limited |= browser.once("GET", "/healthz", None).await.status == 429;
    }
    assert!(limited);
}
