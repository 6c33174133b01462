//! The result that a table agrees on when it ends its game by vote.

/// Normalises the places of seats: tied seats share a place, and after two seats in first place the
/// next place is the third. An empty list means no result.
///
/// # Errors
///
/// Returns a message if the number of places is not `seats`, or if a place is not in `1..=seats`.
pub fn counted(places: &[u8], seats: u8) -> Result<Vec<u8>, String> {
    if places.is_empty() {
        return Ok(Vec::new());
    }
    if places.len() != usize::from(seats) || places.iter().any(|one| !(1..=seats).contains(one)) {
        return Err(format!("give each seat a place from 1 to {seats}, or leave all places empty"));
    }
    let better = |own: &u8| places.iter().filter(|other| *other < own).count();
    Ok(places.iter().map(|own| better(own) as u8 + 1).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ties_share_a_place_and_the_next_place_is_skipped() {
        let of = |places: &[u8]| counted(places, 4).ok();
        assert_eq!(of(&[1, 1, 2, 2]), Some(vec![1, 1, 3, 3]));
        assert_eq!(of(&[4, 4, 4, 4]), Some(vec![1, 1, 1, 1]));
        assert_eq!(of(&[2, 1, 4, 3]), Some(vec![2, 1, 4, 3]));
        assert_eq!(of(&[]), Some(Vec::new()), "no result");
        for bad in [&[1, 2, 3][..], &[0, 1, 2, 3], &[1, 2, 3, 5], &[1; 5]] {
            assert_eq!(of(bad), None, "{bad:?}");
        }
    }
}
