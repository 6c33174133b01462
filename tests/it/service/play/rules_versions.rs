//! A game records the version of its rules, and when a newer program continues it.

use ravenpost::service::archive::verify::verify;
use ravenpost::titles;
use ravenpost_log::table::status::Status;
use ravenpost_rules::Viewer;

use crate::harness::app::App;
use crate::service::TITLE;

#[tokio::test]
async fn continued_game_records_the_new_version_once() {
    let mut app = App::seeded(6).await;
    let over = app.bots_only(TITLE, &["random", "random"]).await;
    assert_eq!(app.status(&over).await, Status::Over);
    let (_, _, game_id) = app.pair(TITLE).await;
    let versions = titles::versions();
    assert_eq!(
        app.service.rules_versions().follow_rules(app.now, &versions).await.expect("looked"),
        0
    );
    let before = app.service.games().load(&game_id).await.expect("a game");
    assert_eq!(before.status.rules, versions[TITLE]);

    let mut newer = versions.clone();
    newer.insert(TITLE, versions[TITLE] + 1);
    let ended = app.version(&over).await;
    assert_eq!(app.service.rules_versions().follow_rules(app.now, &newer).await.expect("noted"), 1);
    assert_eq!(
        app.service.rules_versions().follow_rules(app.now, &newer).await.expect("looked"),
        0
    );
    assert_eq!(app.version(&over).await, ended, "what is over stays as it is");
    // The game belongs to the newer program until this one has switched back.
    let refused = app.service.games().load(&game_id).await.map(drop).expect_err("newer rules");
    assert!(refused.is_ahead());
    app.service.games().rebuild(|_| ()).await.expect("made anew");
    assert_eq!(
        app.service.rules_versions().follow_rules(app.now, &versions).await.expect("noted"),
        1
    );
    let game = app.service.games().load(&game_id).await.expect("a game");
    assert_eq!((game.step(), game.status.rules), (before.step() + 2, versions[TITLE]));
    assert_eq!(game.status.clocks.waits, before.status.clocks.waits, "it is no new question");
    let told = game.narration().record(Viewer::Spectator).expect("told");
    let words: Vec<_> =
        told.iter().flat_map(|step| &step.narration).map(|told| &*told.text).collect();
    for (back, rules) in [(2, newer[TITLE]), (1, versions[TITLE])] {
        let said = format!("From here on, version {rules} of the rules applies");
        assert_eq!(words[words.len() - back], said);
    }

    // The game continues and its export verifies, but the audit reports the version of the rules
    // that this program does not know.
    let seat = game.seats().awaited_seats()[0];
    let order = app.some_order(&game_id, seat).await;
    app.order(&game_id, seat, &order).await.expect("legal");
    let file =
        app.service.archive().export(&game_id, Viewer::Seat(seat)).await.expect("written out");
    verify(&file).expect("it holds");
    let audited = app.service.fairness().audit_game(&game_id).await.expect("looked over");
    let told = audited.wrongs();
    assert!(
        told.len() == 1 && told[0].1.contains("this program does not know version"),
        "{told:?}"
    );
}
