//! Rules of style and layering that were said twice: this reads the sources and keeps them.
//!
//! Each complaint names the file, the line and what to do. The table of layers in `layers.rs` is
//! the truth; ARCHITECTURE.md explains it.

mod chapters;
mod crates;
mod facts;
mod layers;
mod parameters;
mod paths;
mod rooms;
mod shape;
mod source;
mod words;

use ravenpost::titles;
use source::Source;

/// Fails with all complaints at once.
fn settle(complaints: Vec<String>) {
    assert!(complaints.is_empty(), "{} complaints:\n{}", complaints.len(), complaints.join("\n"));
}

/// Applies a check to every Rust file of the program and of the tests.
fn every_file(check: impl Fn(&Source) -> Vec<String>) {
    let sources = Source::all();
    assert!(sources.len() > 20, "the sources were found");
    settle(sources.iter().flat_map(check).collect());
}

#[test]
fn lower_layers_never_name_upper_ones() {
    every_file(layers::complaints);
}

#[test]
fn every_folder_of_the_program_has_a_layer() {
    settle(layers::without_a_layer());
}

#[test]
fn each_trade_stays_in_its_own_layer() {
    every_file(layers::trades);
}

#[test]
fn the_core_is_pure() {
    every_file(layers::impurities);
}

#[test]
fn files_functions_and_lines_are_short() {
    every_file(shape::complaints);
}

#[test]
fn no_function_takes_an_anonymous_tuple() {
    every_file(parameters::tuples);
}

#[test]
fn every_file_is_part_of_the_program() {
    every_file(shape::unreachable);
}

#[test]
fn banned_words_are_not_used() {
    every_file(words::complaints);
}

#[test]
fn every_setting_is_used() {
    settle(words::unused_settings(&Source::all()));
}

#[test]
fn a_title_is_named_in_its_own_folder_only() {
    every_file(words::titles_named);
}

#[test]
fn nothing_goes_round_in_a_circle() {
    settle(rooms::Plan::of(&Source::all()).circles());
}

#[test]
fn inside_a_top_folder_paths_name_the_file() {
    settle(rooms::Plan::of(&Source::all()).hidden());
}

#[test]
fn rooms_stand_on_the_floors_of_the_table() {
    settle(rooms::Plan::of(&Source::all()).storeys());
}

#[test]
fn templates_are_at_most_120_columns_wide() {
    settle(shape::wide_templates());
}

#[test]
fn the_rooms_of_a_title_stand_on_their_floors() {
    settle(rooms::Plan::of(&Source::all()).floors());
}

#[test]
fn each_chapter_of_the_rules_has_its_file() {
    let sources = Source::all();
    settle(titles::all().iter().flat_map(|one| chapters::complaints(*one, &sources)).collect());
}
