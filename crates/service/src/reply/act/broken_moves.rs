//! Moves that a mail program broke before a `>`, so that the second half looks like a quote: `move
//! 1 li clusium > perusia` with `> roma` below it.

use crate::reply::line::{Cut, Omitted, ReplyLine};
use crate::reply::reading::grammar::{Fit, Grammar};

/// Rejoins such moves. `ours` returns whether a line comes from our own email.
pub(super) fn rejoin(
    lines: &mut [ReplyLine],
    omitted: &mut Vec<Omitted>,
    grammar: &Grammar<'_>,
    ours: impl Fn(&str) -> bool,
) {
    let mut at = 0;
    while at < omitted.len() {
        let one = &omitted[at];
        let first = at == 0 || omitted[at - 1].after < one.after;
        let place = ended_by(lines, one.after).filter(|_| first && one.why == Cut::Quoted);
        let half = one.lines.first().filter(|line| !ours(line));
        if let (Some(place), Some(half)) = (place, half) {
            let line = &mut lines[place];
            let whole = format!("{} {}", line.plain.trim(), half.trim());
            if grammar.fit(&whole) == Fit::Order {
                line.raw = format!("{} {}", line.raw.trim(), half.trim());
                (line.plain, line.lines) = (whole, line.lines + 1);
                omitted[at].lines.remove(0);
            }
        }
        at += 1;
    }
    omitted.retain(|one| !one.lines.is_empty());
}

/// Returns the line that ends after that many lines of the email.
fn ended_by(lines: &[ReplyLine], after: usize) -> Option<usize> {
    let mut passed = 0;
    lines.iter().position(|line| {
        passed += line.lines;
        passed == after
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::titles;
    use ravenpost_rules::{Dice, Seat, Table};

    #[test]
    fn second_half_of_a_broken_move_is_not_a_quote() {
        let title = titles::find("scharz").expect("a title");
        let Ok(opened) = title.open(&Table::of(3), &mut Dice::seeded(1)) else { panic!("a table") };
        let grammar = Grammar::at(&*opened.next, Seat(1), &[]);
        let quote =
            |line: &str| vec![Omitted { after: 1, why: Cut::Quoted, lines: vec![line.to_owned()] }];
        let first = "move 1 li clusium > perusia";
        for (half, ours, whole) in [
            ("> roma", false, true),
            ("> roma", true, false),
            ("> what do you mean?", false, false),
        ] {
            let (mut lines, mut omitted) = (vec![ReplyLine::of(first)], quote(half));
            rejoin(&mut lines, &mut omitted, &grammar, |_| ours);
            assert_eq!(lines[0].plain != first, whole, "{half}");
            assert_eq!((lines[0].lines, omitted.is_empty()), (1 + usize::from(whole), whole));
        }
    }
}
