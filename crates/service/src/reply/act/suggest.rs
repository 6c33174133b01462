//! Suggestions beside lines that were not understood: the legal moves closest to the words of the
//! writer. A suggestion is never played by itself.

use super::{Work, texts};
use crate::error::ServiceError;
use ravenpost_emails::parts::order_forms::Signs;
use ravenpost_rules::text::spelling::{distance, plain};
use ravenpost_rules::{Group, Offer};

/// Maximum number of words of a line that are compared.
const WORDS: usize = 12;
/// Words that say nothing about a move.
const COMMON: [&str; 39] = [
    "a", "an", "and", "am", "at", "be", "by", "do", "for", "from", "i", "id", "ill", "in", "is",
    "it", "let", "lets", "ll", "me", "my", "next", "now", "of", "on", "or", "please", "so", "that",
    "the", "then", "this", "to", "turn", "us", "want", "we", "will", "with",
];

impl Work<'_> {
    /// Adds suggestions to the lines that were not understood. They are legal after everything that
    /// was carried out.
    pub(super) async fn suggest(&mut self) -> Result<(), ServiceError> {
        if !self.transcript.lines.0.iter().any(|line| line.is_not_understood()) {
            return Ok(());
        }
        let groups = self.offers_now().await?;
        for line in self.transcript.lines.0.iter_mut().filter(|line| line.is_not_understood()) {
            let near = closest(&line.text, &groups, self.signs);
            line.messages.extend(texts::did_you_mean(&near));
        }
        Ok(())
    }

    /// Returns the moves that the writer may make now.
    pub(super) async fn offers_now(&self) -> Result<Vec<Group>, ServiceError> {
        let game = self.service.games().load(&self.holder.game).await?;
        let awaited = game.seats().wait(self.holder.seat).is_some();
        Ok(if awaited { game.position.offers(self.holder.seat) } else { Vec::new() })
    }
}

/// Returns the listed moves closest to a line, best first. Most of its words have to occur in a
/// move or its description, apart from misspellings.
pub(in crate::reply) fn closest(line: &str, groups: &[Group], signs: Signs) -> Vec<String> {
    let line = plain(line);
    let wanted: Vec<&str> =
        words(&line).filter(|word| !COMMON.contains(word)).take(WORDS).collect();
    let offers = groups.iter().flat_map(|group| &group.offers);
    let mut ranked: Vec<(usize, usize, &Offer)> = offers
        .filter_map(|offer| {
            let text = format!("{} {}", offer.order, offer.words);
            let text = plain(&text);
            let occurs = |word: &&&str| words(&text).any(|known| is_alike(word, known));
            let found = wanted.iter().filter(occurs).count();
            (found > 0 && 2 * found > wanted.len())
                .then(|| (wanted.len() - found, distance(&line, &offer.order), offer))
        })
        .collect();
    ranked.sort_by_key(|(missing, slips, _)| (*missing, *slips));
    ranked.into_iter().take(texts::SUGGESTED).map(|(.., offer)| signs.shown(&offer.order)).collect()
}

fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty())
}

/// Whether two words are the same, apart from one mistake in a long one.
fn is_alike(word: &str, known: &str) -> bool {
    word == known || (word.chars().count() > 3 && distance(word, known) <= 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn near(line: &str) -> Vec<String> {
        let offer = |(order, words): (&str, &str)| Offer {
            order: order.to_owned(),
            words: words.to_owned(),
            ..Offer::default()
        };
        let offers = [
            ("play forest settle lina", "settle Lina for 1 Wood"),
            ("play forest produce", "take 1 Wood"),
            ("play wisby sell 2 wood", "sell 2 Wood"),
            ("rest", "play no card"),
        ];
        let group = Group { offers: offers.map(offer).to_vec(), ..Group::default() };
        closest(line, &[group], Signs::default())
    }

    #[test]
    fn only_the_closest_moves_are_suggested() {
        for (line, wanted) in [
            ("I settle Lina", vec!["play forest settle lina"]),
            ("setle lina please", vec!["play forest settle lina"]),
            ("Then I will sell the wood", vec!["play wisby sell 2 wood"]),
            ("forest", vec!["play forest produce", "play forest settle lina"]),
            ("fly to the moon", vec![]),
            ("settle somewhere far away in the west", vec![]),
            ("then to the", vec![]),
            ("", vec![]),
        ] {
            assert_eq!(near(line), wanted, "{line}");
        }
    }
}
