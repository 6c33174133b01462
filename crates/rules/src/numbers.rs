//! Numbering of a game's log. Step numbers are public. Event numbers also count hidden events and
//! would reveal how many instructions were stored, so they must not be shown as step numbers.

use std::fmt;
use std::num::ParseIntError;
use std::ops::{Add, AddAssign, Sub};
use std::str::FromStr;

use serde::{Deserialize, Serialize};

macro_rules! numbers {
    ($($(#[$doc:meta])* $name:ident;)*) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
        #[derive(Serialize, Deserialize)]
        #[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
        #[serde(transparent)]
        pub struct $name(pub u64);

        impl $name {
            /// The number before the first one.
            pub const NONE: $name = $name(0);
            /// A number after every other one.
            pub const MAX: $name = $name(u64::MAX);

            /// Returns the previous number, saturating at `NONE`.
            pub fn before(self) -> $name {
                $name(self.0.saturating_sub(1))
            }

            /// Returns the next number.
            pub fn next(self) -> $name {
                $name(self.0 + 1)
            }

            /// Subtracts `count`, saturating at `NONE`.
            pub fn less(self, count: u64) -> $name {
                $name(self.0.saturating_sub(count))
            }

            /// Returns whether it is `NONE`.
            pub fn is_none(self) -> bool {
                self == $name::NONE
            }
        }

        impl Add<u64> for $name {
            type Output = $name;

            fn add(self, count: u64) -> $name {
                $name(self.0 + count)
            }
        }

        impl Sub<u64> for $name {
            type Output = $name;

            fn sub(self, count: u64) -> $name {
                $name(self.0 - count)
            }
        }

        impl AddAssign<u64> for $name {
            fn add_assign(&mut self, count: u64) {
                self.0 += count;
            }
        }

        impl PartialEq<u64> for $name {
            fn eq(&self, number: &u64) -> bool {
                self.0 == *number
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
                self.0.fmt(out)
            }
        }

        impl FromStr for $name {
            type Err = ParseIntError;

            fn from_str(text: &str) -> Result<$name, ParseIntError> {
                text.parse().map($name)
            }
        }

        impl From<u32> for $name {
            fn from(number: u32) -> $name {
                $name(number.into())
            }
        }

        impl From<$name> for u64 {
            fn from(number: $name) -> u64 {
                number.0
            }
        }
    )*};
}

numbers! {
    /// A step: the number of an event among the public ones, starting at 1. An event that is not
    /// public has the number of the step before it.
    ///
    /// ```
    /// use ravenpost_rules::numbers::Step;
    /// assert_eq!(Step::NONE.next(), Step(1));
    /// assert_eq!(Step(1).before(), Step::NONE);
    /// assert_eq!(Step::NONE.before(), Step::NONE);
    /// assert_eq!("12".parse(), Ok(Step(12)));
    /// ```
    Step;
    /// The number of an event among all events of its game, starting at 1.
    ///
    /// ```
    /// use ravenpost_rules::numbers::Seq;
    /// assert_eq!(Seq(7) - 2, Seq(5));
    /// assert_eq!(Seq(2).less(7), Seq::NONE);
    /// ```
    Seq;
}
