//! The time, time zone and query options used to view a page.

use chrono::{DateTime, Utc};
use serde::Deserialize;

use crate::shared::query::{Fields, pairs};

#[derive(Clone, Copy)]
pub struct Viewpoint<'a> {
    pub now: DateTime<Utc>,
    pub zone: ravenpost_zone::Zone,
    /// Restricts the orders to this area.
    pub area: Option<&'a str>,
    /// The requested tab.
    pub tab: Option<&'a str>,
    /// Seconds between the steps of an automatic replay.
    pub play: Option<u8>,
    pub zoom: Zoom<'a>,
    /// The address of the page, if it is not the game's own.
    pub page: Option<&'a str>,
}

/// The visible part of the board: the zoom level and the area in the centre.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Zoom<'a> {
    pub level: Option<u8>,
    pub near: Option<&'a str>,
}

/// Maximum length of an area name in an address.
const NEAR: usize = 32;

#[derive(Default, Deserialize)]
#[serde(default)]
struct ZoomQuery<'a> {
    zoom: &'a str,
    near: Option<&'a str>,
}

impl<'a> Zoom<'a> {
    /// Reads `zoom` and `near`. Invalid values are ignored.
    pub fn read(query: &'a Fields) -> Zoom<'a> {
        let plain = |near: &&str| {
            let letter = |one: char| one.is_ascii_alphanumeric() || one == '-' || one == '_';
            (1..=NEAR).contains(&near.len()) && near.chars().all(letter)
        };
        let ZoomQuery { zoom, near } = query.parse().unwrap_or_default();
        Zoom { level: zoom.parse().ok(), near: near.filter(plain) }
    }

    /// Returns the address of a page with these fields, except those that select the visible part
    /// of the board.
    pub fn page(path: &str, fields: &Fields) -> String {
        let others: Vec<(&str, &str)> =
            fields.iter().filter(|(name, _)| !matches!(*name, "zoom" | "near")).collect();
        format!("{path}?{}", pairs(&others))
    }

    /// Adds these fields to an address, before its fragment.
    pub fn on(&self, address: &str) -> String {
        let fields = self.written();
        if fields.is_empty() {
            return address.to_owned();
        }
        let end = address.find('#').unwrap_or(address.len());
        let (page, fragment) = address.split_at(end);
        let and = if page.contains('?') { '&' } else { '?' };
        format!("{page}{and}{fields}{fragment}")
    }

    /// Returns the fields by name, for forms that keep the part that is shown.
    pub fn fields(&self) -> Vec<(String, String)> {
        let level = self.level.map(|level| ("zoom".to_owned(), level.to_string()));
        let near = self.near.map(|near| ("near".to_owned(), near.to_owned()));
        level.into_iter().chain(near).collect()
    }

    /// Formats the fields as part of an address: `zoom=2&near=dede`.
    pub fn written(&self) -> String {
        let level = self.level.map(|level| format!("zoom={level}"));
        let near = self.near.map(|near| format!("near={near}"));
        level.into_iter().chain(near).collect::<Vec<_>>().join("&")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn invalid_zooms_are_ignored() {
        let read = |text: &str| Zoom::read(&Fields::read(text)).written();
        assert_eq!(read("zoom=2&near=dede"), "zoom=2&near=dede");
        assert_eq!(read("near=dede&at=5&zoom=0"), "zoom=0&near=dede");
        assert_eq!(read("zoom=-1&near=%3Cb%3E"), "");
        assert_eq!(read("zoom=999&near="), "");
    }

    #[test]
    fn board_part_is_added_before_the_fragment() {
        let zoom = Zoom { level: Some(2), near: Some("dede") };
        assert_eq!(zoom.on("/g#board"), "/g?zoom=2&near=dede#board");
        assert_eq!(zoom.on("/g?at=3"), "/g?at=3&zoom=2&near=dede");
        assert_eq!(Zoom::default().on("/g#board"), "/g#board");
    }
}
