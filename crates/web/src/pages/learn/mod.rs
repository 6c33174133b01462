//! Pages that explain the titles: introductions, rules, worked examples and first games.

pub mod about;
pub mod credits;
pub mod documents;
pub mod example;
pub mod examples;
pub mod first_game;
pub mod front_page;
pub mod titles;
