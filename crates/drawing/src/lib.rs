//! Draws a [`Scene`](ravenpost_rules::view::scene::Scene) as inline SVG for a page or as a PNG
//! for an email.
//!
//! The crate is pure: it reads only the scene and the board's geometry text. It knows no particular
//! title, and titles do not depend on it. All colours are classes. [`board_css`] is their
//! stylesheet for pages, with light and dark values; drawings for emails embed the light values.
//! Everything shown by colour is also shown by a mark, pattern or shape.
//!
//! `geometry` handles points and free space, `map` reads a board's file, `layout` positions things,
//! and `survey` caches what is the same for every drawing of a board. `style` defines appearance.
//! `layers` combines them from back to front, and `picture` renders the result as a PNG.

mod cache;
mod geometry;
mod layers;
mod layout;
mod map;
mod picture;
mod style;
mod survey;

#[cfg(test)]
mod tests;

pub use layers::viewport::{Band, View};
pub use layers::{Framed, Options, Theme, framed, svg};
pub use picture::crop::Crop;
pub use picture::{CROP_WIDTH, email_width, png, png_near};
pub use style::emblem::{emblem, swatch, symbol};
pub use style::legend::{first_sign, repeated_sign, sign};
pub use style::marks::{letter, mark_name};
pub use style::palette::{board_css, seat as seat_paint};
