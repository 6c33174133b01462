//! Every `#` link leads to an existing anchor, IDs are unique and no table has an empty header.
//! Covers the pages of each title, and every kind of page of a running and a finished game.

use std::collections::{BTreeMap, BTreeSet};

use ravenpost::titles;
use ravenpost::web::guides::tours;
use ravenpost_rules::Seat;
use scraper::Html;

use crate::harness::app::App;
use crate::harness::browser::{Browser, Page, Pages, selector};
use crate::pages::{TITLE, session};

/// The documents of a title's handbook.
const PARTS: [&str; 5] = ["learn", "tour", "rules", "notation", "background"];

/// The pages visited so far, by address without fragment.
struct Walk {
    browser: Browser,
    seen: BTreeMap<String, BTreeSet<String>>,
    dead: Vec<String>,
}

impl Walk {
    fn new(browser: Browser) -> Walk {
        Walk { browser, seen: BTreeMap::new(), dead: Vec::new() }
    }

    /// Visits a page and every page that its links with a fragment lead to.
    async fn look(&mut self, path: &str) {
        let page = self.browser.get(path).await;
        self.dead.extend(faults(&page.ok().html()).into_iter().map(|why| format!("{path}: {why}")));
        self.seen.insert(path.to_owned(), ids(&page.html()));
        let links = links(&page);
        for (to, _) in links.iter().filter_map(|link| link.split_once('#')) {
            if !to.is_empty() && !self.seen.contains_key(to) {
                let page = self.browser.get(to).await;
                let found = if page.status == 200 { ids(&page.html()) } else { BTreeSet::new() };
                self.seen.insert(to.to_owned(), found);
            }
        }
        self.dead.extend(nowhere(path, &links, &self.seen));
    }
}

/// Returns the links of a page whose fragment does not exist on their target page.
fn nowhere(
    path: &str,
    links: &BTreeSet<String>,
    seen: &BTreeMap<String, BTreeSet<String>>,
) -> Vec<String> {
    let parts = links.iter().filter_map(|link| Some((link, link.split_once('#')?)));
    let dead = parts.filter(|(_, (to, fragment))| {
        let page = if to.is_empty() { path } else { to };
        !seen.get(page).is_some_and(|ids| ids.contains(*fragment))
    });
    dead.map(|(link, _)| format!("{path}: {link} leads nowhere")).collect()
}

/// Returns the links of a page within the site.
fn links(page: &Page) -> BTreeSet<String> {
    let all = page.all("a[href]", "href").into_iter();
    all.filter(|link| link.starts_with('/') || link.starts_with('#')).collect()
}

fn ids(html: &Html) -> BTreeSet<String> {
    html.select(&selector("[id]")).filter_map(|one| one.attr("id").map(str::to_owned)).collect()
}

/// Lists the faults of a single page.
fn faults(html: &Html) -> Vec<String> {
    let mut wrong = Vec::new();
    let mut seen = BTreeSet::new();
    for one in html.select(&selector("[id]")) {
        let id = one.attr("id").unwrap_or_default();
        if !seen.insert(id) {
            wrong.push(format!("the id {id} stands twice"));
        }
    }
    for one in html.select(&selector("th")) {
        let said = one.attr("aria-label").is_some();
        if !said && one.text().all(|text| text.trim().is_empty()) {
            wrong.push("a head of a table is empty".to_owned());
        }
    }
    for one in html.select(&selector("span[aria-label]:not([role]), div[aria-label]:not([role])")) {
        wrong.push(format!("{:?} is named and has no role", one.attr("aria-label")));
    }
    let mut above = 1;
    for one in html.select(&selector("h1, h2, h3, h4, h5, h6")) {
        let level: u32 = one.value().name()[1..].parse().expect("a number");
        if level > above + 1 {
            let said: String = one.text().collect();
            wrong.push(format!("the heading “{}” jumps from {above} to {level}", said.trim()));
        }
        above = level;
    }
    wrong
}

#[test]
fn planted_faults_are_detected() {
    let page = |body: &str| faults(&Html::parse_document(&format!("<h1>x</h1>{body}")));
    assert!(page("<h2 id=a>y</h2><table><tr><th>z</th></tr></table>").is_empty());
    for bad in [
        "<p id=a><p id=a>",
        "<table><tr><th></th></tr></table>",
        "<span aria-label=x>y</span>",
        "<h3>y</h3>",
    ] {
        assert_eq!(page(bad).len(), 1, "{bad}");
    }
}

/// A planted dead link is found, and a valid one beside it is not reported.
#[test]
fn dead_link_is_detected() {
    let links = |html: &str| {
        let page = Html::parse_document(html);
        let wanted = selector("a");
        let all = page.select(&wanted).filter_map(|one| one.attr("href").map(str::to_owned));
        all.collect::<BTreeSet<String>>()
    };
    let both = links("<p id=R1><a href='#R1'>R1</a> <a href='#R2'>R2</a> <a href='/b#c'>c</a>");
    let ids = |all: &[&str]| all.iter().map(|id| (*id).to_owned()).collect::<BTreeSet<String>>();
    let known = BTreeMap::from([("/a".to_owned(), ids(&["R1"])), ("/b".to_owned(), ids(&["c"]))]);
    assert_eq!(nowhere("/a", &both, &known), ["/a: #R2 leads nowhere"]);
}

#[tokio::test]
async fn every_fragment_of_a_titles_pages_resolves() {
    let app = App::new().await;
    let mut walk = Walk::new(Pages::of(app.service.clone()).browser());
    for path in ["/", "/titles", "/credits", "/games", "/archive", "/seals", "/sign-in"] {
        walk.look(path).await;
    }
    for title in titles::all() {
        let key = title.about().key;
        walk.look(&format!("/titles/{key}")).await;
        for part in PARTS {
            walk.look(&format!("/titles/{key}/{part}")).await;
        }
        // The first and last stop of the first game, and an example without a board.
        let last = tours::of(title.about()).expect("a first game").last();
        for step in [1, last] {
            walk.look(&format!("/titles/{key}/first-game?step={step}")).await;
        }
        for example in ["L1", "P3.1"] {
            let path = format!("/titles/{key}/examples/{example}");
            if walk.browser.get(&path).await.status == 200 {
                walk.look(&path).await;
            }
        }
    }
    assert!(walk.dead.is_empty(), "{} faults:\n{}", walk.dead.len(), walk.dead.join("\n"));
}

/// Every rule that a refusal or an option names exists in the rules or their background.
#[test]
fn every_rule_named_by_the_program_exists() {
    let mut wrong = Vec::new();
    for title in titles::all() {
        let about = title.about();
        let points = crate::titles::examples::points(about.rules);
        let named = about.options.iter().map(|option| option.rule.to_owned());
        let read = std::fs::read_dir(format!("crates/titles/{}/src", about.key)).expect("a folder");
        let mut folders: Vec<_> = read.map(|entry| entry.expect("readable").path()).collect();
        let mut named: BTreeSet<String> = named.collect();
        while let Some(path) = folders.pop() {
            if path.is_dir() {
                let read = std::fs::read_dir(path).expect("a folder");
                folders.extend(read.map(|entry| entry.expect("readable").path()));
            } else if path.extension().is_some_and(|end| end == "rs") {
                let text = std::fs::read_to_string(path).expect("readable");
                let quoted = text.split('"').skip(1).step_by(2);
                let point = |word: &&str| {
                    word.strip_prefix('R').is_some_and(|rest| {
                        rest.contains('.') && rest.starts_with(|one: char| one.is_ascii_digit())
                    }) && !word.contains(' ')
                };
                named.extend(quoted.filter(point).map(str::to_owned));
            }
        }
        assert!(named.len() > 3, "{}: {named:?}", about.key);
        let missing = named.into_iter().filter(|point| !points.contains(point));
        wrong.extend(missing.map(|point| format!("{}: there is no {point}", about.key)));
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[tokio::test]
async fn every_fragment_of_a_games_pages_resolves() {
    let mut app = App::seeded(3).await;
    let ann = app.player("ann").await;
    let session = session(&app, "ann").await;
    let mut games = Vec::new();
    for title in titles::all() {
        let key = title.about().key;
        let game_id = app.table(key, ann, &["random"]).await;
        for given in 0..6 {
            let game = app.service.games().load(&game_id).await.expect("a game");
            let legal = game.true_position().legal(Seat(1)).orders;
            let order = legal.get(given * 7 % legal.len().max(1)).cloned();
            let order = match order {
                Some(order) => order,
                None => app.some_order(&game_id, Seat(1)).await,
            };
            app.order(&game_id, Seat(1), &order).await.expect("it is legal");
        }
        games.push(game_id.to_string());
    }
    games.push(app.bots_only(TITLE, &["random", "random"]).await.to_string());
    let pages = Pages::of(app.service.clone());
    for browser in [pages.browser().signed_in(&session), pages.browser()] {
        let signed = !browser.cookies.is_empty();
        let mut walk = Walk::new(browser);
        for game_id in &games {
            for tab in ["table", "standing", "history", "talk", "notes", "players", "rules"] {
                walk.look(&format!("/games/{game_id}?tab={tab}")).await;
            }
            for page in ["?at=2", "/log", "/audit"] {
                walk.look(&format!("/games/{game_id}{page}")).await;
            }
        }
        for path in ["/my-games", "/settings", "/open"].into_iter().filter(|_| signed) {
            walk.look(path).await;
        }
        assert!(walk.dead.is_empty(), "{} faults:\n{}", walk.dead.len(), walk.dead.join("\n"));
    }
}
