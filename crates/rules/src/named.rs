//! Named things of a title as one-byte ids into its data's lists. In facts, views and sheets they
//! are written by their slugs, so that stored games hang on no order.

/// Makes such an id: its name, how many there are, what to call one in errors, its slug, and, where
/// going through all would be slow, how a slug is found.
///
/// ```
/// use ravenpost_rules::named::named;
/// named!(
///     /// A good.
///     Good, 2, "good", |good| ["grain", "wood"][good.index()]
/// );
/// assert_eq!(Good::from_slug("wood"), Some(Good(1)));
/// assert_eq!(serde_json::to_string(&Good(0)).expect("text"), "\"grain\"");
/// assert!(serde_json::from_str::<Good>("\"gold\"").is_err());
/// ```
#[macro_export]
macro_rules! named {
    ($(#[$doc:meta])* $name:ident, $count:literal, $what:literal, $slug:expr) => {
        $crate::named::named!($(#[$doc])* $name, $count, $what, $slug, |slug| {
            $name::all().find(|thing| thing.slug() == slug).map(|thing| thing.0)
        });
    };
    ($(#[$doc:meta])* $name:ident, $count:literal, $what:literal, $slug:expr, $find:expr) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
        pub struct $name(pub u8);

        // Not every kind of name needs all of this.
        #[allow(dead_code)]
        impl $name {
            pub const COUNT: usize = $count;

            /// All of them, in data order.
            pub fn all() -> impl DoubleEndedIterator<Item = $name> + ExactSizeIterator + Clone {
                (0..$count as u8).map($name)
            }

            pub fn index(self) -> usize {
                usize::from(self.0)
            }

            pub fn slug(self) -> &'static str {
                let slug: fn($name) -> &'static str = $slug;
                slug(self)
            }

            pub fn from_slug(slug: &str) -> Option<$name> {
                let find: fn(&str) -> Option<u8> = $find;
                find(slug).map($name)
            }
        }

        $crate::named::slugged!($name, $what);
    };
}

/// Writes a type by its `slug` and reads it by its `from_slug`.
#[macro_export]
macro_rules! slugged {
    ($name:ident, $what:literal) => {
        impl serde::Serialize for $name {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.serialize_str(self.slug())
            }
        }

        impl<'de> serde::Deserialize<'de> for $name {
            fn deserialize<D: serde::Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
                struct Slug;
                impl serde::de::Visitor<'_> for Slug {
                    type Value = $name;

                    fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                        f.write_str($what)
                    }

                    fn visit_str<E: serde::de::Error>(self, slug: &str) -> Result<$name, E> {
                        $name::from_slug(slug)
                            .ok_or_else(|| E::custom(format!(concat!("no ", $what, " {:?}"), slug)))
                    }
                }
                from.deserialize_str(Slug)
            }
        }
    };
}

pub use {named, slugged};
