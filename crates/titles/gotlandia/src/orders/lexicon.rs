//! Normalises words and looks up names: ignores case, accents and extra spaces, and accepts unique
//! prefixes (R25.1, R25.2).

use std::borrow::Cow;

use super::super::things::ids::{Card, Deco, District, Rep, Setting};
use super::super::things::kinds::{Dir, Kind};
use super::super::things::seats;
use ravenpost_rules::RefusalCode::{Ambiguous, WrongKind};
use ravenpost_rules::text::spelling::nearest;
use ravenpost_rules::{Refusal, RefusalCode, Seat};

/// Converts to lower case without accents, with single spaces between words and none around `+ > :
/// ,`.
pub fn fold(text: &str) -> Cow<'_, str> {
    if is_folded(text) { Cow::Borrowed(text) } else { Cow::Owned(folded(text)) }
}

/// Returns whether the text is normalised already, as written orders are.
fn is_folded(text: &str) -> bool {
    let mut last = b' ';
    let fits = text.bytes().all(|byte| {
        let (before, joint) = (last, is_joint(byte));
        last = byte;
        match byte {
            b' ' => before != b' ' && !is_joint(before),
            _ if joint => before != b' ',
            _ => byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-' || byte == b';',
        }
    });
    fits && last != b' '
}

/// Returns whether a character has no space around it.
fn is_joint(byte: u8) -> bool {
    matches!(byte, b'+' | b'>' | b':' | b',')
}

fn folded(text: &str) -> String {
    let mut folded = String::with_capacity(text.len());
    let mut space = false;
    for letter in text.chars().flat_map(char::to_lowercase) {
        // Combining marks: accents encoded separately from their letter.
        if ('\u{300}'..='\u{36f}').contains(&letter) {
            continue;
        }
        if letter.is_whitespace() {
            space = true;
            continue;
        }
        let joint = matches!(letter, '+' | '>' | ':' | ',');
        if space && !joint && !folded.is_empty() && !folded.ends_with(['+', '>', ':', ',']) {
            folded.push(' ');
        }
        space = false;
        match plain(letter) {
            Some(plain) => folded.push_str(plain),
            None => folded.push(letter),
        }
    }
    folded
}

fn plain(letter: char) -> Option<&'static str> {
    Some(match letter {
        'à'..='å' => "a",
        'ç' => "c",
        'è'..='ë' => "e",
        'ì'..='ï' => "i",
        'ñ' => "n",
        'ò'..='ö' | 'ø' => "o",
        'ù'..='ü' => "u",
        'ý' | 'ÿ' => "y",
        'æ' => "ae",
        'ß' => "ss",
        '‐'..='―' => "-",
        _ => return None,
    })
}

/// Finds the one name of a kind that equals the word or uniquely begins with it.
pub fn find<T: Copy>(
    word: &str,
    what: &str,
    names: impl Iterator<Item = (T, &'static str)> + Clone,
) -> Result<T, Refusal> {
    if let Some((thing, _)) = names.clone().find(|(_, name)| *name == word) {
        return Ok(thing);
    }
    let known = names.clone().filter(|(_, name)| word.len() >= 3 && name.starts_with(word));
    let known: Vec<(T, &str)> = known.collect();
    match known[..] {
        [(thing, _)] => Ok(thing),
        [] => {
            let near = nearest(word, names.map(|(_, name)| name), 3);
            let near = near.into_iter().map(str::to_owned);
            let refusal = Refusal::new(format!("is not a {what}")).subject(word).rule("R25.2");
            Err(refusal.code(RefusalCode::UnknownWord).instead(near))
        }
        _ => {
            let several = known.iter().map(|(_, name)| (*name).to_owned());
            let why = format!("fits more than one {what}");
            Err(Refusal::new(why)
                .code(Ambiguous)
                .subject(word)
                .rule("R25.2")
                .instead(several.take(4)))
        }
    }
}

pub fn district(word: &str) -> Result<District, Refusal> {
    find(word, "district", District::all().map(|district| (district, district.slug())))
}

/// Finds a card by its word; the seat's own Setting card also by the Setting's name.
pub fn card(word: &str, own: Card) -> Result<Card, Refusal> {
    if let Some(card) = Card::from_slug(word) {
        return Ok(card);
    }
    let home = Setting::all().find(|setting| Card::from_setting(*setting) == own);
    match Setting::from_slug(word) {
        Some(setting) if Some(setting) == home => return Ok(own),
        Some(_) => {
            let why = "is not your Setting; your own Setting card is \"setting\"";
            return Err(Refusal::new(why).code(WrongKind).subject(word).rule("R25.2"));
        }
        None => {}
    }
    let others = Card::all().filter(|card| card.word() != own.word());
    let names = others.chain(std::iter::once(own)).map(|card| (card, card.word()));
    find(word, "card", names)
}

pub fn decoration(word: &str) -> Result<Deco, Refusal> {
    find(word, "decoration", Deco::all().map(|deco| (deco, deco.slug())))
}

pub fn reputation(word: &str) -> Result<Rep, Refusal> {
    find(word, "reputation", Rep::all().map(|rep| (rep, rep.slug())))
}

pub fn kind(word: &str) -> Result<Kind, Refusal> {
    match word {
        "s" => Ok(Kind::SILVER),
        _ => find(word, "kind of item", Kind::all().map(|kind| (kind, kind.slug()))),
    }
}

pub fn dir(word: &str) -> Result<Dir, Refusal> {
    let joined: String = word.chars().filter(|letter| *letter != '-').collect();
    let known = Dir::all().find(|dir| dir.slug() == joined || dir.name() == joined);
    known.ok_or_else(|| {
        let all = Dir::all().map(|dir| dir.slug().to_owned());
        let refusal = Refusal::new("is not a direction").subject(word).rule("R25.2");
        refusal.code(RefusalCode::UnknownWord).instead(all)
    })
}

pub fn colour(word: &str, seats: u8) -> Result<Seat, Refusal> {
    find(word, "colour in this game", Seat::all(seats).map(|seat| (seat, seats::colour(seat))))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_match_leniently() {
        assert_eq!(fold("  Play  KRÄKLINGE \t2s + Grain"), "play kraklinge 2s+grain");
        for text in
            ["play gotland take wood", "2s + grain", "a  b", " a", "a ", "a >b", "raid e>se:sink"]
        {
            assert_eq!(fold(text), folded(text), "{text:?}");
        }
        assert_eq!(fold("Ska\u{308}no\u{308}r e > se : sink"), "skanor e>se:sink");
    }

    #[test]
    fn unique_prefixes_are_found() {
        assert_eq!(district("kra").unwrap().slug(), "kraklinge");
        assert!(district("kr").is_err());
        assert_eq!(district("gadra").unwrap_err().instead, ["garda"]);
        assert_eq!(district("ha").unwrap_err().word.as_deref(), Some("ha"));
        assert_eq!(dir("North-East").map(Dir::slug).ok(), None);
        assert_eq!(dir("north-east").map(Dir::slug).ok(), Some("ne"));
        assert_eq!(card("set", Card(11)).unwrap(), Card(11));
    }

    #[test]
    fn setting_name_means_its_own_card() {
        for setting in Setting::all() {
            let own = Card::from_setting(setting);
            assert_eq!(card(setting.slug(), own).unwrap(), own);
            assert_eq!(card("setting", own).unwrap(), own);
            let elsewhere = card(setting.slug(), Card::from_setting(Setting((setting.0 + 1) % 6)));
            assert!(elsewhere.unwrap_err().why.contains("your own Setting card"));
        }
    }
}
