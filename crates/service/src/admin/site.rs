//! Texts about the server, written by admins: its name, banner, contact and legal texts.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

use chrono::{DateTime, TimeDelta, Utc};
use data_encoding::HEXLOWER;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use super::record::{Changer, record};
use crate::error::ServiceError;
use crate::handles::Administration;
use ravenpost_log::names;
use ravenpost_store::lists::settings::{self, Key};
use ravenpost_store::people::admin_log::AdminAction;
use ravenpost_store::writes;

/// The default name of a server.
const NAME: &str = "Ravenpost";

/// The maximum length of each text, in characters.
pub const NAME_LIMIT: usize = 40;
pub const LINE_LIMIT: usize = 300;
pub const TEXT_LIMIT: usize = 10_000;

/// How long the texts stay in memory. Other nodes show a change after this time at the latest.
const CACHED_FOR: TimeDelta = TimeDelta::seconds(30);

/// The texts as plain text. An empty one is not shown.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct SiteTexts {
    pub name: String,
    /// One or two sentences about the server.
    pub description: String,
    /// Shown at the top of every page.
    pub banner: String,
    /// An email address, a web address or a sentence.
    pub contact: String,
    pub imprint: String,
    pub privacy: String,
}

impl SiteTexts {
    /// The names of the texts, for forms and commands.
    pub const FIELDS: [&str; 6] =
        ["name", "description", "banner", "contact", "imprint", "privacy"];

    /// Returns the name of the server.
    pub fn title(&self) -> &str {
        if self.name.is_empty() { NAME } else { &self.name }
    }

    /// Whether there is anything to show on a page about the server.
    pub fn is_described(&self) -> bool {
        let texts = [&self.description, &self.contact, &self.imprint, &self.privacy];
        texts.iter().any(|text| !text.is_empty())
    }

    /// Returns a text by its name; an empty one if there is no such text.
    pub fn get(&self, field: &str) -> &str {
        match field {
            "name" => &self.name,
            "description" => &self.description,
            "banner" => &self.banner,
            "contact" => &self.contact,
            "imprint" => &self.imprint,
            "privacy" => &self.privacy,
            _ => "",
        }
    }

    fn place(&mut self, field: &str) -> Option<&mut String> {
        Some(match field {
            "name" => &mut self.name,
            "description" => &mut self.description,
            "banner" => &mut self.banner,
            "contact" => &mut self.contact,
            "imprint" => &mut self.imprint,
            "privacy" => &mut self.privacy,
            _ => return None,
        })
    }

    /// Returns the versions of the texts, which a form carries until it is saved.
    pub fn versions(&self) -> Versions {
        SiteTexts::FIELDS.into_iter().map(|field| (field, version(self.get(field)))).collect()
    }

    /// Replaces a text by its name. An empty text removes it.
    ///
    /// # Errors
    ///
    /// Refuses unknown names, and texts that are too long or contain invisible characters.
    pub fn set(&mut self, field: &str, text: &str) -> Result<(), ServiceError> {
        let unknown = || ServiceError::refused(format!("\"{field}\" is not one of the texts"));
        let place = self.place(field).ok_or_else(unknown)?;
        let text = text.trim();
        let cleaned = match field {
            "imprint" | "privacy" => several_lines(text),
            "name" => one_line(text, NAME_LIMIT),
            _ => one_line(text, LINE_LIMIT),
        };
        *place = cleaned.map_err(|why| ServiceError::refused(format!("{field}: {why}")))?;
        Ok(())
    }
}

/// The versions of texts by their names.
pub type Versions = BTreeMap<&'static str, String>;

/// A hash that identifies the version of a text.
fn version(text: &str) -> String {
    HEXLOWER.encode(&Sha256::digest(text)[..8])
}

/// The result of saving edited texts.
#[derive(Debug)]
pub enum Saved {
    Done,
    /// Nothing was saved, because other admins changed some of the same texts meanwhile.
    Conflict(Box<Conflict>),
}

/// Texts that two admins edited differently at the same time.
#[derive(Debug)]
pub struct Conflict {
    pub stored: SiteTexts,
    /// The stored texts with the new edits.
    pub edited: SiteTexts,
    /// The names of the texts that both changed.
    pub fields: Vec<&'static str>,
}

impl Conflict {
    /// Applies edits to the stored texts. `seen` contains the versions that the editor started
    /// from: a text that still has that version was not edited.
    fn of(stored: SiteTexts, wanted: &SiteTexts, seen: &Versions) -> Conflict {
        let (mut edited, mut fields) = (stored.clone(), Vec::new());
        for field in SiteTexts::FIELDS {
            let (now, wanted) = (stored.get(field), wanted.get(field));
            let was = |text: &str| seen.get(field).is_some_and(|seen| *seen == version(text));
            if wanted == now || was(wanted) {
                continue;
            }
            if !was(now) {
                fields.push(field);
            }
            if let Some(place) = edited.place(field) {
                wanted.clone_into(place);
            }
        }
        Conflict { stored, edited, fields }
    }
}

fn one_line(text: &str, limit: usize) -> Result<String, String> {
    if text.is_empty() {
        return Ok(String::new());
    }
    names::visible(text, limit)
        .ok_or_else(|| format!("write one line of at most {limit} visible characters"))
}

fn several_lines(text: &str) -> Result<String, String> {
    let text = text.replace("\r\n", "\n");
    let hidden = |c: char| c.is_control() && c != '\n' && c != '\t';
    match text.chars().count() <= TEXT_LIMIT && !text.contains(hidden) {
        true => Ok(text),
        false => Err(format!("write at most {TEXT_LIMIT} visible characters")),
    }
}

/// The texts in memory, and when they were read.
#[derive(Default)]
pub(crate) struct SiteCache(Mutex<Option<(DateTime<Utc>, Arc<SiteTexts>)>>);

impl SiteCache {
    fn get(&self, now: DateTime<Utc>) -> Option<Arc<SiteTexts>> {
        let cached = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let (at, texts) = cached.as_ref()?;
        (*at <= now && now - *at < CACHED_FOR).then(|| Arc::clone(texts))
    }

    fn put(&self, read: Option<(DateTime<Utc>, Arc<SiteTexts>)>) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = read;
    }
}

impl Administration<'_> {
    /// Returns the texts, which every page needs.
    pub async fn site(self, now: DateTime<Utc>) -> Result<Arc<SiteTexts>, ServiceError> {
        if let Some(texts) = self.inner().site.get(now) {
            return Ok(texts);
        }
        let stored = settings::get(self.store().read(), Key::Site).await?;
        let texts = Arc::new(read(stored.as_deref()));
        self.inner().site.put(Some((now, Arc::clone(&texts))));
        Ok(texts)
    }

    /// Saves the texts that were edited since they had the versions in `seen`. The admin log names
    /// those that changed. Nothing is saved if another admin changed one of them differently.
    pub async fn set_site(
        self,
        now: DateTime<Utc>,
        by: Changer,
        texts: &SiteTexts,
        seen: &Versions,
    ) -> Result<Saved, ServiceError> {
        let (texts, seen) = (texts.clone(), seen.clone());
        let job = self.store().try_write(writes!(|tx| {
            let stored = read(settings::get(&mut *tx, Key::Site).await?.as_deref());
            let merged = Conflict::of(stored, &texts, &seen);
            if !merged.fields.is_empty() {
                return Ok(Saved::Conflict(Box::new(merged)));
            }
            let Conflict { stored, edited, .. } = merged;
            let changed = |field: &&str| stored.get(field) != edited.get(field);
            let changed: Vec<&str> = SiteTexts::FIELDS.into_iter().filter(changed).collect();
            if changed.is_empty() {
                return Ok(Saved::Done);
            }
            let written = serde_json::to_string(&edited);
            let written = written.map_err(|error| ServiceError::Broken(error.into()))?;
            settings::set(tx, Key::Site, &written).await?;
            record(tx, now, by, AdminAction::SiteChanged, changed.join(", ")).await?;
            Ok(Saved::Done)
        }));
        let saved: Result<Saved, ServiceError> = job.await;
        self.inner().site.put(None);
        saved
    }
}

/// Parses the stored texts. Unreadable texts count as empty.
fn read(stored: Option<&str>) -> SiteTexts {
    stored.and_then(|stored| serde_json::from_str(stored).ok()).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn edits_of_different_texts_are_merged() {
        let texts = |banner: &str, contact: &str| SiteTexts {
            banner: banner.to_owned(),
            contact: contact.to_owned(),
            ..SiteTexts::default()
        };
        let seen = texts("old", "old").versions();
        let merge = |stored, wanted| Conflict::of(stored, &wanted, &seen);
        let both = merge(texts("new", "old"), texts("old", "mine"));
        assert_eq!((both.edited, both.fields), (texts("new", "mine"), vec![]));
        let same = merge(texts("new", "old"), texts("new", "old"));
        assert_eq!((same.edited, same.fields), (texts("new", "old"), vec![]));
        let conflict = merge(texts("theirs", "theirs"), texts("mine", "old"));
        assert_eq!((conflict.edited, conflict.fields), (texts("mine", "theirs"), vec!["banner"]));
        let unseen = Conflict::of(texts("theirs", ""), &texts("mine", ""), &Versions::new());
        assert_eq!(unseen.fields, ["banner"], "a form without versions replaces nothing");
    }
}
