//! Drawn arrows and marks as `[%cal]` and `[%csl]` comments hold them.

use std::fmt;
use std::str::FromStr;

use super::command::comment_commands;
use crate::{Node, Pin, Square};

/// The color of a shape.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "camelCase"))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub enum ShapeColor {
    /// `G`.
    Green,
    /// `R`.
    Red,
    /// `Y`.
    Yellow,
    /// `B`.
    Blue,
}

impl ShapeColor {
    /// All colors.
    pub const ALL: [ShapeColor; 4] =
        [ShapeColor::Green, ShapeColor::Red, ShapeColor::Yellow, ShapeColor::Blue];

    const fn letter(self) -> char {
        match self {
            ShapeColor::Green => 'G',
            ShapeColor::Red => 'R',
            ShapeColor::Yellow => 'Y',
            ShapeColor::Blue => 'B',
        }
    }
}

/// Where a shape starts or ends: a square, or the board on a pin.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(try_from = "String", into = "String"))]
pub enum ShapePlace {
    /// A square: `b4N`.
    Square(Square),
    /// A pin: `QL1`.
    Pin(Pin),
}

impl fmt::Display for ShapePlace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ShapePlace::Square(square) => square.fmt(f),
            ShapePlace::Pin(pin) => pin.fmt(f),
        }
    }
}

/// A text that is neither a square nor a pin.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ParseShapePlaceError;

impl fmt::Display for ParseShapePlaceError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("neither a square such as b4N nor a pin such as QL1")
    }
}

impl std::error::Error for ParseShapePlaceError {}

impl FromStr for ShapePlace {
    type Err = ParseShapePlaceError;

    fn from_str(text: &str) -> Result<ShapePlace, ParseShapePlaceError> {
        let square = text.parse().map(ShapePlace::Square);
        square.or_else(|_| text.parse().map(ShapePlace::Pin)).map_err(|_| ParseShapePlaceError)
    }
}

impl TryFrom<String> for ShapePlace {
    type Error = ParseShapePlaceError;

    fn try_from(text: String) -> Result<ShapePlace, ParseShapePlaceError> {
        text.parse()
    }
}

impl From<ShapePlace> for String {
    fn from(place: ShapePlace) -> String {
        place.to_string()
    }
}

/// A marked square or pin.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct DrawnMark {
    /// Its color.
    #[cfg_attr(feature = "serde", serde(rename = "colour"))]
    pub color: ShapeColor,
    /// The marked place.
    pub at: ShapePlace,
}

/// An arrow between two places.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct DrawnArrow {
    /// Its color.
    #[cfg_attr(feature = "serde", serde(rename = "colour"))]
    pub color: ShapeColor,
    /// The start.
    pub from: ShapePlace,
    /// The end.
    pub to: ShapePlace,
}

/// The shapes drawn at a node.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Shapes {
    /// Marked squares and pins.
    pub marks: Vec<DrawnMark>,
    /// Arrows.
    pub arrows: Vec<DrawnArrow>,
}

impl Shapes {
    /// Whether a command of a comment holds shapes that can be read.
    #[must_use]
    pub fn is_command(name: &str, value: &str) -> bool {
        Shapes::read(name, value).is_some()
    }

    /// Reads a command: all of its shapes or none.
    fn read(name: &str, value: &str) -> Option<Shapes> {
        let mut shapes = Shapes::default();
        for text in value.split(',').map(str::trim) {
            let letter = text.chars().next()?;
            let color = ShapeColor::ALL.into_iter().find(|color| color.letter() == letter)?;
            let places = &text[letter.len_utf8()..];
            match name {
                "csl" => shapes.marks.push(DrawnMark { color, at: places.parse().ok()? }),
                "cal" => {
                    let (from, to) = read_two(places)?;
                    shapes.arrows.push(DrawnArrow { color, from, to });
                }
                _ => return None,
            }
        }
        Some(shapes)
    }

    /// The commands that hold these shapes: `[%csl Gb4N] [%cal Yb2Wb4N]`. Empty without shapes.
    fn commands(&self) -> String {
        let marks = self.marks.iter().map(|mark| format!("{}{}", mark.color.letter(), mark.at));
        let arrows = self
            .arrows
            .iter()
            .map(|arrow| format!("{}{}{}", arrow.color.letter(), arrow.from, arrow.to));
        let command = |name: &str, shapes: Vec<String>| {
            (!shapes.is_empty()).then(|| format!("[%{name} {}]", shapes.join(",")))
        };
        let commands = [command("csl", marks.collect()), command("cal", arrows.collect())];
        commands.into_iter().flatten().collect::<Vec<_>>().join(" ")
    }
}

/// Reads two places without a separator: `b2Wb4N`, `QL1QL2`. Names of places are prefix-free.
fn read_two(text: &str) -> Option<(ShapePlace, ShapePlace)> {
    (1..text.len())
        .filter(|&middle| text.is_char_boundary(middle))
        .find_map(|middle| Some((text[..middle].parse().ok()?, text[middle..].parse().ok()?)))
}

impl Node {
    /// The shapes drawn at this node, from all `[%csl]` and `[%cal]` in the comments that can be read.
    #[must_use]
    pub fn shapes(&self) -> Shapes {
        let mut shapes = Shapes::default();
        let commands = self.comments.iter().flat_map(|comment| comment_commands(comment));
        for found in commands.filter_map(|command| Shapes::read(command.name, command.value)) {
            shapes.marks.extend(found.marks);
            shapes.arrows.extend(found.arrows);
        }
        shapes
    }

    /// Replaces the shapes in the comments. The rest of the comments stays as it is.
    pub fn set_shapes(&mut self, shapes: &Shapes) {
        if self.shapes() == *shapes {
            return;
        }
        for comment in &mut self.comments {
            let ranges: Vec<_> = comment_commands(comment)
                .filter(|command| Shapes::is_command(command.name, command.value))
                .map(|command| command.range)
                .collect();
            for range in ranges.iter().rev() {
                comment.replace_range(range.clone(), " ");
            }
            if !ranges.is_empty() {
                *comment = comment.split_ascii_whitespace().collect::<Vec<_>>().join(" ");
            }
        }
        self.comments.retain(|comment| !comment.is_empty());
        let commands = shapes.commands();
        if commands.is_empty() {
            return;
        }
        match self.comments.first_mut() {
            // A comment with a brace is written after `;`, to the end of its line.
            Some(first) if !first.contains('}') => *first = format!("{commands} {first}"),
            _ => self.comments.insert(0, commands),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Game, Position, RuleBook};

    fn with_comments(comments: &[&str]) -> Game {
        let mut game = Game::new(Position::start(RuleBook::Revised));
        let root = game.root();
        game.node_mut(root).unwrap().comments = comments.iter().map(|&text| text.into()).collect();
        game
    }

    #[test]
    fn shapes_are_read_and_written() {
        let text = "[%csl Gb4N,Rz0QL1,BKL6] [%cal Gb2Wb4N,YQL1QL2,Rz0QL1QL2,BKL6a1W]";
        let mut game = with_comments(&[text]);
        let root = game.root();
        let shapes = game.node(root).unwrap().shapes();
        assert_eq!((shapes.marks.len(), shapes.arrows.len()), (3, 4));
        assert_eq!(shapes.commands(), text);
        assert_eq!(shapes.arrows[2].from.to_string(), "z0QL1");
        let node = game.node_mut(root).unwrap();
        node.comments.clear();
        node.set_shapes(&shapes);
        assert_eq!(node.comments, [text]);
        assert_eq!(node.shapes(), shapes);
    }

    #[test]
    fn shapes_that_cannot_be_read_stay_text() {
        let bad = ["[%csl Gb9N]", "[%csl Xb4N]", "[%csl ]", "[%cal Gb2W]", "[%cal Gb2Wb4N,R]"];
        for text in bad {
            let mut game = with_comments(&[text]);
            let root = game.root();
            let node = game.node_mut(root).unwrap();
            assert_eq!(node.shapes(), Shapes::default(), "{text}");
            let green = Shapes {
                marks: vec![DrawnMark { color: ShapeColor::Green, at: "b4N".parse().unwrap() }],
                arrows: Vec::new(),
            };
            node.set_shapes(&green);
            assert_eq!(node.comments, [format!("[%csl Gb4N] {text}")]);
            node.set_shapes(&Shapes::default());
            assert_eq!(node.comments, [text]);
        }
    }

    #[test]
    fn other_text_is_kept_when_shapes_change() {
        let mut game = with_comments(&["a [%csl Gb4N] b", "[%cal Gb2Wb4N]", "brace } here"]);
        let root = game.root();
        let node = game.node_mut(root).unwrap();
        let mut shapes = node.shapes();
        shapes.marks.clear();
        node.set_shapes(&shapes);
        assert_eq!(node.comments, ["[%cal Gb2Wb4N] a b", "brace } here"]);
        node.set_shapes(&Shapes::default());
        assert_eq!(node.comments, ["a b", "brace } here"]);
    }
}
