//! Finds the pieces that left or reached a place between two scenes. Pieces have no ids, so they
//! are counted by shape, owner and spot; letters change in place.

use std::collections::BTreeMap;

use super::scene::{Moves, Piece, Scene, Spot};

/// Pieces of one shape and colour on one spot.
type Key = (Spot, &'static str, &'static str);

impl Moves {
    /// Returns the pieces that moved between two scenes.
    pub fn between(before: &Scene, after: &Scene) -> Moves {
        let (old, new) = (counted(before), counted(after));
        Moves { gone: surplus(&old, &new), come: surplus(&new, &old) }
    }

    /// Returns whether no piece has moved.
    pub fn is_empty(&self) -> bool {
        self.gone.is_empty() && self.come.is_empty()
    }
}

/// Counts the pieces of a scene, including those on spaces of boxes.
fn counted(scene: &Scene) -> BTreeMap<Key, Piece> {
    let mut all: BTreeMap<Key, Piece> = BTreeMap::new();
    let mut add = |piece: Piece| {
        let key = (piece.spot.clone(), piece.symbol, piece.colour);
        match all.get_mut(&key) {
            Some(known) => known.count += piece.count,
            None => {
                all.insert(key, piece);
            }
        }
    };
    scene.pieces.iter().cloned().for_each(&mut add);
    for one in &scene.boxes {
        for space in &one.spaces {
            let Some((symbol, seat, colour)) = space.piece else { continue };
            let spot = Spot::Space(one.place.clone(), space.id.clone());
            add(Piece { symbol, seat, colour, spot, count: 1, letter: String::new() });
        }
    }
    all
}

/// Returns the pieces that `one` has in excess of `other`.
fn surplus(one: &BTreeMap<Key, Piece>, other: &BTreeMap<Key, Piece>) -> Vec<Piece> {
    let more = one.iter().filter_map(|(key, piece)| {
        let known = other.get(key).map_or(0, |piece| piece.count);
        let count = piece.count.checked_sub(known).filter(|count| *count > 0)?;
        Some(Piece { count, ..piece.clone() })
    });
    more.collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::view::scene::{PlaceBox, Space};

    fn ships(area: &str, colour: &'static str, count: u16) -> Piece {
        let spot = Spot::Area(area.to_owned());
        Piece { symbol: "ship", seat: None, colour, spot, count, letter: String::new() }
    }

    fn scene(pieces: &[Piece]) -> Scene {
        Scene { pieces: pieces.to_vec(), ..Scene::default() }
    }

    #[test]
    fn pieces_that_stay_are_not_moves() {
        let before = scene(&[ships("east", "red", 2), ships("west", "blue", 1)]);
        let after = scene(&[ships("east", "red", 1), ships("west", "blue", 1)]);
        let moves = Moves::between(&before, &after);
        assert_eq!(moves.gone, [ships("east", "red", 1)]);
        assert!(moves.come.is_empty());
        assert!(Moves::between(&before, &before).is_empty());
    }

    #[test]
    fn changed_letter_is_not_a_move() {
        let strong = Piece { letter: "3".to_owned(), ..ships("east", "red", 1) };
        let moves = Moves::between(&scene(&[ships("east", "red", 1)]), &scene(&[strong]));
        assert!(moves.is_empty());
    }

    #[test]
    fn spaces_of_boxes_count_as_places() {
        let with = |piece| {
            let space = Space {
                id: "tar".to_owned(),
                code: "Tar".to_owned(),
                name: "Sell Tar".to_owned(),
                details: Vec::new(),
                piece,
                marked: false,
            };
            let town = PlaceBox {
                place: "town".to_owned(),
                attached: false,
                title: "Town".to_owned(),
                spaces: vec![space],
            };
            Scene { boxes: vec![town], ..Scene::default() }
        };
        let moves = Moves::between(&with(None), &with(Some(("worker", None, "red"))));
        assert_eq!(moves.come[0].spot, Spot::Space("town".to_owned(), "tar".to_owned()));
    }
}
