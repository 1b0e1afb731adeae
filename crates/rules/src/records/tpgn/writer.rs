//! Writes games as T-PGN, in lines of at most 80 characters where words allow.

use core::fmt;

use crate::{
    Color, Ending, Game, GameResult, Move, Node, NodeId, Position, Record,
    records::clock::write_clock,
};

/// The longest line, but for words that are longer.
const LINE: usize = 80;

impl Record {
    /// The record as T-PGN, with an empty line behind it.
    #[must_use]
    pub fn to_tpgn(&self) -> String {
        let mut text = String::new();
        self.write_tpgn(&mut text).expect("a string takes any text");
        text
    }

    /// Writes what [`Record::to_tpgn`] gives.
    ///
    /// # Errors
    /// What the writer reports.
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
        if let Some(ending) = ending {
            write_tag("Termination", termination(ending), out)?;
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

/// What the tag Termination says: why it is a draw, else how it ended.
fn termination(ending: Ending) -> &'static str {
    match ending {
        Ending::Draw(reason) => reason.name(),
        _ => ending.status().name(),
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

/// Moves and what belongs to them, word by word.
struct Movetext<'a, W> {
    out: &'a mut W,
    /// How many characters the line has.
    width: usize,
    /// The word that comes next, to which closing parentheses may still be added.
    held: String,
    /// What stands before the next word, without a space between.
    prefix: &'static str,
    /// Whether what was written reaches to the end of its line.
    line_ends: bool,
}

/// What is still to be written.
enum Task {
    /// A move with what is said about it, the variations beside it, and what follows.
    Line { node: NodeId, numbered: bool },
    /// A move with what is said about it, and what follows, in parentheses.
    Variation(NodeId),
    /// What follows a move.
    Rest { node: NodeId, numbered: bool },
    /// The end of a variation.
    Close,
}

impl<W: fmt::Write> Movetext<'_, W> {
    /// The whole tree; what is still to be written is kept on a stack, the next on top.
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

    /// A move with its number, where one is due, its glyphs and comments. Says whether comments stand behind it.
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
        for word in before.algebraic(mv).split(' ') {
            self.word(word)?;
        }
        for nag in &node.nags {
            self.word(&format!("${nag}"))?;
        }
        self.comments(node)
    }

    /// The clock and comments behind a move. Says whether there were any.
    fn comments(&mut self, node: &Node) -> Result<bool, fmt::Error> {
        let mut comments = &node.comments[..];
        if let Some(clock) = node.clock {
            let clock = format!("[%clk {}]", write_clock(clock));
            match comments {
                [first, others @ ..] if !first.contains('}') => {
                    self.comment(&format!("{clock} {first}"))?;
                    comments = others;
                }
                _ => self.comment(&clock)?,
            }
        }
        for comment in comments {
            self.comment(comment)?;
        }
        Ok(node.clock.is_some() || !node.comments.is_empty())
    }

    /// A comment in braces; one that holds a closing brace itself, behind `;` to the end of the line.
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

    /// A word behind those before it.
    fn word(&mut self, text: &str) -> fmt::Result {
        self.flush()?;
        self.held.push_str(core::mem::take(&mut self.prefix));
        self.held.push_str(text);
        Ok(())
    }

    /// Writes the word held back, on the next line if this one is full.
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
