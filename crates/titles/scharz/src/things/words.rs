//! Kinds of things that are known by one word each.

/// Makes an enum of them: all in order, its word, and how it is found by it. Facts and documents
/// write the word.
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

        // Not every kind of word needs all of this.
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

            /// The place in lists that hold one entry for each.
            pub fn index(self) -> usize {
                self as usize
            }
        }

        ::ravenpost_rules::named::slugged!($name, $what);
    };
}

pub(crate) use words;
