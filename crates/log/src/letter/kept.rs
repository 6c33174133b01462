//! A letter that somebody kept, read as a witness: at its foot stands how the log of its game stood
//! when it was written, the newest seal over all games, and the signatures of both.

use chrono::NaiveDate;

use crate::event::Hash;
use crate::ids::GameId;
use crate::proof::checkpoint::Checkpoint;
use crate::proof::note::{DASH, Key, Line, Note};
use crate::proof::statement;
use ravenpost_rules::numbers::Step;

/// The most marks and games that are looked for in one letter.
const MOST: usize = 50;

/// Between the words that name a step and its mark there are no more words than these.
const NEAR: usize = 40;

/// What a letter says of a log.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Mark {
    /// The step that it is of.
    pub step: Step,
    /// The digits of its hash; letters of earlier builds have the first twelve.
    pub head: String,
    /// The game, where the words name it.
    pub game: Option<GameId>,
    /// Its signature, if it has one.
    pub line: Option<Line>,
}

/// A seal at the foot of a letter.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SealMark {
    /// The day of the seal.
    pub day: NaiveDate,
    /// Its digits; in letters of earlier builds the first twelve.
    pub seal: String,
}

/// A receipt for an order, with its signature.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Receipted {
    /// The hash of the event in which the order stands.
    pub hash: Hash,
    /// The signature under the mark, with the key's name and number.
    pub line: Line,
}

/// A letter as a witness.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct KeptLetter {
    /// The games to whose pages it leads.
    pub games: Vec<GameId>,
    /// Those of letters quoted in it as well.
    pub marks: Vec<Mark>,
    /// The seals that it names, those of letters quoted in it as well.
    pub seals: Vec<SealMark>,
    /// The receipts for orders that others do not know whole.
    pub receipts: Vec<Receipted>,
    /// Signed checkpoints, with what witnesses signed of them.
    pub checkpoints: Vec<Note>,
    /// Keys that it names.
    pub keys: Vec<Key>,
}

impl Mark {
    /// Whether so few digits stand for the hash that two histories with the same can be made.
    pub fn is_weak(&self) -> bool {
        self.head.len() < 64
    }

    /// What was signed, if it is whole and the game is known.
    pub fn statement(&self) -> Option<String> {
        let hash = Hash(bytes(&self.head)?);
        self.game.as_ref().map(|game| statement::mark(game, self.step, &hash))
    }
}

impl KeptLetter {
    /// Reads a letter's words, however their lines were broken and quoted.
    pub fn read(words: &str) -> KeptLetter {
        let is_quote = |word: &&str| word.bytes().all(|byte| byte == b'>');
        let each: Vec<&str> = words.split_whitespace().filter(|word| !is_quote(word)).collect();
        let all = 0..each.len();
        let mut games = Vec::new();
        for behind in words.split("/games/").skip(1).take(MOST) {
            let end = behind.find(|one: char| !one.is_ascii_alphanumeric());
            let game = GameId::parse(&behind[..end.unwrap_or(behind.len())]);
            games.extend(game.filter(|game| !games.contains(game)));
        }
        KeptLetter {
            games,
            marks: once_each(all.clone().filter_map(|at| mark(&each[at..]))),
            seals: once_each(all.clone().filter_map(|at| seal(&each[at..]))),
            receipts: once_each(all.clone().filter_map(|at| receipt(&each, at))),
            checkpoints: once_each(all.filter_map(|at| checkpoint(&each[at..]))),
            keys: once_each(each.iter().filter_map(|word| Key::parse(word))),
        }
    }

    /// Whether it says nothing that could be held against anything.
    pub fn is_silent(&self) -> bool {
        let none = self.marks.is_empty() && self.seals.is_empty();
        none && self.checkpoints.is_empty() && self.receipts.is_empty()
    }
}

/// All lines of signatures in a letter's words.
pub fn signatures(words: &str) -> Vec<Line> {
    let each: Vec<&str> = words.split_whitespace().collect();
    once_each((0..each.len()).filter_map(|at| signature(&each[at..])))
}

fn once_each<T: PartialEq>(found: impl Iterator<Item = T>) -> Vec<T> {
    found.take(MOST).fold(Vec::new(), |mut all, one| {
        if !all.contains(&one) {
            all.push(one);
        }
        all
    })
}

/// "Step 42 of the log of game k3v9w2mq7xhd ... mark" and 64 digits, with a signature or without.
/// Letters of earlier builds: "Step 42 of the log, head 3fa9c1d2e4f5.", or "Event".
fn mark(words: &[&str]) -> Option<Mark> {
    if let ["Step" | "Event", step, "of", "the", "log,", "head", head, ..] = words {
        let head = digits(head).filter(|head| head.len() == 12)?;
        return Some(Mark { step: step.parse().ok()?, head, game: None, line: None });
    }
    let ["Step", step, "of", "the", "log", "of", "game", game, rest @ ..] = words else {
        return None;
    };
    let game = GameId::parse(game.trim_end_matches([':', '.', ',']))?;
    let at = rest.iter().take(NEAR).position(|word| *word == "mark")?;
    let head = digits(rest.get(at + 1)?).filter(|head| head.len() == 64)?;
    let line = signature(&rest[at + 2..]);
    Some(Mark { step: step.parse().ok()?, head, game: Some(game), line })
}

/// "Seal of all games, 2026-11-22: seal" and 64 digits; or, in letters of earlier builds, twelve.
fn seal(words: &[&str]) -> Option<SealMark> {
    let ["Seal", "of", "all", "games,", day, rest @ ..] = words else { return None };
    let day = day.strip_suffix(':')?.parse().ok()?;
    let (digits, length) = match rest {
        ["seal", seal, ..] => (digits(seal)?, 64),
        [seal, ..] => (digits(seal)?, 12),
        [] => return None,
    };
    (digits.len() == length).then_some(SealMark { day, seal: digits })
}

/// 64 digits that are signed and are no mark.
fn receipt(words: &[&str], at: usize) -> Option<Receipted> {
    let is_mark = at.checked_sub(1).is_some_and(|at| matches!(words[at], "mark" | "seal"));
    let hash = Hash(bytes(words[at])?);
    let line = signature(&words[at + 1..])?;
    (!is_mark).then_some(Receipted { hash, line })
}

/// The three lines of a checkpoint, and the signatures behind them.
fn checkpoint(words: &[&str]) -> Option<Note> {
    let [origin, size, root, rest @ ..] = words else { return None };
    let text = format!("{origin}\n{size}\n{root}\n");
    Checkpoint::read(&text)?;
    let lines: Vec<Line> = rest.chunks(3).take(MOST).map_while(signature).collect();
    (!lines.is_empty()).then_some(Note { text, lines })
}

fn signature(words: &[&str]) -> Option<Line> {
    let [DASH, name, bytes, ..] = words else { return None };
    Line::of(name, bytes)
}

/// Hexadecimal digits, perhaps at the end of a sentence.
fn digits(word: &str) -> Option<String> {
    let digits = word.trim_end_matches('.').to_ascii_lowercase();
    digits.bytes().all(|digit| digit.is_ascii_hexdigit()).then_some(digits)
}

fn bytes(digits: &str) -> Option<[u8; 32]> {
    data_encoding::HEXLOWER.decode(digits.as_bytes()).ok()?.try_into().ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::proof::signer::Signer;

    fn game() -> GameId {
        GameId::parse("k3v9w2mq7xhd").expect("an id")
    }

    #[test]
    fn a_mark_of_an_earlier_build_is_found_however_it_was_broken_and_quoted() {
        let letter = "Go to https://example.org/games/k3v9w2mq7xhd?at=4.\n\
            > Step 42 of the log, head\n> 3fa9c1d2e4f5. Every player's\n\
            Event 42 of the log, head 3fa9c1d2e4f5.\n\
            Step x of the log, head 3fa9c1d2e4f5. Step 4 of the log, head 3fa9.\n\
            http://localhost/games/k3v9w2mq7xhd/audit /games/ /games/!\n\
            Seal of all games,\n> 2026-11-22: 3fa9c1d2e4f5. Seal of all games, now: 3fa9c1d2e4f5.";
        let letter = KeptLetter::read(letter);
        assert_eq!(letter.games, [game()]);
        let head = "3fa9c1d2e4f5".to_owned();
        assert_eq!(letter.marks, [Mark { step: Step(42), head, game: None, line: None }]);
        assert!(letter.marks[0].is_weak() && letter.marks[0].statement().is_none());
        let day = NaiveDate::from_ymd_opt(2026, 11, 22).expect("a day");
        assert_eq!(letter.seals, [SealMark { day, seal: "3fa9c1d2e4f5".into() }]);
        assert!(KeptLetter::read("").is_silent());
    }

    #[test]
    fn whole_marks_seals_checkpoints_receipts_and_keys_are_found_with_their_signatures() {
        let (signer, hash) = (Signer::new("raven.example/seals", &[7; 32]), Hash([5; 32]));
        let origin = signer.name().to_owned();
        let text = Checkpoint { origin, size: 3, root: [1; 32] }.text();
        let mark = signer.sign(&statement::mark(&game(), Step(42), &hash));
        let receipt = signer.sign(&statement::receipt(&game(), &hash));
        let seen = Signer::new("w.example/w", &[9; 32]).cosign(&text, 7);
        let note = Note { lines: vec![signer.sign(&text), seen], text };
        let (digits, key) = (hash.hex(), signer.key());
        let letter = format!(
            "Your receipt:\n{digits}\n{receipt}\n\nKeep its key:\n{key}\n\nStep 42 of the log of \
             game k3v9w2mq7xhd has this mark. Where\n\nmark {digits}\n{mark}\n\nSeal of all \
             games, 2026-11-22:\nseal {digits}\n\n{note}",
        );
        let quoted = letter.lines().map(|line| format!(">> {line}")).collect::<Vec<_>>();
        for letter in [letter, quoted.join("\n")] {
            let read = KeptLetter::read(&letter);
            let line = Some(mark.clone());
            let one = Mark { step: Step(42), head: digits.clone(), game: Some(game()), line };
            assert_eq!(read.marks, std::slice::from_ref(&one));
            assert!(key.signed(&one.statement().expect("whole"), &mark));
            assert_eq!(read.receipts, [Receipted { hash, line: receipt.clone() }]);
            assert_eq!(read.checkpoints, std::slice::from_ref(&note));
            assert_eq!(read.seals[0].seal, digits);
            assert_eq!(read.keys, std::slice::from_ref(&key));
        }
    }
}
