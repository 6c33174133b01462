//! The analysis board: a line several turns deep is not stored, but can be saved as a note and
//! played.

use ravenpost::service::play::analysis::{LONGEST, Thought, think};
use ravenpost_rules::{Seat, Viewer};

use crate::harness::app::App;
use crate::harness::browser::{Page, Pages};
use crate::pages::{TITLE, session};

/// Returns the first order that a page offers to try, as the browser would request it.
fn first_offer(page: &Page) -> String {
    let order = page.all("#orders button[name=order]", "value");
    let order = order.first().expect("an order is offered");
    let names = page.all("#orders form:has(button[name=order]) input[type=hidden]", "name");
    let values = page.all("#orders form:has(button[name=order]) input[type=hidden]", "value");
    let mut fields: Vec<(&str, &str)> =
        names.iter().map(String::as_str).zip(values.iter().map(String::as_str)).collect();
    let end = fields.iter().position(|(name, _)| *name == "seen").expect("the end of a form");
    fields.truncate(end + 1);
    fields.push(("order", order));
    ravenpost::web::shared::query::pairs(&fields)
}

#[tokio::test]
async fn analysis_spans_several_turns_and_stores_nothing() {
    for title in ravenpost::titles::all() {
        let app = App::seeded(31).await;
        let (_, _, game) = app.pair(title.about().key).await;
        let before = app.service.games().load(&game).await.expect("a game");
        let pages = Pages::of(app.service.clone());
        let mut ann = pages.browser().signed_in(&session(&app, "ann").await);
        let board = format!("/games/{game}/think");
        let mut page = ann.get(&format!("{board}?seed=4&bot=random")).await;
        let mut deep = 0;
        for _ in 0..6 {
            if page.ok().all("#orders button[name=order]", "value").is_empty() {
                break;
            }
            page = ann.get(&format!("{board}?{}", first_offer(&page))).await;
            let tried = page.ok().texts("#tried ol.log > li");
            assert!(tried.len() > deep, "{}: {tried:?}", title.about().key);
            deep = tried.len();
        }
        assert!(deep > 1, "{}: {deep}", title.about().key);
        let back = page.all("#tried .linkrow a", "href").first().expect("a way back").clone();
        assert!(ann.get(&back).await.ok().texts("#tried ol.log > li").len() < deep);
        let after = app.service.games().load(&game).await.expect("a game");
        assert_eq!(after.last_seq(), before.last_seq());
        assert_eq!(after.true_position().document(), before.true_position().document());
    }
}

#[tokio::test]
async fn analysis_is_saved_as_a_note_and_played_from_there() {
    let app = App::seeded(32).await;
    let (_, _, game) = app.pair(TITLE).await;
    let pages = Pages::of(app.service.clone());
    let mut ann = pages.browser().signed_in(&session(&app, "ann").await);
    let board = format!("/games/{game}/think");
    let page = ann.get(&board).await;
    let page = ann.get(&format!("{board}?{}", first_offer(page.ok()))).await;
    let noted = ann.send(page.ok(), "/note", &[("do", "add")]).await;
    let link = noted.ok().all(".slip .words a", "href").first().expect("a link").clone();
    let path = link[link.find("/games/").expect("ours")..].to_owned();
    let again = ann.get(&path).await;
    assert_eq!(again.ok().texts("#tried ol.log"), page.texts("#tried ol.log"), "the same line");
    let look = again.all("#tried .linkrow a", "href");
    let look = look.iter().find(|link| link.contains("/preview?")).expect("a way to give it");
    let look = ann.get(look).await;
    assert!(look.ok().text("#h-would").is_some());
    ann.send(&look, "/orders", &[("do", "give")]).await.ok();
}

#[tokio::test]
async fn refused_analysis_keeps_its_input() {
    let app = App::seeded(33).await;
    let (_, _, game_id) = app.pair(TITLE).await;
    let pages = Pages::of(app.service.clone());
    let mut ann = pages.browser().signed_in(&session(&app, "ann").await);
    let board = format!("/games/{game_id}/think");
    let page = ann.get(&format!("{board}?order=fly+home")).await;
    assert!(page.ok().text("#refused").expect("a refusal").contains("fly"), "{}", page.words());
    assert_eq!(page.all("#order", "value"), ["fly home"]);
    let page = ann.get(&format!("{board}?did=1:fly+home&did=1:swim")).await;
    assert!(page.ok().text("#refused").is_some(), "the line ends where it cannot go on");
    let long = "&did=1:end".repeat(LONGEST + 1);
    let rubbish = [
        (format!("?seed=1{long}"), 409),
        ("?bot=nobody".to_owned(), 409),
        ("?did=fly".to_owned(), 400),
        ("?did=x:fly".to_owned(), 400),
        ("?did=999:fly".to_owned(), 400),
    ];
    for (asked, status) in rubbish {
        assert_eq!(ann.get(&format!("{board}{asked}")).await.status, status, "{asked}");
    }
    for harmless in ["?seed=x", "?as=77", "?did=9:end", "?seed=99999999999", "?form=o.99.1"] {
        ann.get(&format!("{board}{harmless}")).await.ok();
    }
    let over = app.bots_only(TITLE, &["random", "random"]).await;
    let game = app.service.games().load(&over).await.expect("a game");
    assert!(think(&game, Seat(1), &Thought::default()).is_err(), "nothing to try when it is over");
}

/// The analysis depends on nothing that the player may not know.
#[tokio::test]
async fn analysis_depends_only_on_what_the_seat_knows() {
    for title in ravenpost::titles::all() {
        let app = App::seeded(34).await;
        let (_, _, game_id) = app.pair(title.about().key).await;
        let game = app.service.games().load(&game_id).await.expect("a game");
        let seat = game.seats().awaited_seats()[0];
        let order = app.some_order(&game_id, seat).await;
        for seed in 0..20 {
            let mut dice = ravenpost_rules::Dice::seeded(100 + u64::from(seed));
            let other = game.true_position().imagine(Viewer::Seat(seat), &mut dice);
            let other = game.standing_as(other);
            let bot = Some("random".to_owned());
            let thought = Thought { seed, bot, line: vec![(seat, order.clone())] };
            let ends = [&*game, &other].map(|game| {
                let end = think(game, seat, &thought).expect("tried");
                let told: Vec<_> = end.tried.iter().map(|one| one.order.clone()).collect();
                (told, end.position.show(Viewer::Seat(seat)))
            });
            assert_eq!(ends[0], ends[1], "{}, seed {seed}", title.about().key);
        }
    }
}
