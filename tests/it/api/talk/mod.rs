//! Messages, notes and blocks.

mod blocks;
mod paging;
