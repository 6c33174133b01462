//! Textures that distinguish terrains without colour, and the hatching of threatened land.

use super::pen::Pen;

/// A texture: id, tile size, rotation in degrees, path data, and whether it is filled.
struct Texture {
    id: &'static str,
    tile: (u8, u8),
    turn: i16,
    paths: &'static str,
    filled: bool,
}

const TEXTURES: &[Texture] = &[
    Texture {
        id: "firs",
        tile: (26, 24),
        turn: 0,
        paths: "M6 2l3.4 6h-2l2.6 4.4H2L4.6 8h-2zM5.4 12.4h1.2v2h-1.2zM19 13l3 5.4h-1.8l2.4 4h-7.2\
                l2.4-4H16zM18.5 22.4h1V24h-1z",
        filled: true,
    },
    Texture {
        id: "tufts",
        tile: (26, 20),
        turn: 0,
        paths: "M4 8q.6-3-1-5M5 8V2M6 8q-.4-3 1.4-5M17 18q.6-3-1-5M18 18v-6M19 18q-.4-3 1.4-5",
        filled: false,
    },
    Texture {
        id: "grazing",
        tile: (34, 26),
        turn: 0,
        paths: "M4 8q.6-3-1-5M5 8V2M6 8q-.4-3 1.4-5M9 8h6M21 22q.6-3-1-5M22 22v-6M23 22q-.4-3 1.4-5\
                M26 22h6",
        filled: false,
    },
    Texture { id: "furrows", tile: (12, 9), turn: -24, paths: "M0 4.5h8", filled: false },
    Texture {
        id: "mounds",
        tile: (30, 22),
        turn: 0,
        paths: "M2 9q5-7 10 0M8 6.2q4-4 7 1.8M17 20q5-7 10 0",
        filled: false,
    },
    Texture {
        id: "peaks",
        tile: (28, 22),
        turn: 0,
        paths: "M2 9l5-7 5 7M9.5 5.5L12 3l3 5M16 20l5-7 5 7",
        filled: false,
    },
    Texture {
        id: "blades",
        tile: (18, 16),
        turn: 0,
        paths: "M4 6q0-3 1.5-4.5M13 14q0-3-1.5-4.5",
        filled: false,
    },
    Texture {
        id: "reeds",
        tile: (26, 20),
        turn: 0,
        paths: "M5 8V2M8 8V4M3 10q2-2 4 0q2 2 4 0M18 17v-6M21 17v-4M16 19q2-2 4 0q2 2 4 0",
        filled: false,
    },
    Texture {
        id: "scree",
        tile: (24, 20),
        turn: 0,
        paths: "M3 6l3-3 3 2M14 4l2 3M15 15l3-3 3 2M5 16l3 1",
        filled: false,
    },
    Texture { id: "dots", tile: (14, 14), turn: 0, paths: "M3 3h.01M10 10h.01", filled: false },
    Texture {
        id: "stars",
        tile: (24, 24),
        turn: 0,
        paths: "M6 2l1 3 3 1-3 1-1 3-1-3-3-1 3-1zM18 14l1 3 3 1-3 1-1 3-1-3-3-1 3-1z",
        filled: true,
    },
    Texture {
        id: "ripples",
        tile: (12, 10),
        turn: 0,
        paths: "M2 3h.01M7 3h.01M4 8h.01M9 8h.01",
        filled: false,
    },
    Texture { id: "track", tile: (20, 26), turn: -24, paths: "M0 13h10", filled: false },
    Texture { id: "cross", tile: (10, 10), turn: 45, paths: "M0 5h10M5 0v10", filled: false },
];

/// Returns the id of a terrain's texture, or `None` for plain ground.
pub fn texture(terrain: &str) -> Option<&'static str> {
    Some(match terrain {
        "forest" => "firs",
        "pasture" | "sheep" => "tufts",
        "cattle" => "grazing",
        "field" | "yellow" => "furrows",
        "hill" | "brown" => "mounds",
        "mountain" => "peaks",
        "green" | "west" | "south" => "blades",
        "turquoise" => "reeds",
        "grey" | "quarry" | "north" => "scree",
        "iron" => "dots",
        "gold" => "stars",
        "desert" | "east" => "ripples",
        "road" => "track",
        "barbarorum" | "belgica" => "cross",
        _ => return None,
    })
}

/// Writes each required texture once.
pub fn define(pen: &mut Pen, prefix: &str, needed: &[&str]) {
    for texture in TEXTURES.iter().filter(|texture| needed.contains(&texture.id)) {
        let Texture { id, tile: (width, height), turn, paths, filled } = texture;
        let turned = if *turn == 0 {
            String::new()
        } else {
            format!(" patternTransform=\"rotate({turn})\"")
        };
        let solid = if *filled { " b-solid" } else { "" };
        pen.put(format_args!(
            "<pattern id=\"{prefix}{id}\" width=\"{width}\" height=\"{height}\" \
             patternUnits=\"userSpaceOnUse\"{turned}><path class=\"b-tex{solid}\" d=\"{paths}\"/>\
             </pattern>\n"
        ));
    }
}

/// The pale hatching of a board's other climate.
pub const CLIMATE: &str = "<pattern id=\"d-climate\" width=\"9\" height=\"9\" \
    patternUnits=\"userSpaceOnUse\" patternTransform=\"rotate(-45)\">\
    <path class=\"b-climate\" d=\"M0 4.5h9\"/></pattern>\n";

/// The bars over areas out of play.
pub const CLOSED: &str = "<pattern id=\"d-closed\" width=\"7\" height=\"7\" \
    patternUnits=\"userSpaceOnUse\" patternTransform=\"rotate(45)\">\
    <path class=\"b-closed\" d=\"M0 3.5h7\"/></pattern>\n";

/// Waves, storm waves and the hatching of threatened shores.
pub const WATER: &str = "<pattern id=\"d-waves\" width=\"46\" height=\"30\" \
    patternUnits=\"userSpaceOnUse\"><path class=\"b-wave\" \
    d=\"M4 8q3-3 6 0q3 3 6 0M27 23q3-3 6 0q3 3 6 0\"/></pattern>\n\
    <pattern id=\"d-storm\" width=\"26\" height=\"20\" patternUnits=\"userSpaceOnUse\">\
    <path class=\"b-storm\" \
    d=\"M2 7q3.5-5 7 0q2 2.5 5-.5M15 17q3.5-5 7 0q1.5 2 3.5 .5\"/></pattern>\n\
    <pattern id=\"d-hatch\" width=\"5\" height=\"5\" patternUnits=\"userSpaceOnUse\" \
    patternTransform=\"rotate(45)\"><path class=\"b-hatch\" d=\"M0 2.5h5\"/></pattern>\n";
