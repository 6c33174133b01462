//! Everything pending for a player, in one order: orders, votes, held emails, seats in forks and
//! unread messages. Used by My games, the count in the page header, the footer of emails and the
//! link to the next game.

use crate::handles::Notifications;
use std::num::NonZeroUsize;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use chrono::{DateTime, Utc};
use lru::LruCache;

use crate::error::ServiceError;
use crate::game::core::folded::Game;
use ravenpost_log::GameId;
use ravenpost_store::PlayerId;
use ravenpost_store::lists::deadlines;
use ravenpost_store::post::incoming;
use ravenpost_store::talk::read_marks;

/// Number of players whose pending items are cached.
const CACHED: NonZeroUsize = NonZeroUsize::new(512).expect("512 is not 0");
/// Maximum number of held emails counted; no more are held for a seat.
const HELD: u32 = 40;

/// An action that is pending for a player.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PendingAction {
    /// An order for a seat.
    Order,
    /// A ballot in a vote.
    Vote,
    /// Confirm whether this many held emails are genuine.
    Held(usize),
    /// Accept a reserved seat in a fork.
    AskedAlong,
    /// Read this many messages.
    Words(u64),
}

/// One pending item.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Waiting {
    pub wanted: PendingAction,
    /// The game it is about; held emails have a page of their own.
    pub game: Option<GameId>,
    pub since: DateTime<Utc>,
    /// The deadline, if there is one.
    pub due: Option<DateTime<Utc>>,
}

/// Everything pending for a player: items with a deadline first, the earliest on top, and then the
/// oldest.
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

    /// The games with pending items, in order, each once; `None` stands for held emails.
    pub fn places(&self) -> Vec<Option<&GameId>> {
        let mut places = Vec::new();
        for place in self.0.iter().map(|wait| wait.game.as_ref()) {
            if !places.contains(&place) {
                places.push(place);
            }
        }
        places
    }

    /// How many games other than these have pending items, counting held emails as one.
    pub fn besides(&self, games: &[&GameId]) -> usize {
        let other = |place: &Option<&GameId>| place.is_none_or(|game| !games.contains(&game));
        self.places().into_iter().filter(other).count()
    }

    /// How many games other than these have pending items.
    pub fn games_besides(&self, games: &[&GameId]) -> usize {
        self.places().into_iter().flatten().filter(|game| !games.contains(game)).count()
    }

    /// The next item after a game, in circular order, but never in the same game. If the game has
    /// no pending item, the most urgent item is next.
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

/// Cached items per player, each with the store's write stamp at the time.
pub(crate) struct AllWaits(Mutex<LruCache<PlayerId, (u64, Arc<Waits>)>>);

impl Default for AllWaits {
    fn default() -> AllWaits {
        AllWaits(Mutex::new(LruCache::new(CACHED)))
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

impl Notifications<'_> {
    /// Everything pending for a player.
    pub async fn pending_actions(
        self,
        now: DateTime<Utc>,
        player: PlayerId,
    ) -> Result<Arc<Waits>, ServiceError> {
        // Read first, so that writes made meanwhile invalidate the result.
        let written = self.store().stamp().await?;
        if let Some((_, found)) = self.inner().waits.of(player).filter(|(then, _)| *then == written)
        {
            return Ok(found);
        }
        let found = Arc::new(self.gather_waits(now, player).await?);
        self.inner().waits.keep(player, written, Arc::clone(&found));
        Ok(found)
    }

    /// The last known pending items of a player. Meant for form submissions, which are followed by
    /// another page that reads them again.
    pub async fn last_pending_actions(
        self,
        now: DateTime<Utc>,
        player: PlayerId,
    ) -> Result<Arc<Waits>, ServiceError> {
        match self.inner().waits.of(player) {
            Some((_, found)) => Ok(found),
            None => self.pending_actions(now, player).await,
        }
    }

    async fn gather_waits(
        self,
        now: DateTime<Utc>,
        player: PlayerId,
    ) -> Result<Waits, ServiceError> {
        let reader = self.store().read();
        let (mut all, mut still) = (Vec::new(), Vec::new());
        for game_id in deadlines::perhaps_still(reader, player).await? {
            // A game that cannot be read accepts no orders either.
            let game = match self.games().apart(&game_id, self.games().load(&game_id)).await {
                Ok(game) if game.status.stops.since().is_none() => {
                    let organises = self.members().organiser_of(&game_id).await? == Some(player);
                    all.extend(vote(&game, player, organises));
                    continue;
                }
                game => game.ok(),
            };
            if let Some(game) = game {
                let organises = self.members().organiser_of(&game_id).await? == Some(player);
                all.extend(vote(&game, player, organises));
            }
            still.push(game_id);
        }
        for row in deadlines::of_player(reader, player).await? {
            if !still.contains(&row.game) {
                let (since, due) = (row.since, row.due_at);
                all.push(Waiting {
                    wanted: PendingAction::Order,
                    game: Some(row.game),
                    since,
                    due,
                });
            }
        }
        let held = incoming::held(reader, player, HELD).await?;
        let first = held.iter().map(|email| email.received_at).min();
        all.extend(first.map(|since| Waiting {
            wanted: PendingAction::Held(held.len()),
            game: None,
            since,
            due: None,
        }));
        for row in self.members().fork_invitations(now, player).await? {
            let (wanted, since) = (PendingAction::AskedAlong, row.opened_at);
            all.push(Waiting { wanted, game: Some(row.id), since, due: None });
        }
        for one in read_marks::unread(reader, player).await? {
            let (wanted, since) = (PendingAction::Words(one.count), one.since);
            all.push(Waiting { wanted, game: Some(one.game), since, due: None });
        }
        Ok(Waits::of(all))
    }
}

/// The pending ballot of a player in the open vote of a game, if there is one.
fn vote(game: &Game, player: PlayerId, organises: bool) -> Option<Waiting> {
    let vote = game.status.stops.proposal.as_ref()?;
    let silent = vote.silent(game.status.consent, &game.status.seats.held_seats());
    let own = game.seat_of(player);
    let asked = (own.is_some() && silent.contains(&own)) || (organises && silent.contains(&None));
    let (game_id, since, due) = (Some(game.id.clone()), vote.since, Some(vote.until));
    asked.then_some(Waiting { wanted: PendingAction::Vote, game: game_id, since, due })
}

#[cfg(test)]
mod tests {
    use chrono::Duration;

    use super::*;

    fn game(number: u8) -> GameId {
        GameId::from_bytes([number; 12])
    }

    fn waiting(number: u8, wanted: PendingAction, since: i64, due: Option<i64>) -> Waiting {
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
    fn running_clocks_come_first_then_the_longest_wait() {
        let waits = Waits::of(vec![
            waiting(1, PendingAction::Order, 1, None),
            waiting(2, PendingAction::Words(3), 0, None),
            waiting(3, PendingAction::Order, 9, Some(70)),
            waiting(0, PendingAction::Held(1), 5, None),
            waiting(4, PendingAction::Vote, 9, Some(60)),
        ]);
        assert_eq!(numbers(&waits), [4, 3, 2, 1, 0]);
        assert_eq!(waits.besides(&[&game(4), &game(8)]), 4, "emails are counted separately");
    }

    #[test]
    fn next_game_cycles_and_never_repeats_the_current_one() {
        let two = |due| {
            [waiting(1, PendingAction::Order, 0, due), waiting(2, PendingAction::Order, 1, due)]
        };
        let mut all = two(Some(9)).to_vec();
        all.push(waiting(2, PendingAction::Words(1), 0, None));
        all.push(waiting(3, PendingAction::Words(1), 3, None));
        let waits = Waits::of(all);
        let next = |from: u8| waits.after(Some(&game(from))).and_then(|wait| wait.game.clone());
        assert_eq!([1, 2, 3, 7].map(next), [2, 3, 1, 1].map(|number| Some(game(number))));
        assert_eq!(waits.after(None).and_then(|wait| wait.game.clone()), Some(game(1)));
        let one = Waits::of(vec![waiting(5, PendingAction::Order, 0, None)]);
        assert_eq!(one.after(Some(&game(5))), None, "it is here already");
        assert_eq!(Waits::default().after(Some(&game(5))), None);
    }
}
