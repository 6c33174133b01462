//! Servers as witnesses for each other: a growing log is signed, a second history is refused and
//! stored, and unusable requests are refused with the reason.

use chrono::Duration;
use ravenpost::service::ServiceError;
use ravenpost::service::proof::keys::Renewal;
use ravenpost::service::proof::witnessed::WitnessAnswer;
use ravenpost_log::proof::note::{Key, Line, Trade};
use ravenpost_store::proof::witnesses;

use super::{TITLE, sealed, with_seals};
use crate::harness::app::App;
use crate::harness::browser::Pages;
use crate::mail::playing::replies::ByMail;

async fn key(app: &App) -> Key {
    app.service.proof().server_keys().await.expect("readable")[0].key.clone()
}

async fn as_witness(app: &App) -> String {
    Key { trade: Trade::Witness, ..key(app).await }.to_string()
}

/// A server, and another that it accepts as a witness.
async fn two_servers() -> (App, App) {
    let witness = App::signing(9, &[]).await;
    let app = with_seals(6, &[as_witness(&witness).await], 2).await;
    (app, witness)
}

async fn show(
    witness: &App,
    request: &str,
    key: Option<Key>,
) -> Result<WitnessAnswer, ServiceError> {
    witness.service.proof().witness(witness.now, request, key).await
}

#[tokio::test]
async fn another_server_signs_growth_and_its_signature_shows() {
    let (mut app, witness) = two_servers().await;
    let first = app.service.proof().seals_from(0).await.expect("sealed");
    let why = show(&witness, &first, None).await.expect_err("it knows no such log");
    assert!(why.to_string().contains("--key"), "{why}");
    for (seen, seals) in [(0, 0), (2, 4), (6, 1)] {
        for _ in 0..seals {
            sealed(&mut app).await;
        }
        let request = app.service.proof().seals_from(seen).await.expect("sealed");
        let said = (seen == 0).then_some(key(&app).await);
        let WitnessAnswer::Signed(line) = show(&witness, &request, said).await.expect("looked at")
        else {
            panic!("it grew");
        };
        let line = Line::parse(&line).expect("a line");
        app.service.proof().take_cosignature(app.now, &line).await.expect("taken");
        let page = Pages::of(app.service.clone()).browser().get("/seals").await;
        assert!(page.ok().words().contains("Witnesses who signed it (1)"));
    }
    let page = Pages::of(app.service.clone()).browser().get("/seals/checkpoint").await;
    assert!(page.ok().body.starts_with("127.0.0.1:8080/seals\n"), "{}", page.body);
}

#[tokio::test]
async fn second_history_is_refused_and_both_are_stored() {
    let (app, witness) = two_servers().await;
    let (mine, request) =
        (key(&app).await, app.service.proof().seals_from(0).await.expect("sealed"));
    let signed = show(&witness, &request, Some(mine.clone())).await.expect("looked at");
    assert!(matches!(signed, WitnessAnswer::Signed(_)));
    // The same key with another history, of the same size and larger.
    let mut other = App::signing(6, &[]).await;
    other.pair(TITLE).await;
    for (seals, from, word) in [(2, 0, "has that size"), (1, 2, "a second history")] {
        for _ in 0..seals {
            sealed(&mut other).await;
        }
        let request = other.service.proof().seals_from(from).await.expect("sealed");
        match show(&witness, &request, None).await.expect("looked at") {
            WitnessAnswer::Refused { why, before } => {
                assert!(why.contains(word) && before.contains("\n2\n"), "{why}: {before}");
            }
            signed => panic!("{signed:?}"),
        }
    }
    let reader = witness.service.store().read();
    let kept = witnesses::refused(reader, &mine.name).await.expect("readable");
    assert_eq!(kept.len(), 2);
    assert!(kept[1].note.contains("\n3\n"), "{kept:?}");
    let seen = witnesses::seen(reader, &mine.name).await.expect("readable").expect("kept");
    assert_eq!(seen.size, 2, "what was signed stands");
}

/// Of two simultaneous histories, only one is signed.
#[tokio::test]
async fn of_two_simultaneous_histories_only_one_is_signed() {
    let (app, witness) = two_servers().await;
    let mut other = App::signing(6, &[]).await;
    other.pair(TITLE).await;
    for _ in 0..2 {
        sealed(&mut other).await;
    }
    let mine = Some(key(&app).await);
    let mut requests = Vec::new();
    for app in [&app, &other] {
        requests.push(app.service.proof().seals_from(0).await.expect("sealed"));
    }
    let all = requests.iter().cycle().take(8).map(|one| show(&witness, one, mine.clone()));
    let all = futures_util::future::join_all(all).await;
    let signed = |at: &usize| matches!(all[*at], Ok(WitnessAnswer::Signed(_)));
    let signed: Vec<usize> = (0..8).filter(signed).collect();
    assert!(signed == [0, 2, 4, 6] || signed == [1, 3, 5, 7], "{signed:?}");
}

/// A backup without seals that a witness has already seen: new seals form a second history, so the
/// log continues under another name.
#[tokio::test]
async fn restored_server_continues_under_another_log_name() {
    let (mut app, witness) = two_servers().await;
    let folder = tempfile::tempdir().expect("a folder");
    let copy = folder.path().join("copy.db");
    app.service.store().backup(&copy).await.expect("copied");
    sealed(&mut app).await;
    let request = app.service.proof().seals_from(0).await.expect("sealed");
    show(&witness, &request, Some(key(&app).await)).await.expect("signed");
    let mut back = App::on(&copy, app.now).await;
    assert_eq!(key(&back).await, key(&app).await);
    for _ in 0..2 {
        sealed(&mut back).await;
    }
    let request = back.service.proof().seals_from(3).await.expect("sealed");
    let refused = show(&witness, &request, None).await.expect("looked at");
    assert!(matches!(refused, WitnessAnswer::Refused { .. }), "{refused:?}");
    let renewal = Renewal { lost: false, name: Some("127.0.0.1:8080/seals-2".into()) };
    let renewed = back.service.proof().renew_key(back.now, renewal).await.expect("renewed");
    sealed(&mut back).await;
    let request = back.service.proof().seals_from(0).await.expect("sealed");
    let signed = show(&witness, &request, Some(renewed)).await.expect("looked at");
    assert!(matches!(signed, WitnessAnswer::Signed(_)), "{signed:?}");
}

#[tokio::test]
async fn useless_input_for_a_witness_is_refused_with_advice() {
    let (mut app, witness) = two_servers().await;
    let old = app.service.proof().seals_from(0).await.expect("sealed");
    let mine = key(&app).await;
    for _ in 0..3 {
        sealed(&mut app).await;
    }
    let new = app.service.proof().seals_from(0).await.expect("sealed");
    show(&witness, &new, Some(mine.clone())).await.expect("signed");
    let stranger = key(&witness).await;
    let swapped = new.replace("\n5\n", "\n6\n");
    sealed(&mut app).await;
    let ahead = app.service.proof().seals_from(3).await.expect("sealed");
    for (request, key, word) in [
        (old.as_str(), None, "5 of 127.0.0.1:8080/seals were seen before"),
        (&ahead, None, "/seals/from/5"),
        (&swapped, None, "not signed by"),
        (&new, Some(stranger), "not signed by"),
        ("rubbish", None, "not a checkpoint"),
        ("", None, "not a checkpoint"),
        ("old 5\n\n", None, "not a checkpoint"),
    ] {
        let why = show(&witness, request, key).await.expect_err("refused");
        assert!(why.to_string().contains(word), "{why}");
    }
    assert!(app.service.proof().seals_from(7).await.is_err(), "there are no seven");
    // Lines of an unknown witness, and for something else.
    let line = Line::parse(&format!("\u{2014} x.example/w {}", "A".repeat(104))).expect("a line");
    let why = app.service.proof().take_cosignature(app.now, &line).await.expect_err("of nobody");
    assert!(why.to_string().contains("seals.witnesses"), "{why}");
}

/// The witness's output, in reply to an email about a game.
#[tokio::test]
async fn witness_replies_by_email() {
    let witness = App::signing(9, &[]).await;
    let app = App::signing(1, &[as_witness(&witness).await]).await;
    let (_, _, game) = app.pair(TITLE).await;
    let mut table = ByMail::at(app, game);
    sealed(&mut table.app).await;
    let request = table.app.service.proof().seals_from(0).await.expect("sealed");
    let mine = key(&table.app).await;
    let WitnessAnswer::Signed(line) = show(&witness, &request, Some(mine)).await.expect("signed")
    else {
        panic!("it grew");
    };
    let (who, email) = table.turn().await;
    table.answer(&who, &email, &format!("Hello,\n\n{line}\n\nBest wishes\n"));
    table.app.now += Duration::minutes(1);
    table.round().await;
    let newest = table.app.service.proof().checkpoint().await.expect("readable").expect("signed");
    assert_eq!(newest.seen.len(), 1, "{}", newest.note);
    let told = table.emails().await;
    let said = told.iter().any(|(_, got)| got.message.contains("witnessed"));
    assert!(said, "{:?}", told.iter().map(|(to, _)| to).collect::<Vec<_>>());
}
