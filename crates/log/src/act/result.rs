//! The result with which a table ends its game by vote.

/// The result that seats' places come to, however they were counted: equal ones share a place, and
/// the next one after two that share the first is the third. None at all is no result.
///
/// Refused where a seat has no place, or one that no seat of such a table can have.
pub fn counted(places: &[u8], seats: u8) -> Result<Vec<u8>, String> {
    if places.is_empty() {
        return Ok(Vec::new());
    }
    if places.len() != usize::from(seats) || places.iter().any(|one| !(1..=seats).contains(one)) {
        return Err(format!("a result gives each seat a place from 1 to {seats}, or none at all"));
    }
    let better = |own: &u8| places.iter().filter(|other| *other < own).count();
    Ok(places.iter().map(|own| better(own) as u8 + 1).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn however_places_are_counted_equals_share_and_the_next_is_told_by_how_many_are_better() {
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
