//! R28 Doctrine: what may be laid down for later, and whether it changes anything.

use super::super::state::apply::apply;
use super::super::state::doctrine::{Flight, Luck};
use super::super::state::facts::Fact;
use super::super::state::{Line, State, Verb};
use super::run::{Run, need, no};
use super::settings::is_rolled;
use crate::rules::{Refusal, Seat};

/// `doctrine ...`: in force until it is changed. Nothing is written if it is so already.
pub fn instruct(run: &mut Run<'_>, seat: Seat, line: &Line) -> Result<(), Refusal> {
    check(&run.state, line)?;
    let fact = Fact::Instructed(seat, *line);
    let mut after = run.state.clone();
    apply(&mut after, &fact);
    if after.player(seat).doctrine() != run.state.player(seat).doctrine() {
        run.put(fact);
    }
    Ok(())
}

fn check(state: &State, line: &Line) -> Result<(), Refusal> {
    let percent = |n: u8| matches!(n, 25 | 50 | 75);
    match line.verb {
        Verb::OurReroll => {
            let right = line.n <= 40 && line.n.is_multiple_of(4);
            need(right, "R28.1", "0, 4, 8 ... 40 PP")
        }
        Verb::OurSiege if line.n > 0 => {
            need(line.n <= 6, "R13.4", "an assault has 1 to 6 rounds")?;
            need(percent(line.m), "R13.4", "stop at 25, 50 or 75 percent")
        }
        Verb::OurEscape => match Flight::ALL[usize::from(line.word).min(3)] {
            Flight::After => need((1..=12).contains(&line.n), "R12.15", "after 1 to 12 rounds"),
            Flight::Loss => need(percent(line.n), "R12.15", "a loss of 25, 50 or 75 percent"),
            _ => Ok(()),
        },
        Verb::OurLuck => {
            let luck = Luck::ALL[usize::from(line.word).min(4)];
            need(is_rolled(state, luck), "R2.5", "that is not rolled for in this game")?;
            need(line.n <= 20, "R27.2", "a number up to 20")
        }
        Verb::OurTarget | Verb::OurTrain => {
            let kinds: Vec<_> = line.parts.iter().map(|part| part.unit.kind).collect();
            let once = kinds.iter().enumerate().all(|(at, one)| !kinds[..at].contains(one));
            if once { Ok(()) } else { no("R28.2a", "each type once") }
        }
        _ => Ok(()),
    }
}
