//! All colours of a board, light and dark, and the stylesheet generated from them.
//!
//! Seats also have a mark and a letter (`marks.rs`), and terrains a pattern (`patterns.rs`).

/// A name with its light and its dark value.
pub type Tone = (&'static str, &'static str, &'static str);

/// Fill colours of areas, by terrain.
pub const GROUNDS: &[Tone] = &[
    ("sea", "#d3e5ee", "#1b2c38"),
    ("stormy", "#bcd2e0", "#13212b"),
    ("forest", "#a3bf92", "#3d5838"),
    ("pasture", "#d2e2b3", "#566a3f"),
    ("field", "#f0e2a6", "#716230"),
    ("hill", "#dccab2", "#645141"),
    ("yellow", "#efdf9a", "#716230"),
    ("green", "#b7d199", "#46603a"),
    ("brown", "#cbb08f", "#5f4936"),
    ("turquoise", "#a3d3c8", "#2b5f59"),
    ("grey", "#d0d0cc", "#54585a"),
    ("barbarorum", "#b0a79d", "#45403c"),
    ("belgica", "#bdb394", "#4a4636"),
    ("river", "#a9cfe4", "#22485c"),
    ("desert", "#f0e2c4", "#6a5d43"),
    ("road", "#e0cda8", "#5c4f36"),
    ("south", "#ead9b0", "#63532f"),
    ("west", "#d0ddb6", "#4c5a37"),
    ("north", "#c8d7dc", "#3e525a"),
    ("east", "#decaca", "#5d4848"),
    ("assembly", "#f6efda", "#6b6149"),
    ("sheep", "#d2e2b3", "#566a3f"),
    ("cattle", "#dcc492", "#66552f"),
    ("quarry", "#c3c0ba", "#55534f"),
    ("iron", "#bfa796", "#56463a"),
    ("gold", "#f0d572", "#75611c"),
    ("village", "#e8b193", "#74492f"),
    ("camp", "#d79b90", "#6e3f38"),
    ("sacred", "#cfb8de", "#55446a"),
    ("home", "#fbf7ec", "#57534a"),
    ("mountain", "#a39c94", "#3b3733"),
    ("outside", "#e9e6df", "#23282b"),
];

/// Grounds that may run along a border of another ground.
const SECOND: [&str; 2] = ["brown", "turquoise"];

/// Lines, letters and everything else that is not a ground.
pub const INKS: &[Tone] = &[
    ("sea2", "#bfd6e3", "#14222c"),
    ("storm2", "#9dbccf", "#2c4656"),
    ("foam", "#eef6f9", "#2b4656"),
    ("seaink", "#23485d", "#b5d0de"),
    ("ink", "#211a12", "#f6f0e2"),
    ("halo", "#fffaf0", "#1b1813"),
    ("line", "#5d4c38", "#d8cbb2"),
    ("coast", "#33505f", "#a9c2cf"),
    ("texture", "#3b2f20", "#f6f0e2"),
    ("box", "#fbf5e6", "#2a261f"),
    ("boxline", "#7a6547", "#a99674"),
    ("shadow", "#2a1e10", "#000000"),
    ("gold", "#b98a1e", "#e2b64a"),
    ("river", "#4f86ab", "#6fa6c8"),
    ("brook", "#a9d0e6", "#2f6486"),
    ("pool", "#eaf4f8", "#263d4c"),
    ("peak", "#dcd7cf", "#8a847b"),
    ("crag", "#7a7269", "#4f4a44"),
    ("snow", "#ffffff", "#e8e6e0"),
    ("ridge", "#3e372f", "#15120f"),
    ("threat", "#8f1d14", "#ffb3a6"),
    ("g0", "#6d3b12", "#f0c196"),
    ("g1", "#2c4f6b", "#b4d3ea"),
    ("g2", "#6a2a4f", "#eebcd8"),
    ("g3", "#35551f", "#c3e0a8"),
    ("g4", "#5a2f73", "#d9c0ee"),
    ("g5", "#0f5752", "#a5ddd6"),
];

/// Number of tones for groups; further groups reuse them.
pub const GROUPS: usize = 6;

/// Seat colours: name, fill, and the colour of text on it.
pub const SEATS: &[Tone] = &[
    ("red", "#c4372c", "#ffffff"),
    ("blue", "#2c6db3", "#ffffff"),
    ("green", "#2d7f4f", "#ffffff"),
    ("yellow", "#f0bf2c", "#211a12"),
    ("white", "#ffffff", "#211a12"),
    ("black", "#26221e", "#ffffff"),
    ("orange", "#e57a22", "#211a12"),
    ("purple", "#7b4fa3", "#ffffff"),
    ("pink", "#ef9cc4", "#211a12"),
    ("brown", "#7a4a27", "#ffffff"),
    ("grey", "#9a9a96", "#211a12"),
    ("turquoise", "#2aaeb0", "#211a12"),
];

/// Returns the fill and mark colours of a seat, or the neutral ones for unknown names.
pub fn seat(colour: &str) -> (&'static str, &'static str) {
    SEATS
        .iter()
        .find(|(name, ..)| *name == colour)
        .map_or(("#9a948a", "#211a12"), |(_, fill, mark)| (*fill, *mark))
}

/// Style rules of the drawing, for both themes; `var()` is substituted for emails.
const RULES: &str = include_str!("board.css");

/// Style rules for pages only: size, focus, small screens.
const PAGE_RULES: &str = include_str!("page.css");

/// Shows the names for wide or for narrow frames. `@WHEN` is replaced by the query that applies.
const SWITCH: &str = include_str!("switch.css");

/// Returns the part of the site's stylesheet that boards need, light and dark.
pub fn board_css() -> String {
    let light = properties(|tone| tone.1);
    let dark = properties(|tone| tone.2);
    let mut css = format!(".board,.board-bit{{{light}}}\n");
    css.push_str(&format!(
        "@media (prefers-color-scheme:dark){{:root:not([data-theme=light]) \
         :is(.board,.board-bit){{{dark}}}}}\n"
    ));
    css.push_str(&format!(":root[data-theme=dark] :is(.board,.board-bit){{{dark}}}\n"));
    css.push_str(&format!(
        "@media print{{:root:not([data-print=no]) :is(.board,.board-bit){{{light}}}}}\n"
    ));
    css.push_str(RULES);
    css.push_str(&grounds());
    css.push_str(PAGE_RULES);
    css.push_str(&SWITCH.replace("@WHEN", "@container"));
    css
}

/// Returns a terrain's light colour, for clients without stylesheets.
pub fn ground(terrain: &str) -> &'static str {
    GROUNDS.iter().find(|(name, ..)| *name == terrain).map_or("none", |(_, light, _)| *light)
}

/// The ink colour for clients without stylesheets.
pub const PLAIN_INK: &str = "#211a12";

/// Returns the rules with the light values substituted, for pictures and emails.
pub fn mail_css() -> String {
    let mut css = RULES.to_owned() + &grounds() + MAIL_RULES;
    for (name, light, _) in GROUNDS {
        css = css.replace(&format!("var(--t-{name})"), light);
    }
    for (name, light, _) in INKS {
        css = css.replace(&format!("var(--{name})"), light);
    }
    css.replace("var(--serif)", MAIL_SERIF).replace("var(--sans)", MAIL_SANS)
}

/// Returns the light and dark CSS rules for a drawing in a separate file.
pub fn file_css() -> String {
    let (light, dark) = (properties(|tone| tone.1), properties(|tone| tone.2));
    let dark = format!("@media (prefers-color-scheme:dark){{.board{{{dark}}}}}");
    let switch = SWITCH.replace("@WHEN", "@media");
    format!(".board{{{light}}}\n{dark}\n{RULES}{}{switch}", grounds())
}

/// Wide bars increase the picture size, and grey alone shows that a ground is out of play.
const MAIL_RULES: &str = ".b-closed{stroke:none}";

const MAIL_SERIF: &str = "\"DejaVu Serif Condensed\",\"DejaVu Serif\"";
const MAIL_SANS: &str = "\"DejaVu Sans\"";
const PAGE_SERIF: &str = "\"Palatino Linotype\",Palatino,\"URW Palladio L\",\"P052\",\
    \"Book Antiqua\",Georgia,\"DejaVu Serif Condensed\",\"DejaVu Serif\",serif";
const PAGE_SANS: &str = "\"DejaVu Sans\",Verdana,system-ui,sans-serif";

fn properties(value: impl Fn(&Tone) -> &'static str) -> String {
    let mut text = format!("--serif:{PAGE_SERIF};--sans:{PAGE_SANS};");
    for tone in GROUNDS {
        text.push_str(&format!("--t-{}:{};", tone.0, value(tone)));
    }
    for tone in INKS {
        text.push_str(&format!("--{}:{};", tone.0, value(tone)));
    }
    text
}

fn grounds() -> String {
    let mut text = String::new();
    for (name, ..) in GROUNDS {
        text.push_str(&format!(".b-t-{name}{{fill:var(--t-{name})}}\n"));
    }
    for name in SECOND {
        text.push_str(&format!(".b-ts-{name}{{stroke:var(--t-{name})}}\n"));
    }
    for tone in 0..GROUPS {
        text.push_str(&format!(
            ".b-gs{tone}{{stroke:var(--g{tone})}}.b-gf{tone}{{fill:var(--g{tone})}}\n"
        ));
    }
    text
}
