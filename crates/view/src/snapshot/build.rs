//! Builds snapshots of positions and games.

use trid_rules::{
    Color, Ending, Game, Move, Piece, Pin, Position, Role, Setup, Square, Status,
    position::MoveEffects,
};

use super::{
    Gives, Mark, MoveKind, Snapshot, SnapshotBoard, SnapshotBoardMove, SnapshotCaptured,
    SnapshotGame, SnapshotMove, SnapshotPiece, SnapshotRider,
};
use crate::world::instance_name;

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
            material: material(&pieces),
            pieces,
            moves: legal.into_iter().map(|mv| snapshot_move(position, mv)).collect(),
            game,
        }
    }
}

impl Snapshot {
    /// The snapshot of a game at its current ply.
    #[must_use]
    pub fn of(game: &Game) -> Snapshot {
        let last = game.ply().checked_sub(1).and_then(|index| game.moves().nth(index));
        let part = SnapshotGame {
            ply: game.ply(),
            status: game.status(),
            result: game.result(),
            reason: game.ending().and_then(Ending::reason),
            claims: game.claims(),
            last: last.map(|played| played.mv.to_string()),
            effects: last.map(|played| played.effects()),
        };
        Snapshot::new(game.position(), part)
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
    boards.sort_unstable();
    let snapshot = |board: trid_rules::AttackBoard| SnapshotBoard {
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
    let mut squares: Vec<Square> = position.occupied().iter().collect();
    squares.sort_unstable();
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
pub(crate) fn captured(pieces: &[SnapshotPiece]) -> Vec<SnapshotCaptured> {
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

/// How many pawns White's pieces are worth more than Black's.
pub(crate) fn material(pieces: &[SnapshotPiece]) -> i32 {
    let worth = |piece: &SnapshotPiece| {
        let pawns = match piece.kind {
            Role::Queen => 9,
            Role::Rook => 5,
            Role::Bishop | Role::Knight => 3,
            Role::Pawn => 1,
            Role::King => 0,
        };
        match piece.color {
            Color::White => pawns,
            Color::Black => -pawns,
        }
    };
    pieces.iter().map(worth).sum()
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
        text: position.algebraic(mv).to_string(),
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
    use trid_rules::RuleBook;

    use super::*;

    #[track_caller]
    fn check(tfen: &str, expected: &[(Color, Role, usize)]) {
        let position = Position::from_tfen(tfen, RuleBook::Revised).unwrap();
        let captured = Snapshot::of(&Game::new(position)).captured;
        let found: Vec<_> =
            captured.iter().map(|each| (each.color, each.kind, each.count)).collect();
        assert_eq!(found, expected, "{tfen}");
    }

    #[test]
    fn material_counts_what_is_on_the_boards() {
        let lead = |tfen: &str| {
            let position = Position::from_tfen(tfen, RuleBook::Revised).unwrap();
            Snapshot::of(&Game::new(position)).material
        };
        let start = Position::start(RuleBook::Revised).to_tfen();
        assert_eq!(lead(&start), 0);
        // A second queen for a pawn.
        assert_eq!(lead(&start.replace("4/4/PPPP", "4/Q3/1PPP").replace("KQkq", "-")), 8);
        assert_eq!(lead(&start.replace("nbbn", "nb1n").replace("KQkq", "-")), 3);
        assert_eq!(lead(&start.replace("PP/RQ", "PP/1Q").replace("KQkq", "-")), -5);
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
