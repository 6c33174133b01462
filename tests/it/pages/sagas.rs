//! The saga of a game that is over: its chapters, maps, curve and luckiest draw.

use ravenpost_log::table::status::Status;

use super::TITLE;
use crate::harness::app::App;
use crate::harness::browser::Pages;

#[tokio::test]
async fn a_game_that_is_over_is_a_chronicle_in_every_title() {
    for title in ravenpost::titles::all() {
        let key = title.about().key;
        let app = App::seeded(5).await;
        let game = app.bots_only(key, &["steady", "random"]).await;
        assert_eq!(app.status(&game).await, Status::Over, "{key}");
        let live = app.service.live(&game).await.expect("a game");
        let mut browser = Pages::of(app.service.clone()).browser();
        // The finished screen leads to it.
        let end = browser.get(&format!("/games/{game}")).await;
        let saga = format!("/games/{game}/saga");
        assert!(end.ok().all(".ending a", "href").contains(&saga), "{key}");
        let page = browser.get(&saga).await;
        let chapters = page.ok().texts(".chapter h2");
        assert!((2..=24).contains(&chapters.len()), "{key}: {chapters:?}");
        assert!(page.texts(".chapter .log li").len() > chapters.len(), "{key}");
        let turned = page.texts("[aria-labelledby=saga-turning] li");
        assert!(!turned.is_empty(), "{key}: {}", page.words());
        // Maps are pictures with words, and the curve is a table as well.
        let maps = page.all(".chapter img", "src");
        assert_eq!(maps.len(), chapters.len(), "{key}");
        assert_eq!(page.all(".chapter img", "alt").len(), maps.len());
        for map in &maps {
            let map = browser.get(map).await;
            assert!(map.ok().body.starts_with("<svg"), "{key}");
        }
        let curve = page.all(".curve polyline", "points");
        assert_eq!(curve.len(), usize::from(live.course.table.seats), "{key}");
        let rows = page.texts("[aria-labelledby=saga-curve] tbody tr");
        assert_eq!(rows.len(), chapters.len(), "{key}: the same as a table");
        // The curve ends with the points of the result.
        let outcome = live.outcome().expect("over");
        for place in &outcome.places {
            assert!(
                rows.last().expect("one").contains(&place.score.to_string()),
                "{key}: {rows:?}"
            );
        }
        let proof = page.all("[aria-labelledby=saga-luck] a", "href");
        if let Some(proof) = proof.first() {
            let page = browser.get(proof).await;
            assert!(page.ok().words().contains("the same"), "{key}");
        }
        for wrong in ["0-1.svg", "9-2.svg", "1-99999.svg", "a-b.svg", "x"] {
            assert_eq!(browser.get(&format!("{saga}/{wrong}")).await.status, 404, "{wrong}");
        }
    }
}

#[tokio::test]
async fn while_it_runs_there_is_no_saga() {
    let mut app = App::seeded(3).await;
    let (_, _, game) = app.pair(TITLE).await;
    for _ in 0..8 {
        let seat = app.service.live(&game).await.expect("a game").awaited_seats()[0];
        let order = app.some_order(&game, seat).await;
        app.order(&game, seat, &order).await.expect("legal");
    }
    let mut browser = Pages::of(app.service.clone()).browser();
    let live = app.service.live(&game).await.expect("a game");
    let first = live.started().expect("it began").0;
    for path in ["".to_owned(), format!("/{}-{}.svg", first, first + 1)] {
        let page = browser.get(&format!("/games/{game}/saga{path}")).await;
        assert_eq!(page.status, 404, "{path}");
    }
    assert!(live.saga(None).is_err());
}
