//! Turning points of a game: changes of the lead, and the best single round.

use crate::play::game_story::chapter::StoryChapter;
use ravenpost_rules::Seat;
use ravenpost_rules::numbers::Step;

/// Maximum number of lead changes; the last ones are used.
const LEADS: usize = 6;

/// A turning point and the step that shows it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TurningPoint {
    pub step: Step,
    pub text: String,
}

/// Returns the turning points, oldest first. Empty for games with fewer than two scores.
pub fn turning_points(
    chapters: &[StoryChapter],
    points: &str,
    name: &dyn Fn(Seat) -> String,
) -> Vec<TurningPoint> {
    if chapters.iter().all(|chapter| chapter.points.len() < 2) {
        return Vec::new();
    }
    let mut found = leads(chapters, points, name);
    found.drain(..found.len().saturating_sub(LEADS));
    found.extend(best_round(chapters, points, name));
    found.sort_by_key(|one| one.step);
    found
}

/// Returns each chapter after which another seat was the sole leader.
fn leads(
    chapters: &[StoryChapter],
    points: &str,
    name: &dyn Fn(Seat) -> String,
) -> Vec<TurningPoint> {
    let mut leader = None;
    let mut found = Vec::new();
    for chapter in chapters {
        let Some((first, most, next)) = ahead(chapter) else { continue };
        if leader == Some(first) {
            continue;
        }
        let takes = if leader.is_none() { "leads first" } else { "takes the lead" };
        leader = Some(first);
        found.push(TurningPoint {
            step: chapter.to,
            text: format!(
                "{}: {} {takes}, {most} to {next} in {points}",
                chapter.heading,
                name(first)
            ),
        });
    }
    found
}

/// Returns the sole leader, its points and those of the second, or `None` if there is a tie.
fn ahead(chapter: &StoryChapter) -> Option<(Seat, i32, i32)> {
    let mut seats = chapter.points.clone();
    seats.sort_by_key(|(_, points)| std::cmp::Reverse(*points));
    match seats.as_slice() {
        [(first, most), (_, next), ..] if most > next => Some((*first, *most, *next)),
        _ => None,
    }
}

/// Returns the largest gain of a seat within one chapter.
fn best_round(
    chapters: &[StoryChapter],
    points: &str,
    name: &dyn Fn(Seat) -> String,
) -> Option<TurningPoint> {
    let mut best: Option<(i32, TurningPoint)> = None;
    for pair in chapters.windows(2) {
        let [before, after] = pair else { continue };
        for (seat, is) in &after.points {
            let was = before.points.iter().find(|(known, _)| known == seat);
            let Some((_, was)) = was else { continue };
            if is - was > best.as_ref().map_or(0, |(won, _)| *won) {
                let text = format!(
                    "{}: {} makes the biggest gain, from {was} to {is} {points}",
                    after.heading,
                    name(*seat)
                );
                best = Some((is - was, TurningPoint { step: after.to, text }));
            }
        }
    }
    best.map(|(_, turning_point)| turning_point)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn chapter(heading: &str, to: u64, points: &[i32]) -> StoryChapter {
        let points = points.iter().enumerate().map(|(at, points)| (Seat::at(at), *points));
        StoryChapter {
            heading: heading.to_owned(),
            from: Step(to - 1),
            to: Step(to),
            narration: Vec::new(),
            left_out: 0,
            points: points.collect(),
            map: false,
            changes: Vec::new(),
        }
    }

    #[test]
    fn lead_changes_and_the_best_round_are_found() {
        let chapters = [
            chapter("Round 1", 5, &[2, 1]),
            chapter("Round 2", 9, &[3, 3]),
            chapter("Round 3", 14, &[4, 9]),
            chapter("Round 4", 20, &[6, 10]),
        ];
        let name = |seat: Seat| ["Red", "Blue"][seat.index()].to_owned();
        let points = turning_points(&chapters, "glory", &name);
        let points: Vec<&str> = points.iter().map(|one| one.text.as_str()).collect();
        assert_eq!(
            points,
            [
                "Round 1: Red leads first, 2 to 1 in glory",
                "Round 3: Blue takes the lead, 9 to 4 in glory",
                "Round 3: Blue makes the biggest gain, from 3 to 9 glory",
            ]
        );
        assert!(turning_points(&[chapter("Round 1", 5, &[3])], "glory", &name).is_empty());
    }
}
