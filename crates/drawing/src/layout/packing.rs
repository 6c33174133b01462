//! Arranges figures in rows around a centre.

use crate::geometry::shape::{Point, Rect, Stand};

/// Figures per row, distance between their centres, scale.
pub type FigureRow = (usize, f64, f64);

/// Returns rows of at most `across` figures, all around one centre.
pub fn block(middle: Point, count: usize, (across, gap, scale): FigureRow) -> Vec<Stand> {
    let rows = count.div_ceil(across);
    let deep = 27.0 * scale;
    let mut places = Vec::with_capacity(count);
    for row in 0..rows {
        // The first rows take the remainder.
        let here = count / rows + usize::from(row < count % rows);
        let y = middle.1 + (row as f64 - (rows as f64 - 1.0) / 2.0) * deep;
        for column in 0..here {
            let x = middle.0 + (column as f64 - (here as f64 - 1.0) / 2.0) * gap;
            places.push(Stand { at: (x, y), scale });
        }
    }
    places
}

/// Returns ships around one point, `across` of them side by side at full size; larger fleets are
/// drawn smaller.
pub fn fleet_at(middle: Point, count: usize, across: usize) -> Vec<Stand> {
    match count {
        0 | 1 => block(middle, count, (1, 32.0, 1.1)),
        _ if count <= across => block(middle, count, (across, 31.0, 1.0)),
        _ => block(middle, count, (across.max(2), 25.0, 0.8)),
    }
}

/// Returns the positions of a fleet's ships within its part of the sea.
pub fn at_sea(fleet: Rect, count: usize) -> Vec<Stand> {
    if count > 8 {
        let across = square(count * 2);
        let rows = count.div_ceil(across) as f64;
        let scale = (fleet.w / (across as f64 * 36.0)).min(fleet.h / (rows * 30.0)).min(1.0);
        return block(fleet.centre(), count, (across, 36.0 * scale, scale));
    }
    let scale = (fleet.w / 150.0).clamp(0.5, 1.0) * 1.05;
    let mut places = block(fleet.centre(), count, (4, 36.0 * scale, scale));
    let deep = if count > 4 { 9.0 * scale } else { 0.0 };
    for place in &mut places {
        let below = place.at.1 > fleet.centre().1;
        place.at.1 += if below { deep / 2.0 } else { -deep / 2.0 };
    }
    places
}

/// Returns the number of columns that makes a roughly square block.
pub fn square(count: usize) -> usize {
    (count as f64).sqrt().ceil().max(1.0) as usize
}
