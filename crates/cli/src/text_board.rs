//! Draws a position as text, 80 columns wide: the seven boards side by side, their ranks aligned.

use std::env;
use std::io::{self, IsTerminal};

use trid_rules::{
    Color, Column, Ending, File, Level, Line, Pin, Position, Rank, Role, Square, SquareSet,
};

/// Whether the drawing is coloured.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Style {
    Plain,
    Coloured,
}

impl Style {
    /// Coloured only where standard output is a terminal whose owner has nothing against it.
    pub(crate) fn of_terminal() -> Self {
        let unwanted = env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty())
            || env::var_os("TERM").is_some_and(|value| value == "dumb");
        if io::stdout().is_terminal() && !unwanted { Self::Coloured } else { Self::Plain }
    }

    fn paint(self, ink: Ink, text: &str) -> String {
        match self {
            Self::Plain => text.to_owned(),
            Self::Coloured => format!("\x1b[{}m{text}\x1b[0m", ink as u8),
        }
    }
}

/// What text is painted with: the numbers of ANSI.
#[derive(Clone, Copy)]
enum Ink {
    WhitePiece = 1,
    BlackPiece = 94,
    Faint = 2,
}

/// No line is wider.
const WIDTH: usize = 80;

/// The width of a main board with the attack boards on both sides of it.
const GROUP_WIDTH: usize = 25;

/// The drawing, then what it cannot show.
pub(crate) fn draw(position: &Position, style: Style) -> String {
    let drawing = Drawing { position, style };
    let titles = ["W, the lowest", "N", "B, the highest"];
    let titles = titles.map(|title| format!("{title:^GROUP_WIDTH$}"));
    let mut lines = vec![format!("  {}", titles.join(" "))];
    lines.push(drawing.file_names());
    for rank in (0..=9).rev().filter_map(Rank::new) {
        let groups = Level::MAIN.map(|level| drawing.group(level, rank));
        lines.push(format!("{rank} {}", groups.join(" ")));
    }
    lines.push(drawing.file_names());
    lines.push(String::new());
    lines.extend(remarks(position));
    lines.iter().map(|line| format!("{}\n", line.trim_end())).collect()
}

struct Drawing<'a> {
    position: &'a Position,
    style: Style,
}

impl Drawing<'_> {
    fn file_names(&self) -> String {
        let names =
            |files: &[File]| files.iter().map(File::to_string).collect::<Vec<_>>().join(" ");
        let [left, right] = Line::ALL.map(|line| names(&line.files()));
        let group = format!("    {left}  {}  {right}    ", names(Level::W.files()));
        let line = format!("  {}", [group.as_str(); 3].join(" "));
        self.style.paint(Ink::Faint, line.trim_end())
    }

    /// One rank of a main board and of the boards beside it.
    fn group(&self, level: Level, rank: Rank) -> String {
        let main = if level.ranks().any(|other| other == rank) {
            self.squares(level, rank)
        } else {
            " ".repeat(7)
        };
        let [left, right] = Line::ALL.map(|line| self.side(line, level, rank));
        format!("{left}  {main}  {right}")
    }

    /// One rank of the attack boards of a line over a main board, with a label on the outer side.
    fn side(&self, line: Line, level: Level, rank: Rank) -> String {
        let here = |pin: &Pin| {
            pin.line() == line
                && pin.over() == level
                && Level::Attack(*pin).ranks().any(|other| other == rank)
        };
        let Some(pin) = Pin::all().find(here) else { return " ".repeat(7) };
        let upper = rank != pin.low_rank();
        let Some(board) = self.position.board_on(pin) else {
            let text = if upper { pin.to_string() } else { "free".to_owned() };
            let text = match line {
                Line::Queen => format!("{text:<7}"),
                Line::King => format!("{text:>7}"),
            };
            return self.style.paint(Ink::Faint, &text);
        };
        let label = match (upper, board.turned) {
            (true, _) => pin.to_string(),
            (false, true) => format!("{}^", board.owner.letter()),
            (false, false) => board.owner.letter().to_string(),
        };
        let squares = self.squares(Level::Attack(pin), rank);
        match line {
            Line::Queen => format!("{label:>3} {squares}"),
            Line::King => format!("{squares} {label:<3}"),
        }
    }

    fn squares(&self, level: Level, rank: Rank) -> String {
        let letters = level.files().iter().map(|&file| {
            let square = Square::new(Column::new(file, rank), level);
            match square.and_then(|square| self.position.piece_at(square)) {
                Some(piece) => {
                    let ink = match piece.color {
                        Color::White => Ink::WhitePiece,
                        Color::Black => Ink::BlackPiece,
                    };
                    self.style.paint(ink, &piece.letter().to_string())
                }
                None => self.style.paint(Ink::Faint, "."),
            }
        });
        letters.collect::<Vec<_>>().join(" ")
    }
}

/// What a drawing cannot show.
fn remarks(position: &Position) -> Vec<String> {
    let turn = position.turn();
    let mut lines = vec![format!(
        "{} to move, move {}, rule book {}",
        capital(turn),
        position.move_number(),
        position.book()
    )];
    let mut list = |title: &str, squares: SquareSet| {
        if !squares.is_empty() {
            lines.extend(wrapped(title, squares));
        }
    };
    list("Check, from", position.checkers());
    let pending = position.pending().map_or(SquareSet::EMPTY, SquareSet::of);
    list("Must promote first", pending);
    for color in Color::ALL {
        list(&format!("{} may castle with", capital(color)), position.castling_rooks(color));
    }
    if position.has_en_passant() {
        let pawn = position.double_stepped().map_or(SquareSet::EMPTY, SquareSet::of);
        list("May be taken en passant", pawn);
    }
    list("Double step lost", position.spent());
    list("Carried", position.carried());
    let pawns = position.pieces_with(Role::Pawn);
    list("Frozen", pawns.filter(|square| position.is_frozen(*square)).collect());
    list("Deferred", pawns.filter(|square| position.is_deferred(*square)).collect());
    list("Stranded", pawns.filter(|square| position.is_stranded(*square)).collect());
    match position.ending() {
        Some(Ending::Checkmate { winner }) => lines.push(format!("Checkmate: {winner} wins")),
        Some(_) => lines.push("Stalemate: a draw".to_owned()),
        None => {}
    }
    lines
}

fn capital(color: Color) -> &'static str {
    match color {
        Color::White => "White",
        Color::Black => "Black",
    }
}

/// A title and the names of squares, in lines that keep within the width.
fn wrapped(title: &str, squares: SquareSet) -> Vec<String> {
    let mut squares: Vec<Square> = squares.collect();
    squares.sort_unstable();
    let mut lines = vec![format!("{title}:")];
    for square in squares {
        let word = format!(" {square}");
        match lines.last_mut() {
            Some(line) if line.len() + word.len() <= WIDTH => line.push_str(&word),
            _ => lines.push(format!(" {word}")),
        }
    }
    lines
}
