//! The text after the first word of a line: whether it belongs to a command or to a sentence.

/// Whether the text after `extend` is a reason. In "extend my congratulations" it is not.
pub(super) fn asks_for_time(rest: &str) -> bool {
    const SENTENCES: [&str; 13] = [
        "congratulations",
        "thanks",
        "regards",
        "greetings",
        "condolences",
        "sympathies",
        "apologies",
        "compliments",
        "wishes",
        "invitation",
        "hand",
        "truce",
        "welcome",
    ];
    let bare = |word: &str| word.trim_matches(|c: char| !c.is_alphanumeric()).to_lowercase();
    !rest.split_whitespace().take(5).any(|word| SENTENCES.contains(&&*bare(word)))
}

/// Whether the text after `zone` looks like a time zone: `Europe/Oslo`, `UTC`.
pub(super) fn is_zone(rest: &str) -> bool {
    !rest.contains(char::is_whitespace) && (rest.contains('/') || rest.eq_ignore_ascii_case("utc"))
}

/// Whether the text after `rules` is a search. Sentences are longer.
pub(super) fn is_search(rest: &str) -> bool {
    rest.split_whitespace().count() <= 3 && !rest.ends_with(['.', '!', '?', ':'])
}

/// Whether the text after `note` without a colon is a note. In "note that I will be late" it is
/// not.
pub(super) fn is_note(rest: &str) -> bool {
    const SENTENCES: [&str; 14] = [
        "that", "to", "how", "also", "too", "well", "this", "there", "it", "my", "que", "bien",
        "the", "please",
    ];
    let first = rest.split_whitespace().next().unwrap_or_default().to_lowercase();
    !first.is_empty() && !SENTENCES.contains(&&*first)
}

/// Whether the text after `block` or `unblock` may be the name of a player. Sentences are longer.
pub(super) fn is_name(rest: &str) -> bool {
    !rest.is_empty() && is_search(rest)
}
