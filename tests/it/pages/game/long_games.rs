//! The paginated log and audit of a long game contain every entry once.

use serde_json::Value;

use crate::harness::app::App;
use crate::harness::browser::{Browser, Page, Pages};
use crate::pages::session;
use crate::service::play::long_games::long;

/// The number of items per page.
const EACH: usize = 100;

/// Returns the items of each page, from the first to the last, following the page links.
async fn leaves(
    browser: &mut Browser,
    path: &str,
    what: &str,
    of: fn(&Page) -> Vec<String>,
) -> Vec<Vec<String>> {
    let newest = browser.get(path).await;
    let nav = format!("nav[aria-label=\"{what}\"] a");
    let mut page = match newest.ok().all(&nav, "href").first() {
        Some(first) if first.contains("page=1") => {
            browser.get(first.split('#').next().unwrap()).await
        }
        first => panic!("the newest leaf leads to the first: {first:?}"),
    };
    let mut all = Vec::new();
    loop {
        assert!(page.ok().body.len() < 150_000, "{} bytes", page.body.len());
        all.push(of(&page));
        let next = page.all(&format!("{nav}[rel=next]"), "href");
        let Some(next) = next.first() else { break };
        page = browser.get(next.split('#').next().unwrap()).await;
    }
    assert_eq!(all.last(), Some(&of(&newest)), "{path} is its newest leaf");
    all
}

fn log_of(page: &Page) -> Vec<String> {
    let mut lines = page.texts("ol.log li");
    lines.reverse();
    lines
}

fn events_of(page: &Page) -> Vec<String> {
    page.texts("[aria-label=Events] tbody td.hash")
}

#[tokio::test]
async fn log_and_audit_pages_contain_every_entry_once() {
    let mut app = App::new().await;
    let game = long(&mut app, 330).await;
    let pages = Pages::of(app.service.clone());
    let mut ann = pages.browser().signed_in(&session(&app, "ann").await);
    let known = app.service.games().load(&game).await.expect("a game").last_seq().0 as usize;
    let path = |list: &str| format!("/games/{game}/{list}");
    let full = |leaves: &[Vec<String>]| leaves.iter().rev().skip(1).all(|leaf| leaf.len() == EACH);

    let audit = leaves(&mut ann, &path("audit"), "Pages of events", events_of).await;
    assert!(full(&audit) && audit.len() == known.div_ceil(EACH));
    let mut hashes = audit.concat();
    assert_eq!(hashes.len(), known);
    hashes.sort();
    hashes.dedup();
    assert_eq!(hashes.len(), known, "each event is told once");

    let log = leaves(&mut ann, &path("log"), "Pages of the log", log_of).await;
    let ordered = log.concat().iter().filter(|line| line.contains("standing grow")).count();
    assert_eq!((log.len(), ordered), (known.div_ceil(EACH), known - 4), "{:?}", log[0]);

    let (mut events, mut next) = (Vec::new(), Some(path("audit.json")));
    while let Some(path) = next {
        let told: Value = serde_json::from_str(&ann.get(&path).await.ok().body).expect("JSON");
        assert_eq!((told["count"].as_u64(), &told["broken"]), (Some(known as u64), &Value::Null));
        events.extend(told["events"].as_array().expect("events").clone());
        next = told["next"].as_str().map(ToOwned::to_owned);
    }
    let heads: Vec<String> =
        events.iter().filter_map(|event| event["head"].as_str()).map(String::from).collect();
    assert_eq!(heads, audit.concat(), "programs are told the same");

    let filtered = ann.get(&format!("/games/{game}/audit?seat=1&kind=ordered&page=2")).await;
    assert_eq!(events_of(filtered.ok()).len(), EACH);
    assert!(
        filtered.all("nav[aria-label=\"Pages of events\"] a[rel=next]", "href")[0]
            .contains("seat=1&kind=ordered&page=3")
    );
    for (page, status) in [("0", 400), ("x", 400), ("999", 404)] {
        for list in ["audit", "audit.json", "log"] {
            let answer = ann.get(&format!("/games/{game}/{list}?page={page}")).await;
            assert_eq!(answer.status, status, "{list}?page={page}");
        }
    }
    // Other visitors get no more pages than they have visible events.
    let seen = pages.browser().get(&format!("/games/{game}/audit")).await;
    assert!(seen.ok().all("nav[aria-label=\"Pages of events\"] a", "href").is_empty());
}
