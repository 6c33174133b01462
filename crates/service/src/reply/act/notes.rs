//! Private notes by email: beside the last step, for a later turn, and keeping or dropping the
//! notes for this turn.

use super::{UNDECODED, Work};
use crate::error::ServiceError;
use crate::talk::note::{Later, NoteChange};
use ravenpost_rules::numbers::Step;

impl Work<'_> {
    pub(super) async fn keep(
        &mut self,
        at: usize,
        at_step: Option<Step>,
        words: &str,
    ) -> Result<Vec<String>, ServiceError> {
        decoded(words)?;
        let (game, player) = (&self.holder.game, self.holder.player.id);
        let key = self.key(at);
        let step = self.service.chat().note(self.now, game, player, at_step, words, &key).await?;
        self.acted = true;
        Ok(vec![format!("Private note added at step {step}.")])
    }

    pub(super) async fn keep_for_later(
        &mut self,
        at: usize,
        round: Option<u16>,
        words: &str,
    ) -> Result<Vec<String>, ServiceError> {
        decoded(words)?;
        let later = round.map_or(Later::NextTurn, Later::FromRound);
        let (game, player) = (&self.holder.game, self.holder.player.id);
        let key = self.key(at);
        self.service.chat().note_for_later(self.now, game, player, later, words, &key).await?;
        self.acted = true;
        Ok(vec![match round {
            None => "Private note added. You will see it on your next turn.".to_owned(),
            Some(round) => format!("Private note added. You will see it from round {round} on."),
        }])
    }

    pub(super) async fn notes_done(&mut self, keep: bool) -> Result<Vec<String>, ServiceError> {
        let (game, player) = (&self.holder.game, self.holder.player.id);
        let change = if keep { NoteChange::Keep } else { NoteChange::Done };
        let answered = self.service.chat().answer_notes(self.now, game, player, &change).await?;
        self.acted |= answered > 0;
        Ok(vec![match (answered, keep) {
            (0, _) => "There are no notes for this turn.".to_owned(),
            (_, true) => "You will see your notes again on your next turn.".to_owned(),
            (_, false) => {
                "Your notes for this turn are done. They are with your other notes.".to_owned()
            }
        }])
    }
}

fn decoded(words: &str) -> Result<(), ServiceError> {
    match words.contains('\u{fffd}') {
        true => Err(ServiceError::refused(UNDECODED)),
        false => Ok(()),
    }
}
