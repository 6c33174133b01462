//! The traits that make up a title, and their contract.

pub mod described;
pub mod document;
pub mod fact_info;
pub mod fold;
pub mod judge;
pub mod mind;
pub mod notation;
pub mod run;
pub mod show;
pub(crate) mod snapshot;

use described::Described;
use document::Document;
use fold::Fold;
use judge::Judge;
use mind::Mind;
use notation::Notation;
use show::Show;

/// A complete title: the combination of seven traits.
///
/// `decide` contains all rules and randomness and runs once, when an order arrives. The facts it
/// returns are stored, and `apply` alone builds the state from them. Fixing a rule therefore
/// changes the future of a running game but never its past.
///
/// `Rules` is implemented for every type with [`Described`], [`Fold`], [`Notation`], [`Judge`],
/// [`Show`], [`Mind`] and [`Document`].
///
/// # Contract
///
/// 1. `apply` is total on histories made by `open`, `decide`, `redraw_hidden` and `resume`. The
///    same facts give the same state on every machine.
/// 2. An awaited seat has a legal order, a finished game awaits no seat, and every game ends within
///    [`About::bound`](crate::About::bound) orders.
/// 3. `decide` accepts everything in `legal`. What `decide` accepts is in `legal` or, if
///    [`Legal::complete`](crate::Legal::complete) is false, is made by one of its forms.
///    `parse(write(o)) == o`. Any text parses to an order or to refusals, without panics. Orders
///    suggested in a refusal to an awaited seat are accepted as written.
/// 4. `fallback` is legal, and a game in which only fallbacks are played ends.
/// 5. Two states that differ only in what a viewer may not know give that viewer byte-identical
///    views, legal orders and refusals.
/// 6. Facts survive a round trip through JSON.
/// 7. `audit` succeeds in every state: no card, coin or piece is lost.
/// 8. A seat's instructions for later (`is_instruction` in [`FactInfo`](fact_info::FactInfo)) draw
///    nothing, are narrated only to that seat, change no other view and prompt no seat. In two such
///    states, the facts a viewer may know (`visibility`) are equal wherever the viewer is told the
///    same and sees the same afterwards.
/// 9. `redraw_hidden` changes no view, no legal orders and no decision, and its facts are visible
///    to no viewer.
pub trait Rules: Described + Fold + Notation + Judge + Show + Mind + Document {}

impl<T: Described + Fold + Notation + Judge + Show + Mind + Document> Rules for T {}
