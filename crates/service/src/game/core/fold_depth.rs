//! Limits nested folds. An undo whose target was itself superseded requires folding the log up to
//! there, and that log may require another fold. Real games need only a few. A crafted file in
//! which every undo needs all earlier ones would never finish.

use std::cell::Cell;

use crate::error::ServiceError;
use ravenpost_log::GameId;

/// Maximum nesting of folds; each level uses stack space.
const DEEP: u32 = 24;
/// Maximum number of folds caused by one outer fold.
const MANY: u32 = 20_000;

thread_local! {
    /// Depth of the current fold on this thread, and the number of folds within the outermost.
    static FOLDS: Cell<(u32, u32)> = const { Cell::new((0, 0)) };
}

/// A fold in progress.
pub(crate) struct Depth;

impl Depth {
    /// Begins a fold.
    ///
    /// # Errors
    ///
    /// Fails if the limits are exceeded.
    pub fn enter(id: &GameId) -> Result<Depth, ServiceError> {
        let (deep, many) = FOLDS.get();
        if deep >= DEEP || many >= MANY {
            return Err(ServiceError::corrupt(id, "has rewinds that are nested too deeply"));
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
    fn nested_rewinds_terminate() {
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
        assert!(Depth::enter(&id).is_ok(), "the next log starts at zero");
    }
}
