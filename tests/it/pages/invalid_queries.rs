//! Invalid query fields: every page responds with a page that says what is wrong.

use ravenpost::web::ROUTES;

use crate::harness::app::App;
use crate::harness::at_night;
use crate::harness::browser::{Browser, Pages};
use crate::pages::{TITLE, session};

/// The query fields of all pages.
const FIELDS: [&str; 20] = [
    "after", "area", "at", "before", "clock", "draw", "every", "eye", "from", "kind", "order",
    "page", "pace", "play", "receipts", "seat", "show", "tab", "title", "upto",
];

/// Markup, which must not be repeated as such.
const MARKUP: &str = "%3Cb%3Emarked%3C/b%3E";

/// Returns invalid values: markup, no number, too small, too large, not text, and far too long.
fn rubbish() -> Vec<String> {
    let long = "x".repeat(3000);
    let fixed = [MARKUP, "none", "-1", "0", "18446744073709551616", "%00", "%ff"];
    fixed.into_iter().map(str::to_owned).chain([long]).collect()
}

struct TestClient {
    browser: Browser,
    asked: usize,
    refused: usize,
}

impl TestClient {
    /// Requests a page, and returns whether it refuses the value.
    async fn ask(&mut self, path: &str, field: &str, value: &str) -> bool {
        let address = format!("{path}?{field}={value}");
        let page = self.browser.once("GET", &address, None).await;
        assert!(page.status < 500, "{address}: {}", page.status);
        assert!(!page.body.contains("<b>marked"), "{address} repeats a mark as one");
        self.asked += 1;
        let refuses = page.status >= 400;
        if refuses {
            self.refused += 1;
            let words = page.texts("main h1, main p").join(" ");
            assert!(words.len() > 20, "{address}: {} without a word: {words}", page.status);
        }
        refuses
    }
}

/// Every page gets markup in every field. A field that refuses it gets all other values too, and
/// one that does not, which most pages ignore, gets one of them in turn. `RAVENPOST_NIGHT` sends
/// all values to all fields.
#[tokio::test]
async fn invalid_query_fields_get_an_error_page() {
    let app = App::new().await;
    let ann = app.player("ann").await;
    let game = app.table(TITLE, ann, &["random"]).await;
    let session = session(&app, "ann").await;
    let browser = Pages::of(app.service.clone()).browser().signed_in(&session);
    let mut asker = TestClient { browser, asked: 0, refused: 0 };
    let (values, mut turn) = (rubbish(), 0);
    for route in ROUTES.iter().filter(|route| route.method == "get" && !route.is_of_api()) {
        let path = route.path.replace("{game}", game.as_str()).replace("{title}", TITLE);
        // Other path parameters are tested elsewhere.
        if path.contains('{') || path.ends_with("/live") {
            continue;
        }
        for field in FIELDS {
            let all = asker.ask(&path, field, MARKUP).await || at_night();
            let others = &values[1..];
            turn += 1;
            for (at, value) in others.iter().enumerate() {
                if all || at == turn % others.len() {
                    asker.ask(&path, field, value).await;
                }
            }
        }
    }
    let TestClient { asked, refused, .. } = asker;
    let least = if at_night() { 4000 } else { 1000 };
    assert!(asked > least && refused > 100, "{asked} asked, {refused} refused");
}
