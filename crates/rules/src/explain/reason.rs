//! Reasons: stable codes with messages, details, squares and pins.

use std::fmt;

use crate::{Pin, ReasonDetail, Square, SquareSet, names::named};

named! {
    /// The stable code of a reason, in the order in which reasons are listed.
    Code {
        /// The text is not a move.
        Syntax "E_SYNTAX",
        /// The game has ended.
        GameOver "E_GAME_OVER",
        /// It is the other player's turn.
        NotYourTurn "E_NOT_YOUR_TURN",
        /// A promotion is pending and must be chosen first.
        IllegalDelay "E_ILLEGAL_DELAY",
        /// Several actions are joined.
        OneAction "E_ONE_ACTION",
        /// There is no piece on the departure square.
        NoPiece "E_NO_PIECE",
        /// The piece is the opponent's.
        NotYourPiece "E_NOT_YOUR_PIECE",
        /// Departure and arrival are the same.
        NoOp "E_NO_OP",
        /// The arrival square does not exist now.
        NonexistentTarget "E_NONEXISTENT_TARGET",
        /// The pawn's next column does not exist now.
        AdvancementFrozen "E_ADVANCEMENT_FROZEN",
        /// The move stays in its column.
        Vertical "E_VERTICAL",
        /// The piece does not move like that.
        Geometry "E_GEOMETRY",
        /// The player's own piece is on the arrival square.
        OwnPiece "E_OWN_PIECE",
        /// The path goes directly from a board of one line to a board of the other.
        CrossLine "E_CROSS_LINE",
        /// A column without a square stops the piece.
        Gap "E_GAP",
        /// A piece is in the way.
        PathBlocked "E_PATH_BLOCKED",
        /// The pawn has moved and lost its double step.
        DoubleStepSpent "E_DOUBLE_STEP_SPENT",
        /// The pawn was carried and lost its double step.
        DoubleStepCarried "E_DOUBLE_STEP_CARRIED",
        /// A carried pawn may not capture en passant.
        EpCarried "E_EP_CARRIED",
        /// The pawn must promote, and no promotion is given.
        PromotionRequired "E_PROMOTION_REQUIRED",
        /// There is no promotion to choose here.
        PromotionBlocked "E_PROMOTION_BLOCKED",
        /// There is no board on the pin.
        NoBoard "E_NO_BOARD",
        /// Boards do not capture.
        BoardCapture "E_BOARD_CAPTURE",
        /// A board does not turn like that.
        Rotation "E_ROTATION",
        /// More than one piece is on the board.
        TooManyRiders "E_TOO_MANY_RIDERS",
        /// The player does not control the board.
        NotControlled "E_NOT_CONTROLLED",
        /// An empty board does not turn.
        EmptyTurn "E_EMPTY_TURN",
        /// An enemy board is between the pins.
        Leap "E_LEAP",
        /// The pins are not adjacent.
        NotAdjacent "E_NOT_ADJACENT",
        /// A board is on the arrival pin.
        PinOccupied "E_PIN_OCCUPIED",
        /// A board with a rider does not move backward.
        Backward "E_BACKWARD",
        /// A piece is in the shaft.
        Shadow "E_SHADOW",
        /// King or rook has moved or was carried.
        Moved "E_MOVED",
        /// The boards are not in place for castling long.
        Bridge "E_BRIDGE",
        /// A square needed for castling is missing or occupied.
        Squares "E_SQUARES",
        /// Castling may not be a player's first move.
        FirstMove "E_FIRST_MOVE",
        /// The king is in check.
        Check "E_CHECK",
        /// A square between king and rook is attacked.
        PathAttacked "E_PATH_ATTACKED",
        /// The king would arrive on an attacked square.
        DestAttacked "E_DEST_ATTACKED",
        /// The move would leave or put the mover's king in check.
        KingInCheck "E_KING_IN_CHECK",
        /// Reserved. Never used, because a turn is one action.
        BoardActive "E_BOARD_ACTIVE",
    }
}

/// One reason why a move is illegal.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Reason {
    /// The code.
    pub code: Code,
    /// The detail in English.
    pub message: String,
    /// The squares to highlight.
    pub squares: Vec<Square>,
    /// The pins to highlight.
    pub pins: Vec<Pin>,
    /// What the message says, for clients in other languages. Programs in Rust do not read it back.
    pub detail: Option<ReasonDetail>,
}

impl Reason {
    /// A reason without squares and pins.
    #[must_use]
    pub fn new(detail: ReasonDetail) -> Reason {
        Reason {
            code: detail.code(),
            message: detail.to_string(),
            squares: Vec::new(),
            pins: Vec::new(),
            detail: Some(detail),
        }
    }

    pub(crate) fn at(mut self, squares: impl IntoIterator<Item = Square>) -> Reason {
        self.squares.extend(squares);
        self
    }

    pub(crate) fn at_all(self, squares: SquareSet) -> Reason {
        let mut reason = self.at(squares);
        reason.squares.sort_unstable();
        reason
    }

    pub(crate) fn on(mut self, pins: impl IntoIterator<Item = Pin>) -> Reason {
        self.pins.extend(pins);
        self
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.code, self.message)
    }
}
