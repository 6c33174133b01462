//! Tests on pairs of games that differ only in hidden information. The last seat is played by a
//! bot, a substitute bot or the default player. The same orders are given in both games, and
//! automatic answers must come at the same moment. The answers themselves may differ, and so may
//! everything after them.

use std::sync::Arc;

use chrono::{DateTime, Duration, Utc};

use crate::game::core::batch::Batch;
use crate::game::core::folded::Game;
use crate::game::write::hidden_timing_tests::{Seen, game_of, pairs, seen};
use crate::people::secret::Entropy;
use crate::titles;
use ravenpost_log::act::{By, Sitter, Via};
use ravenpost_log::table::status::Status;
use ravenpost_log::{Act, ActKind};
use ravenpost_rules::{Dice, Seat, Title, Viewer};

/// The seat that no person plays.
const LAST: Seat = Seat(3);
/// Orders given by people in each game.
const ORDERS: usize = 24;
/// Maximum number of games per title for each wanted pair. In some titles nearly every order
/// reveals something hidden to the player who gives it.
const GAMES: u64 = 2;

/// Who plays the last seat.
#[derive(Clone, Copy, Debug)]
enum Who {
    Bot,
    StandIn,
    Steward,
}

fn game(title: &dyn Title, seed: u64, who: Who) -> Batch {
    let bot = || "random".to_owned();
    let last = match who {
        Who::Bot => Sitter::Bot(bot()),
        Who::StandIn | Who::Steward => Sitter::Person,
    };
    let mut batch = game_of(title, seed, Some(1_800), last);
    match who {
        Who::Bot => {}
        Who::StandIn => {
            let by = Some(By::Player(LAST));
            let away = Act::Substituted { seat: LAST, bot: Some(bot()), until: None, by };
            batch.note(away).expect("away");
        }
        Who::Steward => batch.leave(LAST).expect("gone"),
    }
    batch.carry_on().expect("played");
    batch
}

/// Returns the same game, except for what seat `eye` does not know about the others. The imagined
/// position is read back from its document, because in some titles it does not continue by itself.
fn otherwise(batch: &Batch, eye: Seat, dice: &mut Dice) -> Batch {
    let mut game = Game::clone(&batch.game);
    let imagined = game.position.imagine(Viewer::Seat(eye), dice).document();
    let other = game.title.from_document(&game.status.table, &imagined).expect("a position");
    game.position = other.holding(true).patient(true).into();
    Batch::on(Arc::new(game), batch.now, &Entropy::seeded(1))
}

/// An independent copy of the game.
fn copied(batch: &Batch) -> Batch {
    Batch::on(Arc::new(Game::clone(&batch.game)), batch.now, &Entropy::seeded(1))
}

/// When the last seat will next answer automatically.
fn moment(batch: &Batch) -> Option<DateTime<Utc>> {
    batch
        .game
        .status
        .clocks
        .waits
        .contains_key(&LAST)
        .then(|| batch.game.clocks().moment(LAST))
        .flatten()
}

/// Plays for half an hour, until the last seat has answered once, or until sealed orders are opened
/// (whose content may differ). Returns when that seat answered and what everyone saw until then.
fn goes_on(batch: &mut Batch) -> (Option<DateTime<Utc>>, Seen) {
    let before = batch.game.log.len();
    let answered = |batch: &Batch| {
        let new = batch.game.log.iter().skip(before);
        let mut own = new.filter(|entry| entry.act.seat() == Some(LAST) && entry.event.is_open());
        own.next().map(|entry| entry.event.at)
    };
    let mut last = seen(batch);
    for _ in 0..32 {
        batch.carry_on().expect("played");
        let mut new = batch.game.log.iter().skip(before);
        let opened = new.any(|one| one.act.kind() == ActKind::OrdersRevealed);
        let at = answered(batch);
        if at.is_some() || opened {
            return (at, last);
        }
        last = seen(batch);
        // Without a pending decision, nothing more happens until a player gives an order.
        let Some(due) = moment(batch) else { return (None, last) };
        batch.now = due.clamp(batch.now, batch.now + Duration::minutes(1));
    }
    (None, last)
}

/// Results for the pairs of a game.
#[derive(Default)]
struct Tally {
    pairs: u64,
    /// Pairs in which the last seat answered automatically after a delay.
    waited: u64,
    /// Orders that revealed something hidden to the player who gave them.
    narrated: u64,
}

/// Plays one game. Each order is also given in a copy that differs only in what that player does
/// not know.
fn play(title: &dyn Title, seed: u64, who: Who, tally: &mut Tally) {
    let mut dice = Dice::seeded(seed);
    let mut batch = game(title, seed, who);
    for _ in 0..ORDERS {
        if batch.game.status.state != Status::Running {
            return;
        }
        let asked: Vec<Seat> = batch.game.status.clocks.waits.keys().copied().collect();
        let asked: Vec<Seat> = asked.into_iter().filter(|seat| *seat != LAST).collect();
        let Some(seat) = asked.first().copied() else {
            goes_on(&mut batch);
            continue;
        };
        let legal = batch.game.position.legal(seat).orders;
        let place = dice.stream("order").below(legal.len().max(1) as u32) as usize;
        let order = legal.get(place).cloned();
        let order = order.unwrap_or_else(|| batch.game.position.fallback(seat));
        let mut both = [copied(&batch), otherwise(&batch, seat, &mut dice)];
        for one in &mut both {
            one.order(seat, &order, Via::Page).expect("legal in both");
        }
        let presentation = |one: &Batch| one.game.position.show(Viewer::Seat(seat));
        if presentation(&both[0]) == presentation(&both[1]) {
            tally.pairs += 1;
            let begins = batch.now;
            let [one, other] = both.each_mut().map(goes_on);
            let here = format!("{}, seed {seed}, {who:?}: {order}", title.about().key);
            assert_eq!(one, other, "{here}");
            tally.waited += u64::from(one.0.is_some_and(|at| at > begins));
        } else {
            tally.narrated += 1;
        }
        batch.now += Duration::minutes(1);
        batch.order(seat, &order, Via::Page).expect("legal");
        batch.carry_on().expect("played");
    }
}

#[test]
fn bots_and_defaults_answer_independently_of_hidden_state() {
    let wanted = pairs();
    for title in titles::all() {
        let mut tally = Tally::default();
        let games = [Who::Bot, Who::StandIn, Who::Steward].into_iter().cycle().zip(0..);
        for (who, seed) in games {
            play(*title, seed, who, &mut tally);
            if (tally.pairs >= wanted || seed > GAMES * wanted) && seed >= 3 {
                break;
            }
        }
        let Tally { pairs, waited, narrated } = tally;
        println!("{}: {pairs} pairs, {waited} waited, {narrated} told more", title.about().key);
        assert!(waited > 0, "{}: nothing answered by itself", title.about().key);
    }
}
