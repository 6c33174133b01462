//! Clocks: each reminder and deadline takes effect once, and neither standing instructions nor
//! undos can shift them.

use chrono::Duration;
use ravenpost_log::{Act, GameId};
use ravenpost_rules::{Field, Form, Group, Seat};

use crate::harness::app::{App, key_of};
use crate::service::TITLE;

const RED: Seat = Seat(1);

async fn waiting_for_ann() -> (App, GameId) {
    let app = App::new().await;
    let ann = app.player("ann").await;
    let game = app.table(TITLE, ann, &["random"]).await;
    (app, game)
}

async fn kinds(app: &App, game_id: &GameId) -> Vec<String> {
    let game = app.service.games().load(game_id).await.unwrap();
    let kinds = game.log.iter().map(|entry| entry.act.kind().word().to_owned());
    kinds.filter(|kind| kind == "reminded" || kind == "timed-out").collect()
}

#[tokio::test]
async fn reminders_are_sent_at_half_a_fifth_and_last_call() {
    let (mut app, game) = waiting_for_ann().await;
    app.passes(Duration::hours(35)).await;
    assert!(kinds(&app, &game).await.is_empty());
    app.passes(Duration::hours(1)).await;
    app.passes(Duration::minutes(1)).await;
    assert_eq!(kinds(&app, &game).await, ["reminded"]);
    app.passes(Duration::hours(22)).await;
    app.passes(Duration::hours(11)).await;
    assert_eq!(kinds(&app, &game).await, ["reminded"; 3]);
    let emails = app.emails_queued("ann").await;
    for kind in ["reminder_half", "reminder_fifth", "reminder_last_call"] {
        assert_eq!(emails.iter().filter(|queued| *queued == kind).count(), 1, "{emails:?}");
    }
}

#[tokio::test]
async fn default_is_played_and_reported_at_the_deadline() {
    let (mut app, game_id) = waiting_for_ann().await;
    let fallback = app.service.games().load(&game_id).await.unwrap().true_position().fallback(RED);
    app.passes(Duration::days(3)).await;
    let game = app.service.games().load(&game_id).await.unwrap();
    let lapsed = game.log.iter().find_map(|entry| match &entry.act {
        Act::TimedOut { seat: RED, order, .. } => Some(order.clone()),
        _ => None,
    });
    assert_eq!(lapsed, Some(fallback));
    let emails = app.emails_queued("ann").await;
    assert_eq!(emails.iter().filter(|kind| *kind == "deadline_passed").count(), 1);
    let once = kinds(&app, &game_id).await;
    app.passes(Duration::zero()).await;
    assert_eq!(kinds(&app, &game_id).await, once, "a deadline passes once");
    let wait = game.seats().wait(RED).expect("the game goes on");
    assert_eq!(wait.due, Some(app.now + Duration::days(3)), "with a clock of its own");
}

#[tokio::test]
async fn only_the_last_of_several_late_reminders_is_sent() {
    let (mut app, game) = waiting_for_ann().await;
    app.passes(Duration::hours(70)).await;
    assert_eq!(kinds(&app, &game).await, ["reminded"]);
    assert!(app.emails_queued("ann").await.contains(&"reminder_last_call".to_owned()));
}

#[tokio::test]
async fn game_without_any_answers_ends() {
    let (mut app, game) = waiting_for_ann().await;
    for _ in 0..400 {
        if app.status(&game).await == ravenpost_log::table::status::Status::Over {
            return;
        }
        app.passes(Duration::days(3)).await;
    }
    panic!("the game never ended");
}

#[tokio::test]
async fn departed_player_gets_defaults_without_waiting() {
    let (app, game_id) = waiting_for_ann().await;
    let game = app.service.games().load(&game_id).await.unwrap();
    let (_, ann) = game.people.iter().find(|(seat, _)| *seat == RED).expect("a person");
    let key = key_of("leave");
    app.service.tables().leave_seat(app.now, &game_id, *ann, &key).await.expect("may leave");
    for _ in 0..20 {
        app.service.clocks().tick(app.now).await.expect("a tick");
    }
    assert_eq!(app.status(&game_id).await, ravenpost_log::table::status::Status::Over);
}

/// A form filled with the first choice of each field.
fn filled(form: &Form) -> String {
    form.write(|field, item| match &form.fields[field] {
        Field::Pick { choices, .. } => choices.first().map(|(word, _)| word.clone()),
        Field::Amounts { .. } => (item == 0).then(|| "1".to_owned()),
        Field::Tick { .. } => Some("on".to_owned()),
        Field::Text { hint, .. } => Some(hint.to_string()),
    })
}

/// Every standing instruction that a seat could give, as lines.
fn instructions(groups: &[Group]) -> Vec<String> {
    let offers = groups.iter().flat_map(|group| &group.offers).map(|offer| offer.order.clone());
    let forms = groups.iter().flat_map(|group| &group.forms).map(filled);
    offers.chain(forms).collect()
}

#[tokio::test]
async fn instructions_move_no_clock_and_send_no_email() {
    for title in ravenpost::titles::all() {
        let mut app = App::seeded(5).await;
        let (ann, bob) = (app.player("ann").await, app.player("bob").await);
        let game_id = app.open_table(title.about().key, ann, 2).await;
        app.service
            .tables()
            .join_table(app.now, &game_id, bob, Default::default())
            .await
            .expect("a seat");
        let mut taken = 0;
        for hour in 0..40 {
            app.now += Duration::minutes(30);
            let before = app.service.games().load(&game_id).await.unwrap();
            let seats = Seat::all(2).filter(|seat| before.status.clocks.waits.contains_key(seat));
            let Some(seat) = seats.max() else { break };
            let emails =
                app.emails_queued("ann").await.len() + app.emails_queued("bob").await.len();
            for line in instructions(&before.true_position().instructions(seat)) {
                let awaited =
                    app.service.games().load(&game_id).await.unwrap().true_position().awaited();
                let given = app.order(&game_id, seat, &line).await;
                let after = app.service.games().load(&game_id).await.unwrap();
                if given.is_ok() && after.true_position().awaited() == awaited {
                    taken += usize::from(after.last_seq() > before.last_seq());
                    assert_eq!(after.status.clocks.waits, before.status.clocks.waits, "{line}");
                    let now =
                        app.emails_queued("ann").await.len() + app.emails_queued("bob").await.len();
                    assert_eq!(now, emails, "{line} owes an email");
                } else if given.is_ok() {
                    break;
                }
            }
            let game = app.service.games().load(&game_id).await.unwrap();
            if hour % 3 == 2 && game.status.clocks.waits.contains_key(&seat) {
                let order = app.some_order(&game_id, seat).await;
                app.order(&game_id, seat, &order).await.expect("a legal order");
            }
        }
        assert!(taken > 5, "{}: only {taken} instructions were taken", title.about().key);
    }
}

#[tokio::test]
async fn order_given_before_the_deadline_stays_valid() {
    for (left, later, back) in [(5, -1, true), (5, 1, false)] {
        let mut app = App::new().await;
        let (ann, bob) = (app.player("ann").await, app.player("bob").await);
        let game = app.open_table(TITLE, ann, 2).await;
        app.service
            .tables()
            .join_table(app.now, &game, bob, Default::default())
            .await
            .expect("a seat");
        let before = app.service.games().load(&game).await.unwrap();
        let due = before.seats().wait(RED).and_then(|wait| wait.due).expect("a deadline");
        app.now = due - Duration::hours(left);
        // The first decision is sealed: the order can be taken back until both are in.
        let order = app.some_order(&game, RED).await;
        let given = app.order(&game, RED, &order).await.expect("taken").step.to_string();
        app.now = due + Duration::hours(later);
        let key = key_of("back");
        let done = app.service.play().take_back(app.now, &game, RED, None, &given, &key).await;
        assert_eq!(done.is_ok(), back, "{done:?}");
        let after = app.service.games().load(&game).await.unwrap();
        let wait = after.seats().wait(RED).and_then(|wait| wait.due);
        assert_eq!(wait, Some(due).filter(|_| back), "until the same deadline");
        assert_eq!(
            after.seats().wait(Seat(2)),
            before.seats().wait(Seat(2)),
            "nobody else's clock is moved"
        );
    }
}

#[tokio::test]
async fn wall_clock_set_back_keeps_log_times_monotonic() {
    let mut app = App::new().await;
    let ann = app.player("ann").await;
    let game_id = app.table(TITLE, ann, &["random"]).await;
    for back in [Duration::hours(3), Duration::days(1)] {
        app.now -= back;
        let order = app.some_order(&game_id, RED).await;
        app.order(&game_id, RED, &order).await.expect("taken");
    }
    let game = app.service.games().load(&game_id).await.unwrap();
    let times: Vec<_> = game.log.iter().map(|entry| entry.event.at).collect();
    assert!(times.is_sorted(), "{times:?}");
}

#[tokio::test]
async fn timeout_records_its_deadline() {
    let (mut app, game_id) = waiting_for_ann().await;
    let due = app
        .service
        .games()
        .load(&game_id)
        .await
        .unwrap()
        .seats()
        .wait(RED)
        .and_then(|wait| wait.due);
    // The clock loop runs late.
    app.passes(Duration::days(3) + Duration::minutes(40)).await;
    let game = app.service.games().load(&game_id).await.unwrap();
    let lapsed = game.log.iter().find_map(|entry| match &entry.act {
        Act::TimedOut { seat: RED, deadline: due, .. } => Some(*due),
        _ => None,
    });
    assert_eq!(lapsed, Some(due));
}

#[tokio::test]
async fn superseded_reminder_is_not_sent() {
    use ravenpost::emails::NotificationKind;
    use ravenpost::service::post::compose::Composed;
    let (mut app, game_id) = waiting_for_ann().await;
    app.passes(Duration::hours(36)).await;
    app.service.clocks().heartbeat(app.now).await.expect("a beat");
    let half = app.queued(NotificationKind::ReminderHalf).await;
    // An outage extends the deadline and its reminders.
    app.now += Duration::hours(5);
    let before = app
        .service
        .games()
        .load(&game_id)
        .await
        .unwrap()
        .seats()
        .wait(RED)
        .and_then(|wait| wait.due);
    app.service.clocks().heartbeat(app.now).await.expect("a beat");
    let game = app.service.games().load(&game_id).await.unwrap();
    assert!(
        game.seats().wait(RED).and_then(|wait| wait.due) > before,
        "the outage was compensated"
    );
    let finished = app.service.composing().finish_email(app.now, &half).await.expect("judged");
    assert!(matches!(finished, Composed::Ready { .. }), "half of the time is left still");
    let due = game.seats().wait(RED).and_then(|wait| wait.due).unwrap();
    app.now = due - Duration::hours(10);
    app.service.clocks().tick(app.now).await.expect("a tick");
    let fifth = app.queued(NotificationKind::ReminderFifth).await;
    let finished = app.service.composing().finish_email(app.now, &half).await.expect("judged");
    assert!(matches!(finished, Composed::Dropped(_)), "less is left by now");
    let finished = app.service.composing().finish_email(app.now, &fifth).await.expect("judged");
    assert!(matches!(finished, Composed::Ready { .. }));
}
