//! Draws a position as text, 80 columns wide: the seven boards side by side, their ranks aligned.

use std::env;
use std::io::{self, IsTerminal};

use trid_rules::{
    Color, Column, Ending, File, Level, Line, Pin, Position, Rank, Role, Square, SquareSet,
};

/// Whether the text contains ANSI color codes.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum ColorMode {
    Plain,
    Ansi,
}

impl ColorMode {
    /// ANSI if standard output is a terminal, unless `NO_COLOR` or `TERM=dumb` forbids it.
    pub(crate) fn detect() -> Self {
        let forbidden = env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty())
            || env::var_os("TERM").is_some_and(|value| value == "dumb");
        if io::stdout().is_terminal() && !forbidden { Self::Ansi } else { Self::Plain }
    }

    fn paint(self, color: AnsiColor, text: &str) -> String {
        match self {
            Self::Plain => text.to_owned(),
            Self::Ansi => format!("\x1b[{}m{text}\x1b[0m", color as u8),
        }
    }
}

/// ANSI codes ("select graphic rendition").
#[derive(Clone, Copy)]
enum AnsiColor {
    WhitePiece = 1,
    BlackPiece = 94,
    Faint = 2,
}

/// Maximum width of a row of text.
const WIDTH: usize = 80;

/// The width of a main board with the attack boards on both sides of it.
const GROUP_WIDTH: usize = 25;

/// The boards, followed by the facts that they cannot show.
pub(crate) fn draw(position: &Position, colors: ColorMode) -> String {
    let board = TextBoard { position, colors };
    let titles = ["W, the lowest", "N", "B, the highest"];
    let titles = titles.map(|title| format!("{title:^GROUP_WIDTH$}"));
    let mut rows = vec![format!("  {}", titles.join(" "))];
    rows.push(board.file_names());
    for rank in (0..=9).rev().filter_map(Rank::new) {
        let groups = Level::MAIN.map(|level| board.group(level, rank));
        rows.push(format!("{rank} {}", groups.join(" ")));
    }
    rows.push(board.file_names());
    rows.push(String::new());
    rows.extend(remarks(position));
    rows.iter().map(|row| format!("{}\n", row.trim_end())).collect()
}

struct TextBoard<'a> {
    position: &'a Position,
    colors: ColorMode,
}

impl TextBoard<'_> {
    fn file_names(&self) -> String {
        let names =
            |files: &[File]| files.iter().map(File::to_string).collect::<Vec<_>>().join(" ");
        let [left, right] = Line::ALL.map(|line| names(&line.files()));
        let group = format!("    {left}  {}  {right}    ", names(Level::W.files()));
        let row = format!("  {}", [group.as_str(); 3].join(" "));
        self.colors.paint(AnsiColor::Faint, row.trim_end())
    }

    /// One rank of a main board and of the attack boards on both sides of it.
    fn group(&self, level: Level, rank: Rank) -> String {
        let main = if level.ranks().any(|other| other == rank) {
            self.squares(level, rank)
        } else {
            " ".repeat(7)
        };
        let [left, right] = Line::ALL.map(|line| self.side(line, level, rank));
        format!("{left}  {main}  {right}")
    }

    /// One rank of the attack board on a line's pins over a main board, with its label on the outer side.
    fn side(&self, line: Line, level: Level, rank: Rank) -> String {
        let is_shown = |pin: &Pin| {
            pin.line() == line
                && pin.over() == level
                && Level::Attack(*pin).ranks().any(|other| other == rank)
        };
        let Some(pin) = Pin::all().find(is_shown) else { return " ".repeat(7) };
        let upper = rank != pin.low_rank();
        let Some(board) = self.position.board_on(pin) else {
            let text = if upper { pin.to_string() } else { "free".to_owned() };
            let text = match line {
                Line::Queen => format!("{text:<7}"),
                Line::King => format!("{text:>7}"),
            };
            return self.colors.paint(AnsiColor::Faint, &text);
        };
        let label = match (upper, board.turned) {
            (true, _) => pin.to_string(),
            (false, true) => format!("{}^", owner_mark(board.owner)),
            (false, false) => owner_mark(board.owner).to_owned(),
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
                    let color = match piece.color {
                        Color::White => AnsiColor::WhitePiece,
                        Color::Black => AnsiColor::BlackPiece,
                    };
                    self.colors.paint(color, &piece.letter().to_string())
                }
                None => self.colors.paint(AnsiColor::Faint, "."),
            }
        });
        letters.collect::<Vec<_>>().join(" ")
    }
}

/// The owner of an attack board. Two letters, because `b` alone reads like a bishop.
fn owner_mark(owner: Color) -> &'static str {
    match owner {
        Color::White => "Wh",
        Color::Black => "Bl",
    }
}

/// Facts about the position that the boards do not show.
fn remarks(position: &Position) -> Vec<String> {
    let turn = position.turn();
    let mut rows = vec![format!(
        "{} to move, move {}, rule book {}",
        capitalized(turn),
        position.move_number(),
        position.book()
    )];
    let mut list = |title: &str, squares: SquareSet| {
        if !squares.is_empty() {
            rows.extend(wrapped(title, squares));
        }
    };
    list("Check, from", position.checkers());
    let pending = position.pending().map_or(SquareSet::EMPTY, SquareSet::of);
    list("Must promote first", pending);
    for color in Color::ALL {
        list(&format!("{} may castle with", capitalized(color)), position.castling_rooks(color));
    }
    if position.has_en_passant() {
        let pawn = position.double_stepped().map_or(SquareSet::EMPTY, SquareSet::of);
        list("May be taken en passant", pawn);
    }
    list("Double step lost", position.spent());
    list("Carried", position.carried());
    let pawns = position.pieces_with(Role::Pawn);
    list("Frozen", pawns.iter().filter(|square| position.is_frozen(*square)).collect());
    list("Deferred", pawns.iter().filter(|square| position.is_deferred(*square)).collect());
    list("Stranded", pawns.iter().filter(|square| position.is_stranded(*square)).collect());
    match position.ending() {
        Some(Ending::Checkmate { winner }) => rows.push(format!("Checkmate: {winner} wins")),
        Some(_) => rows.push("Stalemate: a draw".to_owned()),
        None => {}
    }
    rows
}

fn capitalized(color: Color) -> &'static str {
    match color {
        Color::White => "White",
        Color::Black => "Black",
    }
}

/// A title and square names, wrapped at `WIDTH`.
fn wrapped(title: &str, squares: SquareSet) -> Vec<String> {
    let mut squares: Vec<Square> = squares.iter().collect();
    squares.sort_unstable();
    let mut rows = vec![format!("{title}:")];
    for square in squares {
        let word = format!(" {square}");
        match rows.last_mut() {
            Some(row) if row.len() + word.len() <= WIDTH => row.push_str(&word),
            _ => rows.push(format!(" {word}")),
        }
    }
    rows
}
