//! Invalid query fields: every page responds with a page that says what is wrong.

use ravenpost::web::ROUTES;

use crate::harness::app::App;
use crate::harness::browser::Pages;
use crate::pages::{TITLE, session};

/// The query fields of all pages.
const FIELDS: [&str; 20] = [
    "after", "area", "at", "before", "clock", "draw", "every", "eye", "from", "kind", "order",
    "page", "pace", "play", "receipts", "seat", "show", "tab", "title", "upto",
];

/// Returns invalid values: no number, too small, too large, not text, markup, and far too long.
fn rubbish() -> Vec<String> {
    let long = "x".repeat(3000);
    let fixed = ["none", "-1", "0", "18446744073709551616", "%00", "%ff", "%3Cb%3Emarked%3C/b%3E"];
    fixed.into_iter().map(str::to_owned).chain([long]).collect()
}

#[tokio::test]
async fn invalid_query_fields_get_an_error_page() {
    let app = App::new().await;
    let ann = app.player("ann").await;
    let game = app.table(TITLE, ann, &["random"]).await;
    let session = session(&app, "ann").await;
    let mut browser = Pages::of(app.service.clone()).browser().signed_in(&session);
    let (mut asked, mut refused) = (0, 0);
    for route in ROUTES.iter().filter(|route| route.method == "get" && !route.is_of_api()) {
        let path = route.path.replace("{game}", game.as_str()).replace("{title}", TITLE);
        // Other path parameters are tested elsewhere.
        if path.contains('{') || path.ends_with("/live") {
            continue;
        }
        for field in FIELDS {
            for value in rubbish() {
                let address = format!("{path}?{field}={value}");
                let page = browser.once("GET", &address, None).await;
                assert!(page.status < 500, "{address}: {}", page.status);
                assert!(!page.body.contains("<b>marked"), "{address} repeats a mark as one");
                asked += 1;
                if page.status >= 400 {
                    refused += 1;
                    let words = page.texts("main h1, main p").join(" ");
                    assert!(words.len() > 20, "{address}: {} without a word: {words}", page.status);
                }
            }
        }
    }
    assert!(asked > 4000 && refused > 100, "{asked} asked, {refused} refused");
}
