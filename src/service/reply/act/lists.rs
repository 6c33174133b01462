//! What a letter asks to be shown: orders that may be given, and how it stood.

use super::Work;
use crate::letters::fits::{Shown, Signs};
use crate::rules::{Group, Viewer};
use crate::service::error::ServiceError;
use crate::service::game::live::Live;

/// Lines that a search shows.
const SHOWN: usize = 60;
/// Lines of what fits into forms that are looked through.
const FITS: usize = 1000;

impl Work<'_> {
    /// What might be ordered when the letter that is answered was written.
    pub(super) fn offers_then(&self, live: &Live) -> Result<Vec<Group>, ServiceError> {
        Ok(match self.holder.key.version {
            Some(version) if version < live.version() => {
                live.at(version)?.position.offers(self.holder.seat)
            }
            _ => live.position.offers(self.holder.seat),
        })
    }

    /// The order that had this number in the letter that is answered.
    pub(super) async fn numbered(&self, number: usize) -> Result<String, ServiceError> {
        let live = self.service.live(&self.holder.game).await?;
        let groups = self.offers_then(&live)?;
        let mut offers = groups.iter().flat_map(|group| &group.offers);
        let offer = offers.nth(number - 1).map(|offer| offer.order.clone());
        offer.ok_or_else(|| ServiceError::refused("your letter had no order with that number"))
    }

    /// Orders and forms that have all of these words, in themselves or in their heading.
    pub(super) async fn orders(&self, words: &str) -> Result<Vec<String>, ServiceError> {
        let live = self.service.live(&self.holder.game).await?;
        let wanted: Vec<String> = words.split_whitespace().map(str::to_lowercase).collect();
        let groups = live.orders_by_words(self.holder.seat);
        let signs = Signs::of(&groups);
        let (mut found, mut number, mut room) = (Vec::new(), 0, FITS);
        for group in &groups {
            let title = group.title.to_lowercase();
            let left: Vec<String> =
                wanted.iter().filter(|word| !title.contains(*word)).cloned().collect();
            for offer in &group.offers {
                number += 1;
                let line = format!("{} - {}", signs.shown(&offer.order), offer.words);
                let small = line.to_lowercase();
                if left.iter().all(|word| small.contains(word)) {
                    found.push(format!("{number}. {line}"));
                }
            }
            let shown = group.forms.iter().map(|form| Shown::of(form, &signs, &mut room));
            for form in shown.filter(|form| form.has(&left)) {
                found.push(format!("{}: {} - {}", group.title, form.shape, form.about));
                found.extend(form.fits);
            }
        }
        let more = found.len().saturating_sub(SHOWN);
        found.truncate(SHOWN);
        if more > 0 {
            found.push(format!("and {more} more lines: add words to see fewer"));
        }
        if found.is_empty() {
            found.push("None that may be ordered now.".to_owned());
        }
        Ok(found)
    }

    /// How it stood, as the seat knew it then.
    pub(super) async fn past(&self, step: u64) -> Result<Vec<String>, ServiceError> {
        let live = self.service.live(&self.holder.game).await?;
        if step == 0 || step > live.step() {
            let last = live.step();
            return Err(ServiceError::refused(format!("the events are numbered from 1 to {last}")));
        }
        let then = live.at(live.log.end_of(step))?;
        if !then.has_started() {
            return Err(ServiceError::refused("the game had not begun then"));
        }
        let sight = then.position.sight(Viewer::Seat(self.holder.seat));
        Ok(sight.text.lines().map(str::to_owned).collect())
    }
}
