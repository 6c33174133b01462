//! Draws a [`Scene`](ravenpost_rules::scene::Scene): as inline SVG for a page, as a PNG for a mail.
//!
//! Pure: reads nothing but the scene and the board's geometry text. Titles never name this module,
//! and it names no title. All colours are classes; [`board_css`] is their stylesheet for pages,
//! with light and dark values, and mail drawings carry the light one inside. What a picture shows
//! by colour it also shows by mark, pattern or shape.
//!
//! `plane` are points and room, `map` is a board's file, `place` finds where things stand, and
//! `survey` does once what is the same for every drawing of a board. `ink` is how things look.
//! `layers` put both together, from back to front; a PNG (`picture`) is painted from them.

mod ink;
mod kept;
mod layers;
mod map;
mod picture;
mod place;
mod plane;
mod survey;

#[cfg(test)]
mod tests;

pub use ink::emblem::{emblem, swatch, symbol};
pub use ink::legend::sign;
pub use ink::marks::{letter, mark_name};
pub use ink::palette::{board_css, seat as seat_paint};
pub use layers::eye::{Eye, eye};
pub use layers::{Options, Theme, svg};
pub use picture::strip::{Crop, MOST as CROPS};
pub use picture::{letter_width, png, png_with};
