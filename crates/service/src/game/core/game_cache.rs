//! Folded games in memory. Recently used games are unpacked. The others are packed, which reduces
//! them to a third of the size.

use crate::handles::Games;
use std::sync::Arc;

use crate::cache::Cache;
use crate::game::core::folded::Game;
use ravenpost_log::GameId;

/// The unpacked parts of games may use 1/`READY` of the memory. Active games should be found
/// unpacked, because unpacking one game and packing another costs more than an order.
const READY: usize = 2;

/// The games in memory.
pub(crate) struct GameCache {
    all: Cache<GameId, Arc<Game>>,
    /// The unpacked games, weighted by their unpacked parts.
    ready: Cache<GameId, ()>,
}

impl GameCache {
    /// Creates a cache of `room` bytes.
    pub fn new(room: usize) -> GameCache {
        GameCache { all: Cache::new(room), ready: Cache::new(room / READY) }
    }

    pub fn get(&self, id: &GameId) -> Option<Arc<Game>> {
        let game = self.all.get(id)?;
        if game.log.rests() {
            let game = Arc::new(game.memory().awake());
            self.put(&game);
            return Some(game);
        }
        self.ready.get(id);
        Some(game)
    }

    pub fn has(&self, id: &GameId) -> bool {
        self.all.has(id)
    }

    /// Whether a game in memory is public. Does not count as use of the game.
    pub fn is_public(&self, id: &GameId) -> Option<bool> {
        self.all.peek(id).map(|game| game.status.public)
    }

    /// Stores a game unless a newer version is present. Older entries that no longer fit are packed
    /// or evicted.
    pub fn put(&self, game: &Arc<Game>) {
        let (id, version, weight) = (game.id.clone(), game.last_seq(), game.memory().weight());
        let newest = |known: &Arc<Game>| known.last_seq() <= version;
        for (id, _) in self.all.put_over(id, Arc::clone(game), weight, newest) {
            self.ready.forget(&id);
        }
        let at_hand = game.memory().weight_alone();
        for (id, ()) in self.ready.put_over(game.id.clone(), (), at_hand, |()| true) {
            self.pack_game(&id);
        }
    }

    fn pack_game(&self, id: &GameId) {
        let Some(game) = self.all.peek(id) else { return };
        let resting = Arc::new(game.memory().resting());
        let weight = resting.memory().weight();
        self.all.replace(id, resting, weight, |known| Arc::ptr_eq(known, &game));
    }

    pub fn forget(&self, id: &GameId) {
        self.all.forget(id);
        self.ready.forget(id);
    }

    /// Approximate size in bytes of all games.
    pub fn weight(&self) -> usize {
        self.all.weight()
    }
}

impl Games<'_> {
    /// Returns the game from memory. The old events of a game are packed when it is read again.
    /// Every caller gets its own copy of a packed game, to unpack as needed.
    pub(in crate::game) fn cached(self, id: &GameId) -> Option<Arc<Game>> {
        let mut game = self.inner().games.get(id)?;
        if game.log.is_loose() {
            game = Arc::new(game.memory().pack());
            game.history().share_log();
            self.publish(&game);
        }
        Some(if game.log.is_packed() { Arc::new(Game::clone(&game)) } else { game })
    }

    /// Publishes a game unless a newer version is already visible. Bundles that the caller unpacked
    /// are not stored.
    pub(in crate::game) fn publish(self, game: &Arc<Game>) {
        match game.log.unpacked() {
            0 => self.inner().games.put(game),
            _ => self.inner().games.put(&Arc::new(Game::clone(game))),
        }
    }

    /// Whether the game is in memory.
    pub(in crate::game) fn is_cached(self, id: &GameId) -> bool {
        self.inner().games.has(id)
    }

    pub(crate) fn forget(self, id: &GameId) {
        self.inner().games.forget(id);
        self.inner().caches.forget_steps(id);
    }
}

#[cfg(test)]
mod tests {
    use chrono::{DateTime, Utc};

    use super::*;
    use crate::Settings;
    use crate::cache::memory::Share;
    use crate::game::core::batch::{Batch, Salt};
    use crate::game::core::test_table::opening;
    use crate::people::secret::Entropy;
    use crate::titles;
    use ravenpost_log::act::{Pace, Sitter};
    use ravenpost_rules::Seat;

    fn game(seed: u8) -> Arc<Game> {
        let secret = [seed; 32];
        let title = titles::find("gotlandia").expect("known");
        let opening = opening(title, Pace::of(None), &secret);
        let (id, entropy) = (GameId::from_bytes([seed; 12]), Entropy::seeded(seed.into()));
        let begun: DateTime<Utc> = DateTime::UNIX_EPOCH;
        let mut batch = Batch::open(&id, &opening, secret, &entropy, begun).expect("opened");
        for seat in Seat::all(2) {
            batch.join(seat, Sitter::Person, Salt::drawn(String::new()), false).expect("seated");
        }
        assert!(batch.start_if_full().expect("started"));
        Arc::new(batch.game)
    }

    #[test]
    fn idle_games_are_packed_and_unpack_unchanged() {
        let all: Vec<_> = (1..=20).map(game).collect();
        let heaviest = all.iter().map(|game| game.memory().weight_alone()).max().expect("twenty");
        let ready = heaviest + size_of::<(GameId, ())>();
        const AWAKE: usize = 6;
        let games = GameCache::new(ready * READY * AWAKE + READY);
        all.iter().for_each(|game| games.put(game));
        let resting = |games: &GameCache| {
            let rests = |game: &&Arc<Game>| games.all.peek(&game.id).is_some_and(|l| l.log.rests());
            all.iter().filter(rests).map(|game| game.id.clone()).collect::<Vec<_>>()
        };
        let cached = all.iter().filter(|game| games.has(&game.id)).count();
        assert_eq!(resting(&games).len(), cached - AWAKE);
        assert!(cached > READY * AWAKE, "those that rest take less room: {cached}");
        let oldest = resting(&games)[0].clone();
        let again = games.get(&oldest).expect("it rests");
        let before = all.iter().find(|game| game.id == oldest).expect("one of them");
        assert!(!again.log.rests() && !resting(&games).contains(&oldest));
        assert_eq!(again.events().collect::<Vec<_>>(), before.events().collect::<Vec<_>>());
        assert_eq!(
            (again.last_seq(), again.memory().weight()),
            (before.last_seq(), before.memory().pack().memory().weight())
        );
        games.forget(&oldest);
        assert!(!games.has(&oldest) && games.get(&oldest).is_none());
        let sum: usize = resting(&games).len() + AWAKE - 1;
        assert_eq!(sum, cached - 1, "one of the others had made room for it");
    }

    /// Sixty-four simultaneous games stay unpacked. Otherwise each order would unpack its own game
    /// and pack another, which halves the throughput.
    #[test]
    fn sixty_four_active_games_stay_unpacked() {
        // Approximate size of one and a half blocks of events in Gotlandia.
        const AT_HAND: usize = 80_000;
        let room = Share::Games.of(Settings::default().memory) / READY;
        assert!(room >= 64 * AT_HAND, "{room}");
    }

    #[test]
    fn older_game_does_not_evict_a_newer_one() {
        let (games, new) = (GameCache::new(1_000_000), game(1));
        let before: Vec<_> = new.events().take(2).cloned().collect();
        let old = Arc::new(Game::fold(&new.id, &before).expect("folded"));
        games.put(&new);
        games.put(&old);
        assert_eq!(games.get(&new.id).map(|game| game.last_seq()), Some(new.last_seq()));
    }
}
