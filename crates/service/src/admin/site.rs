//! What the admins say about the server: its name, banner, contact and legal texts.

use std::sync::{Arc, Mutex, PoisonError};

use chrono::{DateTime, TimeDelta, Utc};
use serde::{Deserialize, Serialize};

use super::record::{Changer, record};
use crate::error::ServiceError;
use crate::handles::Administration;
use ravenpost_log::names;
use ravenpost_store::lists::settings::{self, Key};
use ravenpost_store::people::admin_log::AdminAction;
use ravenpost_store::writes;

/// The name of a server without a name of its own.
const NAME: &str = "Ravenpost";

/// The maximum length of each text, in characters.
pub const NAME_LIMIT: usize = 40;
pub const LINE_LIMIT: usize = 300;
pub const TEXT_LIMIT: usize = 10_000;

/// How long the texts stay in memory. Other nodes show a change after this time at the latest.
const KEPT: TimeDelta = TimeDelta::seconds(30);

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

    /// Returns a text by its name.
    pub fn get(&self, field: &str) -> Option<&str> {
        Some(match field {
            "name" => &self.name,
            "description" => &self.description,
            "banner" => &self.banner,
            "contact" => &self.contact,
            "imprint" => &self.imprint,
            "privacy" => &self.privacy,
            _ => return None,
        })
    }

    /// Replaces a text by its name. An empty text removes it.
    ///
    /// # Errors
    ///
    /// Refuses unknown names, and texts that are too long or contain invisible characters.
    pub fn set(&mut self, field: &str, text: &str) -> Result<(), ServiceError> {
        let text = text.trim();
        let (place, cleaned) = match field {
            "name" => (&mut self.name, one_line(text, NAME_LIMIT)),
            "description" => (&mut self.description, one_line(text, LINE_LIMIT)),
            "banner" => (&mut self.banner, one_line(text, LINE_LIMIT)),
            "contact" => (&mut self.contact, one_line(text, LINE_LIMIT)),
            "imprint" => (&mut self.imprint, several_lines(text)),
            "privacy" => (&mut self.privacy, several_lines(text)),
            _ => return Err(ServiceError::refused(format!("\"{field}\" is not one of the texts"))),
        };
        *place = cleaned.map_err(|why| ServiceError::refused(format!("{field}: {why}")))?;
        Ok(())
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
        let kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let (at, texts) = kept.as_ref()?;
        (*at <= now && now - *at < KEPT).then(|| Arc::clone(texts))
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

    /// Replaces the texts. The admin log names those that changed.
    pub async fn set_site(
        self,
        now: DateTime<Utc>,
        by: Changer,
        texts: &SiteTexts,
    ) -> Result<(), ServiceError> {
        let written = serde_json::to_string(texts);
        let written = written.map_err(|error| ServiceError::Broken(error.into()))?;
        let texts = texts.clone();
        let job = self.store().try_write(writes!(|tx| {
            let before = read(settings::get(&mut *tx, Key::Site).await?.as_deref());
            let changed = |field: &&str| before.get(field) != texts.get(field);
            let changed: Vec<&str> = SiteTexts::FIELDS.into_iter().filter(changed).collect();
            if changed.is_empty() {
                return Ok(());
            }
            settings::set(tx, Key::Site, &written).await?;
            record(tx, now, by, AdminAction::SiteChanged, changed.join(", ")).await
        }));
        let done: Result<(), ServiceError> = job.await;
        self.inner().site.put(None);
        done
    }
}

/// Parses the stored texts. What cannot be read is not shown.
fn read(stored: Option<&str>) -> SiteTexts {
    stored.and_then(|stored| serde_json::from_str(stored).ok()).unwrap_or_default()
}
