//! The effects of an email: orders in the log, messages and notes in the store, and the report on
//! its lines.

use ravenpost_log::Act;
use ravenpost_log::act::Via;
use ravenpost_rules::numbers::Seq;
use ravenpost_rules::{Dice, Seat};
use ravenpost_store::post::outbox;
use ravenpost_store::talk::messages::Span;
use serde_json::Value;

use super::case::Want;
use super::scenes::{PLAYERS, Stage};

/// The effects of an email.
#[derive(Debug, Default)]
pub struct Effects {
    pub done: Vec<Want>,
    /// The stored report on its lines.
    pub account: Vec<Line>,
}

/// A line of the report: outcome, original text, number of lines covered, explanation.
pub type Line = (String, String, u64, String);

impl Stage {
    /// The effects since an event of the log.
    pub async fn effects(&self, since: Seq) -> Effects {
        let (app, game_id) = (&self.table.app, &self.table.game);
        let game = app.service.games().load(game_id).await.expect("a game");
        let seat = game.seat_of(self.writer).expect("a seat");
        let mut done = Vec::new();
        for entry in game.log.after(since) {
            match entry.act {
                Act::Ordered { seat: by, order, via: Via::Email } if *by == seat => {
                    done.push(Want::Order(order.clone()))
                }
                Act::Voted { seat: Some(by), agrees, .. } if *by == seat => {
                    done.push(Want::Vote(*agrees))
                }
                _ => {}
            }
        }
        let span = Span { after: 0, before: i64::MAX, upto: Seq::MAX, most: 99 };
        let words =
            app.service.chat().talk_for(game_id, Some(self.writer), span).await.expect("readable");
        for said in words {
            let mut to: Vec<String> =
                said.words.to.iter().map(|seat| PLAYERS[seat.index()].to_owned()).collect();
            to.sort();
            done.push(Want::Say(to, said.words.text));
        }
        for noted in app.service.chat().notes_for(game_id, self.writer).await.expect("readable") {
            done.push(match noted.note.recall {
                Some(_) => Want::NoteNext(noted.note.text),
                None => Want::Note(noted.note.text),
            });
        }
        let mut effects = Effects { done, account: self.account().await };
        let lines = effects.account.iter().filter(|(outcome, ..)| outcome == "executed");
        let commands = lines
            .filter(|(_, line, ..)| is_command(line))
            .map(|(_, line, ..)| Want::Command(line.clone()));
        effects.done.extend(commands);
        effects
    }

    /// The report in the queued answer.
    async fn account(&self) -> Vec<Line> {
        let waiting = outbox::of_player(self.table.app.service.store().read(), self.writer, 99)
            .await
            .expect("readable");
        let answer = waiting.into_iter().find(|email| email.queued.kind == "reply_result");
        let Some(answer) = answer else { return Vec::new() };
        let payload: Value = serde_json::from_str(&answer.queued.payload).expect("a payload");
        let lines = payload["lines"].as_array().cloned().unwrap_or_default();
        let line = |line: &Value| {
            let text = |name: &str| line[name].as_str().unwrap_or_default().to_owned();
            (
                text("outcome"),
                text("text"),
                line["line_count"].as_u64().unwrap_or_default(),
                line["messages"].to_string(),
            )
        };
        lines.iter().map(line).collect()
    }

    /// Orders as the log writes them, played in sequence from the start of the scene. From the
    /// first refused order on, they count as rejected.
    pub async fn canonical(&self, orders: &[String]) -> Vec<Want> {
        let game = self.table.app.service.games().load(&self.table.game).await.expect("a game");
        let seat: Seat = game.seat_of(self.writer).expect("a seat");
        let mut position = game.true_position().copy();
        let (mut written, mut refused) = (Vec::new(), false);
        for order in orders {
            for part in game.title.split(order) {
                let sign = part.replace(" to ", " > ");
                let attempt = |part: &str| position.attempt(seat, part, &mut Dice::seeded(1));
                match attempt(&sign).or_else(|| attempt(part)).filter(|_| !refused) {
                    Some(decided) => {
                        // An order that changes nothing creates no event.
                        if decided.facts != "[]" {
                            written.push(Want::Order(decided.order.clone()));
                        }
                        position = decided.next;
                    }
                    None => {
                        refused = true;
                        written.push(Want::Reject(
                            part.split_whitespace().next().unwrap_or_default().to_owned(),
                        ));
                    }
                }
            }
        }
        written
    }
}

/// Whether an executed line is a command rather than an order or a note.
fn is_command(line: &str) -> bool {
    let plain: String = line.chars().filter(|c| c.is_alphanumeric() || *c == ' ').collect();
    let first = plain.split_whitespace().next().unwrap_or_default().to_lowercase();
    ["show", "undo", "help", "away", "back", "nudge", "extend", "letters", "leave"]
        .contains(&&*first)
}
