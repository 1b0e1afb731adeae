//! The terms of the evaluation: their names and the indices of their weights.

/// A group of related terms with consecutive indices.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Group {
    /// Name in the tuned weights.
    pub name: &'static str,
    /// Index of the first term.
    pub first: usize,
    /// Number of terms.
    pub len: usize,
}

impl Group {
    /// Index of one of the terms; larger indices use the last term.
    #[inline]
    pub(crate) const fn at(self, index: usize) -> usize {
        self.first + if index < self.len { index } else { self.len - 1 }
    }
}

macro_rules! groups {
    ($($(#[doc = $doc:literal])* $name:ident $text:literal $len:expr;)*) => {
        groups!(@define 0; $($(#[doc = $doc])* $name $text $len;)*);
        /// All groups, ordered by index.
        pub const GROUPS: &[Group] = &[$($name),*];
    };
    (@define $first:expr; $(#[doc = $doc:literal])* $name:ident $text:literal $len:expr; $($rest:tt)*) => {
        $(#[doc = $doc])*
        pub const $name: Group = Group { name: $text, first: $first, len: $len };
        groups!(@define $name.first + $name.len; $($rest)*);
    };
    (@define $first:expr;) => {
        /// Number of terms.
        pub const COUNT: usize = $first;
    };
}

/// Files are mirrored: z with e, a with d, b with c, because the set is symmetric.
pub const FOLDED_FILES: usize = 3;

groups! {
    /// Pawn, knight, bishop, rook, queen.
    MATERIAL "material" 5;
    /// Piece-square table: rank from the side's view, and mirrored file.
    PAWN_PSQT "pawn psqt" 10 * FOLDED_FILES;
    /// Likewise.
    KNIGHT_PSQT "knight psqt" 10 * FOLDED_FILES;
    /// Likewise.
    BISHOP_PSQT "bishop psqt" 10 * FOLDED_FILES;
    /// Likewise.
    ROOK_PSQT "rook psqt" 10 * FOLDED_FILES;
    /// Likewise.
    QUEEN_PSQT "queen psqt" 10 * FOLDED_FILES;
    /// Likewise.
    KING_PSQT "king psqt" 10 * FOLDED_FILES;
    /// By role: own main board, neutral, enemy main board, attack board in the own half, in the enemy half.
    LEVEL "level" 6 * 5;
    /// By number of reachable squares on all levels that no enemy pawn attacks, divided by 2 (queen: 3).
    KNIGHT_MOBILITY "knight mobility" 12;
    /// Likewise.
    BISHOP_MOBILITY "bishop mobility" 12;
    /// Likewise.
    ROOK_MOBILITY "rook mobility" 12;
    /// Likewise.
    QUEEN_MOBILITY "queen mobility" 16;
    /// At least two bishops.
    BISHOP_PAIR "bishop pair" 1;
    /// A rook on a half-open file, on an open file.
    ROOK_FILE "rook file" 2;
    /// A slider aimed at the enemy king with no, or one, occupied column between.
    SLIDER_TO_KING "slider to king" 2;
    /// By weighted attacks on the columns next to the king, on all levels.
    KING_DANGER "king danger" 20;
    /// Number of own pawns in the columns next to the king: 0 to 4 or more.
    KING_SHELTER "king shelter" 5;
    /// Passed pawns by the number of ranks to the current furthest rank, 1 to 8.
    PASSED "passed pawn" 8;
    /// Passed pawns that can advance now, by remaining ranks.
    PASSED_FREE "passed pawn free to go" 8;
    /// Pawns behind an own pawn on the same file.
    DOUBLED "doubled pawn" 1;
    /// Pawns without own pawns on the neighbouring files.
    ISOLATED "isolated pawn" 1;
    /// Pawns protected by a pawn.
    SUPPORTED "supported pawn" 1;
    /// Pawns that a board has carried.
    CARRIED "carried pawn" 1;
    /// Pawns with no square ahead until a board arrives.
    FROZEN "frozen pawn" 1;
    /// Pawns carried to their furthest rank, which never promote.
    STRANDED "stranded pawn" 1;
    /// Pawns whose promotion a board defers: controlled by the own side, by the enemy, by neither.
    DEFERRED "deferred pawn" 3;
    /// Enemy pieces attacked by a pawn.
    PAWN_THREAT "threat by pawn" 1;
    /// Enemy rooks and queens attacked by a knight or bishop.
    MINOR_THREAT "threat by minor piece" 1;
    /// Enemy pieces attacked and unprotected.
    HANGING "hanging piece" 1;
    /// Controlled boards: empty, or by role of the rider.
    BOARD_CONTROL "board control" 7;
    /// Controlled boards by pin number from the side's view.
    BOARD_ADVANCE "board advance" 6;
    /// Controlled boards without a target pin.
    BOARD_STUCK "stuck board" 1;
    /// Controlled boards next to the enemy king, next to the own king.
    BOARD_KING "board neighbours king" 2;
    /// Controlled boards whose rider blocks an own slider's path to the enemy king.
    BOARD_DISCOVERY "board discovery" 1;
    /// Against a bare king: closeness of the kings, closeness of the bare king to the edge.
    BARE_KING "bare king" 2;
    /// The side to move.
    TEMPO "tempo" 1;
}
