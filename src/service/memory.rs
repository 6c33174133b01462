//! How the memory that may be spent on caches is divided among them.

/// What the memory for games is shared among.
#[derive(Clone, Copy, Debug)]
pub enum Share {
    /// Games as they stand, folded from their logs.
    Games,
    /// Pages of games, ready to be shown.
    Pages,
    /// Games as they stood before, for those who look back.
    Steps,
    /// What viewers are told of events, in words.
    Told,
    /// The turns of games.
    Turns,
    /// What audits found in games.
    Verdicts,
}

impl Share {
    const ALL: [Share; 6] =
        [Share::Games, Share::Pages, Share::Steps, Share::Told, Share::Turns, Share::Verdicts];

    const fn weight(self) -> usize {
        match self {
            Share::Games => 8,
            Share::Pages => 4,
            Share::Steps | Share::Told | Share::Turns | Share::Verdicts => 1,
        }
    }

    /// How many of so many bytes are for it. All of them together are for all.
    pub fn of(self, memory: usize) -> usize {
        let all: usize = Share::ALL.iter().map(|share| share.weight()).sum();
        memory / all * self.weight()
    }
}

#[cfg(test)]
mod tests {
    use super::Share;
    use crate::service::Settings;

    /// Whoever looks at games in turn finds them ready: with less room than they take, each page
    /// makes way for the next one, and all of them are written anew every time.
    #[test]
    fn the_pages_of_forty_games_have_room() {
        const PAGE: usize = 140 << 10;
        assert!(Share::Pages.of(Settings::default().memory) >= 40 * PAGE);
    }

    #[test]
    fn all_shares_together_are_all_there_is() {
        for memory in [0, 1, 16_000_000, 32_000_000, 1 << 40] {
            let shared: usize = Share::ALL.iter().map(|share| share.of(memory)).sum();
            assert!(shared <= memory && memory - shared < 16, "{memory}: {shared}");
        }
    }
}
