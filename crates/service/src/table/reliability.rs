//! Reliability of a player: the share of the last hundred questions answered in time, weighted
//! towards recent ones, and its breakdown. It is computed from the events of games. Only the player
//! sees it; a table may require a minimum.

use crate::handles::Tables;
use chrono::{DateTime, Utc};

use crate::error::ServiceError;
use crate::game::core::folded::Game;
use crate::game::core::folded::clocks::{Ended, PastClock};
use ravenpost_log::Act;
use ravenpost_log::act::Absence;
use ravenpost_log::table::status::Status;
use ravenpost_rules::Seat;
use ravenpost_store::PlayerId;
use ravenpost_store::lists::games;
use ravenpost_store::people::players;
use ravenpost_store::people::seat_holders::{self, FormerSeat};

/// Maximum number of questions that count.
const LAST: usize = 100;
/// Minimum number of questions for a rating.
const FEWEST: usize = 10;
/// Maximum number of games examined, most recently changed first.
const GAMES: usize = 30;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Outcome {
    InTime,
    /// In grace time, or on the bank.
    Late,
    Missed,
    /// On vacation, where the table allows it.
    Vacation,
    /// The seat was not waited for.
    NotAwaited,
    /// Emails to the player bounced.
    NoEmails,
    /// The player had taken over the seat and not answered anything there yet.
    TakenOver,
}

impl Outcome {
    /// Whether the outcome counts, and if so whether as in time.
    fn counts(self) -> Option<bool> {
        match self {
            Outcome::InTime | Outcome::Late => Some(true),
            Outcome::Missed => Some(false),
            _ => None,
        }
    }
}

/// The outcomes of a player's last questions, newest first.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Reliability(Vec<Outcome>);

impl Reliability {
    pub fn count(&self, outcome: Outcome) -> usize {
        self.0.iter().filter(|one| **one == outcome).count()
    }

    pub fn counted(&self) -> usize {
        self.0.iter().filter(|one| one.counts().is_some()).count()
    }

    /// Returns the percentage answered in time. The newest question has weight 100, the one before
    /// it 99, and so on. Returns `None` if there are too few.
    pub fn share(&self) -> Option<u8> {
        let counted = self.0.iter().filter_map(|one| one.counts());
        let weighed = counted.take(LAST).enumerate().map(|(at, punctual)| (LAST - at, punctual));
        let weighed: Vec<_> = weighed.collect();
        let all: usize = weighed.iter().map(|(weight, _)| weight).sum();
        let punctual: usize =
            weighed.iter().filter(|(_, punctual)| *punctual).map(|(weight, _)| weight).sum();
        (weighed.len() >= FEWEST).then(|| u8::try_from(punctual * 100 / all).unwrap_or(100))
    }

    /// Returns the breakdown in sentences.
    pub fn sentences(&self) -> Vec<String> {
        let mut said = vec![match self.share() {
            Some(share) => format!("You made {share}% of your recent moves on time."),
            None => format!(
                "Not enough turns yet: with fewer than {FEWEST}, you can join any \
                game."
            ),
        }];
        let punctual = self.count(Outcome::InTime) + self.count(Outcome::Late);
        said.push(format!("On time: {punctual} of the last {}.", self.counted()));
        let rest = [
            (Outcome::Late, "of these with extra time or the time bank"),
            (Outcome::Missed, "missed"),
            (Outcome::Vacation, "on vacation, not counted"),
            (Outcome::NotAwaited, "skipped, not counted"),
            (Outcome::NoEmails, "while emails to you bounced, not counted"),
            (Outcome::TakenOver, "taken over from another player, not counted"),
        ];
        let some = rest.into_iter().map(|(one, words)| (self.count(one), words));
        said.extend(
            some.filter(|(count, _)| *count > 0).map(|one| format!("{}: {}.", one.1, one.0)),
        );
        said
    }
}

impl Tables<'_> {
    /// Returns the reliability of a player, from the games in which the player has or had a seat.
    pub async fn reliability(self, player: PlayerId) -> Result<Reliability, ServiceError> {
        let reader = self.store().read();
        let mut held = seat_holders::formerly_of(reader, player).await?;
        for row in games::of_player(reader, player).await?.into_iter().take(GAMES) {
            let seats = seat_holders::of_game(reader, &row.id).await?;
            let own = seats.into_iter().filter(|one| one.player == Some(player));
            held.extend(own.map(|one| FormerSeat {
                game: one.game,
                seat: one.seat,
                since: one.since,
                until: None,
            }));
        }
        let stopped = players::get(reader, player).await?.stopped_at;
        let mut all = Vec::new();
        for one in held {
            // Games that cannot be read do not count.
            let Ok(game) = self.games().load(&one.game).await else { continue };
            if matches!(game.status.state, Status::Running | Status::Over) {
                all.extend(outcomes(&game, &one, stopped)?);
            }
        }
        all.sort_by_key(|(at, _)| std::cmp::Reverse(*at));
        Ok(Reliability(all.into_iter().take(LAST).map(|(_, outcome)| outcome).collect()))
    }

    /// Refuses players below the reliability that a table requires.
    pub(super) async fn must_be_reliable(
        self,
        asks: Option<u8>,
        player: PlayerId,
    ) -> Result<(), ServiceError> {
        let Some(asks) = asks else { return Ok(()) };
        match self.reliability(player).await?.share() {
            Some(share) if share < asks => Err(ServiceError::refused(format!(
                "this game is for players who make {asks}% of their moves on time, and your rate \
                 is {share}%. Recent moves count most, so yours can rise quickly. You can join \
                 games without this rule"
            ))),
            _ => Ok(()),
        }
    }
}

/// Returns the outcomes of a seat's questions while a player had it, each with the time when it
/// ended. Games against bots alone do not count.
fn outcomes(
    game: &Game,
    held: &FormerSeat,
    stopped: Option<DateTime<Utc>>,
) -> Result<Vec<(DateTime<Utc>, Outcome)>, ServiceError> {
    let others = Seat::all(game.status.table.seats).filter(|seat| *seat != held.seat);
    if game.status.pace.turn.is_none()
        || others.clone().all(|seat| game.status.seats.bot(seat).is_some())
    {
        return Ok(Vec::new());
    }
    let over = |act: &Act| matches!(act, Act::TakenOver { seat, .. } if *seat == held.seat);
    let mut strange = game.log.iter().any(|one| over(one.act) && one.event.at == held.since);
    let mut found = Vec::new();
    for one in game.clocks().past_clocks()? {
        let whose = one.seat == held.seat && one.over >= held.since;
        // Superseded by a rewind or an undo.
        let set_aside = game.log.event(one.seq).is_some_and(|by| by.superseded_by.is_some());
        if !whose || set_aside || held.until.is_some_and(|until| one.over > until) {
            continue;
        }
        match outcome(game, &one) {
            Some(Outcome::InTime | Outcome::Late) => strange = false,
            Some(_) if strange => {
                found.push((one.over, Outcome::TakenOver));
                continue;
            }
            _ => {}
        }
        let lost = stopped.is_some_and(|stopped| stopped <= one.over);
        found.extend(outcome(game, &one).map(|outcome| match outcome {
            Outcome::Missed if lost => (one.over, Outcome::NoEmails),
            outcome => (one.over, outcome),
        }));
    }
    Ok(found)
}

fn outcome(game: &Game, one: &PastClock) -> Option<Outcome> {
    match (&one.by, one.how) {
        (Act::Ordered { via, .. }, Ended::Answered) if via.is_of_player() => {
            Some(match one.wait.late {
                None => Outcome::InTime,
                Some(_) => Outcome::Late,
            })
        }
        (Act::TimedOut { cause: Some(Absence::NotAwaited), .. }, _) => Some(Outcome::NotAwaited),
        (Act::TimedOut { cause: Some(Absence::Vacation), .. }, _) => Some(Outcome::Vacation),
        (Act::TimedOut { deadline: Some(due), .. }, _) => {
            Some(match game.status.vacations.has(one.seat, *due) {
                true => Outcome::Vacation,
                // The seat had answered at least part of the question.
                false if one.wait.answered => Outcome::InTime,
                false => Outcome::Missed,
            })
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn older_prompts_weigh_less_and_excused_ones_nothing() {
        use Outcome::{InTime, Missed, Vacation};
        let share = |list: Vec<Outcome>| Reliability(list).share();
        assert_eq!(share(vec![InTime; 9]), None, "too few");
        assert_eq!(share(vec![InTime; 10]), Some(100));
        let with =
            |first: Outcome, last: Outcome| [vec![first], vec![InTime; 98], vec![last]].concat();
        let (new, old) = (share(with(Missed, InTime)), share(with(InTime, Missed)));
        assert_eq!((new, old), (Some(98), Some(99)), "the newest counts most");
        let excused = [vec![Vacation; 30], vec![InTime; 10]].concat();
        assert_eq!(share(excused), Some(100));
    }
}
