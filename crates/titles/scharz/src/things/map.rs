//! The table of a map.

use super::data::data;
use super::kinds::MapId;
use super::tables::MapData;

impl MapId {
    pub fn data(self) -> &'static MapData {
        &data().maps[self.index()]
    }
}
