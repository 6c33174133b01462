//! Compares words without case and accents, and by edit distance.

use std::borrow::Cow;

/// Returns a word in lower case without accents: þ is th, ð d, æ ae, ö o. Plain words are borrowed.
///
/// ```
/// use ravenpost_rules::text::spelling::plain;
/// assert_eq!(plain("Þingvík"), "thingvik");
/// ```
pub fn plain(word: &str) -> Cow<'_, str> {
    if word.bytes().all(|byte| byte.is_ascii() && !byte.is_ascii_uppercase()) {
        return Cow::Borrowed(word);
    }
    let mut text = String::with_capacity(word.len());
    for letter in word.chars().flat_map(char::to_lowercase) {
        match letter {
            'á' | 'à' | 'â' => text.push('a'),
            'é' | 'è' => text.push('e'),
            'í' => text.push('i'),
            'ó' | 'ö' | 'ø' => text.push('o'),
            'ú' | 'ü' => text.push('u'),
            'ý' => text.push('y'),
            'ð' => text.push('d'),
            'þ' => text.push_str("th"),
            'æ' => text.push_str("ae"),
            '\u{300}'..='\u{36f}' => {}
            other => text.push(other),
        }
    }
    Cow::Owned(text)
}

/// Returns the edit distance between two words, counting transpositions as one edit. Only the
/// beginning of long words is compared.
///
/// ```
/// use ravenpost_rules::text::spelling::distance;
/// assert_eq!(distance("torgnes", "tornges"), 1);
/// ```
pub fn distance(one: &str, other: &str) -> usize {
    strsim::osa_distance(beginning(one), beginning(other))
}

fn beginning(word: &str) -> &str {
    word.char_indices().nth(80).map_or(word, |(end, _)| &word[..end])
}

/// Returns at most `most` known words similar to a given one, best first: those with a common
/// prefix, then those one or two edits away.
///
/// ```
/// use ravenpost_rules::text::spelling::nearest;
/// assert_eq!(nearest("sauda", ["torgnes", "saudanes", "saudafell"], 1), ["saudanes"]);
/// ```
pub fn nearest<'k>(
    word: &str,
    known: impl IntoIterator<Item = &'k str>,
    most: usize,
) -> Vec<&'k str> {
    if word.is_empty() {
        return Vec::new();
    }
    let slips = 1 + word.chars().count() / 4;
    let rank = |name: &'k str| {
        let far = distance(word, name);
        let begins = word.len() > 1 && name.starts_with(word) || word.starts_with(name);
        (begins || far <= slips).then_some((!begins, far, name))
    };
    let mut ranked: Vec<_> = known.into_iter().filter_map(rank).collect();
    ranked.sort_unstable();
    ranked.dedup();
    ranked.into_iter().take(most).map(|(.., name)| name).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn accents_and_case_are_ignored() {
        assert_eq!(plain("SAUÐANES"), "saudanes");
        assert_eq!(plain("Þingvík"), "thingvik");
        assert_eq!(plain("Ærdalur"), "aerdalur");
        assert_eq!(plain("Blafjo\u{308}rður"), "blafjordur");
    }

    #[test]
    fn misspellings_are_found() {
        let known = ["saudanes", "saudafell", "torgnes", "kaupangur"];
        assert_eq!(nearest("suadanes", known, 3), ["saudanes"]);
        assert_eq!(nearest("sauda", known, 3), ["saudanes", "saudafell"]);
        assert_eq!(nearest("xyzzy", known, 3), Vec::<&str>::new());
        assert_eq!(distance("torgnes", "tornes"), 1);
        assert_eq!(distance("tonres", "tornes"), 1);
    }
}
