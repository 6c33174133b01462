//! Random mixtures of greetings, moves, messages, notes, quotes and signatures, in which the test
//! knows what each line is. For every mixture, these rules must hold:
//!
//! - The writer's moves reach another seat only in an explicit block or an addressed line.
//! - Messages reach only their recipients.
//! - Only lines written as moves are played.
//! - Every line is accounted for.

use std::fmt::Write as _;

use ravenpost::mail::incoming::intake;
use ravenpost::mail::incoming::reading::{self, Trust};
use ravenpost::service::reply::dry_run::{Meant, meant};
use ravenpost::titles;
use ravenpost_rules::{Dice, Draws, Group, Seat};

use crate::mail::reading::corpus::{Listed, offers};

/// Mixtures in the default test.
const FEW: u64 = 2_000;

const GREETINGS: &[&str] = &[
    "Hi Ravenpost,",
    "Sure!",
    "Moves:",
    "Again, sorry for the delay!",
    "Hallo zusammen,",
    "Bonjour,",
    "Hola:",
    "Hej!",
    "Sæl og blessuð,",
    "Dzień dobry,",
    "Dobrý den,",
    "Hello there!",
    "Thanks for waiting!",
    "John, this is for you.",
    "Back from the sea!",
];
const CHATTER: &[&str] = &[
    "It rained the whole week here.",
    "The harbour is quiet, and so am I.",
    "Nobody in town talks about anything else.",
    "My cousin Will says hello.",
    "We had guests from Berlin.",
    "Wer weiß, wie das endet.",
    "Je ne sais pas encore.",
    "Det snöar igen.",
    "Show me a better plan than mine.",
    "Note that the winter was long.",
    "Undo is a word that I like.",
    "Help yourselves to some cake.",
    "and so on, and so forth",
    "no hurry from my side",
    "a long sentence that a mail program broke in the middle and that",
    "Done and dusted, as they say.",
    "pass the salt to all of them, please",
];
const HEADINGS: &[&str] =
    &["Orders:", "Moves:", "## Moves", "**My move**", "My move:", "Mein Zug:", "Befehle:"];
const SIGNATURES: &[&[&str]] = &[
    &["Best regards,", "Ann Holloway", "Senior Procurement Manager", "T +44 113 496 0122"],
    &["Thanks!", "John"],
    &["Cheers", "Ann"],
    &["Viele Grüße aus Husum", "Anna"],
    &["Mvh Ann-Mari"],
    &[
        "Kind regards,",
        "Ann",
        "Holloway & Stead Ltd",
        "14 Canal Wharf, Leeds",
        "Tel. 0113 496 0122",
    ],
    &[
        "____________________",
        "Evening Games mailing list",
        "To unsubscribe, visit https://lists.example.org",
    ],
    &["-- ", "Ann Holloway", "Head of Sales", "+46 555 0100"],
    &["Sent from my iPhone"],
];
/// Parts of signatures that must not reach other players.
const PRIVATE: &[&str] = &[
    "496 0122",
    "555 0100",
    "Procurement",
    "Head of Sales",
    "Canal Wharf",
    "unsubscribe",
    "iPhone",
    "Holloway",
];

/// A mixture, and what is known about it.
#[derive(Default)]
struct Mixture {
    text: String,
    /// Lines written as moves, valid or not, outside explicit blocks and addressed lines.
    orders: Vec<String>,
    /// Markers of messages and their recipients; `None` for text without recipients.
    marks: Vec<(String, Option<Vec<Seat>>)>,
    /// The sentences with those markers.
    sentences: Vec<String>,
    signed_inside: bool,
    next: usize,
}

impl Mixture {
    fn line(&mut self, line: &str) {
        let _ = write!(self.text, "{line}\r\n");
    }

    fn gap(&mut self, chance: &mut Draws<'_>) {
        if chance.below(2) == 0 {
            self.line("");
        }
    }

    /// A sentence with a unique marker, for these recipients.
    fn sentence(&mut self, to: Option<Vec<Seat>>, chance: &mut Draws<'_>) -> String {
        self.next += 1;
        let mark = format!("Qz{}q", self.next);
        self.marks.push((mark.clone(), to));
        let words = pick(chance, CHATTER);
        self.sentences.push(format!("{mark} {words}"));
        format!("{mark} {words}")
    }
}

fn pick<'t>(chance: &mut Draws<'_>, things: &[&'t str]) -> &'t str {
    chance.pick(things).copied().expect("some")
}

/// A move with a typo in one of its words.
fn misspelt(order: &str, chance: &mut Draws<'_>) -> String {
    let words: Vec<&str> = order.split(' ').collect();
    let long: Vec<usize> = (0..words.len())
        .filter(|at| words[*at].chars().count() > 4 && words[*at].is_ascii())
        .collect();
    let Some(at) = chance.pick(&long).copied() else { return order.to_owned() };
    let mut letters: Vec<char> = words[at].chars().collect();
    let place = 1 + chance.below(u32::try_from(letters.len() - 2).expect("a word")) as usize;
    match chance.below(3) {
        0 => letters.swap(place, place + 1),
        1 => drop(letters.remove(place)),
        _ => letters.insert(place, letters[place]),
    }
    let slip: String = letters.into_iter().collect();
    words
        .iter()
        .enumerate()
        .map(|(word, text)| if word == at { slip.as_str() } else { text })
        .collect::<Vec<_>>()
        .join(" ")
}

fn punctuated(order: &str, chance: &mut Draws<'_>) -> String {
    match chance.below(7) {
        0 => format!("{order}?"),
        1 => format!("{order}!"),
        2 => format!("{order}..."),
        3 => format!("- {order}"),
        4 => format!("**{order}**"),
        5 => format!("\u{201c}{order}\u{201d}"),
        _ => order.to_uppercase(),
    }
}

/// A move as people write it: correct, misspelt, with decoration, too late, or by number.
fn order(at: &Listed, late: &Listed, chance: &mut Draws<'_>) -> String {
    let from = if chance.below(8) == 0 { late } else { at };
    let offer = chance.pick(&from.offers).expect("an offer").order.clone();
    match chance.below(8) {
        0 => misspelt(&offer, chance),
        1 => punctuated(&offer, chance),
        2 => (1 + chance.below(u32::try_from(at.offers.len().min(99)).expect("few"))).to_string(),
        _ => offer,
    }
}

/// Writes a mixture for a position; `late` is a position whose moves are no longer legal.
struct Writer<'a, 'c> {
    mix: Mixture,
    at: &'a Listed,
    late: &'a Listed,
    chance: &'a mut Draws<'c>,
    others: Vec<Seat>,
    /// Recipients of text below a message without an end.
    open: Option<Vec<Seat>>,
}

impl Writer<'_, '_> {
    fn order(&mut self) {
        let line = order(self.at, self.late, self.chance);
        self.mix.gap(self.chance);
        self.mix.line(&line);
        self.mix.orders.push(line);
        self.open = None;
    }

    fn addressees(&mut self) -> Vec<Seat> {
        match self.chance.below(3) {
            0 => Vec::new(),
            // A solitaire game.
            _ if self.others.is_empty() => Vec::new(),
            1 => vec![*self.chance.pick(&self.others).expect("a seat")],
            _ => self.others.clone(),
        }
    }

    fn message(&mut self) {
        let to = self.addressees();
        let called = |seat: &Seat| self.at.position.seat_name(*seat).name;
        let names = match to.is_empty() {
            true => "all".to_owned(),
            false => to.iter().map(called).collect::<Vec<_>>().join(" and "),
        };
        let explicit = self.chance.below(3) == 0;
        let colon = if self.chance.below(8) == 0 { "\u{ff1a}" } else { ": " };
        let first = self.mix.sentence(Some(to.clone()), self.chance);
        match explicit && self.chance.below(4) == 0 {
            // The text may begin on the next line.
            true => {
                self.mix.line(&format!("say {names}:"));
                self.mix.line(&first);
            }
            false => self.mix.line(&format!("say {names}{colon}{first}")),
        }
        for _ in 0..self.chance.below(3) {
            self.mix.gap(self.chance);
            let more = self.mix.sentence(Some(to.clone()), self.chance);
            self.mix.line(&more);
        }
        if explicit {
            self.end();
        }
        self.open = if explicit { None } else { Some(to) };
    }

    /// Ends an explicit block, sometimes with a move or a signature inside.
    fn end(&mut self) {
        if self.chance.below(2) == 0 {
            let line = order(self.at, self.late, self.chance);
            self.mix.line(&line);
        }
        if self.chance.below(3) == 0 {
            self.mix.signed_inside = true;
            self.signature();
        }
        self.mix.line("end say");
    }

    /// Text without recipients, or for the recipients of the message above.
    fn chatter(&mut self) {
        let words = self.mix.sentence(self.open.clone(), self.chance);
        self.mix.gap(self.chance);
        self.mix.line(&words);
    }

    fn note(&mut self) {
        let words = self.mix.sentence(None, self.chance);
        self.mix.line(&format!("note: {words}"));
        self.open = None;
    }

    fn quote(&mut self) {
        let words = self.mix.sentence(None, self.chance);
        self.mix.line(&format!("> {words}"));
        self.mix.line("> 1. pass");
    }

    /// Returns whether text below the signature is still read.
    fn signature(&mut self) -> bool {
        let signature: &[&str] = self.chance.pick(SIGNATURES).expect("one");
        signature.iter().for_each(|line| self.mix.line(line));
        signature[0] != "-- "
    }

    fn heading(&mut self) {
        self.mix.gap(self.chance);
        self.mix.line(pick(self.chance, HEADINGS));
        self.open = None;
    }

    /// Messages without recipients, and a command. The text after them has no recipients either.
    fn nobody(&mut self) {
        let words = self.mix.sentence(None, self.chance);
        let known = self.others.first().map(|seat| self.at.position.seat_name(*seat).name);
        match self.chance.below(4) {
            0 => self.mix.line(&format!("say mars: {words}")),
            1 => self.mix.line(&format!("say {} and mars: {words}", known.unwrap_or_default())),
            2 => self.mix.line("show"),
            _ => self.mix.line(&format!("say hello to the others {words}")),
        }
        self.open = None;
    }
}

fn mixture(at: &Listed, late: &Listed, chance: &mut Draws<'_>) -> Mixture {
    let others = Seat::all(at.position.seats()).filter(|seat| *seat != at.seat).collect();
    let mut writer = Writer { mix: Mixture::default(), at, late, chance, others, open: None };
    if writer.chance.below(2) == 0 {
        let greeting = pick(writer.chance, GREETINGS);
        writer.mix.line(greeting);
        writer.mix.gap(writer.chance);
    }
    for _ in 0..=writer.chance.below(7) {
        match writer.chance.below(11) {
            0..=2 => writer.order(),
            3 | 4 => writer.message(),
            5 => writer.chatter(),
            6 => writer.note(),
            7 => writer.quote(),
            8 => {
                writer.mix.gap(writer.chance);
                if !writer.signature() {
                    break;
                }
            }
            9 => writer.heading(),
            _ => writer.nobody(),
        }
    }
    writer.mix
}

fn flat(text: &str) -> String {
    let simple = text.replace(['\u{201c}', '\u{201d}'], "\"");
    format!(" {} ", simple.split_whitespace().collect::<Vec<_>>().join(" ").to_lowercase())
}

fn raw(text: &str) -> Vec<u8> {
    format!(
        "From: ann@example.org\r\nTo: o-x@reply.raven.example\r\nMessage-ID: <1@phone.example>\r\n\
         MIME-Version: 1.0\r\nContent-Type: text/plain; charset=utf-8\r\n\r\n{text}"
    )
    .into_bytes()
}

/// What is wrong with the reading of a mixture.
fn faults(mix: &Mixture, at: &Listed) -> Vec<String> {
    let read = reading::read(&raw(&mix.text), &Trust::default()).expect("an email");
    let omitted: usize = read.written.omitted.iter().map(|one| one.lines.len()).sum();
    let lines = intake::lines(read.written.lines);
    let listed = [Group { offers: at.offers.clone(), ..Group::default() }];
    let understood = meant(&lines, &*at.position, at.seat, &listed);
    let mut wrong = Vec::new();
    let written = mix.text.lines().filter(|line| !line.trim().is_empty()).count();
    let accounted: usize = understood.iter().map(|(lines, _)| lines).sum::<usize>() + omitted;
    if accounted != written {
        wrong.push(format!("{accounted} of {written} lines are accounted for"));
    }
    for (_, one) in &understood {
        match one {
            Meant::Said(to, text) => {
                let mut to = to.clone();
                to.sort_unstable();
                for (mark, wanted) in &mix.marks {
                    if text.contains(mark.as_str())
                        && wanted.as_ref().is_none_or(|wanted| *wanted != to)
                    {
                        wrong.push(format!("words for {wanted:?} were read by {to:?}: {text}"));
                    }
                }
                // The rest of the text without the sentences of messages.
                let rest = mix
                    .sentences
                    .iter()
                    .fold(text.clone(), |text, one| text.replace(one.as_str(), ""));
                let inside = mix.text.contains("end say");
                for order in &mix.orders {
                    if !inside && flat(&rest).contains(&flat(order)) {
                        wrong.push(format!("an order was read by {to:?}: {order}: {text}"));
                    }
                }
                if !mix.signed_inside
                    && let Some(word) = PRIVATE.iter().find(|word| text.contains(**word))
                {
                    wrong.push(format!("a signature was read by {to:?}: {word}: {text}"));
                }
            }
            Meant::Order(order) => {
                let order = flat(order);
                let bare = order.trim();
                if !mix.orders.iter().any(|known| flat(known).contains(bare)) {
                    wrong.push(format!("played, and not written as a move: {order}"));
                }
            }
            Meant::Number(number) => {
                let number = number.to_string();
                if !mix.orders.iter().any(|known| known.contains(&number)) {
                    wrong.push(format!("played, and not written as a move: {number}"));
                }
            }
            _ => {}
        }
    }
    wrong
}

#[test]
fn no_mixture_reveals_a_move_or_plays_chat() {
    let count =
        std::env::var("RAVENPOST_MIXTURES").ok().and_then(|many| many.parse().ok()).unwrap_or(FEW);
    let from: u64 =
        std::env::var("RAVENPOST_SEED").ok().and_then(|seed| seed.parse().ok()).unwrap_or(0);
    let all: Vec<Vec<Listed>> = titles::all().iter().map(|title| offers(*title)).collect();
    let mut wrong = Vec::new();
    for seed in from..from + count {
        let mut dice = Dice::seeded(seed);
        let mut chance = dice.stream("mixture");
        let lists = &all[usize::try_from(seed).expect("small") % all.len()];
        let at = chance.pick(lists).expect("a position");
        let late = chance.pick(lists).expect("a position");
        let mix = mixture(at, late, &mut chance);
        let found = faults(&mix, at);
        if !found.is_empty() {
            wrong.push(format!("seed {seed}: {found:#?}\n{}\n", mix.text));
        }
    }
    assert!(
        wrong.is_empty(),
        "{} of {count}\n{}",
        wrong.len(),
        wrong[..wrong.len().min(20)].join("\n")
    );
}
