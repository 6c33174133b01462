//! Generates types from the table of lines: a struct for each line with its slots, an enum for each
//! chapter, and `SheetLine` over all of them.

/// Defines the types. Facts serialise a line flat, by its own name; chapters exist for the rules
/// only.
macro_rules! define {
    ($(
        $(#[$doc:meta])*
        $chapter:ident [$($step:ident),*] $heading:literal {
            $($line:ident = $([$before:ident : $flag:ty, $mark:literal, $again:literal])?
                $($word:literal)+
                $(($slot:ident : $kind:ty) $($next:literal)*)*
                $([$more:ident : $option:ty, $lead:literal, $then:literal])*
                => $label:literal, $says:literal;)+
        }
    )+) => {
        $($(
            #[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
            // Some lines have the names of other types.
            #[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(inline))]
            pub struct $line {
                $(#[serde(default, skip_serializing_if = "is_rest")]
                pub $before: $flag,)?
                $(pub $slot: $kind,)*
                $(#[serde(default, skip_serializing_if = "is_rest")]
                pub $more: $option,)*
            }

            impl OneLine for $line {
                fn of(line: &SheetLine) -> Option<&Self> {
                    match line {
                        SheetLine::$chapter($chapter::$line(one)) => Some(one),
                        _ => None,
                    }
                }
            }

            impl From<$line> for SheetLine {
                fn from(one: $line) -> SheetLine {
                    SheetLine::$chapter($chapter::$line(one))
                }
            }
        )+)+

        $(
            $(#[$doc])*
            #[derive(Clone, Copy, PartialEq, Debug)]
            #[allow(clippy::enum_variant_names, reason = "a line has its name beyond its chapter")]
            pub enum $chapter {
                $($line($line),)+
            }
        )+

        /// One line of a sheet or of doctrine, by its chapter.
        #[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
        #[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
        #[serde(into = "Flat", from = "Flat")]
        pub enum SheetLine {
            $($chapter($chapter),)+
        }

        impl SheetLine {
            /// The decisions on whose sheets it is allowed, its own first.
            pub fn steps(&self) -> &'static [Step] {
                match self {
                    $(SheetLine::$chapter(_) => &[$(Step::$step),*],)+
                }
            }
        }

        /// The serialised form of a line.
        #[derive(Clone, Copy, Serialize, Deserialize)]
        #[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
        #[serde(rename_all = "kebab-case")]
        enum Flat {
            $($($line($line),)+)+
        }

        impl From<SheetLine> for Flat {
            fn from(line: SheetLine) -> Flat {
                match line {
                    $($(SheetLine::$chapter($chapter::$line(one)) => Flat::$line(one),)+)+
                }
            }
        }

        impl From<Flat> for SheetLine {
            fn from(flat: Flat) -> SheetLine {
                match flat {
                    $($(Flat::$line(one) => SheetLine::from(one),)+)+
                }
            }
        }
    };
}

pub(super) use define;
