//! Commands about the sender's account and other games: email preferences, the time zone, blocked
//! players, the list of games, and a search in the rules.

use super::Work;
use crate::error::ServiceError;
use crate::people::mail_choices::MailChoices;
use crate::reply::reading::command::EmailsWanted;
use ravenpost_log::table::status::Status;
use ravenpost_rules::text::phrase;

/// Maximum number of games that a reply lists. Longer answers would not fit on a screen.
const GAMES: usize = 15;
/// Maximum number of passages of the rules in a reply, and of characters in each.
const PASSAGES: usize = 4;
const PASSAGE: usize = 400;

impl Work<'_> {
    /// Changes which emails the sender gets. Idempotent.
    pub(super) async fn emails(
        &mut self,
        wanted: EmailsWanted,
    ) -> Result<Vec<String>, ServiceError> {
        let change = move |choices: MailChoices| match wanted {
            EmailsWanted::Short => MailChoices { short_emails: true, ..choices },
            EmailsWanted::Long => MailChoices { short_emails: false, ..choices },
            EmailsWanted::All => choices.with_all(),
            EmailsWanted::None => choices.with_none(),
        };
        self.acted |= self.service.players().choose_mail(self.holder.player.id, change).await?;
        let said = match wanted {
            EmailsWanted::Short => {
                "From now on, you get short emails. Reply \"map\" for a full one."
            }
            EmailsWanted::Long => "From now on, you get full emails.",
            EmailsWanted::All => "From now on, you get all emails again.",
            EmailsWanted::None => {
                "From now on, you get no emails, except replies to yours. Your games and their \
                 clocks continue. Reply \"emails on\" to get emails again."
            }
        };
        Ok(vec![said.to_owned()])
    }

    /// Sets the time zone in which the sender's emails and pages show times.
    pub(super) async fn zone(&mut self, zone: &str) -> Result<Vec<String>, ServiceError> {
        self.service.players().choose_zone(self.holder.player.id, zone).await?;
        self.acted = true;
        Ok(vec![format!("From now on, times are shown in the time zone {zone}.")])
    }

    /// Blocks or unblocks a player for the sender, as on the player's page. Idempotent.
    pub(super) async fn block(
        &mut self,
        name: &str,
        blocked: bool,
    ) -> Result<Vec<String>, ServiceError> {
        let players = self.service.players();
        let name = match players.block(self.now, self.holder.player.id, name, blocked).await {
            Err(ServiceError::NotFound(_)) => {
                return Err(ServiceError::refused(format!("no player is called \"{name}\"")));
            }
            done => done?,
        };
        self.acted = true;
        Ok(vec![match blocked {
            true => format!("You have blocked {name}."),
            false => format!("You no longer block {name}."),
        }])
    }

    /// Lists the sender's current games, starting with those waiting for the sender.
    pub(super) async fn games(&self) -> Result<Vec<String>, ServiceError> {
        let player = self.holder.player.id;
        let waits = self.service.notifications().pending_actions(self.now, player).await?;
        let all = self.service.play().games_of(self.now, player).await?;
        let current = |status| matches!(status, Status::Running | Status::Open);
        let base = &self.service.settings().base_url;
        let all: Vec<_> = all.iter().filter(|one| current(one.row.status)).collect();
        let lines = all.iter().take(GAMES).map(|one| {
            let game = &one.row.id;
            let is_waiting = waits.all().iter().any(|wait| wait.game.as_ref() == Some(game));
            let what = match (is_waiting, one.row.status) {
                (true, _) => "waiting for you",
                (false, Status::Open) => "not started yet",
                (false, _) => "waiting for others",
            };
            format!("{}: {what}. {base}/games/{game}", one.row.name)
        });
        let mut lines: Vec<String> = lines.collect();
        if let Some(more) = all.len().checked_sub(GAMES).filter(|more| *more > 0) {
            lines.push(format!("And {}: {base}/my-games", phrase::count(more, "more game")));
        }
        Ok(if lines.is_empty() { vec!["You have no current games.".to_owned()] } else { lines })
    }

    /// Returns the passages of the title's rules that contain these words.
    pub(super) async fn rules(&self, words: &str) -> Result<Vec<String>, ServiceError> {
        let game = self.service.games().load(&self.holder.game).await?;
        let about = game.title.about();
        let base = &self.service.settings().base_url;
        let page = format!("All rules: {base}/titles/{}/rules", about.key);
        let mut said = passages(about.rules, words);
        if said.is_empty() && !words.is_empty() {
            said.push(format!("The rules of {} do not contain \"{words}\".", about.name));
        }
        said.push(page);
        Ok(said)
    }
}

/// Returns the first paragraphs of a document that contain all these words.
fn passages(document: &str, words: &str) -> Vec<String> {
    let wanted: Vec<String> = words.split_whitespace().map(str::to_lowercase).collect();
    if wanted.is_empty() {
        return Vec::new();
    }
    let fits = |paragraph: &&str| {
        let small = paragraph.to_lowercase();
        !paragraph.starts_with('#') && wanted.iter().all(|word| small.contains(word.as_str()))
    };
    let found: Vec<&str> = document.split("\n\n").map(str::trim).filter(fits).collect();
    let more = found.len().saturating_sub(PASSAGES);
    let plain = |paragraph: &&str| {
        let bare = paragraph.replace(['*', '`'], "");
        let flat = bare.split_whitespace().collect::<Vec<_>>().join(" ");
        match flat.char_indices().nth(PASSAGE) {
            Some((end, _)) => format!("{}...", &flat[..end]),
            None => flat,
        }
    };
    let mut said: Vec<String> = found.iter().take(PASSAGES).map(plain).collect();
    if more > 0 {
        said.push(format!(
            "And {}. Add words to narrow the search.",
            phrase::count(more, "more passage")
        ));
    }
    said
}

#[cfg(test)]
mod tests {
    use super::passages;

    #[test]
    fn rules_are_found_by_all_search_words() {
        let rules =
            "# Ships\n\nR1 A *ship* carries two\nitems.\n\nR2 Ships sink.\n\nR3 Farms grow.";
        assert_eq!(passages(rules, "Ship items"), ["R1 A ship carries two items."]);
        assert_eq!(passages(rules, "ship").len(), 2);
        assert!(passages(rules, "").is_empty() && passages(rules, "raven").is_empty());
    }

    #[test]
    fn common_words_give_at_most_one_screen() {
        let rules = "A ship sails. ".repeat(80) + "\n\n";
        let said = passages(&rules.repeat(20), "ship");
        let lines: usize = said.iter().map(|passage| 1 + passage.len() / 72).sum();
        assert!(said.len() > 2 && lines <= 30, "{lines} lines");
    }
}
