//! Reasons: stable codes with messages, details, squares and pins.

use std::fmt;

use crate::{Pin, ReasonDetail, Square, SquareSet};

macro_rules! codes {
    ($($name:ident $text:literal $doc:literal,)+) => {
        /// The stable code of a reason, in the order in which reasons are listed.
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        pub enum Code {
            $(#[doc = $doc] $name,)+
        }

        impl Code {
            /// All codes in order.
            pub const ALL: &[Code] = &[$(Code::$name,)+];

            /// The code as text: `E_SHADOW`.
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self { $(Code::$name => $text,)+ }
            }
        }
    };
}

codes! {
    Syntax "E_SYNTAX" "The text is not a move.",
    GameOver "E_GAME_OVER" "The game has ended.",
    NotYourTurn "E_NOT_YOUR_TURN" "It is the other player's turn.",
    IllegalDelay "E_ILLEGAL_DELAY" "A promotion is pending and must be chosen first.",
    OneAction "E_ONE_ACTION" "Several actions are joined.",
    NoPiece "E_NO_PIECE" "There is no piece on the departure square.",
    NotYourPiece "E_NOT_YOUR_PIECE" "The piece is the opponent's.",
    NoOp "E_NO_OP" "Departure and arrival are the same.",
    NonexistentTarget "E_NONEXISTENT_TARGET" "The arrival square does not exist now.",
    AdvancementFrozen "E_ADVANCEMENT_FROZEN" "The pawn's next column does not exist now.",
    Vertical "E_VERTICAL" "The move stays in its column.",
    Geometry "E_GEOMETRY" "The piece does not move like that.",
    OwnPiece "E_OWN_PIECE" "The player's own piece is on the arrival square.",
    CrossLine "E_CROSS_LINE" "The path goes directly from a board of one line to a board of the other.",
    Gap "E_GAP" "A column without a square stops the piece.",
    PathBlocked "E_PATH_BLOCKED" "A piece is in the way.",
    DoubleStepSpent "E_DOUBLE_STEP_SPENT" "The pawn has moved and lost its double step.",
    DoubleStepCarried "E_DOUBLE_STEP_CARRIED" "The pawn was carried and lost its double step.",
    EpCarried "E_EP_CARRIED" "A carried pawn may not capture en passant.",
    PromotionRequired "E_PROMOTION_REQUIRED" "The pawn must promote, and no promotion is given.",
    PromotionBlocked "E_PROMOTION_BLOCKED" "There is no promotion to choose here.",
    NoBoard "E_NO_BOARD" "There is no board on the pin.",
    BoardCapture "E_BOARD_CAPTURE" "Boards do not capture.",
    Rotation "E_ROTATION" "A board does not turn like that.",
    TooManyRiders "E_TOO_MANY_RIDERS" "More than one piece is on the board.",
    NotControlled "E_NOT_CONTROLLED" "The player does not control the board.",
    EmptyTurn "E_EMPTY_TURN" "An empty board does not turn.",
    Leap "E_LEAP" "An enemy board is between the pins.",
    NotAdjacent "E_NOT_ADJACENT" "The pins are not adjacent.",
    PinOccupied "E_PIN_OCCUPIED" "A board is on the arrival pin.",
    Backward "E_BACKWARD" "A board with a rider does not move backward.",
    Shadow "E_SHADOW" "A piece is in the shaft.",
    Moved "E_MOVED" "King or rook has moved or was carried.",
    Bridge "E_BRIDGE" "The boards are not in place for castling long.",
    Squares "E_SQUARES" "A square needed for castling is missing or occupied.",
    FirstMove "E_FIRST_MOVE" "Castling may not be a player's first move.",
    Check "E_CHECK" "The king is in check.",
    PathAttacked "E_PATH_ATTACKED" "A square between king and rook is attacked.",
    DestAttacked "E_DEST_ATTACKED" "The king would arrive on an attacked square.",
    KingInCheck "E_KING_IN_CHECK" "The move would leave or put the mover's king in check.",
    BoardActive "E_BOARD_ACTIVE" "Reserved. Never used, because a turn is one action.",
}

impl fmt::Display for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
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
