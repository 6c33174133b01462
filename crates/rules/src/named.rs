//! Named things of a title as one-byte ids into its data tables. They are serialised by slug, so
//! stored games do not depend on the order of the tables.

/// Defines an id type: its name, the number of values, the noun for error messages and the slug. An
/// optional last argument looks up a slug where a linear search would be slow.
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

        // Not every id type uses all of these.
        #[allow(dead_code)]
        impl $name {
            /// The number of values.
            pub const COUNT: usize = $count;

            /// Returns all values, in data order.
            pub fn all() -> impl DoubleEndedIterator<Item = $name> + ExactSizeIterator + Clone {
                (0..$count as u8).map($name)
            }

            /// Returns the position in the data.
            pub fn index(self) -> usize {
                usize::from(self.0)
            }

            /// Returns the slug, as stored in games.
            pub fn slug(self) -> &'static str {
                let slug: fn($name) -> &'static str = $slug;
                slug(self)
            }

            /// Returns the value with this slug.
            pub fn from_slug(slug: &str) -> Option<$name> {
                let find: fn(&str) -> Option<u8> = $find;
                find(slug).map($name)
            }
        }

        $crate::named::slugged!($name, $what);
        $crate::named::text_schema!($name, $name::all().map($name::slug));
    };
}

/// Serialises a type by its `slug` and deserialises it by its `from_slug`.
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

/// Gives a type that is serialised as one of these words a JSON Schema, if the feature `schema` is
/// on.
#[cfg(feature = "schema")]
#[macro_export]
macro_rules! text_schema {
    ($name:ident, $words:expr) => {
        impl $crate::schema::JsonSchema for $name {
            fn schema_name() -> std::borrow::Cow<'static, str> {
                stringify!($name).into()
            }

            fn schema_id() -> std::borrow::Cow<'static, str> {
                concat!(module_path!(), "::", stringify!($name)).into()
            }

            fn json_schema(_: &mut $crate::schema::SchemaGenerator) -> $crate::schema::Schema {
                $crate::schema::one_of($words)
            }
        }
    };
}

/// Does nothing, because the feature `schema` is off.
#[cfg(not(feature = "schema"))]
#[macro_export]
macro_rules! text_schema {
    ($name:ident, $words:expr) => {};
}

pub use {named, slugged, text_schema};
