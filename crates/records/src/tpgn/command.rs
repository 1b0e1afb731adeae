//! Commands in comments, `[%name value]`: the form that T-PGN gives to clocks, evaluations, shapes and unread variations.

use std::ops::Range;

use trid_rules::{
    Place,
    game::{DrawnArrow, DrawnMark, Evaluation, Node, ShapeColor, Shapes},
};

use super::clock::{read_clock, write_clock};

/// A command in a comment.
struct Command<'a> {
    name: &'a str,
    value: &'a str,
    /// Its bytes in the comment, brackets included.
    range: Range<usize>,
}

/// The commands of a comment in order. A command ends at the first `]`, except for `[%unread …]`, which is the whole
/// comment and may hold any text.
fn commands(comment: &str) -> impl Iterator<Item = Command<'_>> {
    const START: &str = "[%";
    let is_unread = comment.starts_with("[%unread ") && comment.ends_with(']');
    let mut from = 0;
    std::iter::from_fn(move || {
        let start = from + comment[from..].find(START)?;
        let end = start + if is_unread { comment.len() - 1 } else { comment[start..].find(']')? };
        from = end + 1;
        let inside = &comment[start + START.len()..end];
        let (name, value) = inside.split_once(char::is_whitespace).unwrap_or((inside, ""));
        Some(Command { name, value: value.trim(), range: start..from })
    })
}

/// Adds a comment to a node. What cannot be read, or was given before, stays text.
pub(super) fn take_comment(node: &mut Node, comment: &str) {
    let comment = comment.trim();
    let mut text = String::new();
    let mut from = 0;
    for command in commands(comment) {
        if take_command(node, &command).is_some() {
            text.push_str(&comment[from..command.range.start]);
            text.push(' ');
            from = command.range.end;
        }
    }
    text.push_str(&comment[from..]);
    node.comments.extend(Some(single_spaced(&text)).filter(|text| !text.is_empty()));
}

/// The text with single spaces between words.
pub(super) fn single_spaced(text: &str) -> String {
    text.split_ascii_whitespace().collect::<Vec<_>>().join(" ")
}

fn take_command(node: &mut Node, command: &Command<'_>) -> Option<()> {
    match command.name {
        "clk" if node.clock.is_none() && node.mv().is_some() => {
            node.clock = Some(read_clock(command.value)?);
        }
        "eval" if node.evaluation.is_none() => {
            node.evaluation = Some(read_evaluation(command.value)?);
        }
        "csl" => {
            let marks = read_shapes(command.value, |color, place| {
                Some(DrawnMark { color, at: place.parse().ok()? })
            });
            node.shapes.marks.extend(marks?);
        }
        "cal" => {
            let arrows = read_shapes(command.value, |color, places| {
                let (from, to) = read_two(places)?;
                Some(DrawnArrow { color, from, to })
            });
            node.shapes.arrows.extend(arrows?);
        }
        "unread" => node.unread.push(single_spaced(command.value)),
        _ => return None,
    }
    Some(())
}

/// An evaluation, with a depth after a comma that is not kept.
fn read_evaluation(text: &str) -> Option<Evaluation> {
    let score = match text.split_once(',') {
        Some((score, depth)) => {
            depth.parse::<u16>().ok()?;
            score
        }
        None => text,
    };
    score.parse().ok()
}

/// Reads all shapes or none: their colors and what follows.
fn read_shapes<T>(value: &str, read: impl Fn(ShapeColor, &str) -> Option<T>) -> Option<Vec<T>> {
    let shape = |text: &str| {
        let mut rest = text.trim().chars();
        let letter = rest.next()?;
        let color = ShapeColor::ALL.into_iter().find(|color| color.letter() == letter)?;
        read(color, rest.as_str())
    };
    value.split(',').map(shape).collect()
}

/// Reads two places without a separator: `b2Wb4N`, `QL1QL2`. Names of places are prefix-free.
fn read_two(text: &str) -> Option<(Place, Place)> {
    (1..text.len())
        .filter(|&middle| text.is_char_boundary(middle))
        .find_map(|middle| Some((text[..middle].parse().ok()?, text[middle..].parse().ok()?)))
}

/// The comments of a node as T-PGN has them, commands included.
pub(super) fn comments_of(node: &Node) -> Vec<String> {
    let mut commands = Vec::new();
    commands.extend(node.clock.map(|clock| format!("[%clk {}]", write_clock(clock))));
    commands.extend(node.evaluation.map(|evaluation| format!("[%eval {evaluation}]")));
    commands.extend(shape_commands(&node.shapes));
    let mut comments = node.comments.clone();
    if !commands.is_empty() {
        let commands = commands.join(" ");
        match comments.first_mut() {
            // A comment with a brace is written after `;`, to the end of its line.
            Some(first) if !first.contains('}') => *first = format!("{commands} {first}"),
            _ => comments.insert(0, commands),
        }
    }
    comments.extend(node.unread.iter().map(|text| format!("[%unread {text}]")));
    comments
}

/// The commands that hold shapes: `[%csl Gb4N]`, `[%cal Yb2Wb4N]`.
fn shape_commands(shapes: &Shapes) -> impl Iterator<Item = String> {
    let marks = shapes.marks.iter().map(|mark| format!("{}{}", mark.color.letter(), mark.at));
    let arrows = shapes
        .arrows
        .iter()
        .map(|arrow| format!("{}{}{}", arrow.color.letter(), arrow.from, arrow.to));
    let commands = [("csl", marks.collect::<Vec<_>>()), ("cal", arrows.collect())];
    commands
        .into_iter()
        .filter(|(_, shapes)| !shapes.is_empty())
        .map(|(name, shapes)| format!("[%{name} {}]", shapes.join(",")))
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use trid_rules::{Game, Position, RuleBook};

    use super::*;

    /// A game whose first move has these comments.
    fn node(comments: &[&str]) -> Node {
        let mut game = Game::new(Position::start(RuleBook::Revised));
        game.play("b2Wb4N".parse().unwrap()).unwrap();
        let mut node = game.node(game.current()).unwrap().clone();
        comments.iter().for_each(|comment| take_comment(&mut node, comment));
        node
    }

    #[test]
    fn commands_become_fields_and_the_rest_stays_text() {
        let node = node(&[
            "a [%clk 0:04:58]  b [%eval 0.35,22]",
            "[%csl Gb4N,RQL1] [%cal Gb2Wb4N, YQL1QL2] [%eval -1.00]",
            "[%unread 3. Qxf7 {a [ %eval 0.3] b} Kf8]",
        ]);
        assert_eq!(node.clock, Some(Duration::from_secs(298)));
        assert_eq!(node.evaluation, Some(Evaluation::Centipawns(35)));
        assert_eq!((node.shapes.marks.len(), node.shapes.arrows.len()), (2, 2));
        assert_eq!(node.unread, ["3. Qxf7 {a [ %eval 0.3] b} Kf8"]);
        assert_eq!(node.comments, ["a b", "[%eval -1.00]"]);
        let written = [
            "[%clk 0:04:58] [%eval 0.35] [%csl Gb4N,RQL1] [%cal Gb2Wb4N,YQL1QL2] a b",
            "[%eval -1.00]",
            "[%unread 3. Qxf7 {a [ %eval 0.3] b} Kf8]",
        ];
        assert_eq!(comments_of(&node), written);
    }

    #[test]
    fn what_cannot_be_read_stays_text() {
        let bad = [
            "[%csl Gb9N]",
            "[%csl Xb4N]",
            "[%csl ]",
            "[%cal Gb2W]",
            "[%cal Gb2Wb4N,R]",
            "[%eval 1.5,]",
            "[%eval 1.5,x]",
            "[%clk 1:2]",
            "[%x]",
            "[%open",
        ];
        for text in bad {
            let node = node(&[text]);
            assert_eq!(node.shapes, Shapes::default(), "{text}");
            assert_eq!((node.evaluation, node.clock), (None, None), "{text}");
            assert_eq!(node.comments, [single_spaced(text)]);
        }
    }

    #[test]
    fn commands_do_not_join_a_comment_with_a_brace() {
        let mut node = node(&["brace } here"]);
        node.evaluation = Some(Evaluation::Mate(-2));
        assert_eq!(comments_of(&node), ["[%eval #-2]", "brace } here"]);
    }
}
