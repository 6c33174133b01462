//! The story of a finished game: chapters, maps, score chart and luckiest draw.

use std::sync::Arc;

use ravenpost_log::table::status::Status;
use ravenpost_rules::Viewer;

use crate::harness::app::App;
use crate::harness::browser::Pages;
use crate::pages::TITLE;

#[tokio::test]
async fn finished_game_of_every_title_has_a_story() {
    for title in ravenpost::titles::all() {
        let key = title.about().key;
        let app = App::seeded(5).await;
        let game_id = app.bots_only(key, &["steady", "random"]).await;
        assert_eq!(app.status(&game_id).await, Status::Over, "{key}");
        let game = app.service.games().load(&game_id).await.expect("a game");
        let mut browser = Pages::of(app.service.clone()).browser();
        // The page of the finished game links to it.
        let end = browser.get(&format!("/games/{game_id}")).await;
        let saga = format!("/games/{game_id}/saga");
        assert!(end.ok().all(".ending a", "href").contains(&saga), "{key}");
        let page = browser.get(&saga).await;
        let chapters = page.ok().texts(".chapter h2");
        assert!((2..=24).contains(&chapters.len()), "{key}: {chapters:?}");
        assert!(page.texts(".chapter .log li").len() > chapters.len(), "{key}");
        // Everything is revealed, so no line hides a decision.
        for line in page.texts(".chapter .log li") {
            assert!(!line.contains("has decided"), "{key}: {line}");
        }
        let turned = page.texts("[aria-labelledby=saga-turning] li");
        assert!(!turned.is_empty(), "{key}: {}", page.words());
        // Maps have alternative texts, and the chart is also a table.
        let maps = page.all(".chapter img", "src");
        assert_eq!(maps.len(), chapters.len(), "{key}");
        assert_eq!(page.all(".chapter img", "alt").len(), maps.len());
        for map in &maps {
            let map = browser.get(map).await;
            assert!(map.ok().body.starts_with("<svg"), "{key}");
        }
        let curve = page.all(".curve polyline", "points");
        assert_eq!(curve.len(), usize::from(game.status.table.seats), "{key}");
        let rows = page.texts("[aria-labelledby=saga-curve] tbody tr");
        assert_eq!(rows.len(), chapters.len(), "{key}: the same as a table");
        // The chart ends with the final scores.
        let outcome = game.outcome().expect("over");
        for place in &outcome.places {
            assert!(
                rows.last().expect("one").contains(&place.score.to_string()),
                "{key}: {rows:?}"
            );
        }
        let proof = page.all("[aria-labelledby=saga-luck] a", "href");
        if let Some(proof) = proof.first() {
            let page = browser.get(proof).await;
            assert!(page.ok().words().contains("it matches"), "{key}");
        }
        for wrong in ["0-1.svg", "9-2.svg", "1-99999.svg", "a-b.svg", "x"] {
            assert_eq!(browser.get(&format!("{saga}/{wrong}")).await.status, 404, "{wrong}");
        }
        // The story is computed once and then cached.
        let told = app.service.play().story(&game).await.expect("over");
        let again = app.service.play().story(&game).await.expect("over");
        assert!(Arc::ptr_eq(&told, &again), "{key}");
        if let Some(lucky) = &told.luckiest {
            assert!(
                !lucky.narration.shuffled && lucky.narration.few,
                "{key}: {}",
                lucky.narration.purpose
            );
        }
    }
}

/// The final scoring is not a turning point: the turning point of the last chapter uses the scores
/// of the step before.
#[tokio::test]
async fn final_scoring_is_not_a_turning_point() {
    let app = App::seeded(5).await;
    let mut jumps = 0;
    for title in ravenpost::titles::all() {
        let key = title.about().key;
        let game_id = app.bots_only(key, &["steady", "random"]).await;
        let game = app.service.games().load(&game_id).await.expect("a game");
        let saga = app.service.play().story(&game).await.expect("over");
        let last = saga.chapters.last().expect("a chapter");
        let before = game.history().changed_before(last.to).expect("an earlier step");
        let earlier = game.history().at(game.log.end_of(before)).expect("it was so");
        for (seat, points) in &last.points {
            let was = earlier.true_position().present(Viewer::Spectator).standing.points_of(*seat);
            jumps += i32::from(was != Some(*points));
            let name = game.called(*seat).name;
            let counted = format!("{name} makes the biggest gain");
            let result = format!("to {points} {}", saga.points);
            let told = saga.turning.iter().filter(|one| one.step == last.to);
            for one in told.filter(|one| one.text.contains(&counted) && was != Some(*points)) {
                assert!(!one.text.ends_with(&result), "{key}: {}", one.text);
            }
        }
    }
    assert!(jumps > 0, "somewhere the end is counted");
}

#[tokio::test]
async fn purpose_of_each_draw_is_described() {
    let app = App::seeded(5).await;
    let game_id = app.bots_only("scharz", &["steady", "random"]).await;
    let game = app.service.games().load(&game_id).await.expect("a game");
    let verdict = app.service.fairness().verdict(&game_id).await.expect("looked over");
    let dice = verdict.dice.as_ref().expect("over");
    let told = game.fairness().draw_summaries(dice).expect("told");
    assert!(told.len() > 20);
    for one in &told {
        let words = one.purpose.starts_with("the ")
            || one.purpose.starts_with("who ")
            || one.purpose.contains("'s ");
        assert!(words && !one.purpose.contains('-'), "{}", one.purpose);
    }
    let mut browser = Pages::of(app.service.clone()).browser();
    let page = browser.get(&format!("/games/{game_id}/luck?draw=30")).await;
    // The proof still names the exact purpose used in the key.
    assert!(page.ok().words().contains(&dice.draws[29].draw.purpose));
}

#[tokio::test]
async fn running_game_has_no_story() {
    let mut app = App::seeded(3).await;
    let (_, _, game_id) = app.pair(TITLE).await;
    for _ in 0..8 {
        let seat =
            app.service.games().load(&game_id).await.expect("a game").seats().awaited_seats()[0];
        let order = app.some_order(&game_id, seat).await;
        app.order(&game_id, seat, &order).await.expect("legal");
    }
    let mut browser = Pages::of(app.service.clone()).browser();
    let game = app.service.games().load(&game_id).await.expect("a game");
    let first = game.started().expect("it began").0;
    for path in ["".to_owned(), format!("/{}-{}.svg", first, first + 1)] {
        let page = browser.get(&format!("/games/{game_id}/saga{path}")).await;
        assert_eq!(page.status, 404, "{path}");
    }
    assert!(game.recap().story(None).is_err());
}
