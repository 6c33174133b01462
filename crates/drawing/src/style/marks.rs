//! Marks and letters that identify seats without colour.

/// Returns a mark as path data with a radius of about one unit around the origin.
pub fn mark(colour: &str) -> Option<&'static str> {
    Some(match colour {
        "red" => "M-1 0a1 1 0 1 0 2 0a1 1 0 1 0-2 0z",
        "blue" => "M-.9-.9h1.8v1.8h-1.8z",
        "green" => "M0-1.3L1.15 0 0 1.3-1.15 0z",
        "yellow" => "M0-1.2L1.2.95h-2.4z",
        "white" => {
            "M-1.1 0a1.1 1.1 0 1 0 2.2 0a1.1 1.1 0 1 0-2.2 0z\
             M-.55 0a.55.55 0 1 1 1.1 0a.55.55 0 1 1-1.1 0z"
        }
        "black" => "M-.38-1.15h.76v.77h.77v.76h-.77v.77h-.76v-.77h-.77v-.76h.77z",
        "orange" => "M0 1.2L1.2-.95h-2.4z",
        "purple" => "M0-1.25L.33-.4 1.2-.37.53.17.75 1.03 0 .55-.75 1.03-.53.17-1.2-.37-.33-.4z",
        "pink" => "M0 1.15C-2-.1-1.1-1.6 0-.6 1.1-1.6 2-.1 0 1.15z",
        "brown" => "M-1-1h2v.5h-2zM-1-.25h2v.5h-2zM-1 .5h2v.5h-2z",
        "grey" => "M-1.2.6a1.2 1.2 0 0 1 2.4 0z",
        "turquoise" => "M-1.1-.6L-.6-1.1 0-.5.6-1.1 1.1-.6.5 0 1.1.6.6 1.1 0 .5-.6 1.1-1.1.6-.5 0z",
        _ => return None,
    })
}

/// Returns the letter of a seat's colour, for text and very small drawings.
pub fn letter(colour: &str) -> Option<char> {
    Some(match colour {
        "red" => 'R',
        "blue" => 'B',
        "green" => 'G',
        "yellow" => 'Y',
        "white" => 'W',
        "black" => 'K',
        "orange" => 'O',
        "purple" => 'U',
        "pink" => 'P',
        "brown" => 'N',
        "grey" => 'A',
        "turquoise" => 'T',
        _ => return None,
    })
}

pub fn mark_name(colour: &str) -> Option<&'static str> {
    Some(match colour {
        "red" => "disc",
        "blue" => "square",
        "green" => "diamond",
        "yellow" => "triangle",
        "white" => "ring",
        "black" => "plus",
        "orange" => "triangle, point down",
        "purple" => "star",
        "pink" => "heart",
        "brown" => "three bars",
        "grey" => "half disc",
        "turquoise" => "cross",
        _ => return None,
    })
}
