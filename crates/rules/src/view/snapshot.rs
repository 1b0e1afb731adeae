//! The Snapshot: all that a viewer needs to draw a position and offer its moves.

use serde::Serialize;

use crate::{
    Claim, Color, EndReason, Ending, Game, GameResult, Move, MoveEffects, Pin, Position, Promotion,
    Role, RuleBook, Square, Status, sort::sort_few, world::instance_name,
};

/// A position with its moves, for a viewer.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct Snapshot {
    /// Which rule book is played.
    pub rules: RuleBook,
    /// The position as T-FEN.
    pub tfen: String,
    /// The key, 16 hex digits.
    pub key: String,
    /// Whose turn it is.
    pub turn: Color,
    /// The number of the move to be played.
    pub move_number: u16,
    /// The game that the position is part of.
    #[serde(flatten)]
    pub game: SnapshotGame,
    /// The king in check.
    pub check: Option<Square>,
    /// The pawn that must promote now.
    pub pending: Option<Square>,
    /// The four attack boards.
    pub boards: Vec<SnapshotBoard>,
    /// All pieces.
    pub pieces: Vec<SnapshotPiece>,
    /// The moves on offer: the legal ones, none once the game is over.
    pub moves: Vec<SnapshotMove>,
}

/// The game that the position of a snapshot is part of.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct SnapshotGame {
    /// The number of plies played.
    pub ply: usize,
    /// Whether and how it ended.
    pub status: Status,
    /// The result.
    pub result: GameResult,
    /// Why it ended, where the status does not say so.
    pub reason: Option<EndReason>,
    /// The draws that the side to move may claim.
    pub claims: Vec<Claim>,
    /// The last move played.
    pub last: Option<String>,
    /// What the last move changed on the board.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub effects: Option<MoveEffects>,
}

/// An attack board.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct SnapshotBoard {
    /// The instance to show: `QL1:0`.
    #[cfg_attr(feature = "typescript", ts(as = "crate::typescript::InstanceName"))]
    pub instance: String,
    /// The pin it stands on.
    pub pin: Pin,
    /// 0 or 180.
    #[cfg_attr(feature = "typescript", ts(type = "0 | 180"))]
    pub rotation: u16,
    /// Whose board it is.
    pub owner: Color,
    /// Who may move it; no one if several pieces stand on it.
    pub controller: Option<Color>,
    /// How many pieces stand on it.
    pub riders: usize,
    /// Whether the side to move can move or turn it now.
    pub movable: bool,
}

/// A piece.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct SnapshotPiece {
    /// Where it stands.
    pub square: Square,
    /// Whose it is.
    pub color: Color,
    /// What it is.
    pub kind: Role,
    /// What is special about a pawn.
    pub marks: Vec<Mark>,
}

/// What is special about a pawn.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub enum Mark {
    /// Its next column does not exist.
    Frozen,
    /// It waits under a board that keeps its furthest rank away.
    Deferred,
    /// It was carried by a board.
    Carried,
    /// It was carried to its furthest rank and stays a pawn there.
    Stranded,
}

/// What a move does.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub enum MoveKind {
    /// A piece goes to an empty square.
    Step,
    /// A pawn goes two ranks.
    Double,
    /// A piece captures where it lands.
    Capture,
    /// A pawn captures en passant.
    EnPassant,
    /// King and rook castle.
    Castle,
    /// A board goes to another pin.
    Board,
    /// A board turns on the spot.
    Turn,
    /// A pawn freed by the opponent promotes.
    Promote,
}

/// What a move gives the opponent.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
#[allow(missing_docs, reason = "the names say it")]
pub enum Gives {
    Check,
    Mate,
}

/// A move on offer.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct SnapshotMove {
    /// Coordinate notation.
    #[serde(rename = "move")]
    pub mv: String,
    /// Algebraic notation.
    pub text: String,
    /// What it does.
    pub kind: MoveKind,
    /// The piece that moves; a board's rider.
    pub piece: Option<Role>,
    /// Where the piece leaves; castling: the king.
    pub from: Option<Square>,
    /// Where the piece lands; castling: the king.
    pub to: Option<Square>,
    /// What it takes.
    pub captures: Option<Square>,
    /// What a pawn becomes.
    pub promotion: Option<Promotion>,
    /// The board that moves or turns.
    pub board: Option<SnapshotBoardMove>,
    /// The opponent's pawn that must promote after it.
    pub forces: Option<Square>,
    /// Check or mate.
    pub gives: Option<Gives>,
}

/// A board's way.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct SnapshotBoardMove {
    /// The pin it leaves.
    pub from: Pin,
    /// The pin it goes to; the same for a turn on the spot.
    pub to: Pin,
    /// Whether the rider takes the opposite corner.
    pub turned: bool,
    /// The rider's way.
    pub rider: Option<SnapshotRider>,
}

/// A rider's way.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct SnapshotRider {
    /// Where it stands.
    pub from: Square,
    /// Where it lands.
    pub to: Square,
}

impl Snapshot {
    /// The snapshot of a position of this game.
    #[must_use]
    pub fn new(position: &Position, game: SnapshotGame) -> Snapshot {
        let mut legal = position.legal_moves();
        if game.status != Status::Ongoing {
            legal.clear();
        }
        legal.sort_by_cached_key(Move::to_string);
        Snapshot {
            rules: position.book(),
            tfen: position.to_tfen(),
            key: format!("{:016x}", position.key()),
            turn: position.turn(),
            move_number: position.move_number(),
            check: position.is_check().then(|| position.king(position.turn())),
            pending: position.pending(),
            boards: boards(position, &legal),
            pieces: pieces(position),
            moves: legal.into_iter().map(|mv| snapshot_move(position, mv)).collect(),
            game,
        }
    }
}

impl Game {
    /// The game as it stands at the ply now shown.
    #[must_use]
    pub fn snapshot(&self) -> Snapshot {
        let last = self.ply().checked_sub(1).and_then(|index| self.moves().nth(index));
        let game = SnapshotGame {
            ply: self.ply(),
            status: self.status(),
            result: self.result(),
            reason: self.ending().and_then(Ending::reason),
            claims: self.claims(),
            last: last.map(|played| played.mv.to_string()),
            effects: last.map(|played| played.effects()),
        };
        Snapshot::new(self.position(), game)
    }
}

fn boards(position: &Position, legal: &[Move]) -> Vec<SnapshotBoard> {
    let moves = |pin: Pin| {
        legal.iter().any(|mv| match *mv {
            Move::Board { from, .. } => from == pin,
            Move::Turn { pin: turned } => turned == pin,
            _ => false,
        })
    };
    let mut boards = position.boards();
    sort_few(&mut boards);
    let snapshot = |board: crate::AttackBoard| SnapshotBoard {
        instance: instance_name(board.pin, board.turned),
        pin: board.pin,
        rotation: if board.turned { 180 } else { 0 },
        owner: board.owner,
        controller: position.controller(board.pin),
        riders: position.riders(board.pin).len(),
        movable: moves(board.pin),
    };
    boards.into_iter().map(snapshot).collect()
}

fn pieces(position: &Position) -> Vec<SnapshotPiece> {
    let mut squares: Vec<Square> = position.occupied().collect();
    sort_few(&mut squares);
    let snapshot = |square| {
        let piece = position.piece_at(square)?;
        Some(SnapshotPiece {
            square,
            color: piece.color,
            kind: piece.role,
            marks: marks(position, square),
        })
    };
    squares.into_iter().filter_map(snapshot).collect()
}

fn marks(position: &Position, square: Square) -> Vec<Mark> {
    let marks = [
        (position.is_frozen(square), Mark::Frozen),
        (position.is_deferred(square), Mark::Deferred),
        (position.carried().contains(square), Mark::Carried),
        (position.is_stranded(square), Mark::Stranded),
    ];
    marks.into_iter().filter(|(holds, _)| *holds).map(|(_, mark)| mark).collect()
}

fn snapshot_move(position: &Position, mv: Move) -> SnapshotMove {
    let mut after = position.clone();
    after.play_unchecked(mv);
    let gives = if after.turn() == position.turn() || !after.is_check() {
        None
    } else if after.has_moves() {
        Some(Gives::Check)
    } else {
        Some(Gives::Mate)
    };
    let effects = position.effects(mv);
    let moved = effects.moved.first();
    let board = effects.boards.first().map(|board| SnapshotBoardMove {
        from: board.from,
        to: board.to,
        turned: board.turned,
        rider: moved.map(|rider| SnapshotRider { from: rider.from, to: rider.to }),
    });
    let squares = match mv {
        Move::Piece { .. } | Move::Castle(_) => moved.map(|piece| (piece.from, piece.to)),
        Move::Promote { square, .. } => Some((square, square)),
        Move::Board { .. } | Move::Turn { .. } => None,
    };
    SnapshotMove {
        mv: mv.to_string(),
        text: position.algebraic(mv),
        kind: kind(mv, &effects),
        piece: match mv {
            Move::Promote { .. } => Some(Role::Pawn),
            _ => moved.map(|piece| piece.role),
        },
        from: squares.map(|(from, _)| from),
        to: squares.map(|(_, to)| to),
        captures: effects.captured.map(|piece| piece.square),
        promotion: mv.promotion(),
        board,
        forces: effects.forces,
        gives,
    }
}

fn kind(mv: Move, effects: &MoveEffects) -> MoveKind {
    match mv {
        Move::Piece { from, to, .. } => match effects.captured {
            Some(piece) if piece.square == to => MoveKind::Capture,
            Some(_) => MoveKind::EnPassant,
            None => {
                let ranks = from.rank().number().abs_diff(to.rank().number());
                let pawn = effects.moved.iter().any(|piece| piece.role == Role::Pawn);
                if pawn && ranks == 2 { MoveKind::Double } else { MoveKind::Step }
            }
        },
        Move::Castle(_) => MoveKind::Castle,
        Move::Board { .. } => MoveKind::Board,
        Move::Turn { .. } => MoveKind::Turn,
        Move::Promote { .. } => MoveKind::Promote,
    }
}
