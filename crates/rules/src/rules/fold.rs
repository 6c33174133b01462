//! How facts change a state.

use serde::Serialize;
use serde::de::DeserializeOwned;

/// A title's state and how facts change it. It contains no rules: the facts of a game are enough to
/// reconstruct its state.
pub trait Fold: Sized + Send + Sync + 'static {
    /// The state. It should be cheap to clone, without heap allocations where possible, because
    /// `decide` works on a copy.
    type State: Clone + Send + Sync + 'static;

    /// One thing that happened, named in the past tense. Use externally tagged enums and no maps
    /// with number keys.
    type Fact: Clone + PartialEq + std::fmt::Debug + Serialize + DeserializeOwned;

    /// Returns the state before any fact.
    fn blank() -> Self::State;

    /// Applies a fact. It makes no decisions and cannot fail.
    fn apply(state: &mut Self::State, fact: &Self::Fact);

    /// Returns the number of seats; 0 in the blank state.
    fn seats(state: &Self::State) -> u8;

    /// Returns whether the game has ended and further facts are to be dropped. Override it if the
    /// game can end in the middle of an action.
    fn over(_state: &Self::State) -> bool {
        false
    }
}
