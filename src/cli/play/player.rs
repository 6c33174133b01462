//! Answers prompts: passes positions to the engine, and plays the orders that it answers with.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use super::client::{Client, ClientError, Post};
use super::engine::Engine;
use ravenpost_web::shared::forms;

/// Maximum number of attempts of the engine to answer a prompt.
const ATTEMPTS: usize = 3;
/// Maximum number of attempts to read the orders and the view at the same step.
const READS: usize = 3;
/// Maximum number of consecutive orders that leave a prompt pending, such as instructions for
/// later.
const MOST_ORDERS: usize = 100;
/// The answer for the default order.
const DEFAULT: &str = "default";

/// A pending prompt.
struct Prompt {
    game: String,
    /// Identifies the prompt.
    tag: String,
    /// The message for the engine.
    position: Value,
}

/// The result of an order.
enum Outcome {
    Played,
    /// The prompt is no longer pending, or no orders are accepted now.
    Gone,
    /// The problem that the server reports.
    Refused(Value),
}

/// A player whose seats an engine plays.
pub struct Player {
    client: Client,
    engine: Engine,
    /// The prompts that are left to their default orders, by game.
    left: BTreeMap<String, String>,
    /// The number of orders that were accepted.
    pub answered: u64,
    /// The number of prompts that were left to their default orders.
    pub unanswered: u64,
    /// Stop when the two counts add up to this number.
    most: u64,
}

impl Player {
    pub fn new(client: Client, engine: Engine, most: u64) -> Player {
        let left = BTreeMap::new();
        Player { client, engine, left, answered: 0, unanswered: 0, most }
    }

    /// Returns whether enough prompts were handled.
    pub fn is_done(&self) -> bool {
        self.answered + self.unanswered >= self.most
    }

    /// Answers the prompts of a game until it no longer waits for this player.
    pub fn play(&mut self, game: &str) -> Result<(), ClientError> {
        let (mut last, mut same) = (String::new(), 0);
        while !self.is_done() {
            let Some(prompt) = self.prompt(game)? else { return Ok(()) };
            same = if prompt.tag == last { same + 1 } else { 0 };
            last.clone_from(&prompt.tag);
            if same < MOST_ORDERS && self.answer(&prompt)? {
                continue;
            }
            tracing::error!(game, prompt = prompt.tag, "leaving prompt to its default order");
            self.left.insert(prompt.game, prompt.tag);
            self.unanswered += 1;
        }
        Ok(())
    }

    /// Returns the pending prompt of a game, unless it is left to its default order, the clocks are
    /// stopped, or the game keeps changing.
    fn prompt(&self, game: &str) -> Result<Option<Prompt>, ClientError> {
        for _ in 0..READS {
            let orders = self.client.get(&format!("/games/{game}/orders"))?;
            let Some(tag) = orders.tag.filter(|_| !orders.body["prompt"].is_null()) else {
                return Ok(None);
            };
            if self.left.get(game) == Some(&tag) {
                return Ok(None);
            }
            let view = self.view(game)?;
            if is_stopped(&view) {
                return Ok(None);
            }
            // Something may have happened between the two requests.
            if orders.body["step"] == view["last_step"] {
                let position = position(&view, &orders.body, self.engine.seconds());
                return Ok(Some(Prompt { game: game.to_owned(), tag, position }));
            }
        }
        Ok(None)
    }

    fn view(&self, game: &str) -> Result<Value, ClientError> {
        Ok(self.client.get(&format!("/games/{game}"))?.body)
    }

    /// Asks the engine until it gives a legal order. Returns whether the prompt is settled.
    fn answer(&mut self, prompt: &Prompt) -> Result<bool, ClientError> {
        let (game, mut message) = (prompt.game.as_str(), prompt.position.clone());
        for left in (0..ATTEMPTS).rev() {
            let answer = match self.engine.ask(&message.to_string()) {
                Ok(answer) => answer,
                Err(error) => {
                    tracing::warn!(game, %error, attempts_left = left, "no answer");
                    message = prompt.position.clone();
                    continue;
                }
            };
            let problem = match order_of(&prompt.position, &answer) {
                Some(order) => match self.give(prompt, order)? {
                    Outcome::Played => {
                        tracing::info!(game, order, "order played");
                        return Ok(true);
                    }
                    Outcome::Gone => return Ok(true),
                    Outcome::Refused(problem) => problem,
                },
                None => json!({ "detail": "there is no order with this number" }),
            };
            let detail = &problem["detail"];
            tracing::warn!(game, answer, %detail, attempts_left = left, "answer refused");
            message = json!({
                "type": "refused",
                "game": game,
                "answer": answer,
                "attempts_left": left,
                "detail": detail,
                "refusals": problem["refusals"].as_array().cloned().unwrap_or_default(),
            });
        }
        Ok(false)
    }

    /// Plays an order.
    fn give(&mut self, prompt: &Prompt, order: &str) -> Result<Outcome, ClientError> {
        // The same for all attempts to send this order, and never used again: the seat can give the
        // same order to a later prompt, also by another process.
        let key = forms::random();
        let path = format!("/games/{}/orders", prompt.game);
        let body = json!({ "order": order }).to_string();
        let reply = self.client.post(&path, &Post { key: &key, tag: &prompt.tag, body })?;
        match reply.status {
            200 => {
                self.answered += 1;
                Ok(Outcome::Played)
            }
            412 => Ok(Outcome::Gone),
            403 | 404 | 408 | 409 | 429 | 500.. => Err(ClientError::of(&path, &reply)),
            // While a vote is open or the game is paused, every order is refused.
            _ if is_stopped(&self.view(&prompt.game)?) => Ok(Outcome::Gone),
            _ => Ok(Outcome::Refused(reply.body)),
        }
    }
}

/// Whether an open vote or a pause stops the clocks. No orders are accepted then.
fn is_stopped(view: &Value) -> bool {
    !view["paused_since"].is_null()
}

/// The message that asks for an order: `view` is the game and `orders` are the legal orders, as the
/// API returns them.
fn position(view: &Value, orders: &Value, seconds: u64) -> Value {
    let all = |groups: &str, part: &str| -> Vec<Value> {
        let groups = orders[groups].as_array().into_iter().flatten();
        groups.filter_map(|group| group[part].as_array()).flatten().cloned().collect()
    };
    json!({
        "type": "position",
        "protocol": 1,
        "game": view["id"],
        "title": view["title"],
        "options": view["options"],
        "seats": view["seats"],
        "seat": orders["seat"],
        "step": orders["step"],
        "decision": orders["prompt"]["decision"],
        "prompt": orders["prompt"]["text"],
        "due": orders["prompt"]["due"],
        "seconds": seconds,
        "default": orders["default"],
        "orders": all("groups", "orders"),
        "forms": all("groups", "forms"),
        "instructions": all("instructions", "orders"),
        "view": view["view"],
    })
}

/// Returns the order for an answer; `None` if the answer is a number that is not listed.
fn order_of<'a>(position: &'a Value, answer: &'a str) -> Option<&'a str> {
    if answer == DEFAULT {
        return Some(position["default"].as_str().unwrap_or(answer));
    }
    if answer.is_empty() || !answer.bytes().all(|one| one.is_ascii_digit()) {
        return Some(answer);
    }
    let listed = position["orders"].as_array()?;
    let wanted = answer.parse::<u64>().ok()?;
    listed.iter().find(|one| one["number"].as_u64() == Some(wanted))?["order"].as_str()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn example() -> Value {
        let orders = json!({
            "seat": 2,
            "step": 7,
            "prompt": { "decision": "turn", "text": "Take a turn", "due": null },
            "default": "pass",
            "groups": [
                { "orders": [{ "number": 1, "order": "rest" }], "forms": [{ "lead": "build" }] },
                { "orders": [{ "number": 2, "order": "pass" }], "forms": [] },
            ],
            "instructions": [{ "orders": [{ "number": null, "order": "plan rest" }] }],
        });
        let view = json!({ "id": "g", "title": "t", "seats": [], "view": { "shared": {} } });
        position(&view, &orders, 60)
    }

    #[test]
    fn position_lists_the_orders_of_all_groups() {
        let position = example();
        assert_eq!(position["orders"].as_array().map(Vec::len), Some(2));
        assert_eq!(position["forms"][0]["lead"], "build");
        assert_eq!(position["instructions"][0]["order"], "plan rest");
        let meant = [("game", "g"), ("decision", "turn"), ("prompt", "Take a turn")];
        for (name, value) in meant {
            assert_eq!(position[name], value);
        }
        assert!(!position.to_string().contains('\n'), "it is one line");
    }

    #[test]
    fn answer_is_a_number_notation_or_the_default() {
        let position = example();
        for (answer, order) in [
            ("1", Some("rest")),
            ("2", Some("pass")),
            ("3", None),
            ("99999999999999999999", None),
            ("default", Some("pass")),
            ("build hall", Some("build hall")),
            ("", Some("")),
        ] {
            assert_eq!(order_of(&position, answer), order, "{answer}");
        }
    }
}
