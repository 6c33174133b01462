//! Nim, a complete small title. `docs/build/adding-a-title.md` explains it file by file.
//!
//! Each file implements one trait of the rules crate, and uses only files before it in this list:
//! `state` (state and facts), `about` (description), `orders` (text to order and back), `show`
//! (views and narration), `play` (rules), `mind` (for bots), `document` (documents).

mod about;
mod document;
mod mind;
mod orders;
mod play;
mod show;
mod state;

use ravenpost_rules::Title;
use ravenpost_rules::erased::typed::Erased;

/// The title, as a server offers it.
pub static NIM: &dyn Title = &Erased::<Nim>::new();

/// The type that implements the traits of the rules.
pub struct Nim;
