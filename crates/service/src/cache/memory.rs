//! Divides the memory for caches among them.

/// A cache that has a share of the memory.
#[derive(Clone, Copy, Debug, strum::VariantArray)]
pub enum Share {
    /// Current games, folded from their logs.
    Games,
    /// Rendered pages of games.
    Pages,
    /// Past states of games.
    Steps,
    /// Narrated events.
    Narration,
    /// The turns of games.
    Turns,
    /// Audit results.
    Verdicts,
}

impl Share {
    const ALL: &[Share] = <Share as strum::VariantArray>::VARIANTS;

    const fn weight(self) -> usize {
        match self {
            Share::Games => 8,
            Share::Pages => 4,
            Share::Steps | Share::Narration | Share::Turns | Share::Verdicts => 1,
        }
    }

    /// The cache's share of `memory` bytes. The shares of all caches add up to the total.
    pub fn of(self, memory: usize) -> usize {
        let all: usize = Share::ALL.iter().map(|share| share.weight()).sum();
        memory / all * self.weight()
    }
}

#[cfg(test)]
mod tests {
    use super::Share;
    use crate::Settings;

    /// Viewing forty games in turn must not evict their pages; otherwise each view would render the
    /// page again.
    #[test]
    fn pages_of_forty_games_fit_in_the_cache() {
        const PAGE: usize = 140 << 10;
        assert!(Share::Pages.of(Settings::default().memory) >= 40 * PAGE);
    }

    #[test]
    fn cache_shares_add_up_to_the_total() {
        for memory in [0, 1, 16_000_000, 32_000_000, 1 << 40] {
            let shared: usize = Share::ALL.iter().map(|share| share.of(memory)).sum();
            assert!(shared <= memory && memory - shared < 16, "{memory}: {shared}");
        }
    }
}
