//! A saved email, read as evidence. Its footer contains the head of the game's log at the time, the
//! newest seal over all games, and the signatures of both.
//!
//! Programs read dedicated lines whose wording never changes; the sentences around them are for
//! people and may change. A mail program may wrap or quote these lines, so only their words count:
//!
//! ```text
//! ravenpost signed-head GAME STEP HASH      and the signature, if there is one
//! ravenpost daily-seal DAY HASH
//! ravenpost receipt GAME HASH               and the signature
//! ```
//!
//! A signature is `— NAME BASE64`, a checkpoint is a signed note, a key is `NAME+ID+BASE64`. The
//! words of a signed head and of a receipt are those that are signed, see
//! [`crate::proof::statement`].

use chrono::NaiveDate;

use crate::event::Hash;
use crate::ids::GameId;
use crate::proof::checkpoint::Checkpoint;
use crate::proof::note::{DASH, Key, Line, Note};
use crate::proof::statement;
use ravenpost_rules::numbers::Step;

/// The maximum number of lines of each kind that are read from one email.
const MOST: usize = 50;

/// The error for an email that has lines of an earlier build and none of the current format.
pub const EARLIER_BUILD: &str =
    "this email was written by an earlier, unreleased build; its proof cannot be checked";

/// The head of a game's log, as stated in an email.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SignedHead {
    /// The game that the log belongs to.
    pub game: GameId,
    /// The log's last step.
    pub step: Step,
    /// The hash of that step.
    pub hash: Hash,
    /// Its signature, if it has one.
    pub line: Option<Line>,
}

/// The seal of a day, as stated in an email.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NamedSeal {
    /// The day of the seal.
    pub day: NaiveDate,
    /// The hash of the seal.
    pub hash: Hash,
}

/// A receipt for an order, with its signature.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Receipted {
    /// The game in which the order was given.
    pub game: GameId,
    /// The hash of the event that holds the order.
    pub hash: Hash,
    /// The signature, with the key's name and id.
    pub line: Line,
}

/// An email as evidence, including the emails that it quotes.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct SavedEmail {
    /// The heads of logs.
    pub heads: Vec<SignedHead>,
    /// The daily seals.
    pub seals: Vec<NamedSeal>,
    /// The receipts for secret orders.
    pub receipts: Vec<Receipted>,
    /// Signed checkpoints, with the signatures of witnesses.
    pub checkpoints: Vec<Note>,
    /// The keys it names.
    pub keys: Vec<Key>,
    /// Whether it contains only lines of an earlier build, and none of these.
    pub is_of_earlier_build: bool,
}

impl SignedHead {
    /// Returns the text that was signed.
    pub fn statement(&self) -> String {
        statement::signed_head(&self.game, self.step, &self.hash)
    }
}

impl Receipted {
    /// Returns the text that was signed.
    pub fn statement(&self) -> String {
        statement::receipt(&self.game, &self.hash)
    }
}

impl SavedEmail {
    /// Reads an email's words, regardless of wrapping and quoting.
    pub fn read(words: &str) -> SavedEmail {
        let is_quote = |word: &&str| word.bytes().all(|byte| byte == b'>');
        let each: Vec<&str> = words.split_whitespace().filter(|word| !is_quote(word)).collect();
        let all = 0..each.len();
        let read = SavedEmail {
            heads: once_each(all.clone().filter_map(|at| head(&each[at..]))),
            seals: once_each(all.clone().filter_map(|at| seal(&each[at..]))),
            receipts: once_each(all.clone().filter_map(|at| receipt(&each[at..]))),
            checkpoints: once_each(all.clone().filter_map(|at| checkpoint(&each[at..]))),
            keys: once_each(each.iter().filter_map(|word| Key::parse(word))),
            is_of_earlier_build: false,
        };
        let earlier = read.is_silent() && all.into_iter().any(|at| is_earlier(&each[at..]));
        SavedEmail { is_of_earlier_build: earlier, ..read }
    }

    /// Returns whether the email contains nothing that can be compared.
    pub fn is_silent(&self) -> bool {
        let none = self.heads.is_empty() && self.seals.is_empty();
        none && self.checkpoints.is_empty() && self.receipts.is_empty()
    }
}

/// Returns the lines of a receipt in an email, without the signature that follows them.
pub fn receipt_lines(game: &GameId, hash: &Hash) -> [String; 2] {
    [format!("ravenpost receipt {game}"), hash.hex()]
}

/// Returns all signature lines in an email's words.
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

/// Parses the head of a log, with or without a signature.
fn head(words: &[&str]) -> Option<SignedHead> {
    let ["ravenpost", "signed-head", game, step, hash, rest @ ..] = words else { return None };
    let game = GameId::parse(game)?;
    let (step, hash) = (step.parse().ok()?, digits(hash)?);
    Some(SignedHead { game, step, hash, line: signature(rest) })
}

fn seal(words: &[&str]) -> Option<NamedSeal> {
    let ["ravenpost", "daily-seal", day, hash, ..] = words else { return None };
    Some(NamedSeal { day: day.parse().ok()?, hash: digits(hash)? })
}

fn receipt(words: &[&str]) -> Option<Receipted> {
    let ["ravenpost", "receipt", game, hash, rest @ ..] = words else { return None };
    Some(Receipted { game: GameId::parse(game)?, hash: digits(hash)?, line: signature(rest)? })
}

/// Returns whether these words name a step or a seal in the style of a build before the first
/// release: "Step 42 of the log of game ...", "Step 42 of the log, head ...", "Seal of all games,
/// ...".
fn is_earlier(words: &[&str]) -> bool {
    match words {
        ["Step" | "Event", step, "of", "the", "log" | "log,", ..] => step.parse::<u64>().is_ok(),
        ["Seal", "of", "all", "games,", ..] => true,
        _ => false,
    }
}

/// Parses the three lines of a checkpoint and the signatures after them.
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

/// Parses the 64 digits of a hash.
fn digits(word: &str) -> Option<Hash> {
    let bytes = data_encoding::HEXLOWER_PERMISSIVE.decode(word.as_bytes()).ok()?;
    Some(Hash(bytes.try_into().ok()?))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::proof::signer::Signer;

    fn game() -> GameId {
        GameId::parse("k3v9w2mq7xhd").expect("an id")
    }

    fn day() -> NaiveDate {
        NaiveDate::from_ymd_opt(2026, 11, 22).expect("a day")
    }

    #[test]
    fn emails_of_earlier_builds_are_recognised_but_not_read() {
        let hash = "3fa9c1d2".repeat(8);
        for earlier in [
            "> Step 42 of the log, head\n> 3fa9c1d2e4f5. Every player's".to_owned(),
            "Event 42 of the log, head 3fa9c1d2e4f5.".to_owned(),
            "Seal of all games,\n> 2026-11-22: 3fa9c1d2e4f5.".to_owned(),
            format!("Seal of all games, 2026-11-22:\nseal {hash}"),
            format!("Step 42 of the log of game k3v9w2mq7xhd\nhas this mark.\nmark {hash}"),
        ] {
            let read = SavedEmail::read(&earlier);
            assert!(read.is_of_earlier_build && read.is_silent(), "{earlier}");
            // Quoted below a current email, it is ignored.
            let today = format!("ravenpost daily-seal 2026-11-22\n{hash}\n\n{earlier}");
            let read = SavedEmail::read(&today);
            assert!(!read.is_of_earlier_build && read.seals.len() == 1, "{today}");
        }
        let silent = SavedEmail::read("Step by step, the log of the ship. Step x of the log, head");
        assert_eq!(silent, SavedEmail::default());
    }

    #[test]
    fn incomplete_proof_lines_are_not_read() {
        let hash = "3fa9c1d2".repeat(8);
        for broken in [
            format!("ravenpost signed-head k3v9w2mq7xhd {hash}"),
            format!("ravenpost signed-head k3v9w2mq7xhd x {hash}"),
            format!("ravenpost signed-head ! 42 {hash}"),
            format!("ravenpost signed-head k3v9w2mq7xhd 42 {}", &hash[1..]),
            format!("ravenpost signed-head k3v9w2mq7xhd 42 0{hash}"),
            format!("ravenpost daily-seal today {hash}"),
            format!("ravenpost seal 2026-11-22 {hash}"),
            format!("ravenpost receipt k3v9w2mq7xhd {hash}"),
            format!("{hash} \u{2014} raven.example/seals AAAAAAAA"),
        ] {
            assert!(SavedEmail::read(&broken).is_silent(), "{broken}");
        }
    }

    #[test]
    fn signed_lines_survive_wrapping_and_quoting() {
        let (signer, hash) = (Signer::new("raven.example/seals", &[7; 32]), Hash([5; 32]));
        let origin = signer.name().to_owned();
        let text = Checkpoint { origin, size: 3, root: [1; 32] }.text();
        let signed = signer.sign(&statement::signed_head(&game(), Step(42), &hash));
        let receipt = signer.sign(&statement::receipt(&game(), &hash));
        let seen = Signer::new("w.example/w", &[9; 32]).cosign(&text, 7);
        let note = Note { lines: vec![signer.sign(&text), seen], text };
        let (digits, key) = (hash.hex(), signer.key());
        let email = format!(
            "Your receipt:\nravenpost receipt k3v9w2mq7xhd\n{digits}\n{receipt}\n\nKeep its \
             key:\n{key}\n\nravenpost signed-head k3v9w2mq7xhd 42\n{digits}\n{signed}\n\n\
             ravenpost daily-seal 2026-11-22\n{digits}\n\n{note}",
        );
        let quoted = email.lines().map(|line| format!(">> {line}")).collect::<Vec<_>>();
        let narrow = email.split_whitespace().map(|word| format!("> {word}"));
        for email in [email.clone(), quoted.join("\n"), narrow.collect::<Vec<_>>().join("\n")] {
            let read = SavedEmail::read(&email);
            let line = Some(signed.clone());
            let head = SignedHead { game: game(), step: Step(42), hash, line };
            assert_eq!(read.heads, std::slice::from_ref(&head));
            assert!(key.signed(&head.statement(), &signed));
            let receipted = Receipted { game: game(), hash, line: receipt.clone() };
            assert!(key.signed(&receipted.statement(), &receipt));
            assert_eq!(read.receipts, [receipted]);
            assert_eq!(read.checkpoints, std::slice::from_ref(&note));
            assert_eq!(read.seals, [NamedSeal { day: day(), hash }]);
            assert_eq!(read.keys, std::slice::from_ref(&key));
        }
    }
}
