//! How often a log may be folded while it is folded. A take-back whose place was itself set aside
//! asks for the log up to there, and that log may ask again. Games that were played come by with a
//! few; a file that was made to have every take-back ask for all before it would never end.

use std::cell::Cell;

use crate::service::error::ServiceError;
use ravenpost_log::GameId;

/// Logs that may lie in each other: each takes room on the stack.
const DEEP: u32 = 24;
/// Logs folded for one.
const MANY: u32 = 20_000;

thread_local! {
    /// How deep the fold is that runs on this thread, and how many there were for it.
    static FOLDS: Cell<(u32, u32)> = const { Cell::new((0, 0)) };
}

/// A fold under way.
pub(in crate::service) struct Depth;

impl Depth {
    /// Begins one; refused where that is one too many.
    pub fn enter(id: &GameId) -> Result<Depth, ServiceError> {
        let (deep, many) = FOLDS.get();
        if deep >= DEEP || many >= MANY {
            return Err(ServiceError::corrupt(id, "goes back within going back without end"));
        }
        FOLDS.set((deep + 1, many + 1));
        Ok(Depth)
    }
}

impl Drop for Depth {
    fn drop(&mut self) {
        let (deep, many) = FOLDS.get();
        let deep = deep.saturating_sub(1);
        FOLDS.set((deep, if deep == 0 { 0 } else { many }));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn going_back_within_going_back_comes_to_an_end() {
        let id = GameId::from_bytes([1; 12]);
        let deep: Vec<_> = (0..DEEP).map(|_| Depth::enter(&id).expect("not too deep")).collect();
        assert!(Depth::enter(&id).is_err(), "one too deep");
        drop(deep);
        let outer = Depth::enter(&id).expect("what is over counts no more");
        for _ in 1..MANY {
            drop(Depth::enter(&id).expect("not too many"));
        }
        assert!(Depth::enter(&id).is_err(), "one too many for the same log");
        drop(outer);
        assert!(Depth::enter(&id).is_ok(), "the next log begins anew");
    }
}
