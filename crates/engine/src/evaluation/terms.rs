//! The terms of the evaluation: which there are, what each is called, and where its weight lies.

/// Terms that belong together: a name, and a run of places in the table of weights.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Group {
    /// What the table of weights calls it.
    pub name: &'static str,
    /// The place of its first term.
    pub first: usize,
    /// How many terms it has.
    pub len: usize,
}

impl Group {
    /// The place of one of its terms; counts beyond the last are counted as the last.
    #[inline]
    pub(crate) const fn at(self, index: usize) -> usize {
        self.first + if index < self.len { index } else { self.len - 1 }
    }
}

macro_rules! groups {
    ($($(#[doc = $doc:literal])* $name:ident $text:literal $len:expr;)*) => {
        groups!(@define 0; $($(#[doc = $doc])* $name $text $len;)*);
        /// All groups, in the order of their places.
        pub const GROUPS: &[Group] = &[$($name),*];
    };
    (@define $first:expr; $(#[doc = $doc:literal])* $name:ident $text:literal $len:expr; $($rest:tt)*) => {
        $(#[doc = $doc])*
        pub const $name: Group = Group { name: $text, first: $first, len: $len };
        groups!(@define $name.first + $name.len; $($rest)*);
    };
    (@define $first:expr;) => {
        /// How many terms there are.
        pub const COUNT: usize = $first;
    };
}

/// Files are folded: z with e, a with d, b with c, since the set is the same on both sides.
pub const FOLDED_FILES: usize = 3;

groups! {
    /// Pawn, knight, bishop, rook, queen.
    MATERIAL "material" 5;
    /// Pawn by rank (as its side sees it) and folded file.
    PAWN_PLACEMENT "pawn placement" 10 * FOLDED_FILES;
    /// Likewise.
    KNIGHT_PLACEMENT "knight placement" 10 * FOLDED_FILES;
    /// Likewise.
    BISHOP_PLACEMENT "bishop placement" 10 * FOLDED_FILES;
    /// Likewise.
    ROOK_PLACEMENT "rook placement" 10 * FOLDED_FILES;
    /// Likewise.
    QUEEN_PLACEMENT "queen placement" 10 * FOLDED_FILES;
    /// Likewise.
    KING_PLACEMENT "king placement" 10 * FOLDED_FILES;
    /// For each kind of piece: own main board, neutral, enemy's, attack board in the own half, in the other.
    LEVEL "level" 6 * 5;
    /// By half the number of squares reached, over all levels, that no enemy pawn attacks.
    KNIGHT_MOBILITY "knight mobility" 12;
    /// Likewise.
    BISHOP_MOBILITY "bishop mobility" 12;
    /// Likewise.
    ROOK_MOBILITY "rook mobility" 12;
    /// Likewise.
    QUEEN_MOBILITY "queen mobility" 16;
    /// Two bishops or more.
    BISHOP_PAIR "bishop pair" 1;
    /// A rook on a file without own pawns, without any pawns.
    ROOK_FILE "rook file" 2;
    /// A line piece looks at the enemy king through nothing, or through one column with pieces.
    KING_LINE "line to king" 2;
    /// By what attacks the columns next to the king, on all their levels.
    KING_DANGER "king danger" 20;
    /// Own pawns in the columns next to the king: none, one, two, three, more.
    KING_SHELTER "king shelter" 5;
    /// Passed pawns, by ranks left to the furthest rank as it is now, 1 to 8.
    PASSED "passed pawn" 8;
    /// A passed pawn that could go on now, by ranks left.
    PASSED_FREE "passed pawn free to go" 8;
    /// Behind another pawn of its side on its file.
    DOUBLED "doubled pawn" 1;
    /// Without a pawn of its side on the files beside it.
    ISOLATED "isolated pawn" 1;
    /// Protected by a pawn.
    SUPPORTED "supported pawn" 1;
    /// Carried by a board.
    CARRIED "carried pawn" 1;
    /// Waiting for a board to stand before it.
    FROZEN "frozen pawn" 1;
    /// Carried to its furthest rank, a pawn for ever.
    STRANDED "stranded pawn" 1;
    /// On the last rank under a board that keeps the rank beyond open: own control, the enemy's, no one's.
    DEFERRED "deferred pawn" 3;
    /// Enemy pieces attacked by a pawn.
    PAWN_THREAT "threat by pawn" 1;
    /// Enemy rooks and queens attacked by a knight or bishop.
    MINOR_THREAT "threat by minor piece" 1;
    /// Enemy pieces attacked and not protected.
    HANGING "hanging piece" 1;
    /// A board one may move: empty, or by the kind of its rider.
    BOARD_CONTROL "board control" 7;
    /// A board one may move, by its pin's number as one's own side counts.
    BOARD_ADVANCE "board advance" 6;
    /// A board one controls that has nowhere to go.
    BOARD_STUCK "stuck board" 1;
    /// A board one may move that stands next to the enemy king, to the own king.
    BOARD_KING "board beside king" 2;
    /// A board one may move whose rider hides a line to the enemy king.
    BOARD_UNCOVERS "board uncovers line" 1;
    /// Against a bare king: nearness of the kings, nearness of the bare one to the edge.
    BARE_KING "bare king" 2;
    /// The turn.
    TEMPO "tempo" 1;
}
