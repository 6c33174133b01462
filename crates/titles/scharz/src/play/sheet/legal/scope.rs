//! What a sheet leaves open: tries further lines on the boards that its own lines leave at each
//! stage. Only the seat's own sheet is played, so nothing depends on what others have written.

use crate::play::rear::held::Held;
use crate::play::run::{Run, Sheets};
use crate::play::seasons::{recruits, sowing};
use crate::play::setup::settle::StartingSetup;
use crate::play::sheet::draft;
use crate::play::{clash, march, rear};
use crate::reckon::world::World;
use crate::state::line::{Season, SheetLine};
use crate::state::{State, Step};
use ravenpost_rules::{Dice, Refusal, Seat};

/// The state after the lines of one stage, and the board as they saw it.
pub struct Board {
    pub state: State,
    pub world: World,
}

impl Board {
    fn of(state: &State) -> Board {
        Board { state: state.clone(), world: World::of(state) }
    }
}

/// Where a line is tried.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Trial {
    March(u8),
    Clash(u8),
    Rear(u8),
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
    plan: Option<StartingSetup>,
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
            plan: None,
        };
        match state.step {
            Step::Settle => scope.plan = Some(StartingSetup::of(state, seat, lines)),
            Step::March => {
                scope.march = marched(&mut run, &sheets);
                scope.after = Board::of(&run.state);
            }
            Step::Clash => {
                let boards = clash::boards(&mut run, &sheets).into_iter();
                scope.clash = boards.map(|(state, world)| Board { state, world }).collect();
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
        for (seat, lines) in sheets {
            sowing::sow_lines(run, *seat, lines, &mut |_, _, _| {});
            recruits::recruit_lines(run, *seat, lines, &mut |_, _, _| {});
        }
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
            Step::Settle => self
                .plan
                .clone()
                .is_some_and(|mut plan| lines.iter().all(|line| plan.put(state, line).is_ok())),
            Step::March | Step::Clash | Step::Rear => {
                let stands = || draft::check(state, self.seat, lines).is_ok();
                self.survives(lines) && (lines.iter().all(|line| self.is_last(line)) || stands())
            }
            Step::Blank | Step::Over => false,
        }
    }

    /// Whether the lines can be carried out at their stage, after the sheet's own lines there.
    fn survives(&self, lines: &[SheetLine]) -> bool {
        let Some(first) = lines.first() else { return false };
        let answers = |line: &SheetLine| draft::answers_offer(self.state, self.seat, line);
        if lines.iter().all(answers) {
            return true;
        }
        let board = match self.trial(first) {
            Trial::March(now) => self.march_stage(now),
            Trial::Clash(stage) => self.clash.get(usize::from(stage)),
            Trial::Rear(stage) => self.rear.get(usize::from(stage)),
            Trial::Sheet => return true,
            Trial::Ahead => Some(&self.after),
        };
        let Some(board) = board else { return false };
        let mut dice = Dice::seeded(0);
        let mut run = Run::new(board.state.clone(), &mut dice);
        lines.iter().all(|line| self.one(&mut run, board, line).is_ok())
    }

    /// Returns why a line of the rear cannot be carried out after the sheet's own lines. `None` if
    /// it can, and for other lines.
    pub fn refusal(&self, line: &SheetLine) -> Option<Refusal> {
        let Trial::Rear(stage) = self.trial(line) else { return None };
        let board = self.rear.get(usize::from(stage))?;
        let mut dice = Dice::seeded(0);
        let mut run = Run::new(board.state.clone(), &mut dice);
        self.one(&mut run, board, line).err()
    }

    fn one(&self, run: &mut Run<'_>, board: &Board, line: &SheetLine) -> Result<(), Refusal> {
        let seat = self.seat;
        match (self.trial(line), &self.held) {
            (Trial::March(_), _) => march::one(run, &board.world, seat, line),
            (Trial::Clash(_), _) => clash::one(run, &board.world, seat, line),
            (Trial::Rear(_), Some(held)) => rear::one(run, held, seat, line),
            (Trial::Ahead, _) => clash::static_check(&board.state, seat, line),
            (Trial::Rear(_) | Trial::Sheet, _) => Ok(()),
        }
    }

    fn trial(&self, line: &SheetLine) -> Trial {
        let march_stage = || march::stage(line).map_or(Trial::Ahead, Trial::March);
        match self.state.step {
            Step::Clash => clash::stage(line).map_or(Trial::Sheet, Trial::Clash),
            Step::Rear if draft::is_of_next_march(line) => match line {
                // They are set in this rear and in the next march.
                SheetLine::Chance(_) => Trial::Sheet,
                _ => march_stage(),
            },
            Step::Rear => match line {
                // They depend on the other lines for the same season.
                SheetLine::Season(Season::Sow(_) | Season::Recruit(_)) => Trial::Sheet,
                _ if line.steps().contains(&Step::Rear) => Trial::Rear(rear::stage(line)),
                _ => Trial::Ahead,
            },
            _ => march_stage(),
        }
    }

    /// Whether no other line is carried out or continued after a new line. Only then can the new
    /// line not make any other impossible.
    fn is_last(&self, line: &SheetLine) -> bool {
        let from = match self.trial(line) {
            Trial::Sheet => return false,
            Trial::Ahead => return true,
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
            Trial::March(now) if march::goes_on(line) => self.of_march(now.max(5)),
            Trial::March(now) => self.of_march(now),
            Trial::Clash(stage) | Trial::Rear(stage) => stage,
            // Sowing and recruiting follow the trade.
            Trial::Sheet if !draft::is_of_next_march(line) => 3,
            Trial::Sheet => self.of_march(march::LAST),
            Trial::Ahead => 1,
        }
    }

    /// The moment of a beat; the next march follows the whole rear.
    fn of_march(&self, march_stage: u8) -> u8 {
        if self.state.step == Step::Rear { march_stage + 4 } else { march_stage }
    }
}

/// Plays a march and returns the board of each beat.
fn marched(run: &mut Run<'_>, sheets: &Sheets) -> Vec<Board> {
    let mut march_stages: Vec<Board> = Vec::new();
    march::watch(run, sheets, &mut |now, state, world| {
        // No board is recorded for the second steps of cavalry.
        while march_stages.len() < usize::from(now) {
            march_stages.push(Board::of(state));
        }
        let world = world.map_or_else(|| World::of(state), World::clone);
        march_stages.push(Board { state: state.clone(), world });
    });
    march_stages
}
