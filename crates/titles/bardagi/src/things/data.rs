//! The tables of `data.json`, compiled once for lookups.

use std::sync::OnceLock;

use super::compile::compile;
use super::tables::Data;

pub fn data() -> &'static Data {
    static DATA: OnceLock<Data> = OnceLock::new();
    DATA.get_or_init(|| compile(include_str!("../data.json")))
}
