//! A title's own pages: searching the rules, the five-minute introduction, and a practice game with
//! one click.

use std::collections::BTreeSet;

use ravenpost::titles;
use ravenpost_rules::Seat;

use crate::harness::app::App;
use crate::harness::browser::Pages;
use crate::pages::{TITLE, session};

/// Technical words that players do not need.
const MACHINE: [&str; 9] = [
    ".json",
    ".toml",
    ".md",
    "Ruling",
    "generator",
    "provenance",
    "the service",
    "programmed",
    "Designed",
];

#[tokio::test]
async fn rules_are_found_by_number_and_by_word() {
    let app = App::new().await;
    let mut browser = Pages::of(app.service.clone()).browser();
    let rules = format!("/titles/{TITLE}/rules");
    for asked in ["9.1", "R9.1", "r9.1", "%20R9.1", "%23R9.1", "9.1&go=2.3"] {
        let answer = browser.once("GET", &format!("{rules}?go={asked}"), None).await;
        assert_eq!(answer.status, 303, "{asked}");
        assert_eq!(answer.header("location"), Some(format!("{rules}#R9.1").as_str()), "{asked}");
    }
    let behind = browser.once("GET", &format!("{rules}?go=27.4"), None).await;
    let place = format!("/titles/{TITLE}/background#R27.4");
    assert_eq!(behind.header("location"), Some(place.as_str()), "it stands on the other page");
    let found = browser.get(&format!("{rules}?go=Harbour")).await;
    let links = found.ok().all(".found a", "href");
    assert!(links.iter().any(|link| link.ends_with("#R2.8")), "{links:?}");
    assert_eq!(found.all("#go", "value"), ["Harbour"], "what was asked stays");
    let nothing = browser.get(&format!("{rules}?go=%3Cb%3Exyzzy")).await;
    assert_eq!(nothing.status, 404);
    assert!(nothing.words().contains("No results for “<b>xyzzy”"));
    assert!(nothing.body.contains("id=\"R9.1\""), "and the rules stand below");
    assert_eq!(browser.get(&format!("{rules}?go=")).await.status, 200);
}

#[tokio::test]
async fn player_pages_contain_no_developer_terms() {
    let app = App::new().await;
    let mut browser = Pages::of(app.service.clone()).browser();
    for title in titles::all() {
        let key = title.about().key;
        for part in ["learn", "tour", "rules", "notation"] {
            let page = browser.get(&format!("/titles/{key}/{part}")).await;
            let words = page.ok().texts("article").join(" ");
            for word in MACHINE {
                assert!(!words.contains(word), "{key} {part} says {word}");
            }
        }
    }
}

#[tokio::test]
async fn introduction_has_pictures_and_matches_the_game() {
    let app = App::new().await;
    let mut browser = Pages::of(app.service.clone()).browser();
    for title in titles::all() {
        let about = title.about();
        let page = browser.get(&format!("/titles/{}/learn", about.key)).await;
        let words = page.ok().texts("article").join(" ").split_whitespace().count();
        assert!((400..=900).contains(&words), "{}: {words} words with the legend", about.key);
        let told = about.learn.split_whitespace().count();
        assert!((400..=700).contains(&told), "{}: {told} words", about.key);
        let pictures = page.all("article img", "src");
        assert!(pictures.len() >= 3, "{}: {pictures:?}", about.key);
        let shown: BTreeSet<&String> = pictures.iter().collect();
        assert_eq!(shown.len(), pictures.len(), "{}: a picture twice", about.key);
        for picture in &pictures {
            let drawn = browser.get(picture).await;
            let kind = drawn.ok().header("content-type");
            assert_eq!(kind, Some("image/svg+xml"), "{picture}");
            assert!(drawn.body.starts_with("<svg") && drawn.body.contains("prefers-color-scheme"));
        }
        assert!(page.all("article .board-bit", "class").len() >= 5, "{}: signs", about.key);
        assert!(page.texts("#legend li").len() >= 10, "{}: a legend", about.key);
        assert!(!about.learn.contains("](sign:") || !page.body.contains("sign:"), "{}", about.key);
        let files = about.examples.iter().find(|(file, _)| *file == "learn.toml");
        let played = files.expect("its pictures are examples").1;
        let told = about.learn.split('`').skip(1).step_by(2);
        let orders = told.filter(|word| {
            word.contains(' ') && about.verbs.contains(&word.split(' ').next().unwrap_or_default())
        });
        let mut count = 0;
        for order in orders {
            assert!(played.contains(order), "{}: {order} is told and not played", about.key);
            count += 1;
        }
        assert!(count >= 3, "{}: {count} orders are told", about.key);
    }
}

#[tokio::test]
async fn a_practice_game_starts_with_one_click() {
    let app = App::new().await;
    let pages = Pages::of(app.service.clone());
    let mut stranger = pages.browser();
    let mut ann = pages.browser().signed_in(&session(&app, "ann").await);
    for title in titles::all() {
        let about = title.about();
        let path = format!("/titles/{}", about.key);
        let page = stranger.get(&path).await;
        assert!(page.ok().form("/practice").post, "{}: one click without an account", about.key);
        let page = ann.get(&path).await;
        assert_eq!(page.ok().texts("#practice button.big").len(), 1, "{}", about.key);
        let size = &about.size;
        for fact in [size.length, &size.duration(), size.good_with] {
            assert!(!fact.is_empty() && page.words().contains(fact), "{}: {fact}", about.key);
        }
        assert_eq!(page.all(".t-picture img", "src").len(), 1, "{}", about.key);
        let begun = ann.send(&page, "/open", &[]).await;
        assert!(begun.ok().path.starts_with("/games/"), "{}: {}", about.key, begun.words());
        let id = begun.path.split(['/', '?']).nth(2).expect("a game");
        let game_id = ravenpost_log::GameId::parse(id).expect("an id");
        let game = app.service.games().load(&game_id).await.expect("a game");
        let seats = about.seats.0.max(2);
        assert_eq!(game.status.table.seats, seats, "{}", about.key);
        assert!(game.has_started() && game.status.pace.turn.is_none(), "{}", about.key);
        assert!(game.seats().awaited_seats().contains(&Seat(1)), "{}: the turn is mine", about.key);
        let again = ann.send(&page, "/open", &[]).await;
        assert!(again.path.starts_with(&format!("/games/{id}")), "twice is once: {}", again.path);
    }
}

#[tokio::test]
async fn finished_game_of_the_title_can_be_replayed() {
    let app = App::new().await;
    let mut browser = Pages::of(app.service.clone()).browser();
    let watch = "Replay a finished game";
    let page = browser.get(&format!("/titles/{TITLE}")).await;
    assert!(!page.ok().words().contains(watch), "there is none yet");
    let game = app.bots_only(TITLE, &["random", "random"]).await;
    for title in titles::all() {
        let page = browser.get(&format!("/titles/{}", title.about().key)).await;
        let links = page.ok().all("main a", "href");
        let found = links.iter().any(|link| link.contains(game.as_str()));
        assert_eq!(found, title.about().key == TITLE, "{}", title.about().key);
    }
}
