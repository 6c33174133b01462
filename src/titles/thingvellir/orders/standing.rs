//! Reads standing instructions.

use super::super::state::standing::{Dare, Instruction};
use super::super::things::names::Action;
use super::reader::Reader;
use crate::rules::Refusal;

/// What stands after the word `standing`.
pub fn standing(reader: &mut Reader<'_>) -> Option<Instruction> {
    let subject = reader.take();
    let subject = subject.as_ref().map(|(word, _)| &**word);
    Some(match subject {
        Some("vote") => {
            let (word, raw) = reader.take()?;
            let action = Action::from_slug(&word);
            if action.is_none() && word != "any" {
                reader.refuse(raw, "is no action; name one of the six, or any");
            }
            Instruction::Vote(action, choice(reader, "support")?)
        }
        Some("challenge") => Instruction::Challenge(dare(reader)?),
        Some("feud") => Instruction::Feud(choice(reader, "accept")?),
        Some("hold") => Instruction::Hold(choice(reader, "auto")?),
        Some("claim") => Instruction::Claim(choice(reader, "auto")?),
        Some("raze") => Instruction::Raze(choice(reader, "spare")?),
        other => {
            let subjects = ["vote", "challenge", "feud", "hold", "claim", "raze"];
            let refusal = Refusal::new("standing instructions are about one of these");
            let refusal = refusal.word(other.unwrap_or("standing")).rule("R24.5");
            reader.wrong.push(refusal.instead(subjects.map(str::to_owned)));
            return None;
        }
    })
}

/// A word, or `ask`.
fn choice(reader: &mut Reader<'_>, word: &str) -> Option<bool> {
    let given = reader.take();
    match given.as_ref().map(|(plain, raw)| (&**plain, *raw)) {
        Some((plain, _)) if plain == word => Some(true),
        Some(("ask", _)) => Some(false),
        other => {
            let refusal = Refusal::new("is not what may be said here").rule("R24.5");
            let refusal = refusal.word(other.map_or("", |(_, raw)| raw));
            reader.wrong.push(refusal.instead([word.to_owned(), "ask".to_owned()]));
            None
        }
    }
}

fn dare(reader: &mut Reader<'_>) -> Option<Dare> {
    let given = reader.take();
    Some(match given.as_ref().map(|(plain, _)| &**plain) {
        Some("never") => Dare::Never,
        Some("always") => Dare::Always,
        Some("ask") => Dare::Ask,
        Some("upto") => match reader.number()? {
            men @ 1..=12 => Dare::Upto(men),
            men => {
                let refusal = Refusal::new("bands have 1 to 12 Thingmen").rule("R24.5");
                reader.wrong.push(refusal.word(men.to_string()));
                return None;
            }
        },
        other => {
            let words = ["never", "always", "upto 2", "ask"].map(str::to_owned);
            let refusal = Refusal::new("is not what may be said here").rule("R24.5");
            reader.wrong.push(refusal.word(other.unwrap_or_default()).instead(words));
            return None;
        }
    })
}
