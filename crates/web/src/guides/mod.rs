//! Documents of the titles: rules, worked examples and tours.

pub mod documents;
pub(crate) mod example_frames;
pub mod examples;
pub mod handbook;
pub(crate) mod legend;
pub(crate) mod pictures;
pub(crate) mod rule_links;
pub mod title_cards;
pub mod tours;
