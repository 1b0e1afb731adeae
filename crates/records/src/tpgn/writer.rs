//! Writes games as T-PGN, wrapped at 80 characters.

use std::fmt;

use trid_rules::{
    Color, Ending, Game, GameResult, Move, Position,
    game::{Node, NodeId},
};

use super::command::comments_of;
use super::termination::{is_implied, names_an_ending, termination};
use crate::Record;

/// The maximum line length, except for longer words.
const LINE: usize = 80;

impl Record {
    /// The record as T-PGN, followed by an empty line.
    ///
    /// ```
    /// use trid_records::Record;
    /// use trid_rules::Game;
    ///
    /// let mut game = Game::default();
    /// game.play("b2Wb4N".parse()?)?;
    /// assert!(Record::new(game).to_tpgn().ends_with("\n1. b4N *\n\n"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn to_tpgn(&self) -> String {
        let mut text = String::new();
        self.write_tpgn(&mut text).expect("a string takes any text");
        text
    }

    /// Writes the text of [`Record::to_tpgn`].
    ///
    /// # Errors
    /// Errors of the writer.
    pub fn write_tpgn(&self, out: &mut impl fmt::Write) -> fmt::Result {
        let ending = self.game.final_ending();
        let result = ending.map_or(GameResult::None, Ending::result);
        for (name, unknown) in Record::ROSTER {
            write_tag(name, self.tag(name).unwrap_or(unknown), out)?;
        }
        write_tag("Result", result.name(), out)?;
        write_tag("Variant", &format!("Tri-D {}", self.game.book()), out)?;
        if *self.game.start() != Position::start(self.game.book()) {
            write_tag("SetUp", "1", out)?;
            write_tag("TFEN", &self.game.start().to_tfen(), out)?;
        }
        let kept = self.tag("Termination").filter(|text| !names_an_ending(text));
        match (kept, ending) {
            (Some(text), _) if is_implied(ending) => write_tag("Termination", text, out)?,
            (_, Some(ending)) => write_tag("Termination", termination(ending), out)?,
            (_, None) => {}
        }
        let roster = |name: &str| Record::ROSTER.iter().any(|(other, _)| *other == name);
        for (name, value) in &self.tags {
            if !roster(name) && !Record::DERIVED.contains(&name.as_str()) {
                write_tag(name, value, out)?;
            }
        }
        out.write_char('\n')?;
        let mut movetext =
            Movetext { out, width: 0, held: String::new(), prefix: "", line_ends: false };
        movetext.game(&self.game)?;
        movetext.word(result.name())?;
        movetext.flush()?;
        out.write_str("\n\n")
    }
}

fn write_tag(name: &str, value: &str, out: &mut impl fmt::Write) -> fmt::Result {
    write!(out, "[{name} \"")?;
    for char in value.chars() {
        match char {
            '"' | '\\' => write!(out, "\\{char}")?,
            _ if char.is_control() => out.write_char(' ')?,
            _ => out.write_char(char)?,
        }
    }
    out.write_str("\"]\n")
}

/// A writer of movetext, word by word.
struct Movetext<'a, W> {
    out: &'a mut W,
    /// The number of characters on the current line.
    width: usize,
    /// The next word, to which closing parentheses may be added.
    held: String,
    /// Text directly before the next word, without a space.
    prefix: &'static str,
    /// Whether the next word must start a new line.
    line_ends: bool,
}

/// A part of the tree that is still to be written.
enum Task {
    /// A move with its annotations, the variations beside it, and its continuation.
    Line { node: NodeId, numbered: bool },
    /// A move with its annotations and its continuation, in parentheses.
    Variation(NodeId),
    /// The continuation of a move.
    Rest { node: NodeId, numbered: bool },
    /// The end of a variation.
    Close,
}

impl<W: fmt::Write> Movetext<'_, W> {
    /// Writes the whole tree with a stack instead of recursion.
    fn game(&mut self, game: &Game) -> fmt::Result {
        let root = game.root();
        if let Some(node) = game.node(root) {
            self.comments(node)?;
        }
        let mut tasks = vec![Task::Rest { node: root, numbered: true }];
        while let Some(task) = tasks.pop() {
            match task {
                Task::Rest { node, numbered } => {
                    let first = game.node(node).and_then(|node| node.children().first());
                    tasks.extend(first.map(|&node| Task::Line { node, numbered }));
                }
                Task::Line { node: id, numbered } => {
                    let Some((node, parent)) = with_parent(game, id) else { continue };
                    let commented = self.played(parent, node, numbered)?;
                    let beside = match parent.children() {
                        [first, beside @ ..] if *first == id => beside,
                        _ => &[],
                    };
                    tasks.push(Task::Rest { node: id, numbered: commented || !beside.is_empty() });
                    tasks.extend(beside.iter().rev().map(|&node| Task::Variation(node)));
                }
                Task::Variation(id) => {
                    let Some((node, parent)) = with_parent(game, id) else { continue };
                    self.prefix = "(";
                    let commented = self.played(parent, node, true)?;
                    tasks.extend([Task::Close, Task::Rest { node: id, numbered: commented }]);
                }
                Task::Close => self.close()?,
            }
        }
        Ok(())
    }

    /// Writes a move with its number if needed, its glyphs and comments. Returns whether comments follow it.
    fn played(&mut self, parent: &Node, node: &Node, numbered: bool) -> Result<bool, fmt::Error> {
        let Some(mv) = node.mv() else {
            return Ok(false);
        };
        for comment in &node.comments_before {
            self.comment(comment)?;
        }
        let before = parent.position();
        let begins_turn = !matches!(parent.mv(), Some(Move::Promote { .. }));
        match before.turn() {
            Color::White if numbered || begins_turn => {
                self.word(&format!("{}.", before.move_number()))?
            }
            Color::Black if numbered => self.word(&format!("{}...", before.move_number()))?,
            _ => {}
        }
        for word in before.algebraic(mv).to_string().split(' ') {
            self.word(word)?;
        }
        for nag in &node.nags {
            self.word(&format!("${nag}"))?;
        }
        self.comments(node)
    }

    /// Writes the comments after a move. Returns whether there were any.
    fn comments(&mut self, node: &Node) -> Result<bool, fmt::Error> {
        let comments = comments_of(node);
        for comment in &comments {
            self.comment(comment)?;
        }
        Ok(!comments.is_empty())
    }

    /// Writes a comment in braces, or after `;` to the end of the line if it contains a closing brace.
    fn comment(&mut self, text: &str) -> fmt::Result {
        let words: Vec<&str> = text.split_ascii_whitespace().collect();
        if text.contains('}') {
            self.word(&format!("; {}", words.join(" ")))?;
            self.flush()?;
            self.line_ends = true;
            return Ok(());
        }
        match words[..] {
            [] => self.word("{}"),
            [only] => self.word(&format!("{{{only}}}")),
            [first, ref between @ .., last] => {
                self.word(&format!("{{{first}"))?;
                between.iter().try_for_each(|word| self.word(word))?;
                self.word(&format!("{last}}}"))
            }
        }
    }

    fn close(&mut self) -> fmt::Result {
        if self.line_ends {
            return self.word(")");
        }
        self.held.push(')');
        Ok(())
    }

    /// Queues a word.
    fn word(&mut self, text: &str) -> fmt::Result {
        self.flush()?;
        self.held.push_str(std::mem::take(&mut self.prefix));
        self.held.push_str(text);
        Ok(())
    }

    /// Writes the queued word, on the next line if this one is full.
    fn flush(&mut self) -> fmt::Result {
        let length = self.held.chars().count();
        if length == 0 {
            return Ok(());
        }
        if self.line_ends || self.width > 0 && self.width + 1 + length > LINE {
            self.out.write_char('\n')?;
            self.width = 0;
            self.line_ends = false;
        } else if self.width > 0 {
            self.out.write_char(' ')?;
            self.width += 1;
        }
        self.width += length;
        self.out.write_str(&self.held)?;
        self.held.clear();
        Ok(())
    }
}

fn with_parent(game: &Game, id: NodeId) -> Option<(&Node, &Node)> {
    let node = game.node(id)?;
    Some((node, game.node(node.parent()?)?))
}
