//! Preferences (R8.2a): a ranking of homelands set before the game begins, which closes the first
//! sheet of its seat.

use crate::play::run::Run;
use crate::play::setup;
use crate::state::facts::Fact;
use crate::state::line::slots::Wishes;
use crate::state::line::{OneLine, Pick, SheetLine};
use crate::state::options::Options;
use crate::state::{State, Step};
use ravenpost_rules::RefusalCode::{AlreadyDone, NotInGame};
use ravenpost_rules::{Preference, Refusal, Seat, Table};

/// The preferences that a player may set when taking a seat.
pub fn of_table(table: &Table) -> Option<Preference> {
    let options = Options::of(table);
    let homes = setup::offered_at(table.seats, &options);
    (!options.homelands_dealt).then(|| Preference {
        verb: "wish",
        label: "Homelands, favourite first",
        help: "You get the first homeland on your list that is still free. The order of choosing \
               is drawn when the game begins.",
        choices: homes.iter().map(|one| (one.slug().to_owned(), one.name().to_owned())).collect(),
        rule: "R8.2a",
    })
}

/// `wish`: stores the ranking for the homeland sheet. No fact is written if it is unchanged.
pub fn leave(run: &mut Run<'_>, seat: Seat, homelands: Wishes) -> Result<(), Refusal> {
    if run.state.options.homelands_dealt {
        return NotInGame
            .refuse("R8.2a", "homelands are dealt at random in this game, so you cannot choose");
    }
    if run.state.step != Step::Homeland || !run.state.awaits(seat) {
        return AlreadyDone.refuse("R8.2a", "you have already submitted your homelands");
    }
    let pick = Pick { homelands };
    setup::may_pick(&run.state, Some(&pick))?;
    if left(&run.state, seat) != Some(pick) {
        run.put(Fact::InstructionSet(seat, pick.into()));
    }
    Ok(())
}

/// Closes first sheets from preferences, if the sheets have no lines.
pub fn answer(run: &mut Run<'_>) {
    if run.state.step != Step::Homeland {
        return;
    }
    for seat in run.state.all() {
        let waits = run.state.awaits(seat) && run.state.drafts[seat.index()].is_empty();
        let Some(pick) = left(&run.state, seat).filter(|_| waits && run.may_answer(seat)) else {
            continue;
        };
        run.put(Fact::LineWritten(seat, SheetLine::from(pick)));
        run.put(Fact::SheetClosed(seat));
        run.has_answered();
    }
}

fn left(state: &State, seat: Seat) -> Option<Pick> {
    state.deferred[seat.index()].iter().find_map(Pick::of).copied()
}
