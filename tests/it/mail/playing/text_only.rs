//! A program that knows only the text of its emails plays Scharz for four seats: it reads lists,
//! forms, costs and fields from plain text.

use std::collections::BTreeSet;

use chrono::Duration;
use ravenpost::service::table::join_table::Join;

use crate::harness::app::App;
use crate::harness::at_night;
use crate::mail::playing::replies::{ByMail, ReceivedEmail};
use crate::mail::reading::programs::Read;

/// How many replies in a row may fail.
const PATIENCE: usize = 4;
/// The most lines written for one prompt, besides the one that closes the sheet.
const LINES: usize = 9;

/// A form as printed in an email: `move <who> <to>`, and below it the options for each part.
struct Printed {
    shape: String,
    parts: Vec<Vec<String>>,
}

impl Printed {
    /// Orders built from the form: one for each option of the first part, cycling through the
    /// options of the others.
    fn orders(&self) -> Vec<String> {
        let (lead, rest) = self.shape.split_once(" <").unwrap_or((&self.shape, ""));
        if self.parts.is_empty() && rest.is_empty() {
            return vec![self.shape.clone()];
        }
        // Forms of amounts, and lines that list no options, are for human readers.
        if self.parts.is_empty() || rest.contains("amounts of") {
            return Vec::new();
        }
        let most = self.parts.iter().map(Vec::len).max().unwrap_or_default();
        let order = |at: usize| {
            let words = self.parts.iter().map(|part| part[at % part.len()].as_str());
            let words: Vec<&str> = std::iter::once(lead).chain(words).collect();
            words.join(" ")
        };
        (0..most).map(order).collect()
    }
}

/// The options of a list without their explanations: `roma (Roma), ostia, and 3 more`.
fn choices(list: &str) -> Vec<String> {
    let (mut depth, mut all) = (0, vec![String::new()]);
    for c in list.chars() {
        match c {
            '(' => depth += 1,
            ')' => depth -= 1,
            ',' if depth == 0 => all.push(String::new()),
            _ if depth == 0 => all.last_mut().expect("one").push(c),
            _ => {}
        }
    }
    let words = all.iter().map(|word| word.trim().to_owned());
    words.filter(|word| !word.is_empty() && !word.starts_with("and ")).collect()
}

/// The forms in an email's list of orders.
fn forms(text: &str) -> Vec<Printed> {
    let list = text.split_once("POSSIBLE MOVES").map_or("", |(_, list)| list);
    let list = list.split("HOW TO REPLY").next().unwrap_or_default();
    let mut forms = Vec::new();
    let mut lines = list.lines().peekable();
    while let Some(line) = lines.next() {
        let Some(shape) = line.strip_prefix("   - ") else { continue };
        let mut below = Vec::new();
        while let Some(more) = lines.next_if(|line| line.starts_with("     ")) {
            below.push(more.trim());
        }
        // The first line says what the form does.
        let mut parts: Vec<String> = Vec::new();
        for line in below.iter().skip(1) {
            match line.split_once(": ") {
                Some((label, list)) if !label.contains([',', '(']) => parts.push(list.to_owned()),
                _ => parts.iter_mut().last().into_iter().for_each(|part| {
                    part.push(' ');
                    part.push_str(line);
                }),
            }
        }
        let parts = parts.iter().map(|part| choices(part)).collect();
        forms.push(Printed { shape: shape.to_owned(), parts });
    }
    forms
}

/// The phase in the board's words: "Spring of year 1: march".
fn moment(text: &str) -> Option<&str> {
    let board = text.split_once("THE BOARD").map(|(_, board)| board)?;
    board.lines().find_map(|line| line.strip_prefix("ITALIA 290 BC"))
}

/// A player who has nothing but emails.
struct Reader {
    address: String,
    email: Option<ReceivedEmail>,
    /// The prompt of the pending email.
    question: String,
    /// Its phase, and what was already written in reply.
    moment: String,
    written: BTreeSet<String>,
    answers: usize,
    refused: usize,
    /// The first words of its own lines that were accepted; how often it had to fall back.
    own: Vec<String>,
    fallbacks: usize,
    winters: BTreeSet<String>,
    done: bool,
}

impl Reader {
    fn new(name: &str) -> Reader {
        Reader {
            address: format!("{name}@example.org"),
            email: None,
            question: String::new(),
            moment: String::new(),
            written: BTreeSet::new(),
            answers: 0,
            refused: 0,
            own: Vec::new(),
            fallbacks: 0,
            winters: BTreeSet::new(),
            done: false,
        }
    }

    /// Reads a new email.
    fn read(&mut self, got: ReceivedEmail, end: &str) {
        let email = Read::of(got.message.as_bytes());
        if std::env::var_os("RAVENPOST_LOOK").is_some() {
            println!("==== to {}: {}\n{}", self.address, email.subject, email.text);
        }
        if email.message_id.starts_with("reply_result.") {
            self.hear(&email.text);
        }
        self.done |= email.message_id.starts_with("game_over.");
        if let Some(now) = moment(&email.text).filter(|now| **now != self.moment) {
            self.moment = now.to_owned();
            self.written.clear();
            self.answers = 0;
            let winter = now.strip_prefix(", Winter of ").and_then(|rest| rest.split(':').next());
            self.winters.extend(winter.map(ToOwned::to_owned));
        }
        self.done |= email.text.contains(end);
        if email.fallback().is_some() && email.text.contains("HOW TO REPLY") {
            self.question = email.text;
            self.email = Some(got);
        }
    }

    /// Records the result of each line that it wrote.
    fn hear(&mut self, text: &str) {
        let lines = text.split("\n| ").skip(1);
        let mut taken = 0;
        for line in lines {
            let (order, said) = line.split_once('\n').unwrap_or((line, ""));
            if said.trim_start().starts_with("Played") {
                taken += 1;
                if !order.starts_with("done") {
                    self.own.push(order.split(' ').next().unwrap_or_default().to_owned());
                }
            }
        }
        self.refused = if taken > 0 { 0 } else { self.refused + 1 };
        assert!(self.refused <= PATIENCE, "{} is always refused:\n{text}", self.address);
    }

    /// The reply to the pending prompt.
    fn words(&mut self) -> String {
        self.answers += 1;
        if self.refused + 1 >= PATIENCE || self.answers > LINES {
            self.fallbacks += 1;
            let flat = self.question.split_whitespace().collect::<Vec<_>>().join(" ");
            let fallback = flat
                .split_once("After that, \"")
                .and_then(|(_, rest)| Some(rest.split_once("\" is played for you")?.0.to_owned()));
            return fallback.expect("it asks");
        }
        let mut forms = forms(&self.question);
        forms.retain(|form| {
            !["drop", "reset", "resign"].iter().any(|no| form.shape.starts_with(no))
        });
        let mut lines: Vec<String> = Vec::new();
        let skip = self.own.len() * 7 + self.address.len();
        for at in 0..forms.len() {
            let orders = forms[(at + skip) % forms.len()].orders();
            let new = orders.iter().cycle().skip(skip % orders.len().max(1)).take(orders.len());
            let mut new = new.filter(|order| !self.written.contains(*order));
            lines.extend(new.next().cloned());
            if lines.len() == 1 + self.answers % 3 {
                break;
            }
        }
        if self.refused > 1 {
            lines.clear();
        }
        self.written.extend(lines.iter().cloned());
        let closes = self.answers > 2 || lines.is_empty();
        lines.extend(closes.then(|| "done anyway".to_owned()));
        lines.join("\n")
    }
}

/// Plays up to the end of the first spring by default, and two whole years at night.
#[tokio::test]
async fn scharz_is_playable_from_the_text_of_emails() {
    let night = at_night();
    let end = if night { "Spring of year 3" } else { "Summer of year 1" };
    let names = ["ann", "bo", "cy", "di"];
    let app = App::answered(5).await;
    let ann = app.player(names[0]).await;
    let game = app.open_table("scharz", ann, 4).await;
    for name in &names[1..] {
        let player = app.player(name).await;
        app.service
            .tables()
            .join_table(app.now, &game, player, Join::default())
            .await
            .expect("a free seat");
    }
    let mut table = ByMail::at(app, game);
    let mut readers: Vec<Reader> = names.iter().map(|name| Reader::new(name)).collect();
    let (mut emails, mut answers) = (0, 0);
    while readers.iter().any(|reader| !reader.done) {
        table.app.passes(Duration::minutes(5)).await;
        let came = table.emails().await;
        emails += came.len();
        for (to, got) in came {
            let reader = readers.iter_mut().find(|reader| reader.address == to);
            reader.expect("one of the four").read(got, end);
        }
        let mut written = 0;
        for reader in readers.iter_mut().filter(|reader| !reader.done) {
            let Some(email) = reader.email.take() else { continue };
            let words = reader.words();
            if std::env::var_os("RAVENPOST_LOOK").is_some() {
                println!("<<<< {}: {words}", reader.address);
            }
            table.answer(&reader.address, &email, &words);
            written += 1;
        }
        assert_eq!(table.round().await, written);
        answers += written;
        let over = readers.iter().all(|reader| reader.done);
        assert!(over || written > 0, "nobody knows from an email what to do: {emails} emails");
    }
    println!("{emails} emails read, {answers} written");
    for reader in &readers {
        let sorts: BTreeSet<&String> = reader.own.iter().collect();
        let (lines, fallbacks) = (reader.own.len(), reader.fallbacks);
        println!("{}: {lines} lines, {sorts:?}, {fallbacks} fallbacks", reader.address);
        let (least, kinds) = if night { (15, 6) } else { (3, 2) };
        assert!(lines >= least && sorts.len() >= kinds, "{}: {sorts:?}", reader.address);
        assert!(fallbacks * 4 <= lines, "{}: {fallbacks} fallbacks", reader.address);
    }
    let whole = |reader: &Reader| reader.winters.len() >= 2;
    assert!(!night || readers.iter().any(whole), "two winters went by");
}
