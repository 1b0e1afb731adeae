//! Writes T-FEN.

use std::collections::BTreeSet;

use trid_rules::{Color, Level, Line, Square};

use super::{Naive, pin_file, pin_rank, square};

const LEVELS: [&str; 15] = [
    "W", "QL1", "KL1", "QL2", "KL2", "N", "QL3", "KL3", "QL4", "KL4", "B", "QL5", "KL5", "QL6",
    "KL6",
];

impl Naive {
    pub(crate) fn tfen(&self) -> String {
        let fields = [
            self.placement(),
            if self.turn == Color::White { "w".into() } else { "b".into() },
            self.castling_field(),
            list(&self.spent),
            list(&self.carried),
            list(&self.double_stepped.into_iter().collect()),
            list(&self.pending.into_iter().collect()),
            self.halfmoves.to_string(),
            self.move_number.to_string(),
        ];
        fields.join(" ")
    }

    fn placement(&self) -> String {
        let mut boards = self.boards.clone();
        boards.sort_by_key(|board| (board.pin.number(), board.pin.line() == Line::King));
        let attack: Vec<String> = boards
            .iter()
            .map(|board| {
                let owner = if board.owner == Color::White { "w" } else { "b" };
                let turned = if board.turned { "^" } else { "" };
                let (file, rank) =
                    (pin_file(board.pin.line()), pin_rank(i32::from(board.pin.number())));
                let ranks = self.ranks(Level::Attack(board.pin), file, rank, 2);
                format!("{}{owner}{turned}:{ranks}", board.pin)
            })
            .collect();
        let [w, n, b] = [(Level::W, 1), (Level::N, 3), (Level::B, 5)]
            .map(|(level, low)| self.ranks(level, 1, low, 4));
        format!("{w}|{n}|{b}|{}", attack.join(","))
    }

    fn ranks(&self, level: Level, low_file: i32, low_rank: i32, size: i32) -> String {
        let mut ranks = Vec::new();
        for rank in (low_rank..low_rank + size).rev() {
            let letters: String = (low_file..low_file + size)
                .map(|file| {
                    self.pieces.get(&square(file, rank, level)).map_or('1', |piece| piece.letter())
                })
                .collect();
            ranks.push(letters.replace("1111", "4").replace("111", "3").replace("11", "2"));
        }
        ranks.join("/")
    }

    fn castling_field(&self) -> String {
        let usual = [("e0KL1", 'K'), ("z0QL1", 'Q'), ("e9KL6", 'k'), ("z9QL6", 'q')];
        let names: BTreeSet<String> = self.castling.iter().map(Square::to_string).collect();
        let letters: String = usual
            .iter()
            .filter(|(name, _)| names.contains(*name))
            .map(|(_, letter)| letter)
            .collect();
        if names.is_empty() || letters.len() < names.len() { list(&self.castling) } else { letters }
    }
}

fn list(squares: &BTreeSet<Square>) -> String {
    let mut names: Vec<(usize, i32, usize, String)> = squares
        .iter()
        .map(|square| {
            let level = square.level().to_string();
            let level =
                LEVELS.iter().position(|&name| name == level).expect("every level is listed");
            (level, super::rank_of(*square), super::file_of(*square) as usize, square.to_string())
        })
        .collect();
    names.sort();
    let names: Vec<String> = names.into_iter().map(|(.., name)| name).collect();
    if names.is_empty() { "-".into() } else { names.join(",") }
}
