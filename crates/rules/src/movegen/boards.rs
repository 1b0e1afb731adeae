//! Moves of attack boards: riders, destinations, shafts, and pawns freed or promoted.

use std::ops::ControlFlow;

use crate::{
    Line, Move, MoveBatch, Piece, Pin, PinSet, Position, Promotion, Role, Square, SquareSet,
    geometry::pin::end_pin,
    movegen::{
        generate::Generator,
        pawns::{deferred_square, furthest_rank},
        sink::Sink,
    },
    position::gaps,
};

impl Position {
    /// The adjacent pins without a board.
    #[must_use]
    pub fn free_neighbours(&self, pin: Pin) -> PinSet {
        self.rules().neighbours(pin).without(self.board_pins())
    }

    /// The pieces in the shaft of a pin that block a board with these riders.
    #[must_use]
    pub fn shaft_blockers(&self, pin: Pin, riders: SquareSet) -> SquareSet {
        if !self.rules().shaft {
            return SquareSet::EMPTY;
        }
        self.occupied().without(self.knights).without(riders) & pin.shaft()
    }

    /// The square that a rider reaches when its board moves to a pin.
    #[must_use]
    pub fn landing(rider: Square, to: Pin, turned: bool) -> Option<Square> {
        let (x, y) = rider.local()?;
        Some(to.square(x != turned, y != turned))
    }

    /// The pins to which the side to move may legally move the board on this pin.
    #[must_use]
    pub fn board_destinations(&self, pin: Pin) -> PinSet {
        self.legal_moves().into_iter().fold(PinSet::EMPTY, |pins, mv| match mv {
            Move::Board { from, to, .. } if from == pin => pins.with(to),
            _ => pins,
        })
    }

    /// The deferred pawn under the board on this pin, which is freed when the board leaves.
    #[must_use]
    pub fn deferred_under(&self, pin: Pin) -> Option<Square> {
        let (color, square) = deferred_square(pin)?;
        (self.pawns & self.colors[color as usize]).contains(square).then_some(square)
    }

    /// The mover's own pawn that a board move promotes: one freed by it, or, if the rule book allows it,
    /// the rider that is carried to its furthest rank.
    #[must_use]
    pub fn promoted_by_board(&self, from: Pin, to: Pin, turned: bool) -> Option<Square> {
        let us = self.colors[self.turn as usize];
        let freed = self.deferred_under(from).filter(|&square| us.contains(square));
        freed.or_else(|| {
            if !self.rules().carried_promotes {
                return None;
            }
            let rider = (self.riders(from) & self.pawns & us).single()?;
            let landing = Position::landing(rider, to, turned)?;
            let boards = self.board_pins().without(PinSet::of(from)).with(to);
            (landing.rank() == furthest_rank(self.turn, landing.file(), boards)).then_some(landing)
        })
    }

    /// The opponent's pawn that a board move forces to promote.
    #[must_use]
    pub fn forced_by_board(&self, from: Pin) -> Option<Square> {
        let them = self.colors[self.turn.other() as usize];
        self.deferred_under(from).filter(|&square| them.contains(square))
    }

    /// Whether the mover's king is safe after a board move, for every promotion of a freed enemy pawn.
    pub(crate) fn is_board_move_safe(&self, mv: Move) -> bool {
        let (from, to, turned) = match mv {
            Move::Board { from, to, turned, .. } => (from, to, turned),
            Move::Turn { pin } => (pin, pin, true),
            Move::Piece { .. } | Move::Castle(_) | Move::Promote { .. } => return true,
        };
        let mut king = self.king(self.turn);
        let mut occupied = self.occupied();
        let rider = self.riders(from).single();
        if let Some((rider, landing)) = rider
            .and_then(|rider| Position::landing(rider, to, turned).map(|landing| (rider, landing)))
        {
            occupied.toggle(rider);
            occupied.toggle(landing);
            if rider == king {
                king = landing;
            }
        }
        let mut stops = occupied.columns();
        if self.rules().gaps_stop {
            stops |= gaps(self.existing.without(from.squares()) | to.squares());
        }
        let is_safe = self.attackers_through(king, self.turn.other(), stops).is_empty();
        is_safe
            && self.forced_by_board(from).is_none_or(|square| self.is_promotion_safe(mv, square))
    }

    /// Whether the mover's king is safe for every promotion of the enemy pawn that a board move frees.
    fn is_promotion_safe(&self, mv: Move, square: Square) -> bool {
        let mut after = self.clone();
        after.play_unchecked(mv);
        Promotion::ALL.into_iter().all(|promotion| {
            let mut promoted = after.clone();
            promoted.play_unchecked(Move::Promote { square, promotion });
            !promoted.is_attacked(promoted.king(self.turn), self.turn.other())
        })
    }

    /// The only piece on a board, with its square.
    #[must_use]
    pub fn rider(&self, pin: Pin) -> Option<(Square, Piece)> {
        let square = self.riders(pin).single()?;
        self.piece_at(square).map(|piece| (square, piece))
    }

    /// Whether moving the board counts as a pawn move, because its rider is a pawn.
    pub(crate) fn carries_pawn(&self, pin: Pin) -> bool {
        self.rider(pin).is_some_and(|(_, piece)| piece.role == Role::Pawn)
    }
}

impl<const BOOK: u8> Generator<'_, BOOK> {
    /// The legal board moves to these pins. A turn ends on its own pin.
    #[inline]
    pub(super) fn boards(&self, ends: PinSet, sink: &mut impl Sink) -> ControlFlow<()> {
        if ends.is_empty() {
            return ControlFlow::Continue(());
        }
        let own = self.position.colors[self.us as usize];
        for (index, &pin) in self.position.pins.iter().enumerate() {
            let riders = self.occupied.on_board(pin);
            let is_controlled = if riders.is_empty() {
                index / 2 == self.us as usize
            } else {
                !(riders & own).is_empty() && riders.single().is_some()
            };
            if is_controlled {
                self.board(pin, riders, ends, sink)?;
            }
        }
        ControlFlow::Continue(())
    }

    /// The legal moves of a board with at most one rider.
    #[inline(never)]
    fn board(
        self,
        pin: Pin,
        riders: SquareSet,
        ends: PinSet,
        sink: &mut impl Sink,
    ) -> ControlFlow<()> {
        let position = self.position;
        let rider = riders.single();
        let mut to = Self::RULES.board_targets(self.us, pin, rider.is_some())
            & ends.without(position.board_pins());
        let blockers = self.occupied.without(position.knights).without(riders);
        if Self::RULES.shaft && !to.is_empty() {
            to = to.without(PinSet::covering(blockers.columns()));
        }
        let turns = rider.is_some() && Self::RULES.turning;
        let is_plain = self.is_plain(pin, rider);
        let tested = if is_plain { to & self.tested_targets(rider) } else { to };
        if !tested.is_empty() {
            self.tested_board_moves(pin, to, tested, turns, sink)?;
        } else if !to.is_empty() {
            sink.batch(MoveBatch::Board { from: pin, to, turns })?;
        }
        let turn = Move::Turn { pin };
        if turns
            && ends.contains(pin)
            && (blockers & pin.shaft()).is_empty()
            && (is_plain || position.is_board_move_safe(turn))
        {
            sink.batch(MoveBatch::One(turn))?;
        }
        ControlFlow::Continue(())
    }

    /// Whether moves of this board free no pawn and keep the king safe, except to
    /// [`Generator::tested_targets`]. A board that leaves makes gaps, and a rider that lands blocks lines:
    /// neither opens one.
    #[inline]
    fn is_plain(&self, pin: Pin, rider: Option<Square>) -> bool {
        let position = self.position;
        !self.in_check
            && rider
                .is_none_or(|rider| rider != position.king(self.us) && !self.pinned.contains(rider))
            && position.deferred_under(pin).is_none()
    }

    /// The pins where a plain board may fill a gap that protects the king, or promote its rider.
    #[inline]
    fn tested_targets(&self, rider: Option<Square>) -> PinSet {
        if Self::RULES.gaps_stop && !self.closing_gaps.is_empty() {
            return PinSet::covering(self.closing_gaps);
        }
        if Self::RULES.carried_promotes
            && rider.is_some_and(|rider| self.position.pawns.contains(rider))
        {
            return Line::ALL
                .into_iter()
                .fold(PinSet::EMPTY, |pins, line| pins.with(end_pin(line, self.us)));
        }
        PinSet::EMPTY
    }

    /// Moves of a board to the pins `to`, with a full test of those to `tested`.
    #[cold]
    fn tested_board_moves(
        &self,
        from: Pin,
        to: PinSet,
        tested: PinSet,
        turns: bool,
        sink: &mut impl Sink,
    ) -> ControlFlow<()> {
        for to in to {
            if tested.contains(to) {
                self.board_move(from, to, false, sink)?;
                if turns {
                    self.board_move(from, to, true, sink)?;
                }
            } else {
                sink.batch(MoveBatch::Board { from, to: PinSet::of(to), turns })?;
            }
        }
        ControlFlow::Continue(())
    }

    /// A board move, with its promotions, if the king is safe after it.
    fn board_move(
        &self,
        from: Pin,
        to: Pin,
        turned: bool,
        sink: &mut impl Sink,
    ) -> ControlFlow<()> {
        let choices: &[Option<Promotion>] =
            if self.position.promoted_by_board(from, to, turned).is_some() {
                &CHOICES
            } else {
                &[None]
            };
        let with = |promotion| Move::Board { from, to, turned, promotion };
        if self.position.is_board_move_safe(with(choices[0])) {
            for &promotion in choices {
                sink.batch(MoveBatch::One(with(promotion)))?;
            }
        }
        ControlFlow::Continue(())
    }
}

const CHOICES: [Option<Promotion>; 4] = [
    Some(Promotion::Queen),
    Some(Promotion::Rook),
    Some(Promotion::Bishop),
    Some(Promotion::Knight),
];
