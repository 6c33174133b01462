//! Ending a game by vote and replacing a player, without a script.

use ravenpost_log::table::status::Status;
use ravenpost_rules::Seat;

use crate::harness::app::App;
use crate::harness::browser::Pages;
use crate::pages::session;
use crate::service::table::replacements::miss_two_deadlines;
use crate::service::table::rewinds::play;

#[tokio::test]
async fn proposed_end_is_accepted_and_attributed() {
    let mut app = App::seeded(5).await;
    let (_, _, game) = app.pair(crate::pages::TITLE).await;
    play(&mut app, &game, 8).await;
    let pages = Pages::of(app.service.clone());
    let mut ann = pages.browser().signed_in(&session(&app, "ann").await);
    let mut bob = pages.browser().signed_in(&session(&app, "bob").await);
    let address = format!("/games/{game}");

    let page = ann.get(&format!("{address}?tab=players")).await;
    let link = page.ok().all("a[href$='/end']", "href");
    let form = ann.get(link.first().expect("a way to the proposal")).await;
    let words = form.ok().words();
    assert!(words.contains("Ending the game early needs everyone's agreement"), "{words}");
    let filled = [("result", "places"), ("place-1", "2"), ("place-2", "1")];
    let mute = [&filled[..], &[("reason", " ")]].concat();
    let bad = ann.send(&form, "/end", &mute).await;
    assert_eq!(bad.status, 422, "{}", bad.words());
    let far = [&filled[..1], &[("place-1", "1"), ("place-2", "7"), ("reason", "x")]].concat();
    assert_eq!(ann.send(&form, "/end", &far).await.status, 422);
    let why = [&filled[..], &[("reason", "Red has <b>no</b> time")]].concat();
    let put = ann.send(&form, "/end", &why).await;
    assert!(put.ok().words().contains("The vote is open"), "{}", put.words());
    assert!(put.words().contains("Red has <b>no</b> time"), "told as it was written");

    let back = bob.get(&format!("{address}/rewind?to=3")).await;
    assert!(back.ok().words().contains("End the game now?"), "one vote, one page");
    let page = bob.get(&address).await;
    let words = page.ok().words();
    assert!(words.contains("Blue first, Red second"), "{words}");
    assert!(words.contains("Agree to end the game"), "{words}");
    let done = bob.send(&page, "/vote", &[("do", "agree")]).await;
    let words = done.ok().words();
    assert!(words.contains("Ended by vote: Blue first, Red second"), "{words}");
    assert!(!words.contains("Points"), "nobody has points by it: {words}");
    assert_eq!(app.status(&game).await, Status::Over);
    bob.send(&page, "/vote", &[("do", "agree")]).await.ok();
    let watcher = pages.browser().get(&address).await;
    assert!(watcher.ok().words().contains("Ended by vote"), "{}", watcher.words());
    for part in ["/audit", "/log", "/luck", "?at=9", "?eye=open", "/end"] {
        let page = ann.get(&format!("{address}{part}")).await;
        assert!(page.status == 200, "{part}: {}", page.words());
    }
    let end = ann.get(&format!("{address}/end")).await;
    assert!(end.words().contains("cannot propose this now"), "{}", end.words());
    let organised = ann.get(&format!("{address}/organise")).await;
    assert!(organised.ok().all("main form", "action").is_empty(), "{}", organised.words());
}

#[tokio::test]
async fn freed_seat_is_taken_by_a_link() {
    let mut app = App::seeded(5).await;
    let (_, _, game_id) = app.pair(crate::pages::TITLE).await;
    play(&mut app, &game_id, 8).await;
    miss_two_deadlines(&mut app, &game_id, Seat(2)).await;
    app.player("cid").await;
    app.player("dot").await;
    let pages = Pages::of(app.service.clone());
    let mut ann = pages.browser().signed_in(&session(&app, "ann").await);
    let mut bob = pages.browser().signed_in(&session(&app, "bob").await);
    let mut cid = pages.browser().signed_in(&session(&app, "cid").await);
    let mut dot = pages.browser().signed_in(&session(&app, "dot").await);
    let address = format!("/games/{game_id}");

    let form = ann.get(&format!("{address}/organise")).await;
    form.ok();
    let fill = |instead, reason| {
        [("do", "replace"), ("seat", "2"), ("instead", instead), ("reason", reason)]
    };
    let own = [("do", "replace"), ("seat", "1"), ("instead", "anybody"), ("reason", "x")];
    assert_eq!(ann.send(&form, "/organise", &own).await.status, 422, "her own seat");
    let bad = ann.send(&form, "/organise", &fill("invited", " ")).await;
    assert_eq!(bad.status, 422, "{}", bad.words());
    let done = ann.send(&form, "/organise", &fill("invited", "Blue is gone")).await;
    assert!(done.ok().words().contains("Find a player for Blue"), "{}", done.words());
    let page = bob.get(&address).await;
    assert!(page.ok().all("button[name=order]", "value").is_empty(), "Bob only watches");
    let there = dot.get(&address).await;
    assert!(there.ok().all("form[action$=join]", "action").is_empty(), "for the invited only");
    let linked = ann.send(&done, "/link", &[]).await;
    let link = linked.ok().all("#link-text", "value");
    let path = link.first().expect("a link").split("/join/").nth(1).expect("a token").to_owned();
    let invited = cid.get(&format!("/join/{path}")).await;
    assert!(invited.ok().words().contains("This game is in progress"), "{}", invited.words());
    let sits = cid.send(&invited, &format!("/join/{path}"), &[]).await;
    assert!(sits.ok().words().contains("You have joined"), "{}", sits.words());
    let game = app.service.games().load(&game_id).await.unwrap();
    assert_eq!(game.seat_of(app.player_of("cid").await).map(|seat| seat.0), Some(2));

    // Replace the player again, this time by the first one to join from the game's page.
    miss_two_deadlines(&mut app, &game_id, Seat(2)).await;
    let form = ann.get(&format!("{address}/organise")).await;
    ann.send(&form, "/organise", &fill("anybody", "Blue is gone again")).await.ok();
    let tables = dot.get("/games").await;
    assert!(tables.ok().text("#free").is_some(), "{}", tables.words());
    let there = dot.get(&address).await;
    let sits = dot.send(&there, "/join", &[]).await;
    assert!(sits.ok().words().contains("You have joined"), "{}", sits.words());
    assert!(sits.words().contains("Blue is gone again"), "{}", sits.words());
    assert!(dot.get("/games").await.ok().text("#free").is_none(), "it is taken");
}

#[tokio::test]
async fn replacement_is_voted_on_and_the_organiser_is_named() {
    let mut app = App::seeded(5).await;
    let (_, _, game_id) = app.pair(crate::pages::TITLE).await;
    play(&mut app, &game_id, 8).await;
    let pages = Pages::of(app.service.clone());
    let mut ann = pages.browser().signed_in(&session(&app, "ann").await);
    let mut bob = pages.browser().signed_in(&session(&app, "bob").await);
    let address = format!("/games/{game_id}");

    let page = bob.get(&address).await;
    assert!(page.ok().words().contains("Red is played by the organiser"), "{}", page.words());
    let form = ann.get(&format!("{address}/organise")).await;
    assert!(form.ok().words().contains("who missed two deadlines"), "{}", form.words());
    let form = bob.get(&format!("{address}/change")).await;
    let fill =
        [("do", "replace"), ("seat", "1"), ("instead", "anybody"), ("reason", "Red is gone")];
    let put = bob.send(form.ok(), "/change", &fill).await;
    assert!(put.ok().words().contains("The vote is open"), "{}", put.words());
    let asked = ann.get(&format!("{address}/rewind")).await;
    let question = "Should the table replace Red's player";
    assert!(asked.ok().words().contains(question), "{}", asked.words());
    let done = ann.send(&asked, "/vote", &[("do", "agree")]).await;
    assert!(done.ok().words().contains("The players removed Red's player"), "{}", done.words());
    let game = app.service.games().load(&game_id).await.unwrap();
    assert_eq!(game.seat_of(app.player_of("ann").await), None);
    assert_eq!(game.status.seats.organiser_seat(), None, "she looks after it, and does not play");
}
