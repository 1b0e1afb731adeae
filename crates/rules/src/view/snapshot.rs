//! Snapshots: what a view needs to draw a position and offer its moves.

use serde::Serialize;

use crate::{
    Claim, Color, EndReason, Ending, Game, GameResult, Move, MoveEffects, Piece, Pin, Position,
    Promotion, Role, RuleBook, Setup, Square, Status, sort::sort_few, world::instance_name,
};

/// A position with its moves, for a view.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct Snapshot {
    /// The rule book.
    pub rules: RuleBook,
    /// The position as T-FEN.
    pub tfen: String,
    /// The key, 16 hex digits.
    pub key: String,
    /// The side to move.
    pub turn: Color,
    /// The number of the next move.
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
    /// The pieces that are missing, compared with the start: White's, then Black's, the most valuable first.
    pub captured: Vec<SnapshotCaptured>,
    /// The legal moves; none when the game is over.
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
    /// The pin it is on.
    pub pin: Pin,
    /// 0 or 180.
    #[cfg_attr(feature = "typescript", ts(type = "0 | 180"))]
    pub rotation: u16,
    /// The color that owns it.
    pub owner: Color,
    /// The color that may move it; none if it has several riders.
    pub controller: Option<Color>,
    /// The number of pieces on it.
    pub riders: usize,
    /// Whether the side to move can move or turn it now.
    pub movable: bool,
}

/// A piece.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct SnapshotPiece {
    /// Its square.
    pub square: Square,
    /// Its color.
    pub color: Color,
    /// Its role.
    pub kind: Role,
    /// The marks of a pawn.
    pub marks: Vec<Mark>,
}

/// Captured pieces of one color and role.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct SnapshotCaptured {
    /// Their color.
    pub color: Color,
    /// Their role.
    pub kind: Role,
    /// Their number, at least 1.
    pub count: usize,
}

/// The marks of a pawn.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub enum Mark {
    /// Its next column does not exist.
    Frozen,
    /// The board above it keeps it from promoting.
    Deferred,
    /// It was carried by a board.
    Carried,
    /// It was carried to its furthest rank and stays a pawn.
    Stranded,
}

/// The kind of a move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub enum MoveKind {
    /// A piece moves to an empty square.
    Step,
    /// A pawn makes a double step.
    Double,
    /// A piece captures on its arrival square.
    Capture,
    /// A pawn captures en passant.
    EnPassant,
    /// King and rook castle.
    Castle,
    /// A board moves to another pin.
    Board,
    /// A board turns in place.
    Turn,
    /// A pawn freed by the opponent promotes.
    Promote,
}

/// Check or mate.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
#[allow(missing_docs, reason = "the names are self-explanatory")]
pub enum Gives {
    Check,
    Mate,
}

/// A legal move.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct SnapshotMove {
    /// Coordinate notation.
    #[serde(rename = "move")]
    pub mv: String,
    /// Algebraic notation.
    pub text: String,
    /// The kind.
    pub kind: MoveKind,
    /// The role of the piece that moves; for a board its rider.
    pub piece: Option<Role>,
    /// The departure square; for castling the king's.
    pub from: Option<Square>,
    /// The arrival square; for castling the king's.
    pub to: Option<Square>,
    /// The square of the captured piece.
    pub captures: Option<Square>,
    /// The promotion.
    pub promotion: Option<Promotion>,
    /// The board that moves or turns.
    pub board: Option<SnapshotBoardMove>,
    /// The opponent's pawn that must promote after it.
    pub forces: Option<Square>,
    /// Check or mate.
    pub gives: Option<Gives>,
}

/// The movement of a board.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct SnapshotBoardMove {
    /// The pin it leaves.
    pub from: Pin,
    /// The pin it reaches; the same for a turn in place.
    pub to: Pin,
    /// Whether the board turns, which takes the rider to the opposite corner.
    pub turned: bool,
    /// The movement of the rider.
    pub rider: Option<SnapshotRider>,
}

/// The movement of a rider.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct SnapshotRider {
    /// Its square.
    pub from: Square,
    /// The square it reaches.
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
        let pieces = pieces(position);
        Snapshot {
            rules: position.book(),
            tfen: position.to_tfen(),
            key: format!("{:016x}", position.key()),
            turn: position.turn(),
            move_number: position.move_number(),
            check: position.is_check().then(|| position.king(position.turn())),
            pending: position.pending(),
            boards: boards(position, &legal),
            captured: captured(&pieces),
            pieces,
            moves: legal.into_iter().map(|mv| snapshot_move(position, mv)).collect(),
            game,
        }
    }
}

impl Game {
    /// The snapshot of the current ply.
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

/// The pieces that are missing, compared with the start. A piece more than at the start is a promoted pawn, which is
/// not missing.
pub(super) fn captured(pieces: &[SnapshotPiece]) -> Vec<SnapshotCaptured> {
    const ROLES: [Role; 5] = [Role::Queen, Role::Rook, Role::Bishop, Role::Knight, Role::Pawn];
    let start = Setup::start();
    let mut captured = Vec::new();
    for color in Color::ALL {
        let mut promoted = 0;
        for kind in ROLES {
            let piece = Piece { color, role: kind };
            let before = start.pieces().filter(|&(_, other)| other == piece).count();
            let now = pieces.iter().filter(|each| (each.color, each.kind) == (color, kind)).count();
            promoted += now.saturating_sub(before);
            let extra = if kind == Role::Pawn { promoted } else { 0 };
            let count = before.saturating_sub(now + extra);
            if count > 0 {
                captured.push(SnapshotCaptured { color, kind, count });
            }
        }
    }
    captured
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

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(tfen: &str, expected: &[(Color, Role, usize)]) {
        let position = Position::from_tfen(tfen, RuleBook::Revised).unwrap();
        let captured = Game::new(position).snapshot().captured;
        let found: Vec<_> =
            captured.iter().map(|each| (each.color, each.kind, each.count)).collect();
        assert_eq!(found, expected, "{tfen}");
    }

    #[test]
    fn a_promoted_pawn_is_not_captured() {
        use {Color::*, Role::*};
        let start = Position::start(RuleBook::Revised).to_tfen();
        check(&start, &[]);
        // A pawn has become a second queen; then the first one is gone too.
        let promoted = start.replace("4/4/PPPP", "4/Q3/1PPP").replace("KQkq", "-");
        check(&promoted, &[]);
        check(&promoted.replace("PP/RQ", "PP/R1"), &[(White, Pawn, 1)]);
        let fewer = start.replace("nbbn/pppp", "n2n/3p").replace("KQkq", "-");
        check(&fewer, &[(Black, Bishop, 2), (Black, Pawn, 3)]);
    }
}
