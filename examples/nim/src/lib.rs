//! Nim, whole: the smallest title there is. `docs/build/adding-a-title.md` walks through it file by
//! file.
//!
//! The files stand on floors, and a lower one names no upper one: `state` (what is, and what
//! happened), `about` (the card), `orders` (text to order and back), `show` (what is told and
//! shown), `play` (the rules), `mind` (for bots), `document` (documents). Each has the trait of the
//! rules that is its business.

mod about;
mod document;
mod mind;
mod orders;
mod play;
mod show;
mod state;

use ravenpost_rules::Title;
use ravenpost_rules::erased::typed::Erased;

/// The title, as a server would list it.
pub static NIM: &dyn Title = &Erased::<Nim>::new();

/// The rules, their state and their words.
pub struct Nim;
