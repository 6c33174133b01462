//! `data.json`, read once into tables that the rules can look things up in.

use std::sync::OnceLock;

use super::compile::compile;
use super::tables::Data;

/// The title's tables, compiled once from `data.json`.
pub fn data() -> &'static Data {
    static DATA: OnceLock<Data> = OnceLock::new();
    DATA.get_or_init(|| compile(include_str!("../data.json")))
}
