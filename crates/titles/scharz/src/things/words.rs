//! Keyword enums.

/// Defines an enum of keywords: all variants in order, their words, and lookup by word. Facts and
/// documents serialise the word.
macro_rules! words {
    ($(#[$doc:meta])* $name:ident, $what:literal, {
        $(#[$first_note:meta])* $first:ident = $first_word:literal,
        $($(#[$note:meta])* $variant:ident = $word:literal,)*
    }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
        pub enum $name {
            #[default]
            $(#[$first_note])*
            $first,
            $($(#[$note])* $variant,)*
        }

        // Not every keyword enum uses all of this.
        #[allow(dead_code)]
        impl $name {
            pub const ALL: &[$name] = &[$name::$first, $($name::$variant,)*];
            pub const WORDS: &[&'static str] = &[$first_word, $($word,)*];

            pub fn slug(self) -> &'static str {
                Self::WORDS[self as usize]
            }

            pub fn from_slug(word: &str) -> Option<$name> {
                let at = Self::WORDS.iter().position(|known| *known == word)?;
                Some(Self::ALL[at])
            }

            /// The index into lists with one entry per variant.
            pub fn index(self) -> usize {
                self as usize
            }
        }

        ::ravenpost_rules::named::slugged!($name, $what);
        ::ravenpost_rules::named::text_schema!($name, $name::WORDS.iter().copied());
    };
}

pub(crate) use words;
