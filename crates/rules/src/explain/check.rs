//! Checks: which pieces give them, and through which columns.

use crate::{Column, Position, Role, Square, attacks, explain::attacked::sorted};

/// A piece that gives check, and its path to the king.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CheckPath {
    /// The piece that gives check.
    pub attacker: Square,
    /// Its role.
    pub role: Role,
    /// The king in check.
    pub king: Square,
    /// The columns between them, from the attacker to the king. Empty for pieces that do not move in lines.
    pub path: Vec<Column>,
    /// The squares in these columns, where a piece would stop the check.
    pub squares: Vec<Square>,
}

impl Position {
    /// The checks to the side to move.
    #[must_use]
    pub fn check_paths(&self) -> Vec<CheckPath> {
        let king = self.king(self.turn());
        let check = |attacker: Square| {
            let role = self.role_at(attacker);
            let path = if role.is_line_piece() { path(attacker, king) } else { Vec::new() };
            let on_path = |square: &Square| path.contains(&square.column());
            let squares = sorted(self.existing().iter().filter(on_path).collect());
            CheckPath { attacker, role, king, squares, path }
        };
        sorted(self.checkers()).into_iter().map(check).collect()
    }
}

/// The columns between two squares on one file, rank or diagonal, in order.
pub(super) fn path(from: Square, to: Square) -> Vec<Column> {
    let mut columns: Vec<Column> = attacks::between(from.column(), to.column()).iter().collect();
    if from.column().index() > to.column().index() {
        columns.reverse();
    }
    columns
}
