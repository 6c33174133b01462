//! Dry run of a reply, line by line, to show how it is understood. Without a game, only its words
//! are checked. With a game, orders are tried on what the seat may know.

use crate::game::core::folded::Game;
use crate::play::preview_order::preview_line;
use crate::reply::act::MOST;
use crate::reply::act::account::omit;
use crate::reply::act::copied;
use crate::reply::act::suggest;
use crate::reply::act::texts::{self, NOT_DONE, NOT_PLAYED};
use crate::reply::line::{Omitted, ReplyLine};
use crate::reply::reading::address::{Addressees, Seats};
use crate::reply::reading::command::{self, Request};
use crate::reply::reading::grammar::Grammar;
use crate::reply::reading::{self, Context, Meaning, Part, Question, Remark};
use crate::titles;
use ravenpost_emails::parts::line_outcomes::Account;
use ravenpost_emails::parts::order_forms::Signs;
use ravenpost_emails::{LineOutcome, MARK};
use ravenpost_rules::{Group, Position, Seat};

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Meant {
    Order(String),
    Number(usize),
    /// A message to these seats; an empty list means the table.
    Said(Vec<Seat>, String),
    Note(String),
    Command,
    /// Text without a request: a greeting, a name.
    Remark(String),
    /// Rejected, as are the orders after it.
    Unclear(String),
    /// Queried; nothing after it is carried out.
    Asked(String),
}

/// Returns the meaning of each part of a reply with the number of its lines, for a seat at a
/// position whose email listed these orders.
pub fn meant(
    lines: &[ReplyLine],
    position: &dyn Position,
    seat: Seat,
    listed: &[Group],
) -> Vec<(usize, Meant)> {
    let lines = copied::out_of_lists(lines, listed);
    let context = Context {
        grammar: Grammar::at(position, seat, listed),
        seats: Seats::named(position),
        whole: true,
        own: Vec::new(),
        ballot: false,
        secret: position.awaited().iter().any(|one| one.private),
    };
    let meant = |part: Part| {
        let count = lines[part.lines.clone()].iter().map(|line| line.lines).sum();
        (count, meaning(part))
    };
    reading::read(&lines, &context).into_iter().map(meant).collect()
}

fn meaning(part: Part) -> Meant {
    match part.meaning {
        Meaning::Remark(_) => Meant::Remark(part.raw),
        Meaning::Unclear(_) | Meaning::NearNumber(_) => Meant::Unclear(part.raw),
        Meaning::Question(_) => Meant::Asked(part.raw),
        Meaning::Message(message) => match message.to {
            Addressees::Unknown(_) | Addressees::Ambiguous(_) => Meant::Unclear(part.raw),
            Addressees::Table => Meant::Said(Vec::new(), message.text),
            Addressees::Seats(seats) => Meant::Said(seats, message.text),
        },
        Meaning::Request(request) => match request {
            Request::Order(order) => Meant::Order(order),
            Request::Number(number) => Meant::Number(number),
            Request::Note { text, .. } | Request::NoteLater { text, .. } => Meant::Note(text),
            _ => Meant::Command,
        },
    }
}

/// Accounts for the given lines of a reply. `whole` says whether they are the complete text.
pub fn rehearse(
    lines: &[ReplyLine],
    omitted: &[Omitted],
    whole: bool,
    game_id: Option<(&Game, Seat)>,
) -> Account {
    let groups = game_id.map(|(game, seat)| game.position.offers(seat)).unwrap_or_default();
    let lines = copied::out_of_lists(lines, &groups);
    let context = Context {
        grammar: match game_id {
            Some((game, seat)) => Grammar::of(game, seat, &groups),
            None => {
                let verbs = titles::all().iter().flat_map(|title| title.about().verbs);
                Grammar::of_verbs(verbs.copied().collect())
            }
        },
        seats: game_id.map(|(game, _)| Seats::named(&*game.position)).unwrap_or_default(),
        whole,
        own: Vec::new(),
        ballot: false,
        secret: game_id.is_some_and(|(game, _)| game.seats().is_secret()),
    };
    let signs = Signs::of(&groups);
    let mut given =
        Given { game: game_id, signs, line: String::new(), stopped: false, asked: false };
    let (mut account, mut requests, mut passed) = (Account::default(), 0, 0);
    let mut omitted = omitted.chunk_by(|one, next| one.after == next.after).peekable();
    let ours = |line: &str| line.contains(MARK);
    for Part { lines: range, raw, meaning } in reading::read(&lines, &context) {
        while let Some(here) = omitted.next_if(|here| here[0].after <= passed) {
            omit(&mut account, here, ours);
        }
        let count = lines[range].iter().map(|line| line.lines).sum();
        passed += count;
        if meaning == Meaning::Remark(Remark::NotUnderstood) {
            account.not_understood(count, &raw, given.not_understood(&raw));
            continue;
        }
        if let Meaning::Remark(remark) = meaning {
            account.ignore(count, &raw, remark.into());
            continue;
        }
        requests += 1;
        if requests > MOST {
            account.add(count, &raw, LineOutcome::Rejected, vec![texts::too_many(MOST)]);
            continue;
        }
        let (outcome, report) = given.outcome_of(meaning);
        account.add(count, &raw, outcome, report);
    }
    omitted.for_each(|here| omit(&mut account, here, ours));
    account
}

struct Given<'a> {
    signs: Signs,
    game: Option<(&'a Game, Seat)>,
    line: String,
    stopped: bool,
    asked: bool,
}

impl Given<'_> {
    /// Explains a line that was not understood and suggests moves that are legal now.
    fn not_understood(&self, raw: &str) -> Vec<String> {
        let groups = self.game.filter(|(game, seat)| game.seats().wait(*seat).is_some());
        let groups = groups.map(|(game, seat)| game.position.offers(seat)).unwrap_or_default();
        let near = suggest::closest(raw, &groups, self.signs);
        let said = texts::NOT_UNDERSTOOD.to_owned();
        std::iter::once(said).chain(texts::did_you_mean(&near)).collect()
    }

    fn outcome_of(&mut self, meaning: Meaning) -> (LineOutcome, Vec<String>) {
        if self.asked {
            return (LineOutcome::Rejected, vec![NOT_DONE.to_owned()]);
        }
        match meaning {
            Meaning::Remark(_) => (LineOutcome::Ignored, Vec::new()),
            Meaning::Unclear(near) => {
                self.stopped = true;
                (LineOutcome::Rejected, vec![texts::slip(near, &[])])
            }
            Meaning::NearNumber(number) => {
                self.stopped = true;
                (LineOutcome::Rejected, vec![texts::just_the_number(number, None)])
            }
            Meaning::Question(question) => {
                self.asked |= question != Question::Vote;
                let said = match question {
                    Question::InMessage => texts::IN_MESSAGE,
                    Question::InNote => texts::IN_NOTE,
                    Question::Condition => texts::CONDITION,
                    Question::Wrapped => texts::WRAPPED,
                    Question::Recipient => texts::RECIPIENT,
                    Question::Vote => "Asks for the word \"agree\" or \"refuse\".",
                };
                (LineOutcome::Asked, vec![said.to_owned()])
            }
            Meaning::Message(message) => {
                let to = match message.to {
                    Addressees::Table => "all players".to_owned(),
                    Addressees::Seats(seats) => {
                        let names = |seat: &Seat| match self.game {
                            Some((game, _)) => game.called(*seat).name,
                            None => seat.to_string(),
                        };
                        seats.iter().map(names).collect::<Vec<_>>().join(", ")
                    }
                    // Without a game, the players are unknown.
                    Addressees::Unknown(name) if self.game.is_none() => name,
                    Addressees::Unknown(name) | Addressees::Ambiguous(name) => {
                        let why = format!(
                            "Not sent: \"{name}\" does not name one player of this \
                            game."
                        );
                        return (LineOutcome::Rejected, vec![why]);
                    }
                };
                let mut would = vec![format!("Sends to {to}: {}", on_one_line(&message.text))];
                would.extend(texts::within(&message.orders));
                (LineOutcome::Delivered, would)
            }
            Meaning::Request(request) => {
                let orders = matches!(request, Request::Order(_) | Request::Number(_));
                if orders && self.stopped {
                    return (LineOutcome::Rejected, vec![NOT_PLAYED.to_owned()]);
                }
                let would = self.request(request);
                let rejected = orders && self.stopped;
                (if rejected { LineOutcome::Rejected } else { LineOutcome::Executed }, would)
            }
        }
    }

    fn request(&mut self, request: Request) -> Vec<String> {
        let would = match request {
            Request::Order(order) if command::is_reserved(&order) => {
                self.stopped = true;
                "Not played: it is not an order.".to_owned()
            }
            Request::Order(order) => return self.order(order),
            Request::Number(number) => return self.number(number),
            Request::Show | Request::ShowHand => "Shows the current position.".to_owned(),
            Request::ShowOrders(words) => format!("Lists orders that contain these words: {words}"),
            Request::ShowAt(step) => format!("Shows the position after step {step}."),
            Request::ShowSince => "Shows what happened since the last order.".to_owned(),
            Request::Undo => "Undoes the last order.".to_owned(),
            Request::Takeback { .. } => "Proposes a takeback.".to_owned(),
            Request::Extend(_) => "Asks for more time.".to_owned(),
            Request::Away { .. } => "Lets a bot play in the meantime.".to_owned(),
            Request::Vacation { .. } => "Starts a vacation.".to_owned(),
            Request::Back => "Returns to the game.".to_owned(),
            Request::Nudge => "Reminds the awaited players.".to_owned(),
            Request::Say(_) | Request::SayToNobody => "Not sent: no recipient.".to_owned(),
            Request::Note { text, .. } => format!("Private note: {}", on_one_line(&text)),
            Request::NoteLater { text, .. } => {
                format!("Private note for a later turn: {}", on_one_line(&text))
            }
            Request::NotesDone { .. } => "Clears or keeps the notes for this turn.".to_owned(),
            Request::Vote { agrees: true } => "Votes yes.".to_owned(),
            Request::Vote { agrees: false } => "Votes no.".to_owned(),
            Request::Help => "Lists all commands.".to_owned(),
            Request::Emails(_) => "Changes which emails the sender gets.".to_owned(),
            Request::Zone(zone) => format!("Sets the time zone {zone}."),
            Request::Games => "Lists the sender's games.".to_owned(),
            Request::Block { name, blocked: true } => format!("Blocks the player {name}."),
            Request::Block { name, blocked: false } => format!("Unblocks the player {name}."),
            Request::Rules(words) => format!("Searches the rules: {words}"),
            Request::Witness(_) => "Cosigns the seals.".to_owned(),
            Request::Join | Request::Decline => "Answers an invitation.".to_owned(),
            Request::Again => "Confirms an email on hold.".to_owned(),
            Request::Leave { sure: false } => "Explains how to leave the game.".to_owned(),
            Request::Leave { sure: true } => "Leaves the game.".to_owned(),
        };
        vec![would]
    }

    fn number(&mut self, number: usize) -> Vec<String> {
        let Some((game, seat)) = self.game else {
            return vec!["The order with that number in the answered email.".to_owned()];
        };
        let groups = game.position.offers(seat);
        let offer = groups.iter().flat_map(|group| &group.offers).nth(number - 1);
        match offer.map(|offer| offer.order.clone()) {
            Some(order) => self.order(order),
            None => {
                self.stopped = true;
                vec!["Not played: the list has no such number now.".to_owned()]
            }
        }
    }

    /// Tries an order together with those above it, on a copy of the position.
    fn order(&mut self, order: String) -> Vec<String> {
        let Some((game, seat)) = self.game else {
            return vec!["An order, if the game accepts it.".to_owned()];
        };
        let order = self.signs.read(&order);
        let line = match self.line.is_empty() {
            true => order,
            false => format!("{}; {order}", self.line),
        };
        if game.seats().is_preference(&line) {
            return vec![
                "Stored as a preference for the start of the game, if possible.".to_owned(),
            ];
        }
        match preview_line(game, seat, &line) {
            Ok(foretold) => {
                self.line = line;
                let narration = foretold.narration.last().map(|narration| narration.text.clone());
                let ahead =
                    foretold.cut.then(|| "Anything it would reveal is not shown.".to_owned());
                let would =
                    ["Would be played.".to_owned()].into_iter().chain(narration).chain(ahead);
                would.chain(foretold.dry_run).collect()
            }
            Err(error) => {
                self.stopped = true;
                vec![format!("Not played: {error}")]
            }
        }
    }
}

fn on_one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
