//! Players and their data: seats, sessions, sign-in requests, invitations.

use std::collections::BTreeSet;

use super::*;
use ravenpost_rules::numbers::Seq;
use ravenpost_store::people::{
    confirmed_senders, erasure, invitations, players, seat_holders, sessions, sign_ins,
};
use ravenpost_store::post::incoming;
use ravenpost_store::{PlayerId, TokenHash, token_hash};

fn someone(address: &str) -> players::NewPlayer {
    let zone = "Europe/Stockholm".into();
    players::NewPlayer { address: address.into(), name: "Botair".into(), zone, at: moment(0) }
}

async fn join(here: &Here, address: &str) -> PlayerId {
    let new = someone(address);
    writing!(here.store, conn => { players::add(conn, &new).await }).unwrap()
}

#[tokio::test]
async fn address_is_one_player_in_any_case() {
    let here = Here::new().await;
    let id = join(&here, "Botair@Example.ORG").await;
    let found = players::by_address(here.store.read(), " botair@example.org").await.unwrap();
    let found = found.unwrap();
    assert_eq!((found.id, found.address.as_str()), (id, "Botair@Example.ORG"));
    let new = someone("BOTAIR@example.org");
    let twice = writing!(here.store, conn => { players::add(conn, &new).await });
    assert!(matches!(twice, Err(StoreError::Conflict)));
    let other = join(&here, "other@example.org").await;
    let moved = writing!(here.store, conn => {
        players::set_address(conn, other, "botair@EXAMPLE.org").await
    });
    assert!(matches!(moved, Err(StoreError::Conflict)));
    assert_eq!(players::count(here.store.read()).await.unwrap(), 2);
}

#[tokio::test]
async fn changed_player_data_is_stored() {
    let here = Here::new().await;
    let id = join(&here, "red@example.org").await;
    writing!(here.store, conn => {
        let (zone, theme) = ("Asia/Tokyo".to_owned(), Some("dark".to_owned()));
        let profile = players::Profile { name: "Strabain".into(), zone, theme };
        players::set_profile(conn, id, &profile).await?;
        players::set_mail(conn, id, r#"{"turn":"digest"}"#).await?;
        players::set_address(conn, id, "Blue@example.org").await
    })
    .unwrap();
    let found = players::get(here.store.read(), id).await.unwrap();
    assert_eq!((found.name.as_str(), found.zone.as_str()), ("Strabain", "Asia/Tokyo"));
    assert_eq!(
        (found.theme.as_deref(), found.mail.as_str()),
        (Some("dark"), r#"{"turn":"digest"}"#)
    );
    assert_eq!(found.address, "Blue@example.org");
    let nobody =
        writing!(here.store, conn => { players::set_mail(conn, PlayerId(99), "{}").await });
    assert!(matches!(nobody, Err(StoreError::NotFound)));
}

#[tokio::test]
async fn bounces_add_up_until_mail_stops() {
    let here = Here::new().await;
    let id = join(&here, "red@example.org").await;
    let stopped = writing!(here.store, conn => {
        let mut stopped = Vec::new();
        for (at, weight) in [(1, 2), (2, 2), (3, 2), (4, 10)] {
            let said = format!("mailbox full, {at}");
            let bounce = players::ReturnedEmail { at: moment(at), weight, limit: 5, said };
            stopped.push(players::bounced(conn, id, &bounce).await?);
        }
        Ok(stopped)
    });
    assert_eq!(stopped.unwrap(), [None, None, Some(moment(3)), Some(moment(3))]);
    let found = players::get(here.store.read(), id).await.unwrap();
    assert_eq!((found.bounces, found.bounced_at), (16, Some(moment(4))));
    assert_eq!(found.bounce.as_deref(), Some("mailbox full, 4"));
    writing!(here.store, conn => { players::clear_bounces(conn, id).await }).unwrap();
    let found = players::get(here.store.read(), id).await.unwrap();
    assert_eq!((found.bounces, found.bounced_at, found.stopped_at), (0, None, None));
}

fn session(player: PlayerId, token: &str, seconds: u64) -> sessions::Session {
    sessions::Session {
        token_hash: token_hash(token),
        player,
        created_at: moment(seconds),
        seen_at: moment(seconds),
        expires_at: moment(seconds + 1_000),
        agent: "A browser".into(),
    }
}

#[tokio::test]
async fn sessions_end_by_idling_age_and_sign_out() {
    let here = Here::new().await;
    let (red, blue) = (join(&here, "red@example.org").await, join(&here, "b@example.org").await);
    writing!(here.store, conn => {
        for token in ["one", "two", "three"] {
            sessions::add(conn, &session(red, token, 0)).await?;
        }
        sessions::add(conn, &session(blue, "four", 0)).await?;
        sessions::touch(conn, &token_hash("one"), moment(90)).await?;
        // If the clock is set back, the last-seen time stays.
        sessions::touch(conn, &token_hash("one"), moment(80)).await
    })
    .unwrap();
    let found = async |token: &str, now: u64| {
        let idle = TimeDelta::seconds(100);
        let found = sessions::find(here.store.read(), &token_hash(token)).await.unwrap();
        found.filter(|found| found.good(moment(now), idle))
    };
    assert_eq!(found("one", 189).await.map(|session| session.player.id), Some(red));
    assert_eq!(found("one", 190).await, None, "idle for too long");
    assert_eq!(found("two", 100).await, None, "idle for too long");
    assert_eq!(found("none", 1).await, None);
    writing!(here.store, conn => { sessions::touch(conn, &token_hash("one"), moment(950)).await })
        .unwrap();
    assert!(found("one", 999).await.is_some());
    assert_eq!(found("one", 1_000).await, None, "too old");

    // A player cannot end another's session.
    writing!(here.store, conn => { sessions::end(conn, blue, &token_hash("one")).await }).unwrap();
    let of_red = sessions::of_player(here.store.read(), red, moment(10)).await.unwrap();
    assert_eq!(of_red.len(), 3);
    assert_eq!(of_red[0].token_hash, token_hash("one"), "the last used first");
    let ended = writing!(here.store, conn => {
        sessions::end(conn, red, &token_hash("two")).await?;
        sessions::end_all(conn, red, Some(&token_hash("one"))).await
    });
    assert_eq!(ended.unwrap(), 1);
    let ended = writing!(here.store, conn => { sessions::end_all(conn, red, None).await });
    assert_eq!(ended.unwrap(), 1);
    assert!(found("four", 10).await.is_some());
    let swept = writing!(here.store, conn => {
        sessions::sweep(conn, moment(100), TimeDelta::seconds(100)).await
    });
    assert_eq!(swept.unwrap(), 1);
}

fn request(name: &str, seconds: u64) -> sign_ins::SignIn {
    sign_ins::SignIn {
        token_hash: token_hash(format!("link {name}")),
        code_hash: token_hash(format!("code {name}")),
        browser_hash: token_hash("browser"),
        address: "Red@example.org".into(),
        created_at: moment(seconds),
        expires_at: moment(seconds + 600),
    }
}

async fn use_link(here: &Here, name: &str, browser: &str, now: u64) -> Option<String> {
    let (link, browser) = (token_hash(format!("link {name}")), token_hash(browser));
    let used = writing!(here.store, conn => {
        sign_ins::use_link(conn, &link, &browser, moment(now)).await
    });
    used.unwrap()
}

async fn use_code(here: &Here, name: &str, now: u64) -> Option<String> {
    let (code, browser) = (token_hash(format!("code {name}")), token_hash("browser"));
    let used = writing!(here.store, conn => {
        sign_ins::use_code(conn, &code, &browser, moment(now)).await
    });
    used.unwrap()
}

async fn ask(here: &Here, name: &str, seconds: u64) {
    let new = request(name, seconds);
    writing!(here.store, conn => { sign_ins::add(conn, &new).await }).unwrap();
}

#[tokio::test]
async fn newest_link_works_once_in_its_browser() {
    let here = Here::new().await;
    ask(&here, "old", 0).await;
    ask(&here, "new", 10).await;
    assert_eq!(use_link(&here, "old", "browser", 20).await, None, "not the newest");
    assert_eq!(use_link(&here, "new", "scanner", 20).await, None, "another browser");
    assert_eq!(use_link(&here, "new", "browser", 610).await, None, "too late");
    let seen = sign_ins::look(here.store.read(), &token_hash("link new"), moment(20)).await;
    assert_eq!(seen.unwrap().unwrap().address, "red@example.org");
    assert_eq!(use_link(&here, "new", "browser", 609).await.as_deref(), Some("red@example.org"));
    assert_eq!(use_link(&here, "new", "browser", 609).await, None, "used");
    assert_eq!(use_code(&here, "new", 609).await, None, "used");
    let swept = writing!(here.store, conn => { sign_ins::sweep(conn, moment(605)).await });
    assert_eq!(swept.unwrap(), 1);
}

#[tokio::test]
async fn five_wrong_codes_cancel_a_request() {
    let here = Here::new().await;
    ask(&here, "first", 0).await;
    for _ in 0..sign_ins::TRIES - 1 {
        assert_eq!(use_code(&here, "guess", 1).await, None);
    }
    assert_eq!(use_code(&here, "first", 1).await.as_deref(), Some("red@example.org"));
    ask(&here, "second", 2).await;
    for _ in 0..sign_ins::TRIES {
        assert_eq!(use_code(&here, "guess", 3).await, None);
    }
    assert_eq!(use_code(&here, "second", 3).await, None);
    assert_eq!(use_link(&here, "second", "browser", 3).await, None);
}

#[tokio::test]
async fn one_of_sixty_four_uses_of_a_link_signs_in() {
    let here = Here::new().await;
    ask(&here, "one", 0).await;
    let tries = (0..64).map(|_| use_link(&here, "one", "browser", 1));
    let won = futures_util::future::join_all(tries).await.into_iter().flatten().count();
    assert_eq!(won, 1);
}

fn invitation(game: &GameId, token: &str) -> invitations::Invitation {
    invitations::Invitation {
        token_hash: token_hash(token),
        game: game.clone(),
        seat: Some(Seat(2)),
        address: Some("Blue@Example.org".into()),
        invited_by: None,
        created_at: moment(0),
        expires_at: Some(moment(100)),
        used_at: None,
        used_by: None,
    }
}

#[tokio::test]
async fn confirmed_senders_are_limited_and_tied_to_the_address() {
    let here = Here::new().await;
    let (ann, bo) = (join(&here, "ann@example.org").await, join(&here, "bo@example.org").await);
    for number in 0..=confirmed_senders::MOST {
        let address = format!("Ann{number}@Work.example");
        writing!(here.store, conn => {
            confirmed_senders::confirm(conn, ann, &address, moment(number.into())).await
        })
        .unwrap();
    }
    let known = async |player, address: &str| {
        confirmed_senders::is_confirmed(here.store.read(), player, address).await.unwrap()
    };
    assert!(known(ann, "ann1@work.example").await && !known(bo, "ann1@work.example").await);
    assert!(!known(ann, "ann0@work.example").await, "the oldest went");
    writing!(here.store, conn => {
        confirmed_senders::forget(conn, ann, "ANN1@work.example").await?;
        players::set_address(conn, bo, "bo@else.example").await
    })
    .unwrap();
    assert!(!known(ann, "ann1@work.example").await && known(ann, "ann2@work.example").await);
    writing!(here.store, conn => { players::set_address(conn, ann, "ann@else.example").await })
        .unwrap();
    assert!(!known(ann, "ann2@work.example").await);
}

#[tokio::test]
async fn invitation_is_used_once() {
    let here = Here::new().await;
    let (game, blue) = (ravenpost_store::random_game_id(), join(&here, "blue@example.org").await);
    let (one, two) = (invitation(&game, "one"), invitation(&game, "two"));
    let kept = one.clone();
    writing!(here.store, conn => {
        invitations::add(conn, &one).await?;
        invitations::add(conn, &two).await
    })
    .unwrap();
    let hash: TokenHash = token_hash("one");
    let found = invitations::find(here.store.read(), &hash, moment(1)).await.unwrap();
    assert_eq!(found, Some(kept));
    assert_eq!(invitations::find(here.store.read(), &hash, moment(100)).await.unwrap(), None);
    let waiting = invitations::to_address(here.store.read(), "BLUE@example.org", moment(1)).await;
    assert_eq!(waiting.unwrap().len(), 2);
    for (now, works) in [(100, false), (99, true), (99, false)] {
        let used = writing!(here.store, conn => {
            invitations::use_up(conn, &hash, blue, moment(now)).await
        });
        assert_eq!(used.is_ok(), works);
    }
    let of_game = game.clone();
    writing!(here.store, conn => {
        invitations::decline(conn, &of_game, &token_hash("two"), moment(98)).await
    })
    .unwrap();
    let left = invitations::of_game(here.store.read(), &game).await.unwrap();
    let used: BTreeSet<_> = left.iter().map(|one| (one.used_at, one.used_by)).collect();
    let wanted = [(Some(moment(98)), None), (Some(moment(99)), Some(blue))];
    assert_eq!(used, BTreeSet::from(wanted));
    let earlier = async |address: &str, game: &GameId| {
        let reader = here.store.read();
        invitations::earlier(reader, address, "HASH", game, moment(0)).await.unwrap()
    };
    let (none, three) = (invitation(&game, "three"), ravenpost_store::random_game_id());
    let three = invitations::Invitation { game: three, created_at: moment(1), ..none };
    let (later, at) = (three.game.clone(), three.game.clone());
    writing!(here.store, conn => { invitations::add(conn, &three).await }).unwrap();
    let found = earlier("blue@EXAMPLE.org", &later).await;
    assert_eq!(found, invitations::Earlier { to_game: 1, open: 1 });
    writing!(here.store, conn => { invitations::answer(conn, &at, blue).await }).unwrap();
    assert_eq!(earlier("blue@example.org", &later).await.open, 0, "it is answered");
    let hash = token_hash("three");
    let found = invitations::find(here.store.read(), &hash, moment(2)).await.unwrap();
    assert!(found.is_some(), "and can be used again after leaving");
}

fn sits(
    game: &GameId,
    seat: u8,
    player: Option<PlayerId>,
    bot: Option<&str>,
) -> seat_holders::SeatHolder {
    let (game, bot) = (game.clone(), bot.map(str::to_owned));
    seat_holders::SeatHolder { game, seat: Seat(seat), player, bot, since: moment(0), salt: None }
}

#[tokio::test]
async fn seat_changes_hands_and_keeps_its_salt() {
    let here = Here::new().await;
    let (game, red) = (ravenpost_store::random_game_id(), join(&here, "red@example.org").await);
    let mut first = sits(&game, 1, Some(red), None);
    first.salt = Some("thyme".into());
    let (then, second) = (sits(&game, 1, None, Some("steady")), sits(&game, 2, Some(red), None));
    writing!(here.store, conn => {
        for holder in [&first, &then, &second] {
            seat_holders::set(conn, holder).await?;
        }
        Ok(())
    })
    .unwrap();
    let found = seat_holders::of_game(here.store.read(), &game).await.unwrap();
    assert_eq!((found[0].player, found[0].bot.as_deref()), (None, Some("steady")));
    assert_eq!(found[0].salt.as_deref(), Some("thyme"));
    assert_eq!(seat_holders::of_player(here.store.read(), red).await.unwrap(), found[1..]);
    assert_eq!(players::of_game(here.store.read(), &game).await.unwrap().len(), 1);
    let both = sits(&game, 3, Some(red), Some("steady"));
    assert!(writing!(here.store, conn => { seat_holders::set(conn, &both).await }).is_err());
}

#[tokio::test]
async fn erased_person_leaves_the_game_intact() {
    let here = Here::new().await;
    let (game, red) = (ravenpost_store::random_game_id(), join(&here, "Red@example.org").await);
    here.play(&game, Seq::NONE).await.unwrap();
    let played = game.clone();
    writing!(here.store, conn => {
        seat_holders::set(conn, &sits(&played, 1, Some(red), None)).await?;
        sessions::add(conn, &session(red, "one", 0)).await?;
        sign_ins::add(conn, &request("one", 0)).await?;
        let mut invited = invitation(&played, "one");
        invited.address = Some("RED@example.org".into());
        invitations::add(conn, &invited).await?;
        let to_red = outbox::QueuedEmail {
            to_player: Some(red),
            address: None,
            message_id: "other@ravenpost.test".into(),
            ..email(&played, Seq(1))
        };
        outbox::owe(conn, &to_red).await?;
        let reply = arrival("game@ravenpost.test", "pass");
        let id = incoming::add(conn, &reply).await?.expect("it is new");
        let sender = Some("red@Example.org".into());
        let found = incoming::Found { sender, ..incoming::Found::default() };
        incoming::settle(conn, id, &outcome(found)).await?;
        erasure::forget(conn, red, &[]).await
    })
    .unwrap();
    let tables = "SELECT (SELECT count(*) FROM player) + (SELECT count(*) FROM session) \
        + (SELECT count(*) FROM sign_in) + (SELECT count(*) FROM outbox) \
        + (SELECT count(*) FROM inbound_email) \
        + (SELECT count(*) FROM invitation WHERE address IS NOT NULL)";
    let left: i64 =
        sqlx::query_scalar(tables).fetch_one(&mut raw(here.store.path()).await).await.unwrap();
    assert_eq!(left, 0);
    let seats = seat_holders::of_game(here.store.read(), &game).await.unwrap();
    assert_eq!((seats.len(), seats[0].player), (1, None));
    assert_eq!(events::history(here.store.read(), &game).await.unwrap().len(), 1);
    assert!(here.store.integrity_check().await.unwrap().is_empty());
}

fn arrival(recipient: &str, text: &str) -> incoming::Arrival {
    incoming::Arrival {
        source: "spool",
        uid: None,
        recipient: recipient.into(),
        raw: format!("From: red\r\n\r\n{text}\r\n").into_bytes(),
        at: moment(0),
    }
}

fn outcome(found: incoming::Found) -> incoming::Outcome {
    let note = "Passed.".to_owned();
    incoming::Outcome {
        state: incoming::IncomingState::Done,
        found,
        note,
        answer: None,
        at: moment(5),
    }
}

#[tokio::test]
async fn duplicate_email_to_a_recipient_is_stored_once() {
    let here = Here::new().await;
    let emails = ["pass", "pass", "stay"].map(|text| arrival("abc@ravenpost.test", text));
    let elsewhere = arrival("def@ravenpost.test", "pass");
    let kept = writing!(here.store, conn => {
        let mut kept = Vec::new();
        for email in emails.iter().chain([&elsewhere]) {
            kept.push(incoming::add(conn, email).await?);
        }
        Ok(kept)
    })
    .unwrap();
    assert!(matches!(kept[..], [Some(_), None, Some(_), Some(_)]), "{kept:?}");
    let new = incoming::new(here.store.read(), 0, 10).await.unwrap();
    assert_eq!(new, kept.iter().flatten().copied().collect::<Vec<_>>());
    let (id, game) = (new[0], ravenpost_store::random_game_id());
    let found =
        incoming::Found { game: Some(game), seat: Some(Seat(3)), ..incoming::Found::default() };
    let about = found.clone();
    let settled = writing!(here.store, conn => {
        let begun = incoming::begin(conn, id).await?;
        let first = incoming::settle(conn, id, &outcome(about.clone())).await?;
        let second = incoming::settle(conn, id, &outcome(about)).await?;
        let early = incoming::purge_bodies(conn, moment(5)).await?;
        Ok((begun, first, second, (early, incoming::purge_bodies(conn, moment(6)).await?)))
    });
    assert_eq!(settled.unwrap(), (true, true, false, (0, 1)));
    let stands = incoming::get(here.store.read(), id).await.unwrap();
    assert_eq!((stands.state, stands.raw, stands.tries), (incoming::IncomingState::Done, None, 1));
    assert_eq!(stands.found, found);
    let counts = incoming::counts(here.store.read()).await.unwrap();
    assert_eq!(counts, [(incoming::IncomingState::Done, 1), (incoming::IncomingState::New, 2)]);
}
