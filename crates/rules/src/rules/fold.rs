//! How facts make a state.

use serde::Serialize;
use serde::de::DeserializeOwned;

/// What a title's state is, and how facts change it. It knows no rule: whoever has the facts of a
/// game needs nothing else to stand where the game stands.
pub trait Fold: Sized + Send + Sync + 'static {
    /// What makes the empty state, before the first fact. Cheap to clone: no heap where it can be
    /// helped, because `decide` works on a copy.
    type State: Clone + Send + Sync + 'static;

    /// One thing that happened, in the past tense. Externally tagged enums, no maps with number
    /// keys.
    type Fact: Clone + PartialEq + std::fmt::Debug + Serialize + DeserializeOwned;

    /// The state before any fact.
    fn blank() -> Self::State;

    /// The fold. Decides nothing and cannot fail.
    fn apply(state: &mut Self::State, fact: &Self::Fact);

    /// How many seats the table has; 0 in the blank state.
    fn seats(state: &Self::State) -> u8;

    /// Whether nothing may happen any more, whatever is still written down. Titles whose end falls
    /// into the middle of an action say so here.
    fn over(_state: &Self::State) -> bool {
        false
    }
}
