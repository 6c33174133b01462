//! Converts path data to points, and answers basic questions about polygons.

/// A point of the canvas: x to the right, y down.
pub type Point = (f64, f64);

/// Width and height, in board units.
pub type Size = (f64, f64);

/// A closed line of points; the last connects to the first.
pub type Ring = Vec<Point>;

/// An axis-aligned rectangle: left, top, width, height.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Rect {
    pub x: f64,
    pub y: f64,
    pub w: f64,
    pub h: f64,
}

/// The position and scale of a figure.
#[derive(Clone, Copy)]
pub struct Stand {
    pub at: Point,
    pub scale: f64,
}

impl Rect {
    pub fn around(centre: Point, w: f64, h: f64) -> Rect {
        Rect { x: centre.0 - w / 2.0, y: centre.1 - h / 2.0, w, h }
    }

    pub fn centre(self) -> Point {
        (self.x + self.w / 2.0, self.y + self.h / 2.0)
    }

    pub fn nearest(self, point: Point) -> Point {
        (point.0.clamp(self.x, self.x + self.w), point.1.clamp(self.y, self.y + self.h))
    }

    pub fn grown(self, by: f64) -> Rect {
        Rect { x: self.x - by, y: self.y - by, w: self.w + 2.0 * by, h: self.h + 2.0 * by }
    }

    /// Returns the rectangle with more space on the left and on the right.
    pub fn widened(self, by: f64) -> Rect {
        Rect { x: self.x - by, w: self.w + 2.0 * by, ..self }
    }

    pub fn holds(self, point: Point) -> bool {
        self.nearest(point) == point
    }
}

pub fn distance(a: Point, b: Point) -> f64 {
    // Much faster than `hypot`, whose range and precision a board does not need.
    let (dx, dy) = (a.0 - b.0, a.1 - b.1);
    (dx * dx + dy * dy).sqrt()
}

/// Parses the rings of path data with straight lines only (M, L, H, V, Z in either case).
pub fn rings(data: &str) -> Vec<Ring> {
    let mut rings: Vec<Ring> = Vec::new();
    let mut at = (0.0, 0.0);
    for (command, numbers) in commands(data) {
        let relative = command.is_ascii_lowercase();
        match command.to_ascii_uppercase() {
            'M' | 'L' => {
                for (index, pair) in numbers.chunks_exact(2).enumerate() {
                    let base = if relative { at } else { (0.0, 0.0) };
                    at = (base.0 + pair[0], base.1 + pair[1]);
                    if command.eq_ignore_ascii_case(&'M') && index == 0 || rings.is_empty() {
                        rings.push(Vec::new());
                    }
                    push(&mut rings, at);
                }
            }
            'H' | 'V' => {
                for number in numbers {
                    let side = command.eq_ignore_ascii_case(&'H');
                    let base = if relative { at } else { (0.0, 0.0) };
                    at = if side { (base.0 + number, at.1) } else { (at.0, base.1 + number) };
                    push(&mut rings, at);
                }
            }
            _ => {
                if let Some(first) = rings.last().and_then(|ring| ring.first()) {
                    at = *first;
                }
            }
        }
    }
    rings
}

/// Returns the bounding box of some points.
pub fn around<'a>(points: impl IntoIterator<Item = &'a Point>) -> Rect {
    let none = (f64::MAX, f64::MIN, f64::MAX, f64::MIN);
    let (left, right, top, bottom) = points
        .into_iter()
        .fold(none, |(l, r, t, b), (x, y)| (l.min(*x), r.max(*x), t.min(*y), b.max(*y)));
    Rect { x: left, y: top, w: right - left, h: bottom - top }
}

/// Translates path data whose rings begin with an absolute position and continue in relative steps.
pub fn moved(data: &str, off: Point) -> String {
    let mut out = String::with_capacity(data.len());
    for ring in data.split_inclusive('z') {
        let steps = ring.find(|letter: char| letter.is_ascii_lowercase()).unwrap_or(ring.len());
        let (start, steps) = ring.split_at(steps);
        if let Some([x, y]) = commands(start).first().and_then(|(_, at)| at.first_chunk()) {
            out.push_str(&format!("M{:.1} {:.1}", x + off.0, y + off.1));
        }
        out.push_str(steps);
    }
    out
}

fn push(rings: &mut [Ring], point: Point) {
    if let Some(ring) = rings.last_mut() {
        ring.push(point);
    }
}

/// Splits path data into commands, each with its numbers.
fn commands(data: &str) -> Vec<(char, Vec<f64>)> {
    let mut found: Vec<(char, Vec<f64>)> = Vec::new();
    let mut word = String::new();
    for letter in data.chars().chain([' ']) {
        let point_twice = letter == '.' && word.contains('.');
        if letter.is_ascii_digit() || (letter == '.' && !point_twice) {
            word.push(letter);
            continue;
        }
        if let (Ok(number), Some(last)) = (word.parse(), found.last_mut()) {
            last.1.push(number);
        }
        word.clear();
        if letter.is_ascii_alphabetic() {
            found.push((letter, Vec::new()));
        } else if letter == '-' || letter == '.' {
            word.push(letter);
        }
    }
    found
}

/// Returns whether a point lies within the rings, by the even-odd rule.
pub fn inside(rings: &[Ring], point: Point) -> bool {
    rings
        .iter()
        .map(|ring| crossings(ring, point.1).filter(|x| *x > point.0).count())
        .sum::<usize>()
        % 2
        == 1
}

/// Returns where a horizontal line crosses the ring, in no particular order.
pub fn crossings(ring: &[Point], y: f64) -> impl Iterator<Item = f64> + '_ {
    edges(ring)
        .filter(move |(a, b)| (a.1 > y) != (b.1 > y))
        .map(move |(a, b)| a.0 + (y - a.1) / (b.1 - a.1) * (b.0 - a.0))
}

/// Returns the sides of a ring, including the closing one.
pub fn edges(ring: &[Point]) -> impl Iterator<Item = (Point, Point)> + '_ {
    ring.iter().copied().zip(ring.iter().copied().cycle().skip(1)).take(ring.len())
}

/// Returns the distance from a point to the nearest side of the rings.
pub fn clearance(rings: &[Ring], point: Point) -> f64 {
    rings
        .iter()
        .flat_map(|ring| edges(ring))
        .map(|(a, b)| to_side(point, a, b))
        .fold(f64::MAX, f64::min)
}

fn to_side(point: Point, a: Point, b: Point) -> f64 {
    let (dx, dy) = (b.0 - a.0, b.1 - a.1);
    let length = dx * dx + dy * dy;
    if length == 0.0 {
        return distance(point, a);
    }
    let along = (((point.0 - a.0) * dx + (point.1 - a.1) * dy) / length).clamp(0.0, 1.0);
    distance(point, (a.0 + along * dx, a.1 + along * dy))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn path_data_is_converted_to_rings() {
        let found = rings("M10 10l5 0 .5-5.5-5.5.5zM1 1h2v-2H1z");
        assert_eq!(found.len(), 2);
        assert_eq!(found[0], [(10.0, 10.0), (15.0, 10.0), (15.5, 4.5), (10.0, 5.0)]);
        assert_eq!(found[1], [(1.0, 1.0), (3.0, 1.0), (3.0, -1.0), (1.0, -1.0)]);
    }

    #[test]
    fn translated_path_keeps_its_shape() {
        let data = "M10 10l5 0-5 5zM1-1h2v-2z";
        let found: Vec<_> = rings(&moved(data, (-1.0, 2.0))).concat();
        let wanted: Vec<_> = rings(data).concat().iter().map(|(x, y)| (x - 1.0, y + 2.0)).collect();
        assert_eq!(found, wanted);
    }

    #[test]
    fn a_hole_is_outside() {
        let square = rings("M0 0h10v10h-10zM4 4h2v2h-2z");
        assert!(inside(&square, (1.0, 1.0)));
        assert!(!inside(&square, (5.0, 5.0)));
        assert!(!inside(&square, (11.0, 5.0)));
        assert_eq!(clearance(&square, (2.0, 5.0)), 2.0);
    }
}
