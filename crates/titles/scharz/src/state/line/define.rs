//! What the table of lines makes of itself in the state: a struct for each line with its slots, an
//! enum for each chapter, and `Line` over all of them.

/// Makes the types. Facts write a line flat, by its own name: the chapters are for the rules.
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
            pub struct $line {
                $(#[serde(default, skip_serializing_if = "is_rest")]
                pub $before: $flag,)?
                $(pub $slot: $kind,)*
                $(#[serde(default, skip_serializing_if = "is_rest")]
                pub $more: $option,)*
            }

            impl OneLine for $line {
                fn of(line: &Line) -> Option<&Self> {
                    match line {
                        Line::$chapter($chapter::$line(one)) => Some(one),
                        _ => None,
                    }
                }
            }

            impl From<$line> for Line {
                fn from(one: $line) -> Line {
                    Line::$chapter($chapter::$line(one))
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

        /// One line of a sheet, or of doctrine, by its chapter.
        #[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
        #[serde(into = "Flat", from = "Flat")]
        pub enum Line {
            $($chapter($chapter),)+
        }

        impl Line {
            /// The decisions on whose sheets it may stand, its own first.
            pub fn steps(&self) -> &'static [Step] {
                match self {
                    $(Line::$chapter(_) => &[$(Step::$step),*],)+
                }
            }
        }

        /// A line as facts write it.
        #[derive(Clone, Copy, Serialize, Deserialize)]
        #[serde(rename_all = "kebab-case")]
        enum Flat {
            $($($line($line),)+)+
        }

        impl From<Line> for Flat {
            fn from(line: Line) -> Flat {
                match line {
                    $($(Line::$chapter($chapter::$line(one)) => Flat::$line(one),)+)+
                }
            }
        }

        impl From<Flat> for Line {
            fn from(flat: Flat) -> Line {
                match flat {
                    $($(Flat::$line(one) => Line::from(one),)+)+
                }
            }
        }
    };
}

pub(super) use define;
