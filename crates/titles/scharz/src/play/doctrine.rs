//! R28 Doctrine: which settings are allowed, and whether they change anything.

use super::super::state::State;
use super::super::state::apply::apply;
use super::super::state::doctrine::{Escape, Flight, Kinds, Siege};
use super::super::state::facts::Fact;
use super::super::state::line::{Doctrines, SheetLine};
use super::run::Run;
use super::settings::is_rolled;
use ravenpost_rules::RefusalCode::{ExtraWord, NotInGame, WrongAmount};
use ravenpost_rules::{Refusal, Seat};

/// `doctrine ...`: changes a setting permanently. No fact is written if it is already in force.
pub fn instruct(run: &mut Run<'_>, seat: Seat, line: &Doctrines) -> Result<(), Refusal> {
    check(&run.state, line)?;
    let fact = Fact::InstructionSet(seat, SheetLine::Doctrines(*line));
    let mut after = run.state.clone();
    apply(&mut after, &fact);
    if after.player(seat).doctrine() != run.state.player(seat).doctrine() {
        run.put(fact);
    }
    Ok(())
}

/// Whether a doctrine line is allowed. Most have no limits beyond their keywords.
fn check(state: &State, line: &Doctrines) -> Result<(), Refusal> {
    match line {
        Doctrines::DoctrineReroll(line) => {
            WrongAmount.unless(may_spend(line.prestige.0), "R28.1", "name 0, 4, 8 ... or 40 PP")
        }
        Doctrines::DoctrineSiege(line) => line.siege.0.map_or(Ok(()), may_storm),
        Doctrines::DoctrineEscape(line) => may_escape(line.escape),
        Doctrines::DoctrineLuck(line) => {
            NotInGame.unless(
                is_rolled(state, line.kind),
                "R2.5",
                "this game does not use that roll",
            )?;
            WrongAmount.unless(line.n <= 20, "R27.2", "name a number from 0 to 20")
        }
        Doctrines::DoctrineTarget(line) => once(&line.kinds.0),
        Doctrines::DoctrineTrain(line) => once(&line.kinds.0),
        _ => Ok(()),
    }
}

fn once(kinds: &Kinds) -> Result<(), Refusal> {
    let once = kinds.iter().enumerate().all(|(at, one)| !kinds[..at].contains(one));
    ExtraWord.unless(once, "R28.2a", "name each type only once")
}

/// Whether this amount of prestige may be spent on a fight.
pub fn may_spend(pp: u8) -> bool {
    pp <= 40 && pp.is_multiple_of(4)
}

pub fn may_escape(escape: Escape) -> Result<(), Refusal> {
    let n = escape.amount;
    match escape.when {
        Flight::After => WrongAmount.unless((1..=12).contains(&n), "R12.15", "name 1 to 12 rounds"),
        Flight::Loss => {
            WrongAmount.unless(is_part(n), "R12.15", "name a loss of 25, 50 or 75 percent")
        }
        Flight::Outnumbered | Flight::Never => Ok(()),
    }
}

pub fn may_storm(siege: Siege) -> Result<(), Refusal> {
    WrongAmount.unless((1..=6).contains(&siege.rounds), "R13.4", "an assault has 1 to 6 rounds")?;
    WrongAmount.unless(is_part(siege.max_loss), "R13.4", "stop at 25, 50 or 75 percent")
}

fn is_part(percent: u8) -> bool {
    matches!(percent, 25 | 50 | 75)
}
