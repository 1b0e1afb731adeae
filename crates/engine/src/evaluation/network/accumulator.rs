//! Incremental inference: sums of the hidden neurons by ply, updated by the difference of two positions.
//!
//! Each ply keeps the position that its sums belong to, so an update does not depend on the move: null moves,
//! forced promotions and plies that were not evaluated are differences like any other.

use trid_rules::{Color, Pin, Position, Role, Square, SquareSet};

use super::{
    Network,
    features::{self, Orientation},
};
use crate::evaluation::ThreadEvaluator;

/// With up to this many changed squares, the ply above is used without looking for a closer position.
const FEW_CHANGES: usize = 4;

/// With more changed squares, all features are added up again.
const MAX_CHANGES: usize = 12;

/// The largest number of pieces and boards that a difference adds or removes.
const MAX_PARTS: usize = MAX_CHANGES + 4;

/// Evaluates the positions of one thread with a network.
pub(super) struct Accumulators<'a> {
    network: &'a Network,
    /// By ply: the position of the sums, `None` before the first evaluation at this ply.
    evaluated: Vec<Option<Evaluated>>,
    /// By ply and perspective: the sums of the hidden neurons.
    sums: Vec<[Vec<i16>; 2]>,
}

struct Evaluated {
    position: Position,
    /// By perspective.
    orientations: [Orientation; 2],
}

impl<'a> Accumulators<'a> {
    pub(super) const fn new(network: &'a Network) -> Accumulators<'a> {
        Accumulators { network, evaluated: Vec::new(), sums: Vec::new() }
    }

    /// The ply, this one or the one above, whose position is closest to another, with the changed squares.
    fn closest(&self, position: &Position, ply: usize) -> Option<(usize, SquareSet)> {
        let changes = |ply: usize| {
            let old = &self.evaluated[ply].as_ref()?.position;
            (old.book() == position.book()).then(|| (ply, changed_squares(old, position)))
        };
        let above = ply.checked_sub(1).and_then(changes);
        match above {
            Some((_, squares)) if squares.len() <= FEW_CHANGES => above,
            _ => above.into_iter().chain(changes(ply)).min_by_key(|(_, squares)| squares.len()),
        }
        .filter(|(_, squares)| squares.len() <= MAX_CHANGES)
    }

    /// Computes the sums of one perspective, from those of a close position if there is one.
    fn update(
        &mut self,
        position: &Position,
        ply: usize,
        (perspective, orientation): (usize, Orientation),
        closest: Option<(usize, &Difference)>,
    ) {
        let (above, rest) = self.sums.split_at_mut(ply);
        let sums = &mut rest[0][perspective];
        let is_usable = |source: usize| {
            let evaluated = self.evaluated[source].as_ref();
            evaluated.is_some_and(|old| old.orientations[perspective] == orientation)
        };
        match closest.filter(|&(source, _)| is_usable(source)) {
            Some((source, difference)) => {
                // This ply is not above itself: its sums change in place.
                let source = above.get(source).map(|sums| &sums[perspective][..]);
                difference.apply(self.network, orientation, source, sums);
            }
            None => self.network.add_up(position, orientation, sums),
        }
    }
}

impl ThreadEvaluator for Accumulators<'_> {
    fn evaluate(&mut self, position: &Position, ply: usize) -> i32 {
        if self.sums.len() <= ply {
            self.evaluated.resize_with(ply + 1, || None);
            let zeros = || vec![0; self.network.hidden];
            self.sums.resize_with(ply + 1, || [zeros(), zeros()]);
        }
        let closest = self.closest(position, ply).and_then(|(source, squares)| {
            let old = &self.evaluated[source].as_ref()?.position;
            Some((source, Difference::new(old, position, squares)))
        });
        let closest = closest.as_ref().map(|(source, difference)| (*source, difference));
        let orientations = Color::ALL.map(|color| Orientation::of(position, color));
        for perspective in Color::ALL {
            let index = perspective as usize;
            self.update(position, ply, (index, orientations[index]), closest);
        }
        self.evaluated[ply] = Some(Evaluated { position: position.clone(), orientations });
        let turn = position.turn();
        let [own, their] = [turn, turn.other()].map(|color| &self.sums[ply][color as usize]);
        self.network.output(features::head(position), own, their)
    }
}

/// The squares with another piece, or with a piece in only one of the positions.
fn changed_squares(old: &Position, new: &Position) -> SquareSet {
    let difference = |old: SquareSet, new: SquareSet| old.without(new) | new.without(old);
    let mut changed = SquareSet::EMPTY;
    for color in Color::ALL {
        changed |= difference(old.pieces_of(color), new.pieces_of(color));
    }
    // A king that takes the place of another piece of its color changes that piece's role.
    for role in [Role::Pawn, Role::Knight, Role::Bishop, Role::Rook, Role::Queen] {
        changed |= difference(old.pieces_with(role), new.pieces_with(role));
    }
    changed
}

/// What is in only one of two positions.
struct Difference {
    added: Parts,
    removed: Parts,
}

/// A part of a position that is a feature.
#[derive(Clone, Copy)]
enum Part {
    Piece(Color, Role, Square),
    Board(Color, Pin),
}

impl Part {
    fn feature(self, orientation: Orientation) -> usize {
        match self {
            Part::Piece(color, role, square) => orientation.piece(color, role, square),
            Part::Board(owner, pin) => orientation.board(owner, pin),
        }
    }
}

struct Parts {
    parts: [Option<Part>; MAX_PARTS],
    count: usize,
}

impl Parts {
    const NONE: Parts = Parts { parts: [None; MAX_PARTS], count: 0 };

    fn push(&mut self, part: Part) {
        self.parts[self.count] = Some(part);
        self.count += 1;
    }

    fn features(&self, orientation: Orientation) -> impl Iterator<Item = usize> {
        let parts = self.parts[..self.count].iter().flatten();
        parts.map(move |part| part.feature(orientation))
    }
}

impl Difference {
    /// The difference of two positions with pieces that differ on these squares.
    fn new(old: &Position, new: &Position, squares: SquareSet) -> Difference {
        let mut difference = Difference { added: Parts::NONE, removed: Parts::NONE };
        let Difference { added, removed } = &mut difference;
        for color in Color::ALL {
            for (position, parts) in [(old, &mut *removed), (new, &mut *added)] {
                (position.pieces_of(color) & squares).iter().for_each(|square| {
                    parts.push(Part::Piece(color, position.role_at(square), square))
                });
            }
        }
        let (old_boards, new_boards) = (old.boards(), new.boards());
        if old_boards != new_boards {
            for (boards, other, parts) in [(old_boards, new, removed), (new_boards, old, added)] {
                for board in boards {
                    if other.pin_owner(board.pin) != Some(board.owner) {
                        parts.push(Part::Board(board.owner, board.pin));
                    }
                }
            }
        }
        difference
    }

    /// Changes the sums of the old position, which are in `source` or else in `sums`, to those of the new one.
    fn apply(
        &self,
        network: &Network,
        orientation: Orientation,
        source: Option<&[i16]>,
        sums: &mut [i16],
    ) {
        let mut added = self.added.features(orientation);
        let mut removed = self.removed.features(orientation);
        if let Some(source) = source {
            match (added.next(), removed.next()) {
                (Some(added), Some(removed)) => network.exchange(source, sums, added, removed),
                (added, removed) => {
                    sums.copy_from_slice(source);
                    added.into_iter().for_each(|feature| network.add(sums, feature));
                    removed.into_iter().for_each(|feature| network.remove(sums, feature));
                }
            }
        }
        removed.for_each(|feature| network.remove(sums, feature));
        added.for_each(|feature| network.add(sums, feature));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::RandomPositions;
    use fastrand::Rng;
    use trid_rules::RuleBook;

    struct Walk<'a> {
        network: &'a Network,
        accumulators: Accumulators<'a>,
        random: Rng,
        nodes: u32,
        null_moves: u32,
        promotions: u32,
    }

    impl Walk<'_> {
        /// Compares incremental with full evaluation at every node of the tree. Like the search, it does
        /// not evaluate every position, and it evaluates some after their subtree.
        fn visit(&mut self, position: &Position, ply: usize, depth: u32) {
            let time = self.random.u32(0..4);
            if time != 0 {
                self.check(position, ply);
            }
            self.promotions += u32::from(position.pending().is_some());
            if depth > 0 {
                if !position.is_check() && position.pending().is_none() {
                    let mut child = position.clone();
                    child.pass_unchecked();
                    self.null_moves += 1;
                    self.visit(&child, ply + 1, depth - 1);
                }
                for mv in position.legal_moves() {
                    let mut child = position.clone();
                    child.play_unchecked(mv);
                    self.visit(&child, ply + 1, depth - 1);
                }
            }
            if time < 2 {
                self.check(position, ply);
            }
        }

        #[track_caller]
        fn check(&mut self, position: &Position, ply: usize) {
            self.nodes += 1;
            let expected = self.network.evaluate_from_scratch(position);
            assert_eq!(self.accumulators.evaluate(position, ply), expected, "{position}");
        }
    }

    fn walk(network: &Network, positions: impl Iterator<Item = Position>, depth: u32) -> [u32; 3] {
        let (accumulators, random) = (Accumulators::new(network), Rng::with_seed(1));
        let (nodes, null_moves, promotions) = (0, 0, 0);
        let mut walk = Walk { network, accumulators, random, nodes, null_moves, promotions };
        positions.for_each(|position| walk.visit(&position, 0, depth));
        [walk.nodes, walk.null_moves, walk.promotions]
    }

    #[test]
    fn incremental_evaluation_equals_full_evaluation_at_every_node() {
        let network = Network::random(32, 11);
        for book in RuleBook::ALL {
            let start = std::iter::once(Position::start(book));
            let random = RandomPositions::new(book, 4).step_by(23).take(30);
            let [nodes, null_moves, _] = walk(&network, start.chain(random), 2);
            assert!(nodes > 20_000 && null_moves > 500, "{nodes} {null_moves}");
        }
    }

    #[test]
    fn incremental_evaluation_survives_forced_promotions() {
        let network = Network::random(16, 12);
        for book in RuleBook::ALL {
            let positions = [
                "1K2/4/4/p2p|4/4/2R1/4|4/k3/4/4|QL1w:2/2,KL1w:2/2,QL5b:2/2,KL6b:2/2 w - - - - - 0 30",
                "4/4/4/4|4/4/3r/4|P2P/4/4/4|QL3w:1K/2,KL1w:2/2,QL6b:2/2,KL6b:2/1k b - - - - - 0 30",
            ]
            .map(|text| Position::from_tfen(text, book).unwrap());
            let [nodes, _, promotions] = walk(&network, positions.into_iter(), 3);
            assert!(nodes > 5_000 && promotions > 10, "{nodes} {promotions}");
        }
    }

    /// Unrelated positions, other rule books and castling rights at one ply.
    #[test]
    fn entries_can_be_reused_for_any_position() {
        let network = Network::random(16, 13);
        let mut accumulators = Accumulators::new(&network);
        let pairs = RandomPositions::new(RuleBook::Revised, 6)
            .zip(RandomPositions::new(RuleBook::Meder, 6))
            .step_by(3);
        for (number, (revised, meder)) in pairs.take(300).enumerate() {
            for position in [revised, meder] {
                assert_eq!(
                    accumulators.evaluate(&position, number % 3),
                    network.evaluate_from_scratch(&position),
                    "{position}"
                );
            }
        }
    }
}
