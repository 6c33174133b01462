//! Metrics: where they are served, which there are, and what they must not reveal.

use std::collections::BTreeSet;
use std::path::Path;

use actix_web::web::Data;
use ravenpost::config::Config;
use ravenpost::metrics::labels::NO_ROUTE;
use ravenpost::metrics::{Described, catalogue, table};
use ravenpost::service::Service;
use ravenpost::web::http::server::Listener;
use ravenpost::web::{ROUTES, Site};

use crate::harness::app::App;
use crate::harness::browser::{Browser, Pages, noon};
use crate::pages::{TITLE, session};

/// Serves the metrics of a service on an address of their own.
fn scraper(service: &Service) -> Browser {
    let mut site = Site::of(service.clone(), &Config::default());
    site.clock = noon;
    let listener = Listener::open("127.0.0.1:0", 0o600).expect("a free port");
    let address = listener.address().expect("readable").expect("not a local socket");
    tokio::spawn(listener.serve_metrics(Data::new(site)).expect("a server"));
    Pages { address }.browser()
}

async fn scraped(browser: &mut Browser) -> String {
    let page = browser.once("GET", "/metrics", None).await;
    assert_eq!(page.status, 200);
    let kind = page.header("content-type").expect("a content type");
    assert!(kind.starts_with("application/openmetrics-text"), "{kind}");
    assert!(page.body.ends_with("# EOF\n"), "{}", page.body);
    page.body
}

/// The names with their types.
fn families(text: &str) -> BTreeSet<(String, String)> {
    let heads = text.lines().filter_map(|line| line.strip_prefix("# TYPE ")?.split_once(' '));
    heads.map(|(name, kind)| (name.to_owned(), kind.to_owned())).collect()
}

/// The value of a sample.
fn value(text: &str, sample: &str) -> i64 {
    let mut lines = text.lines().filter_map(|line| line.strip_prefix(sample)?.strip_prefix(' '));
    lines.next().unwrap_or_else(|| panic!("no {sample}")).parse().expect("a number")
}

/// Every label with its value.
fn labels(text: &str) -> Vec<(&str, &str)> {
    let samples = text.lines().filter(|line| !line.starts_with('#'));
    let sets = samples.filter_map(|line| Some(line.split_once('{')?.1.rsplit_once('}')?.0));
    let pairs = sets.flat_map(|set| set.split("\","));
    pairs
        .map(|pair| pair.split_once("=\"").expect("a label"))
        .map(|(name, value)| (name, value.trim_end_matches('"')))
        .collect()
}

#[tokio::test]
async fn metrics_are_served_on_their_own_address_only() {
    let app = App::new().await;
    assert_eq!(Config::default().metrics.bind, "", "off by default");
    assert_eq!(Pages::of(app.service.clone()).browser().get("/metrics").await.status, 404);
    let mut browser = scraper(&app.service);
    scraped(&mut browser).await;
    for path in ["/", "/games", "/readyz", "/metrics/x"] {
        assert_eq!(browser.once("GET", path, None).await.status, 404, "{path}");
    }
    assert_ne!(browser.once("POST", "/metrics", Some("")).await.status, 200);
}

#[tokio::test]
async fn metric_names_match_the_catalogue() {
    let app = App::new().await;
    let known = catalogue().into_iter();
    let known: BTreeSet<_> = known.map(|one| (one.name, one.kind.to_owned())).collect();
    let text = scraped(&mut scraper(&app.service)).await;
    assert_eq!(families(&text), known);
    for component in ["writer", "disk", "database"] {
        let sample = format!("ravenpost_component_up{{component=\"{component}\"}}");
        assert_eq!(value(&text, &sample), 1, "{component}");
    }
    assert_eq!(value(&text, "ravenpost_nodes{state=\"silent\"}"), 0);
}

#[tokio::test]
async fn activity_is_counted() {
    let mut app = App::seeded(7).await;
    let (_, _, game) = app.pair(TITLE).await;
    let mut browser = scraper(&app.service);
    let before = scraped(&mut browser).await;
    for _ in 0..10 {
        let loaded = app.service.games().load(&game).await.expect("a game");
        let seat = *loaded.seats().awaited_seats().first().expect("the game goes on");
        let order = app.some_order(&game, seat).await;
        app.order(&game, seat, &order).await.expect("legal");
        assert!(app.order(&game, seat, "nonsense").await.is_err());
    }
    let after = scraped(&mut browser).await;
    let grown = |sample: &str| value(&after, sample) - value(&before, sample);
    assert!(grown("ravenpost_orders_total{source=\"page\",result=\"accepted\"}") >= 10);
    assert_eq!(grown("ravenpost_orders_total{source=\"page\",result=\"refused\"}"), 10);
    assert!(grown("ravenpost_events_total") >= 10);
    assert!(grown("ravenpost_writer_jobs_total") >= 10);
    assert!(grown("ravenpost_game_cache_lookups_total{result=\"hit\"}") >= 10);
    assert!(value(&after, "ravenpost_game_cache_bytes") > 0);
    let waiting = value(&after, "ravenpost_outbox_emails{state=\"waiting\"}");
    assert!(waiting > 0, "turn emails are queued");
}

/// Plays on pages, then looks for everything that names a game or a person.
#[tokio::test]
async fn labels_name_no_game_seat_or_person() {
    let mut app = App::seeded(11).await;
    let (_, _, game) = app.pair(TITLE).await;
    let pages = Pages::of(app.service.clone());
    let mut ann = pages.browser().signed_in(&session(&app, "ann").await);
    for _ in 0..12 {
        let loaded = app.service.games().load(&game).await.expect("a game");
        let seat = *loaded.seats().awaited_seats().first().expect("the game goes on");
        let order = app.some_order(&game, seat).await;
        app.order(&game, seat, &order).await.expect("legal");
        ann.get(&format!("/games/{game}")).await;
    }
    for path in ["/players/ann", "/sign-in/ann@example.org", "/join/bob", "/bob", "/games/none"] {
        ann.get(path).await;
    }
    let text = scraped(&mut scraper(&app.service)).await;
    let mut routes: BTreeSet<&str> = ROUTES.iter().map(|route| route.path).collect();
    routes.insert(NO_ROUTE);
    let labels = labels(&text);
    assert!(labels.contains(&("route", "/games/{game}")), "{labels:?}");
    for (name, value) in labels {
        assert!(name != "route" || routes.contains(value), "{value}");
        for secret in ["ann", "bob", "example.org", "@", game.as_str()] {
            assert!(!value.contains(secret), "{name}={value}");
        }
    }
    assert!(!text.contains(game.as_str()));
}

#[tokio::test]
async fn thousand_scrapes_change_nothing() {
    let mut app = App::seeded(3).await;
    let (_, _, game) = app.pair(TITLE).await;
    let mut browser = scraper(&app.service);
    let first = scraped(&mut browser).await;
    let (stamp, size) = (app.service.store().stamp().await.expect("readable"), first.len());
    for _ in 0..1_000 {
        scraped(&mut browser).await;
    }
    let last = scraped(&mut browser).await;
    assert_eq!(app.service.store().stamp().await.expect("readable"), stamp, "something was stored");
    assert_eq!((families(&last), last.lines().count()), (families(&first), first.lines().count()));
    assert!(last.len() < size + 1_000, "it grows");
    let seat = {
        let loaded = app.service.games().load(&game).await.expect("a game");
        *loaded.seats().awaited_seats().first().expect("the game goes on")
    };
    let order = app.some_order(&game, seat).await;
    app.order(&game, seat, &order).await.expect("legal");
}

fn file(path: &str) -> String {
    std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(path)).expect("a text")
}

#[test]
fn metrics_page_lists_every_metric() {
    let page = file("docs/operate/metrics.md");
    let (_, rest) =
        page.split_once("<!-- made from: crates/metrics/src/lib.rs -->\n").expect("a marker");
    let listed = rest.split_once("<!-- end -->").expect("an end marker").0;
    assert!(listed == table(), "put this table there:\n{}", table());
}

/// The names of samples in a text.
fn named(text: &str) -> BTreeSet<String> {
    let words = text.split(|c: char| !(c.is_ascii_alphanumeric() || c == '_'));
    words.filter(|word| word.starts_with("ravenpost_")).map(str::to_owned).collect()
}

#[test]
fn queries_use_existing_metrics() {
    let samples: BTreeSet<String> = catalogue().iter().flat_map(Described::samples).collect();
    let families: BTreeSet<String> = catalogue().into_iter().map(|one| one.name).collect();
    for path in ["docs/operate/metrics.md", "docs/operate/monitor.md"] {
        let unknown: Vec<String> = named(&file(path))
            .into_iter()
            .filter(|name| !samples.contains(name) && !families.contains(name))
            .collect();
        assert!(unknown.is_empty(), "{path}: {unknown:?}");
    }
}

#[test]
fn alerts_and_dashboard_use_exactly_the_metrics() {
    let [alerts, dashboard] = ["alerts.yaml", "dashboard.json"]
        .map(|name| file(&format!("contrib/observability/{name}")));
    let parsed: serde_json::Value = serde_json::from_str(&dashboard).expect("JSON");
    assert!(parsed["panels"].as_array().is_some_and(|panels| panels.len() > 20));
    let used: BTreeSet<String> = named(&alerts).into_iter().chain(named(&dashboard)).collect();
    let samples: BTreeSet<String> = catalogue().iter().flat_map(Described::samples).collect();
    let unknown: Vec<&String> = used.difference(&samples).collect();
    assert!(unknown.is_empty(), "no server has {unknown:?}");
    for metric in catalogue() {
        let is_used = metric.samples().iter().any(|sample| used.contains(sample));
        assert!(is_used, "{} is on no panel and in no alert", metric.name);
    }
}
