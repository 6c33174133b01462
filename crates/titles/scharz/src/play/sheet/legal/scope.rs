//! What a sheet leaves open: tries further lines on the boards that its own lines leave at each
//! stage. Only the seat's own sheet is played, so nothing depends on what others have written.

use crate::play::rear::held::Held;
use crate::play::run::{Run, Sheets};
use crate::play::seasons::{recruits, sowing};
use crate::play::setup::settle::StartingSetup;
use crate::play::sheet::draft;
use crate::play::{clash, march, rear};
use crate::reckon::world::World;
use crate::state::line::{Diplomacy, Season, SheetLine};
use crate::state::{State, Step};
use ravenpost_rules::{Dice, Refusal, Seat};
use std::cell::{Cell, OnceCell};

/// The last stage of a rear, and the moment of sowing and recruiting after it.
const LAST: u8 = 2;
const SEASON: u8 = 3;

/// The state after the lines of one stage, and the board as they saw it.
pub struct Board {
    pub state: State,
    world: OnceCell<World>,
    /// A copy of the state for the next attempt, if the last one did not change it.
    spare: Cell<Option<State>>,
}

impl Board {
    fn of(state: &State) -> Board {
        Board { state: state.clone(), world: OnceCell::new(), spare: Cell::new(None) }
    }

    fn seen(state: State, world: World) -> Board {
        Board { state, world: OnceCell::from(world), spare: Cell::new(None) }
    }

    pub fn world(&self) -> &World {
        self.world.get_or_init(|| World::of(&self.state))
    }

    /// Tries something on a copy of the state. Most attempts are refused and change nothing, so
    /// that the next one can use the same copy.
    fn attempt<T>(&self, act: impl FnOnce(&mut Run<'_>) -> T) -> T {
        let state = self.spare.take().unwrap_or_else(|| self.state.clone());
        let mut dice = Dice::seeded(0);
        let mut run = Run::new(state, &mut dice);
        let result = act(&mut run);
        let (facts, state) = run.done();
        if facts.is_empty() {
            self.spare.set(Some(state));
        }
        result
    }
}

/// Where a line is tried.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Trial {
    March(u8),
    Clash(u8),
    Rear(u8),
    /// After the rear, together with the other lines for the season.
    Season,
    /// Together with the whole sheet only.
    Sheet,
    /// A setting for a clash that is not open yet.
    Ahead,
}

/// What a seat may still add to its sheet.
pub struct Scope<'s> {
    pub state: &'s State,
    pub seat: Seat,
    /// The boards of the march by beat, of the clash and of the rear by stage; empty if the sheet
    /// takes no such lines.
    march: Vec<Board>,
    clash: Vec<Board>,
    rear: Vec<Board>,
    /// The board after the sheet, without the next march. Settings for the next clash are judged
    /// there.
    after: Board,
    held: Option<Held>,
    /// Lines of the sheet for the season that fail, by index.
    failed: Vec<usize>,
    plan: Option<StartingSetup>,
    /// A copy of the plan for the next line, if the last one was refused.
    spare: Cell<Option<StartingSetup>>,
}

impl<'s> Scope<'s> {
    /// Plays the sheet of a seat. `ahead` includes its lines for the next march.
    pub fn of(state: &'s State, seat: Seat, ahead: bool) -> Scope<'s> {
        let lines = &state.drafts[seat.index()];
        let sheets: Sheets = vec![(seat, lines.clone())];
        let mut dice = Dice::seeded(0);
        let mut run = Run::new(state.clone(), &mut dice);
        let mut scope = Scope {
            state,
            seat,
            march: Vec::new(),
            clash: Vec::new(),
            rear: Vec::new(),
            after: Board::of(state),
            held: None,
            failed: Vec::new(),
            plan: None,
            spare: Cell::new(None),
        };
        match state.step {
            Step::Settle => scope.plan = Some(StartingSetup::of(state, seat, lines)),
            Step::March => {
                scope.march = marched(&mut run, &sheets);
                scope.after = Board::of(&run.state);
            }
            Step::Clash => {
                let boards = clash::boards(&mut run, &sheets).into_iter();
                scope.clash = boards.map(|(state, world)| Board::seen(state, world)).collect();
            }
            Step::Rear => scope.play_rear(&mut run, &sheets, ahead),
            Step::Blank | Step::Homeland | Step::Over => {}
        }
        scope
    }

    fn play_rear(&mut self, run: &mut Run<'_>, sheets: &Sheets, ahead: bool) {
        let mut ignore = |_: &mut Run<'_>, _: Seat, _: usize, _: &SheetLine, _: Refusal| {};
        let mut seen = |state: &State| self.rear.push(Board::of(state));
        self.held = Some(rear::staged(run, sheets, &mut ignore, &mut seen));
        self.failed = in_season(run, self.seat, self.sheet());
        self.after = Board::of(&run.state);
        if ahead && self.state.keeps_march() {
            let next = draft::next_march(run, sheets);
            self.march = marched(run, &next);
        }
    }

    /// The lines that the seat has written.
    pub fn sheet(&self) -> &[SheetLine] {
        &self.state.drafts[self.seat.index()]
    }

    /// The board in a beat of the march.
    pub fn march_stage(&self, now: u8) -> Option<&Board> {
        self.march.get(usize::from(now))
    }

    /// The board at a stage of the clash.
    pub fn contact(&self, stage: usize) -> Option<&Board> {
        self.clash.get(stage)
    }

    /// The board of the rear, after trade.
    pub fn trade(&self) -> Option<&Board> {
        self.rear.last()
    }

    pub fn plan(&self) -> Option<&StartingSetup> {
        self.plan.as_ref()
    }

    /// Whether these lines may be added to the sheet, in one order. They are of one kind.
    pub fn takes(&self, lines: &[SheetLine]) -> bool {
        let state = self.state;
        let edits = usize::from(state.edits[self.seat.index()]) + lines.len();
        let belongs = |line: &SheetLine| draft::belongs(state, line).is_ok();
        if edits > usize::from(draft::EDITS) || !lines.iter().all(belongs) {
            return false;
        }
        match state.step {
            Step::Homeland => draft::check(state, self.seat, lines).is_ok(),
            Step::Settle => self.starts(lines),
            Step::March | Step::Clash | Step::Rear => self.stands(lines),
            Step::Blank | Step::Over => false,
        }
    }

    /// Whether the lines fit into the starting setup.
    fn starts(&self, lines: &[SheetLine]) -> bool {
        let Some(plan) = &self.plan else { return false };
        let mut copy = self.spare.take().unwrap_or_else(|| plan.clone());
        let refused = lines.iter().position(|line| copy.put(self.state, line).is_err());
        // A refused line changes nothing.
        if refused == Some(0) {
            self.spare.set(Some(copy));
        }
        refused.is_none()
    }

    /// Whether the lines can be carried out at their stage, after the sheet's own lines there, and
    /// make no line impossible that follows.
    fn stands(&self, lines: &[SheetLine]) -> bool {
        let (state, seat) = (self.state, self.seat);
        let Some(first) = lines.first() else { return false };
        let is_last = || lines.iter().all(|line| self.is_last(line));
        let whole = || draft::check(state, seat, lines).is_ok();
        if lines.iter().all(|line| draft::answers_offer(state, seat, line)) {
            return is_last() || whole();
        }
        let trial = self.trial(first);
        if trial == Trial::Sheet {
            return whole();
        }
        let Some(board) = self.board(trial) else { return false };
        if trial == Trial::Ahead {
            return lines.iter().all(|line| clash::static_check(&board.state, seat, line).is_ok());
        }
        board.attempt(|run| {
            if !lines.iter().all(|line| self.one(run, board, line).is_ok()) {
                return false;
            }
            if trial != Trial::Season && is_last() {
                return true;
            }
            match trial {
                Trial::Season | Trial::Rear(LAST) if !self.plans_march() => {
                    self.season_stands(run, lines)
                }
                _ => whole(),
            }
        })
    }

    /// The board where lines are tried.
    fn board(&self, trial: Trial) -> Option<&Board> {
        match trial {
            Trial::March(now) => self.march_stage(now),
            Trial::Clash(stage) => self.clash.get(usize::from(stage)),
            Trial::Rear(stage) => self.rear.get(usize::from(stage)),
            Trial::Season => self.trade(),
            Trial::Sheet => None,
            Trial::Ahead => Some(&self.after),
        }
    }

    /// Whether the sheet of a rear has lines for the next march that depend on other lines.
    fn plans_march(&self) -> bool {
        let depends = |line: &SheetLine| !matches!(line, SheetLine::Chance(_));
        self.sheet().iter().any(|line| draft::is_of_next_march(line) && depends(line))
    }

    /// Whether the lines for the season can still be carried out after further lines of the rear,
    /// and these too, if they are for the season.
    fn season_stands(&self, run: &mut Run<'_>, lines: &[SheetLine]) -> bool {
        let failed = in_season(run, self.seat, &[self.sheet(), lines].concat());
        failed.iter().all(|at| self.failed.contains(at))
    }

    /// Returns why a line of the rear cannot be carried out after the sheet's own lines. `None` if
    /// it can, and for other lines.
    pub fn refusal(&self, line: &SheetLine) -> Option<Refusal> {
        let Trial::Rear(stage) = self.trial(line) else { return None };
        let board = self.rear.get(usize::from(stage))?;
        board.attempt(|run| self.one(run, board, line).err())
    }

    fn one(&self, run: &mut Run<'_>, board: &Board, line: &SheetLine) -> Result<(), Refusal> {
        let seat = self.seat;
        match (self.trial(line), &self.held) {
            (Trial::March(_), _) => march::one(run, board.world(), seat, line),
            (Trial::Clash(_), _) => clash::one(run, board.world(), seat, line),
            (Trial::Rear(_) | Trial::Season, Some(held)) => rear::one(run, held, seat, line),
            (Trial::Rear(_) | Trial::Season | Trial::Sheet | Trial::Ahead, _) => Ok(()),
        }
    }

    fn trial(&self, line: &SheetLine) -> Trial {
        let march_stage = || march::stage(line).map_or(Trial::Ahead, Trial::March);
        match self.state.step {
            Step::Clash => clash::stage(line).map_or(Trial::Sheet, Trial::Clash),
            Step::Rear => match line {
                // They depend on the other lines for the same season.
                SheetLine::Season(Season::Sow(_) | Season::Recruit(_)) => Trial::Season,
                // They are judged alike in this rear and in the next march.
                SheetLine::Chance(_) => Trial::Rear(rear::stage(line)),
                _ if draft::is_of_next_march(line) => march_stage(),
                _ if line.steps().contains(&Step::Rear) => Trial::Rear(rear::stage(line)),
                _ => Trial::Ahead,
            },
            _ => march_stage(),
        }
    }

    /// Whether no other line is carried out or continued after a new line. Only then can the new
    /// line not make any other impossible, except if no line depends on it at all.
    fn is_last(&self, line: &SheetLine) -> bool {
        if is_harmless(line) {
            return true;
        }
        let from = match self.trial(line) {
            Trial::Sheet => return false,
            Trial::Ahead => return true,
            Trial::Season => SEASON,
            Trial::March(_) if march::goes_on(line) => return false,
            Trial::March(now) => self.of_march(now),
            Trial::Clash(stage) | Trial::Rear(stage) => stage,
        };
        self.sheet().iter().all(|known| self.until(known) <= from)
    }

    /// The last moment at which a line of the sheet is judged. Settings for a later clash depend on
    /// pacts only, which are answered first.
    fn until(&self, line: &SheetLine) -> u8 {
        match self.trial(line) {
            // Re-rolls depend on no other line.
            _ if matches!(line, SheetLine::Chance(_)) => 0,
            Trial::March(now) if march::goes_on(line) => self.of_march(now.max(5)),
            Trial::March(now) => self.of_march(now),
            Trial::Clash(stage) | Trial::Rear(stage) => stage,
            Trial::Season => SEASON,
            Trial::Sheet => self.of_march(march::LAST),
            Trial::Ahead => 1,
        }
    }

    /// The moment of a beat; the next march follows the whole rear.
    fn of_march(&self, march_stage: u8) -> u8 {
        if self.state.step == Step::Rear { march_stage + 4 } else { march_stage }
    }
}

/// Whether a line changes nothing that other lines of a sheet depend on.
fn is_harmless(line: &SheetLine) -> bool {
    matches!(
        line,
        SheetLine::Chance(_) | SheetLine::Diplomacy(Diplomacy::Offer(_) | Diplomacy::Demand(_))
    )
}

/// Carries out the lines for sowing and recruiting. Returns the index of each that fails.
fn in_season(run: &mut Run<'_>, seat: Seat, lines: &[SheetLine]) -> Vec<usize> {
    let mut failed = Vec::new();
    sowing::sow_lines(run, seat, lines, &mut |at, _, _| failed.push(at));
    recruits::recruit_lines(run, seat, lines, &mut |at, _, _| failed.push(at));
    failed
}

/// Plays a march and returns the board of each beat.
fn marched(run: &mut Run<'_>, sheets: &Sheets) -> Vec<Board> {
    let mut march_stages: Vec<Board> = Vec::new();
    march::watch(run, sheets, &mut |now, state, world| {
        // No board is recorded for the second steps of cavalry.
        while march_stages.len() < usize::from(now) {
            march_stages.push(Board::of(state));
        }
        march_stages.push(match world {
            Some(world) => Board::seen(state.clone(), world.clone()),
            None => Board::of(state),
        });
    });
    march_stages
}
