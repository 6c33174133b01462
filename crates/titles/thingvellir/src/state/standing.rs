//! Standing instructions, which answer decisions automatically.

use serde::{Deserialize, Serialize};

use super::super::things::names::Action;

/// A seat's private standing instructions (R24.5).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Standing {
    /// By action: unset, support, ask.
    pub vote: [Option<bool>; 6],
    pub any: bool,
    pub challenge: Dare,
    pub accept: bool,
    pub hold: bool,
    /// Whether claims are decided by the player; otherwise they are automatic.
    pub claim: bool,
    pub spare: bool,
}

/// Which bands are challenged.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Dare {
    #[default]
    Ask,
    Never,
    Always,
    Upto(u8),
}

/// One standing instruction (R24.5).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Instruction {
    /// An action or any; whether to support automatically.
    SupportVote(Option<Action>, bool),
    Challenge(Dare),
    /// Whether to accept automatically.
    AcceptConflicts(bool),
    /// Whether to hold automatically.
    AutoHold(bool),
    /// Whether to claim automatically.
    AutoClaim(bool),
    /// Whether to spare automatically.
    SpareFarms(bool),
}

impl Standing {
    pub fn instruct(&mut self, instruction: Instruction) {
        match instruction {
            Instruction::SupportVote(None, support) => self.any = support,
            Instruction::SupportVote(Some(action), support) => {
                self.vote[action.index()] = Some(support)
            }
            Instruction::Challenge(dare) => self.challenge = dare,
            Instruction::AcceptConflicts(accept) => self.accept = accept,
            Instruction::AutoHold(auto) => self.hold = auto,
            Instruction::AutoClaim(auto) => self.claim = !auto,
            Instruction::SpareFarms(spare) => self.spare = spare,
        }
    }

    /// Whether an instruction is already in force.
    pub fn has(&self, instruction: Instruction) -> bool {
        match instruction {
            Instruction::SupportVote(None, support) => self.any == support,
            Instruction::SupportVote(Some(action), support) => {
                self.vote[action.index()] == Some(support)
            }
            Instruction::Challenge(dare) => self.challenge == dare,
            Instruction::AcceptConflicts(accept) => self.accept == accept,
            Instruction::AutoHold(auto) => self.hold == auto,
            Instruction::AutoClaim(auto) => self.claim != auto,
            Instruction::SpareFarms(spare) => self.spare == spare,
        }
    }

    /// The instructions that differ from the defaults.
    pub fn said(&self) -> Vec<Instruction> {
        let mut all = Vec::new();
        if self.any {
            all.push(Instruction::SupportVote(None, true));
        }
        for action in Action::all() {
            all.extend(
                self.vote[action.index()].map(|is| Instruction::SupportVote(Some(action), is)),
            );
        }
        if self.challenge != Dare::Ask {
            all.push(Instruction::Challenge(self.challenge));
        }
        let rest = [
            (self.accept, Instruction::AcceptConflicts(true)),
            (self.hold, Instruction::AutoHold(true)),
            (self.claim, Instruction::AutoClaim(false)),
            (self.spare, Instruction::SpareFarms(true)),
        ];
        all.extend(rest.iter().filter(|(on, _)| *on).map(|(_, one)| *one));
        all
    }
}
