//! What waits for a player, of every kind and in one order: orders, votes, letters to vouch for, a
//! seat at a fork, words that were not read. My games, the count in the head of each page, the foot
//! of letters and the way to the next game all ask here.

use std::num::NonZeroUsize;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use chrono::{DateTime, Utc};
use lru::LruCache;

use crate::service::Service;
use crate::service::error::ServiceError;
use crate::service::game::folded::Game;
use ravenpost_log::GameId;
use ravenpost_store::PlayerId;
use ravenpost_store::lists::deadlines;
use ravenpost_store::post::incoming;
use ravenpost_store::talk::read_marks;

/// Players of whom it is kept.
const KEPT: NonZeroUsize = NonZeroUsize::new(512).expect("512 is not 0");
/// Held letters that are counted; more are not held for a seat.
const HELD: u32 = 40;

/// What somebody is waited for with.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Wanted {
    /// An order at the seat that is asked.
    Order,
    /// A word in the vote of a table.
    Vote,
    /// Whether so many letters are genuine.
    Held(usize),
    /// Whether a seat at a fork is taken that is kept for the player.
    AskedAlong,
    /// So many words that were said to the player.
    Words(u64),
}

/// One thing that waits.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Waiting {
    pub wanted: Wanted,
    /// The game it is about; letters to vouch for have a page of their own.
    pub game: Option<GameId>,
    pub since: DateTime<Utc>,
    /// Until when, where a clock runs.
    pub due: Option<DateTime<Utc>>,
}

/// All that waits for somebody: what a clock runs for comes first, the least time left on top, and
/// then whatever has waited longest.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Waits(Vec<Waiting>);

impl Waits {
    fn of(mut all: Vec<Waiting>) -> Waits {
        all.sort_by(|one, other| {
            let order = |wait: &Waiting| (wait.due.is_none(), wait.due, wait.since);
            order(one).cmp(&order(other)).then_with(|| one.game.cmp(&other.game))
        });
        Waits(all)
    }

    pub fn all(&self) -> &[Waiting] {
        &self.0
    }

    /// The games that wait, each once, in their order; nothing stands for the held letters.
    pub fn places(&self) -> Vec<Option<&GameId>> {
        let mut places = Vec::new();
        for place in self.0.iter().map(|wait| wait.game.as_ref()) {
            if !places.contains(&place) {
                places.push(place);
            }
        }
        places
    }

    /// How many places wait besides these games.
    pub fn besides(&self, games: &[&GameId]) -> usize {
        let other = |place: &Option<&GameId>| place.is_none_or(|game| !games.contains(&game));
        self.places().into_iter().filter(other).count()
    }

    /// How many games wait besides these.
    pub fn games_besides(&self, games: &[&GameId]) -> usize {
        self.places().into_iter().flatten().filter(|game| !games.contains(game)).count()
    }

    /// Where to go on from a game: to what comes after it, round and round, but never to the same
    /// game again. A game that waits no more leads to what presses most.
    pub fn after(&self, game: Option<&GameId>) -> Option<&Waiting> {
        let places = self.places();
        let here = places.iter().position(|place| game.is_some() && *place == game);
        let next = match here {
            None => places.first(),
            Some(_) if places.len() < 2 => None,
            Some(at) => places.get((at + 1) % places.len()),
        };
        let next = next?;
        self.0.iter().find(|wait| wait.game.as_ref() == *next)
    }
}

/// What was found of players, each with how often something had been written before.
pub(in crate::service) struct AllWaits(Mutex<LruCache<PlayerId, (u64, Arc<Waits>)>>);

impl Default for AllWaits {
    fn default() -> AllWaits {
        AllWaits(Mutex::new(LruCache::new(KEPT)))
    }
}

impl AllWaits {
    fn of(&self, player: PlayerId) -> Option<(u64, Arc<Waits>)> {
        self.held().get(&player).cloned()
    }

    fn keep(&self, player: PlayerId, written: u64, found: Arc<Waits>) {
        self.held().put(player, (written, found));
    }

    fn held(&self) -> MutexGuard<'_, LruCache<PlayerId, (u64, Arc<Waits>)>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Service {
    /// What waits for a player.
    pub async fn what_waits(
        &self,
        now: DateTime<Utc>,
        player: PlayerId,
    ) -> Result<Arc<Waits>, ServiceError> {
        // Asked before anything is read: what is written meanwhile makes it out of date.
        let written = self.store().stamp().await?;
        if let Some((_, found)) = self.0.waits.of(player).filter(|(then, _)| *then == written) {
            return Ok(found);
        }
        let found = Arc::new(self.gather_waits(now, player).await?);
        self.0.waits.keep(player, written, Arc::clone(&found));
        Ok(found)
    }

    /// What waited for a player when that was last asked. For whoever sends a form: what it does is
    /// not known yet, and nearly always another page follows, which asks anew.
    pub async fn what_waited(
        &self,
        now: DateTime<Utc>,
        player: PlayerId,
    ) -> Result<Arc<Waits>, ServiceError> {
        match self.0.waits.of(player) {
            Some((_, found)) => Ok(found),
            None => self.what_waits(now, player).await,
        }
    }

    async fn gather_waits(
        &self,
        now: DateTime<Utc>,
        player: PlayerId,
    ) -> Result<Waits, ServiceError> {
        let reader = self.store().read();
        let (mut all, mut still) = (Vec::new(), Vec::new());
        for game in deadlines::perhaps_still(reader, player).await? {
            // One that cannot be read takes no orders either.
            let live = match self.apart(&game, self.live(&game)).await {
                Ok(live) if live.course.still_since().is_none() => {
                    let organises = self.organiser_of(&game).await? == Some(player);
                    all.extend(vote(&live, player, organises));
                    continue;
                }
                live => live.ok(),
            };
            if let Some(live) = live {
                let organises = self.organiser_of(&game).await? == Some(player);
                all.extend(vote(&live, player, organises));
            }
            still.push(game);
        }
        for row in deadlines::of_player(reader, player).await? {
            if !still.contains(&row.game) {
                let (since, due) = (row.since, row.due_at);
                all.push(Waiting { wanted: Wanted::Order, game: Some(row.game), since, due });
            }
        }
        let held = incoming::held(reader, player, HELD).await?;
        let first = held.iter().map(|letter| letter.received_at).min();
        all.extend(first.map(|since| Waiting {
            wanted: Wanted::Held(held.len()),
            game: None,
            since,
            due: None,
        }));
        for row in self.asked_along(now, player).await? {
            let (wanted, since) = (Wanted::AskedAlong, row.opened_at);
            all.push(Waiting { wanted, game: Some(row.id), since, due: None });
        }
        for one in read_marks::unread(reader, player).await? {
            let (wanted, since) = (Wanted::Words(one.count), one.since);
            all.push(Waiting { wanted, game: Some(one.game), since, due: None });
        }
        Ok(Waits::of(all))
    }
}

/// What the vote of a table wants of a player, if it is open and waits for that player's word.
fn vote(live: &Game, player: PlayerId, organises: bool) -> Option<Waiting> {
    let vote = live.course.proposal.as_ref()?;
    let silent = vote.silent(live.course.consent, &live.course.held_seats());
    let own = live.seat_of(player);
    let asked = (own.is_some() && silent.contains(&own)) || (organises && silent.contains(&None));
    let (game, since, due) = (Some(live.id.clone()), vote.since, Some(vote.until));
    asked.then_some(Waiting { wanted: Wanted::Vote, game, since, due })
}

#[cfg(test)]
mod tests {
    use chrono::Duration;

    use super::*;

    fn game(number: u8) -> GameId {
        GameId::from_bytes([number; 12])
    }

    fn waiting(number: u8, wanted: Wanted, since: i64, due: Option<i64>) -> Waiting {
        let at = |minutes| DateTime::<Utc>::UNIX_EPOCH + Duration::minutes(minutes);
        let game = (number > 0).then(|| game(number));
        Waiting { wanted, game, since: at(since), due: due.map(at) }
    }

    fn numbers(waits: &Waits) -> Vec<u8> {
        let number = |wait: &Waiting| {
            (1..9).find(|number| wait.game == Some(game(*number))).unwrap_or_default()
        };
        waits.all().iter().map(number).collect()
    }

    #[test]
    fn running_clocks_come_first_and_then_whatever_has_waited_longest() {
        let waits = Waits::of(vec![
            waiting(1, Wanted::Order, 1, None),
            waiting(2, Wanted::Words(3), 0, None),
            waiting(3, Wanted::Order, 9, Some(70)),
            waiting(0, Wanted::Held(1), 5, None),
            waiting(4, Wanted::Vote, 9, Some(60)),
        ]);
        assert_eq!(numbers(&waits), [4, 3, 2, 1, 0]);
        assert_eq!(waits.besides(&[&game(4), &game(8)]), 4, "letters have a place of their own");
    }

    #[test]
    fn the_next_game_walks_and_never_stays() {
        let two = |due| [waiting(1, Wanted::Order, 0, due), waiting(2, Wanted::Order, 1, due)];
        let mut all = two(Some(9)).to_vec();
        all.push(waiting(2, Wanted::Words(1), 0, None));
        all.push(waiting(3, Wanted::Words(1), 3, None));
        let waits = Waits::of(all);
        let next = |from: u8| waits.after(Some(&game(from))).and_then(|wait| wait.game.clone());
        assert_eq!([1, 2, 3, 7].map(next), [2, 3, 1, 1].map(|number| Some(game(number))));
        assert_eq!(waits.after(None).and_then(|wait| wait.game.clone()), Some(game(1)));
        let one = Waits::of(vec![waiting(5, Wanted::Order, 0, None)]);
        assert_eq!(one.after(Some(&game(5))), None, "it is here already");
        assert_eq!(Waits::default().after(Some(&game(5))), None);
    }
}
