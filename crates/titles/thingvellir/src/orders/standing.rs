//! Parses standing instructions.

use super::super::state::standing::{Dare, Instruction};
use super::super::things::names::Action;
use super::reader::Reader;
use ravenpost_rules::Refusal;
use ravenpost_rules::RefusalCode::WrongAmount;

const SUBJECTS: [&str; 6] = ["vote", "challenge", "feud", "hold", "claim", "raze"];

/// Reads the words after `standing`.
pub fn standing(reader: &mut Reader<'_>) -> Option<Instruction> {
    let subject = |word: &str| SUBJECTS.into_iter().find(|subject| *subject == word);
    let subject = reader.read("a subject of standing instructions", subject, &SUBJECTS)?;
    Some(match subject {
        "vote" => {
            let action = action(reader);
            Instruction::SupportVote(action?, choice(reader, "support")?)
        }
        "challenge" => Instruction::Challenge(dare(reader)?),
        "feud" => Instruction::AcceptConflicts(choice(reader, "accept")?),
        "hold" => Instruction::AutoHold(choice(reader, "auto")?),
        "claim" => Instruction::AutoClaim(choice(reader, "auto")?),
        _ => Instruction::SpareFarms(choice(reader, "spare")?),
    })
}

/// Reads one of the six actions, or `None` for `any`.
fn action(reader: &mut Reader<'_>) -> Option<Option<Action>> {
    let known: Vec<&str> = Action::all().map(Action::slug).chain(["any"]).collect();
    let find = |word: &str| match word {
        "any" => Some(None),
        word => Action::from_slug(word).map(Some),
    };
    reader.read("an action or any", find, &known)
}

/// Reads a given word, or `ask`.
fn choice(reader: &mut Reader<'_>, word: &str) -> Option<bool> {
    let find = |given: &str| match given {
        "ask" => Some(false),
        given => (given == word).then_some(true),
    };
    reader.read(&format!("{word} or ask"), find, &[word, "ask"])
}

fn dare(reader: &mut Reader<'_>) -> Option<Dare> {
    if reader.skip("upto") {
        let men = reader.number()?;
        if !(1..=12).contains(&men) {
            let refusal =
                Refusal::new("a band has 1 to 12 Thingmen").code(WrongAmount).rule("R24.5");
            reader.wrong(refusal.word(men.to_string()));
        }
        return Some(Dare::Upto(men));
    }
    let find = |word: &str| match word {
        "never" => Some(Dare::Never),
        "always" => Some(Dare::Always),
        "ask" => Some(Dare::Ask),
        _ => None,
    };
    reader.read("never, always, ask or upto", find, &["never", "always", "upto 2", "ask"])
}
