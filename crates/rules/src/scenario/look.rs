//! What scenario files can check besides the position's document, as JSON and text: the page, the
//! drawn board, the log, the outcome and the title's description.

use serde_json::{Map, Value, json};

use crate::about::{About, OptionKind};
use crate::erased::Position;
use crate::orders::legal::{Field, Form, Group};
use crate::seat::{Outcome, Seat};
use crate::view::item::Item;
use crate::view::panel::{Block, Card, Cell, Panel};
use crate::view::scene::{Area, Board, Mood, Piece, Scene, Spot};
use crate::view::{Narration, Presentation};

/// Returns everything on a viewer's page, line by line.
pub fn page(presentation: &Presentation) -> String {
    let mut lines = vec![presentation.headline.clone(), presentation.text.to_string()];
    for panel in presentation.own.iter().chain(&presentation.panels) {
        panel_lines(panel, &mut lines);
    }
    lines.extend(presentation.scene.areas.iter().map(Area::description));
    lines.join("\n")
}

fn panel_lines(panel: &Panel, lines: &mut Vec<String>) {
    lines.push(panel.heading());
    for block in &panel.blocks {
        match block {
            Block::Text(text) => lines.push(text.clone()),
            Block::Pairs(pairs) => {
                lines.extend(pairs.iter().map(|pair| format!("{}: {}", pair.name, pair.value)));
            }
            Block::Grid { head, rows } => {
                let names: Vec<&str> = head.iter().map(|column| column.name.as_str()).collect();
                lines.push(names.join(" | "));
                lines.extend(rows.iter().map(|row| cells(&row.cells)));
            }
            Block::Cards(cards) => cards.iter().for_each(|card| card_lines(card, lines)),
        }
    }
}

fn cells(cells: &[Cell]) -> String {
    let texts: Vec<String> = cells.iter().map(ToString::to_string).collect();
    texts.join(" | ")
}

fn card_lines(card: &Card, lines: &mut Vec<String>) {
    lines.push(format!("{} ({}) x{}", card.name, card.family, card.count));
    lines.extend(card.lines.iter().map(|(label, text)| format!("{label}: {text}")));
    lines.push(card.foot.clone());
}

/// Describes the drawn board. `pieces` are lines like "farmstead red hejde F", with a count in
/// front if there are several; `areas` and `boxes` are keyed by slug; `board` is the static part.
pub fn scene(scene: &Scene) -> Value {
    let areas: Map<String, Value> = scene
        .areas
        .iter()
        .map(|area| {
            let details = details(&area.details);
            let look = json!({ "name": area.name, "details": details, "mood": mood(area.mood),
                "last": area.last });
            (area.slug.clone(), look)
        })
        .collect();
    let boxes: Map<String, Value> = scene
        .boxes
        .iter()
        .map(|place| {
            let spaces = place.spaces.iter().map(|space| {
                let piece = space.piece.map(|(symbol, _, colour)| format!("{symbol} {colour}"));
                json!({ "id": space.id, "code": space.code, "name": space.name,
                    "details": details(&space.details), "piece": piece, "marked": space.marked })
            });
            let spaces: Vec<Value> = spaces.collect();
            (place.place.clone(), json!({ "title": place.title, "spaces": spaces }))
        })
        .collect();
    let pieces: Vec<String> = scene.pieces.iter().map(piece).collect();
    json!({ "areas": areas, "boxes": boxes, "pieces": pieces,
        "board": scene.board.map_or(Value::Null, board) })
}

/// Returns the texts of details by id.
fn details(items: &[Item]) -> Value {
    let texts = items.iter().map(|item| (item.id.clone(), Value::from(item.text.clone())));
    Value::Object(texts.collect())
}

fn mood(mood: Mood) -> &'static str {
    match mood {
        Mood::Calm => "calm",
        Mood::Stormy => "stormy",
        Mood::Threatened => "threatened",
        Mood::Closed => "closed",
    }
}

fn piece(piece: &Piece) -> String {
    let spot = match &piece.spot {
        Spot::Area(slug) | Spot::Place(slug) => slug.clone(),
        Spot::Border(one, other) => format!("{one}-{other}"),
        Spot::Space(place, space) => format!("{place} {space}"),
        Spot::Harbour(slug) => format!("harbour of {slug}"),
    };
    let count = if piece.count == 1 { String::new() } else { format!("{} ", piece.count) };
    let line = format!("{count}{} {} {spot} {}", piece.symbol, piece.colour, piece.letter);
    line.trim_end().to_owned()
}

fn board(board: &Board) -> Value {
    let groups: Map<String, Value> = board
        .groups
        .iter()
        .map(|(group, name)| ((*group).to_owned(), Value::from(*name)))
        .collect();
    let marks: Vec<String> =
        board.shore_marks.iter().map(|(area, sea)| format!("{area} {sea}")).collect();
    let symbols: Vec<&str> = board.symbols.iter().map(|symbol| symbol.name).collect();
    let geometry: Value = serde_json::from_str(board.geometry).unwrap_or(Value::Null);
    let areas: Map<String, Value> = geometry["areas"]
        .as_array()
        .into_iter()
        .flatten()
        .filter(|area| area["kind"] != "mountain" && area["kind"] != "ocean")
        .map(|area| {
            let slug = area["slug"].as_str().unwrap_or_default().to_owned();
            let terrain = area.get("terrain").unwrap_or(&area["kind"]);
            let framed = area["framed"] == true;
            (slug, json!({ "terrain": terrain, "group": area["group"], "framed": framed }))
        })
        .collect();
    json!({ "key": board.key, "name": board.name, "areas": areas, "groups": groups,
        "shore_marks": marks, "symbols": symbols, "geometry": geometry })
}

/// Returns the lines of the log, each prefixed with its short form.
pub fn log(narration: &[Narration]) -> String {
    let line = |line: &Narration| format!("[{}] {}", line.code.as_deref().unwrap_or(""), line.text);
    narration.iter().map(line).collect::<Vec<_>>().join("\n")
}

/// Returns the words of a form's amounts.
pub fn amounts(form: &Form) -> Vec<String> {
    let mut words = Vec::new();
    for field in &form.fields {
        if let Field::Amounts { items, .. } = field {
            words.extend(items.iter().map(|(word, ..)| word.clone()));
        }
    }
    words
}

/// Returns the words shown with standing instructions and plans.
pub fn aside(groups: &[Group]) -> String {
    let mut lines = Vec::new();
    for group in groups {
        lines.push(group.title.clone());
        lines.push(group.note());
        lines.extend(group.offers.iter().map(|offer| format!("{} {}", offer.order, offer.words)));
        lines.extend(
            group.forms.iter().map(|form| format!("{} {} {}", form.lead, form.label, form.help)),
        );
    }
    lines.join("\n")
}

/// Returns the outcome by seat: place, score and its parts.
pub fn outcome(position: &dyn Position, outcome: Option<&Outcome>) -> Value {
    let Some(outcome) = outcome else { return Value::Null };
    let mut whole = Map::new();
    whole.insert("verdict".to_owned(), Value::from(outcome.verdict.clone()));
    for place in &outcome.places {
        let mut parts = Map::new();
        for (name, score) in &place.parts {
            parts.insert(name.clone(), Value::from(*score));
        }
        let seat = json!({ "place": place.place, "score": place.score, "parts": parts });
        whole.insert(position.seat_name(place.seat).word.to_owned(), seat);
    }
    Value::Object(whole)
}

/// Returns the title's description: names, seats, options and documents.
pub fn about(about: &About) -> Value {
    let mut options = Map::new();
    for spec in about.options {
        let (values, default): (Vec<&str>, &str) = match &spec.kind {
            OptionKind::OneOf(choices) => {
                (choices.iter().map(|choice| choice.value).collect(), choices[0].value)
            }
            OptionKind::Seats => (vec!["seats"], ""),
        };
        let narration = json!({ "values": values, "default": default, "rule": spec.rule,
            "label": spec.label, "help": spec.help });
        options.insert(spec.id.to_owned(), narration);
    }
    json!({ "key": about.key, "name": about.name, "designers": about.designers,
        "tagline": about.tagline, "licence": about.licence, "seats": [about.seats.0, about.seats.1],
        "colours": about.colours, "options": options, "bound": about.bound, "rules": about.rules,
        "tour": about.tour, "notation": about.notation })
}

/// Parses a seat, given as its name in this game or as a number.
pub fn seat(position: &dyn Position, name: &str) -> Result<Seat, String> {
    let most = position.title().about().seats.1;
    let by_name = Seat::all(most).find(|seat| position.seat_name(*seat).word == name);
    let by_number = name.parse::<u8>().ok().map(Seat);
    let seat = by_name.or(by_number).filter(|seat| (1..=most).contains(&seat.0));
    seat.ok_or_else(|| format!("\"{name}\" is not a seat; say its name or a number"))
}
