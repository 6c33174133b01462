//! What a title is: a trait for each room of its code, and the contract that they keep together.

pub mod described;
pub mod document;
pub mod fact_info;
pub mod fold;
pub mod judge;
pub mod mind;
pub mod notation;
pub mod run;
pub mod show;

use described::Described;
use document::Document;
use fold::Fold;
use judge::Judge;
use mind::Mind;
use notation::Notation;
use show::Show;

/// One title, as its author writes it: six traits, one for each room of its code, and its card.
///
/// `decide` holds all the rules and all the luck and runs once, when an order comes in; the facts
/// it returns are stored for ever, and `apply` alone makes the state from them. A mended rule thus
/// changes the future of a running game and never its past.
///
/// Whoever implements [`Described`], [`Fold`], [`Notation`], [`Judge`], [`Show`], [`Mind`] and
/// [`Document`] has `Rules`.
///
/// # Contract
///
/// 1. `apply` is total on histories made by `open`, `decide`, `redraw_hidden` and `resume`; the
///    same facts give the same state on every machine.
/// 2. An awaited seat has a legal order; a finished game awaits nobody; every game ends within
///    [`About::bound`](crate::About::bound) orders.
/// 3. Everything in `legal` is accepted by `decide`, and what `decide` accepts is in `legal`, or,
///    where [`Legal::complete`](crate::Legal::complete) is false, is made by one of its forms.
///    `parse(write(o)) == o`. Any text parses to an order or to refusals, and never panics. What a
///    refusal offers instead to an awaited seat is taken as it stands.
/// 4. `fallback` is legal, and a game of fallbacks alone ends.
/// 5. Two states that differ only in what a viewer may not know give that viewer equal views,
///    equal legal orders and equal refusals, byte for byte.
/// 6. Facts survive JSON and back.
/// 7. `audit` holds in every state: each card, coin and piece is somewhere.
/// 8. What a seat leaves for later (`is_instruction` in [`FactInfo`](fact_info::FactInfo)) draws
///    nothing, is told to nobody else, changes no other view and asks nothing. The facts a viewer
///    may know (`visibility` there) are equal in two such states, wherever it is told the same and
///    sees the same afterwards.
/// 9. `redraw_hidden` changes no view, no legal orders and no decision, and its facts are for
///    nobody.
pub trait Rules: Described + Fold + Notation + Judge + Show + Mind + Document {}

impl<T: Described + Fold + Notation + Judge + Show + Mind + Document> Rules for T {}
