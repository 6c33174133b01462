//! Commands about the sender's account and other games: email preferences, the time zone, blocked
//! players, the list of games, and a search in the rules.

use super::{Queries, Work};
use crate::error::ServiceError;
use crate::people::mail_choices::MailChoices;
use crate::reply::reading::command::EmailsWanted;
use crate::rulebook::{self, Section};
use ravenpost_log::table::status::Status;
use ravenpost_rules::text::phrase;

/// Maximum number of games that a reply lists. Longer answers would not fit on a screen.
const GAMES: usize = 15;
/// Maximum number of characters of the rules in a reply.
const QUOTED: usize = 2000;
/// Maximum number of sections of the rules that a reply names without quoting them.
const NAMED: usize = 20;

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
                "From now on, you will get short emails. Reply \"map\" for a full one."
            }
            EmailsWanted::Long => "From now on, you will get full emails.",
            EmailsWanted::All => "From now on, you will get all emails again.",
            EmailsWanted::None => {
                "From now on, you will get no emails except replies to yours. Your games and their \
                 clocks continue. Reply \"emails on\" to get emails again."
            }
        };
        Ok(vec![said.to_owned()])
    }

    /// Sets the time zone in which the sender's emails and pages show times.
    pub(super) async fn zone(&mut self, zone: &str) -> Result<Vec<String>, ServiceError> {
        self.service.players().choose_zone(self.holder.player.id, zone).await?;
        self.acted = true;
        Ok(vec![format!("Times are now shown in the time zone {zone}.")])
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
}

impl Queries<'_> {
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

    /// Returns the sections of the title's rules that a search finds, and where the rest is.
    pub(super) async fn rules(&self, search: &str) -> Result<Vec<String>, ServiceError> {
        let game = self.service.games().load(&self.holder.game).await?;
        let about = game.title.about();
        let base = &self.service.settings().base_url;
        let page = format!("{base}/titles/{}/rules", about.key);
        let found = rulebook::found(about.rules, search);
        let mut said = quoted(&found, &page);
        if found.is_empty() && !search.is_empty() {
            said.push(format!("The rules of {} do not contain \"{search}\".", about.name));
        }
        said.push(format!("All rules: {page}"));
        Ok(said)
    }
}

/// Returns as many sections in full as there is room for, and the names of the others. A section
/// that is too long ends after a whole sentence, with the address of the rest.
fn quoted(found: &[Section<'_>], page: &str) -> Vec<String> {
    let mut said: Vec<String> = Vec::new();
    let mut room = QUOTED;
    let mut shown = 0;
    for section in found {
        let length: usize = section.lines.iter().map(|line| line.chars().count()).sum();
        if length > room && shown > 0 {
            break;
        }
        shown += 1;
        // A rule begins with its number, other text with its heading.
        if section.number.is_none() {
            said.push(format!("{}:", section.chapter));
        }
        if length <= room {
            said.extend(section.lines.iter().cloned());
            room -= length;
            continue;
        }
        said.extend(shortened(&section.lines, room));
        said.push(format!("The rest of {}: {page}{}", section.name(), section.fragment()));
        break;
    }
    let others = &found[shown..];
    let mut names: Vec<String> =
        others.iter().take(NAMED).map(|section| section.name().to_owned()).collect();
    if others.len() > NAMED {
        names.push(format!("{} more", others.len() - NAMED));
    }
    if let Some(next) = others.iter().find_map(|section| section.number) {
        let names = phrase::and(&names);
        said.push(format!("Also in: {names}. To read one, write, for example: rules {next}"));
    } else if !names.is_empty() {
        said.push(format!("Also in: {}.", phrase::and(&names)));
    }
    said
}

/// Returns the first lines of a text that has more characters than there is room, cut at the end of
/// a line or a sentence.
fn shortened(lines: &[String], room: usize) -> Vec<String> {
    let (mut fitting, mut room) = (Vec::new(), room);
    for line in lines {
        let length = line.chars().count();
        if length <= room {
            fitting.push(line.clone());
            room -= length;
            continue;
        }
        let end = line.char_indices().nth(room).map_or(line.len(), |(end, _)| end);
        let sentence = line[..end].rfind(". ").map(|stop| &line[..=stop]);
        // One endless sentence is cut at a word.
        let word = || line[..end].rsplit_once(' ').map(|(words, _)| format!("{words} ..."));
        match sentence {
            Some(sentence) => fitting.push(sentence.to_owned()),
            None if fitting.is_empty() => fitting.extend(word()),
            None => {}
        }
        break;
    }
    fitting
}

#[cfg(test)]
mod tests {
    use super::{NAMED, QUOTED, quoted, shortened};
    use crate::rulebook::found;
    use crate::titles;

    const PAGE: &str = "https://raven.example/titles/x/rules";

    fn length(said: &[String]) -> usize {
        said.iter().map(|line| line.chars().count()).sum()
    }

    #[test]
    fn short_sections_are_quoted_in_full() {
        let rules = "## R1 Ships\n\nR1.1 A *ship* carries two\nitems:\n\n- wood\n- tar\n\nR1.2 No.";
        assert_eq!(
            quoted(&found(rules, "1.1"), PAGE),
            ["R1.1 A ship carries two items:", "- wood", "- tar"]
        );
        assert_eq!(quoted(&found(rules, "ships"), PAGE).len(), 4);
        assert!(quoted(&found(rules, "raven"), PAGE).is_empty());
    }

    #[test]
    fn long_section_ends_with_a_sentence_and_the_address_of_the_rest() {
        let rules = format!("## R1 Ships\n\nR1.1 {}\n\nR1.2 A ship.", "A ship sails. ".repeat(300));
        let said = quoted(&found(&rules, "ship"), PAGE);
        assert!(said[0].ends_with("sails.") && said[0].len() > QUOTED - 20, "{}", said[0]);
        assert!(said[0].len() <= QUOTED && said[1].ends_with("rules#R1.1"), "{said:?}");
        assert!(said[2].contains("R1.2") && said.len() == 3, "{said:?}");
        assert_eq!(shortened(&["x".repeat(30), "y".repeat(30)], 40), ["x".repeat(30)]);
    }

    #[test]
    fn common_words_give_at_most_one_screen_and_name_the_other_sections() {
        for title in titles::all() {
            let about = title.about();
            let all = found(about.rules, "a");
            let said = quoted(&all, PAGE);
            assert!(length(&said) < QUOTED + 600, "{}: {said:#?}", about.key);
            let first = all[0].lines[0].split(". ").next().unwrap_or_default();
            assert!(said.iter().any(|line| line.contains(first)), "{}", about.key);
            let others = said.last().expect("others");
            assert!(all.len() > NAMED && others.contains(" more"), "{others}");
        }
    }
}
