//! Pages that explain the titles.

mod examples;
mod first_games;
mod handbook;
