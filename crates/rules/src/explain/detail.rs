//! What a reason says: one variant per sentence, with its arguments, its code and its English text.

use std::fmt::{self, Display};

use crate::{
    Code, Color, Column, Ending, File, Pin, Rank, Role, RuleBook, Square, text::sentences,
};

/// Declares details as [`sentences`], each with its code before the text.
macro_rules! details {
    ($($(#[doc = $doc:literal])+ $name:ident $({ $($field:ident: $type:ty),+ })?
        => $code:ident $text:literal $(, $argument:expr)*;)+) => {
        sentences! {
            /// What a reason says. Clients word it in their own language; [`Display`] words it in English.
            #[allow(missing_docs, reason = "the names of the arguments are self-explanatory")]
            ReasonDetail {
                $($(#[doc = $doc])+ $name $({ $($field: $type),+ })? => $text $(, $argument)*;)+
            }
        }

        impl ReasonDetail {
            /// The stable code.
            #[must_use]
            pub const fn code(&self) -> Code {
                match self { $(ReasonDetail::$name { .. } => Code::$code,)+ }
            }
        }
    };
}

details! {
    /// The text is not a move in any notation.
    NotAMove { text: String } => Syntax
        "{text:?} is not a move, expected one such as Nc2W, b4N, bxa5N, d8B=Q, O-O, QL1-QL2, b2Wb4N or QL1-QL2^180";
    /// The arrival has no level. The squares are those of its column that exist now.
    MissingLevel { text: String, squares: Vec<Square> } => Syntax
        "{text:?} has no level, add one, as in {}", alternatives(squares, "c5N");
    /// A quadrant that does not exist, or contradicts its square.
    BadQuadrant { text: String } => Syntax
        "{text:?} is not a square by quadrant, expected a pin and q1 to q4, as in QL3@q2";
    /// Several legal moves match the text.
    Ambiguous { text: String, moves: Vec<String> } => Syntax
        "{text:?} could be {}", alternatives(moves, "");
    /// The text captures where there is nothing to capture.
    NothingToCapture { square: Square } => Syntax "there is nothing to capture on {square}";
    /// The text captures en passant where that is impossible.
    NoEnPassant { square: Square } => Syntax "no en passant capture is possible on {square}";
    /// The game has ended.
    GameOver { ending: Ending } => GameOver "the game is over: {ending}";
    /// It is not this player's turn.
    NotYourTurn { color: Color } => NotYourTurn "it is not {color}'s turn";
    /// The pawn must promote before anything else.
    PromotionPending { square: Square } => IllegalDelay
        "the pawn on {square} must promote first ({square}=Q, R, B or N)";
    /// The text joins several actions.
    SeveralActions { text: String } => OneAction "{text:?} joins several actions, but a turn is exactly one";

    /// The departure square is empty.
    EmptySquare { square: Square } => NoPiece "there is no piece on {square}";
    /// The departure square is on a level that does not cover its column.
    NoSuchDeparture { text: String } => NoPiece
        "there is no square {text}: that level does not cover that column";
    /// The player has no such piece.
    NoSuchPiece { color: Color, role: Role } => NoPiece "{color} has no {role}";
    /// The player has no such piece where the text looks for it.
    NoSuchPieceThere { color: Color, role: Role } => NoPiece "{color} has no {role} there";
    /// The player has no pawn on the file.
    NoPawnOnFile { color: Color, file: File } => NoPiece "{color} has no pawn on file {file}";
    /// The piece belongs to the opponent.
    NotYourPiece { color: Color, role: Role, square: Square } => NotYourPiece
        "the {color} {role} on {square} is not yours";
    /// The piece would not leave its square.
    SameSquare { square: Square } => NoOp "the piece is already on {square}";
    /// The board would not leave its pin.
    SamePin { pin: Pin } => NoOp "the board is already on {pin}";
    /// The arrival square is on a level that does not cover its column.
    NoSuchArrival { text: String } => NonexistentTarget
        "there is no square {text}: that level does not cover that column";
    /// The arrival square belongs to a pin without a board.
    AbsentSquare { square: Square } => NonexistentTarget "{square} does not exist now: no board is on that pin";
    /// No square exists in front of the pawn.
    Frozen { square: Square } => AdvancementFrozen
        "the pawn on {square} is frozen: no square exists in front of it";
    /// The piece would stay in its column.
    Vertical { column: Column } => Vertical
        "pieces do not move straight up or down: both squares are in column {column}";
    /// The piece does not move from one column to the other.
    Pattern { role: Role, from: Column, to: Column } => Geometry "{}", Pattern(*role, *from, *to);
    /// Only pawns promote.
    DoesNotPromote { role: Role } => Geometry "only pawns promote, and this is a {role}";
    /// The king would be captured.
    KingCapture => Geometry "a king cannot be captured";
    /// A pawn would move diagonally without capturing.
    PawnCapture { square: Square } => Geometry
        "pawns move diagonally only to capture, and {square} is empty";
    /// A piece of the player is on the arrival square.
    OwnPiece { role: Role, square: Square } => OwnPiece "your own {role} is on {square}";
    /// The path goes directly from a board of one line to a board of the other.
    CrossLine { from: Square, to: Square } => CrossLine
        "pieces cannot move directly from a board of one line to a board of the other, from {from} to {to}";
    /// A column without a square stops the piece.
    Gap { role: Role, column: Column } => Gap
        "the {role} cannot pass column {column}, where no square exists";
    /// A piece is in the way.
    Blocked { role: Role, square: Square } => PathBlocked "the {role} on {square} is in the way";
    /// The player's own pieces are on every square that the piece could reach.
    HemmedIn { role: Role, square: Square } => PathBlocked
        "your own pieces are in the way of the {role} on {square}";
    /// The pawn has moved and lost its double step.
    DoubleStepSpent { square: Square } => DoubleStepSpent
        "the pawn on {square} has moved and lost its double step";
    /// The pawn was carried and lost its double step.
    DoubleStepCarried { square: Square } => DoubleStepCarried
        "the pawn on {square} was carried by a board and lost its double step";
    /// The pawn was carried and may not capture en passant.
    EnPassantCarried { square: Square } => EpCarried
        "the pawn on {square} was carried by a board and cannot capture en passant";
    /// The move must name a promotion.
    PromotionRequired { square: Square } => PromotionRequired "the pawn must promote: add =Q, =R, =B or =N";
    /// The pawn promotes only on the furthest rank of its file.
    NotFurthestRank { square: Square, rank: Rank } => PromotionBlocked
        "{square} is not the furthest rank of its file, which is {rank}, so the pawn does not promote yet";
    /// The board move promotes no pawn.
    BoardPromotesNothing => PromotionBlocked "this board move promotes none of your pawns";
    /// The pawn is deferred.
    Deferred { square: Square } => PromotionBlocked
        "the pawn on {square} is under a board: it promotes when the board leaves, or on the next rank";
    /// The pawn has no promotion to choose.
    NoPromotionNow { square: Square } => PromotionBlocked "the pawn on {square} does not promote now";

    /// There is no board on the pin.
    NoBoard { pin: Pin } => NoBoard "there is no board on {pin}";
    /// Boards do not capture.
    BoardCapture => BoardCapture "boards do not capture";
    /// A rotation other than 180 degrees.
    BadRotation { text: String } => Rotation "boards rotate by ^180 or not at all, not by {text:?}";
    /// Boards do not rotate in this rule book.
    NoTurning { rules: RuleBook } => Rotation "boards do not rotate in the {rules} rules";
    /// More than one piece is on the board.
    TooManyRiders { pin: Pin, count: usize } => TooManyRiders
        "the board on {pin} carries {count} pieces, and can move with at most one";
    /// The opponent controls the board by its rider.
    OpponentControls { pin: Pin, color: Color, role: Role, square: Square } => NotControlled
        "{color} controls the board on {pin} with the {role} on {square}";
    /// The board is empty and belongs to the opponent.
    OpponentOwns { pin: Pin, color: Color } => NotControlled "the empty board on {pin} belongs to {color}";
    /// An empty board does not rotate.
    EmptyTurn { pin: Pin } => EmptyTurn "the board on {pin} is empty, and empty boards do not rotate";
    /// An enemy board is between the pins.
    Leap { from: Pin, to: Pin, over: Pin } => Leap
        "the opponent's board on {over} is between {from} and {to}";
    /// The pins are not adjacent.
    NotAdjacent { from: Pin, to: Pin } => NotAdjacent "{to} is not adjacent to {from}";
    /// A board is on the arrival pin.
    PinOccupied { pin: Pin } => PinOccupied "there is already a board on {pin}";
    /// A board with a rider does not move backward.
    Backward { from: Pin, to: Pin } => Backward
        "a board that carries a piece cannot move backward, from {from} to {to}";
    /// A piece, and perhaps others, are in the shaft.
    Shaft { pin: Pin, role: Role, square: Square, others: usize } => Shadow
        "the {role} on {square}{} in the shaft of {pin}", Others(*others);

    /// The king or the rook has moved or was carried.
    CastlingMoved => Moved "the king or the rook has moved or was carried, so they cannot castle";
    /// King and rook are not on the two boards that castling long needs.
    CastlingBoards { pins: [Pin; 2] } => Bridge
        "castling long needs the king and the rook on the back ranks of the boards on {} and {}", pins[0], pins[1];
    /// A board that castling needs is not on its pin.
    CastlingNoBoard { pin: Pin } => Squares "there is no board on {pin}";
    /// A piece is between king and rook.
    CastlingBlocked { role: Role, square: Square } => Squares
        "the {role} on {square} is between king and rook";
    /// An enemy piece is on a board that castling uses.
    CastlingIntruder { role: Role, square: Square } => NotControlled
        "the enemy {role} on {square} is on a board needed for castling";
    /// Castling may not be a player's first move.
    CastlingFirstMove => FirstMove "castling cannot be a player's first move";
    /// The king is in check, so it may not castle.
    CastlingInCheck { role: Role, attacker: Square } => Check
        "the king is in check from the {role} on {attacker}";
    /// A square between king and rook is attacked.
    CastlingPathAttacked { square: Square, role: Role, attacker: Square } => PathAttacked
        "{square}, between king and rook, is attacked by the {role} on {attacker}";
    /// The king would arrive on an attacked square.
    CastlingArrivalAttacked { square: Square, role: Role, attacker: Square } => DestAttacked
        "the king would arrive on {square}, which the {role} on {attacker} attacks";
    /// The king is in check and would stay in check.
    StillInCheck { role: Role, attacker: Square } => KingInCheck
        "your king would still be in check from the {role} on {attacker}";
    /// The move would put the mover's king in check.
    IntoCheck { role: Role, attacker: Square } => KingInCheck
        "your king would be in check from the {role} on {attacker}";
    /// The piece cannot move without exposing the king.
    Pinned { role: Role, attacker: Square } => KingInCheck
        "this piece is pinned: it shields your king from the {role} on {attacker}";
    /// The king is in check, and no move of the piece ends that.
    CannotStopCheck { role: Role, attacker: Square } => KingInCheck
        "your king is in check from the {role} on {attacker}, and this piece cannot stop it";
    /// Every square next to the king is attacked or occupied by its own side.
    KingSurrounded => KingInCheck
        "every square that the king could move to is attacked or taken by your own pieces";
    /// The move would force a promotion that could give check.
    FreedPawn { square: Square } => KingInCheck
        "the pawn freed on {square} could promote and attack your king";
}

/// How a piece moves, and that this move is not like that.
struct Pattern(Role, Column, Column);

impl Display for Pattern {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Pattern(role, from, to) = self;
        match role {
            Role::Pawn => write!(
                f,
                "pawns move straight ahead and capture diagonally, not from {from} to {to}"
            ),
            Role::Knight => {
                write!(f, "knights jump in an L shape; {to} is not a knight's jump from {from}")
            }
            Role::Bishop => {
                write!(f, "bishops move diagonally; {to} is not on a diagonal from {from}")
            }
            Role::Rook => {
                write!(f, "rooks move along files and ranks; {to} shares neither with {from}")
            }
            Role::Queen => write!(
                f,
                "queens move along files, ranks and diagonals; {to} is on none from {from}"
            ),
            Role::King => {
                write!(f, "kings move one column in any direction; {to} is not next to {from}")
            }
        }
    }
}

/// The verb after the first piece in a shaft.
struct Others(usize);

impl Display for Others {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            0 => f.write_str(" is"),
            1 => f.write_str(" and another piece are"),
            count => write!(f, " and {count} other pieces are"),
        }
    }
}

/// `a`, `a or b`, `a, b or c`; `fallback` if there are none.
fn alternatives<T: Display>(items: &[T], fallback: &str) -> String {
    let names: Vec<String> = items.iter().map(ToString::to_string).collect();
    match names.split_last() {
        None => fallback.to_owned(),
        Some((last, [])) => last.clone(),
        Some((last, rest)) => format!("{} or {last}", rest.join(", ")),
    }
}
