//! How reliable somebody is: the share of the last hundred questions that were answered in time,
//! those that are longer ago counting for less, with the sum that it comes from. It is computed
//! from the events of games, and nobody but the player sees it; a table may ask for one.

use chrono::{DateTime, Utc};

use crate::service::Service;
use crate::service::error::ServiceError;
use crate::service::game::folded::Game;
use crate::service::game::folded::clocks::{Ended, PastClock};
use ravenpost_log::Act;
use ravenpost_log::act::{Absence, Via};
use ravenpost_log::table::status::Status;
use ravenpost_rules::Seat;
use ravenpost_store::PlayerId;
use ravenpost_store::lists::games;
use ravenpost_store::people::players;
use ravenpost_store::people::seat_holders::{self, FormerSeat};

/// So many questions are looked at.
const LAST: usize = 100;
/// Whoever was asked fewer is not measured by them.
const FEWEST: usize = 10;
/// So many games are looked at, those that changed last.
const GAMES: usize = 30;

/// What became of a question.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Outcome {
    InTime,
    /// In a grace, or on the bank.
    Late,
    Missed,
    /// Away by dates, as the table has agreed to.
    Vacation,
    /// Nobody waited for the seat.
    NotAwaited,
    /// Letters to the player came back.
    NoLetters,
    /// It was the seat of somebody else who had gone, and nothing had been answered there since.
    TakenOver,
}

impl Outcome {
    /// Whether it counts, and as what.
    fn counts(self) -> Option<bool> {
        match self {
            Outcome::InTime | Outcome::Late => Some(true),
            Outcome::Missed => Some(false),
            _ => None,
        }
    }
}

/// What became of somebody's last questions, the newest first.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Reliability(Vec<Outcome>);

impl Reliability {
    /// Of so many questions with that outcome.
    pub fn count(&self, outcome: Outcome) -> usize {
        self.0.iter().filter(|one| **one == outcome).count()
    }

    /// How many count.
    pub fn counted(&self) -> usize {
        self.0.iter().filter(|one| one.counts().is_some()).count()
    }

    /// The share of those that were answered in time, in hundredths. The newest counts a hundred
    /// times, the one before it ninety-nine times. Nothing where there are too few.
    pub fn share(&self) -> Option<u8> {
        let counted = self.0.iter().filter_map(|one| one.counts());
        let weighed = counted.take(LAST).enumerate().map(|(at, kept)| (LAST - at, kept));
        let weighed: Vec<_> = weighed.collect();
        let all: usize = weighed.iter().map(|(weight, _)| weight).sum();
        let kept: usize = weighed.iter().filter(|(_, kept)| *kept).map(|(weight, _)| weight).sum();
        (weighed.len() >= FEWEST).then(|| u8::try_from(kept * 100 / all).unwrap_or(100))
    }

    /// The sum in sentences.
    pub fn sentences(&self) -> Vec<String> {
        let mut said = vec![match self.share() {
            Some(share) => format!("You answer {share} % of your questions in time."),
            None => format!("Too few questions yet: tables ask nothing of who has under {FEWEST}."),
        }];
        let kept = self.count(Outcome::InTime) + self.count(Outcome::Late);
        said.push(format!("{kept} of the last {} were answered in time.", self.counted()));
        let rest = [
            (Outcome::Late, "of these in a grace or on the bank"),
            (Outcome::Missed, "missed"),
            (Outcome::Vacation, "on vacation, not counted"),
            (Outcome::NotAwaited, "where nobody waited for you, not counted"),
            (Outcome::NoLetters, "while letters to you came back, not counted"),
            (Outcome::TakenOver, "of a seat that you took over, not counted"),
        ];
        let some = rest.into_iter().map(|(one, words)| (self.count(one), words));
        said.extend(
            some.filter(|(count, _)| *count > 0).map(|one| format!("{}: {}.", one.1, one.0)),
        );
        said
    }
}

impl Service {
    /// How reliable a player is, from the games where the player has or had a seat.
    pub async fn reliability(&self, player: PlayerId) -> Result<Reliability, ServiceError> {
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
            // What cannot be read is no question.
            let Ok(live) = self.live(&one.game).await else { continue };
            if matches!(live.course.status, Status::Running | Status::Over) {
                all.extend(outcomes(&live, &one, stopped)?);
            }
        }
        all.sort_by_key(|(at, _)| std::cmp::Reverse(*at));
        Ok(Reliability(all.into_iter().take(LAST).map(|(_, outcome)| outcome).collect()))
    }

    /// Refuses whom a table does not want that asks for reliable players.
    pub(super) async fn must_be_reliable(
        &self,
        asks: Option<u8>,
        player: PlayerId,
    ) -> Result<(), ServiceError> {
        let Some(asks) = asks else { return Ok(()) };
        match self.reliability(player).await?.share() {
            Some(share) if share < asks => Err(ServiceError::refused(format!(
                "this table asks for players who answer {asks} % of their questions in time, and \
                 of yours it is {share} %: the newest count most, so that it soon rises, and \
                 there are tables that do not ask"
            ))),
            _ => Ok(()),
        }
    }
}

/// What became of the questions of a seat while somebody had it, each with when it was over. Games
/// with bots alone are nobody's loss.
fn outcomes(
    live: &Game,
    held: &FormerSeat,
    stopped: Option<DateTime<Utc>>,
) -> Result<Vec<(DateTime<Utc>, Outcome)>, ServiceError> {
    let others = Seat::all(live.course.table.seats).filter(|seat| *seat != held.seat);
    if live.course.pace.turn.is_none() || others.clone().all(|seat| live.course.bot(seat).is_some())
    {
        return Ok(Vec::new());
    }
    let over = |act: &Act| matches!(act, Act::TakenOver { seat, .. } if *seat == held.seat);
    let mut strange = live.log.iter().any(|one| over(one.act) && one.event.at == held.since);
    let mut found = Vec::new();
    for one in live.past_clocks()? {
        let whose = one.seat == held.seat && one.over >= held.since;
        // What the table set aside when it went back, or a seat that took an answer back.
        let set_aside = live.log.event(one.seq).is_some_and(|by| by.superseded_by.is_some());
        if !whose || set_aside || held.until.is_some_and(|until| one.over > until) {
            continue;
        }
        match outcome(live, &one) {
            Some(Outcome::InTime | Outcome::Late) => strange = false,
            Some(_) if strange => {
                found.push((one.over, Outcome::TakenOver));
                continue;
            }
            _ => {}
        }
        let lost = stopped.is_some_and(|stopped| stopped <= one.over);
        found.extend(outcome(live, &one).map(|outcome| match outcome {
            Outcome::Missed if lost => (one.over, Outcome::NoLetters),
            outcome => (one.over, outcome),
        }));
    }
    Ok(found)
}

fn outcome(live: &Game, one: &PastClock) -> Option<Outcome> {
    match (&one.by, one.how) {
        (Act::Ordered { via: Via::Page | Via::Email, .. }, Ended::Answered) => {
            Some(match one.wait.late {
                None => Outcome::InTime,
                Some(_) => Outcome::Late,
            })
        }
        (Act::TimedOut { cause: Some(Absence::NotAwaited), .. }, _) => Some(Outcome::NotAwaited),
        (Act::TimedOut { cause: Some(Absence::Vacation), .. }, _) => Some(Outcome::Vacation),
        (Act::TimedOut { deadline: Some(due), .. }, _) => {
            Some(match live.course.is_on_vacation(one.seat, *due) {
                true => Outcome::Vacation,
                // Any word to it was an answer.
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
    fn what_is_longer_ago_counts_for_less_and_what_is_excused_for_nothing() {
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
