//! Board moves: control, destinations and riders.

use trid_rules::{AttackBoard, Color, Level, Line, Move, Pin, Promotion, Role, RuleBook, Square};

use super::{Naive, file_of, pin, pin_file, pin_rank, rank_of, square};

impl Naive {
    pub(super) fn board_moves(&self, moves: &mut Vec<Move>) {
        for board in &self.boards {
            let riders = self.riders(board.pin);
            let controlled = match riders[..] {
                [] => board.owner == self.turn,
                [rider] => self.color_at(rider) == Some(self.turn),
                _ => false,
            };
            if !controlled {
                continue;
            }
            let rider = riders.first().copied();
            for to in next_to(self.book, board.pin) {
                let backward = rider.is_some() && self.goes_backward(board.pin, to);
                if self.has_board_on(to) || backward || !self.shaft_is_clear(to, rider) {
                    continue;
                }
                self.push_board_move(board.pin, to, false, moves);
                if rider.is_some() && self.book == RuleBook::Revised {
                    self.push_board_move(board.pin, to, true, moves);
                }
            }
            if rider.is_some()
                && self.book == RuleBook::Revised
                && self.shaft_is_clear(board.pin, rider)
            {
                moves.push(Move::Turn { pin: board.pin });
            }
        }
    }

    fn push_board_move(&self, from: Pin, to: Pin, turned: bool, moves: &mut Vec<Move>) {
        let plain = Move::Board { from, to, turned, promotion: None };
        if self.own_pawn_to_promote(plain).is_some() {
            moves.extend(Promotion::ALL.map(|choice| Move::Board {
                from,
                to,
                turned,
                promotion: Some(choice),
            }));
        } else {
            moves.push(plain);
        }
    }

    pub(super) fn riders(&self, pin: Pin) -> Vec<Square> {
        self.pieces.keys().copied().filter(|square| square.level() == Level::Attack(pin)).collect()
    }

    fn goes_backward(&self, from: Pin, to: Pin) -> bool {
        let (from, to) = (i32::from(from.number()), i32::from(to.number()));
        let (from, to) = match self.book {
            RuleBook::Revised => (from, to),
            RuleBook::Meder => (pin_rank(from), pin_rank(to)),
        };
        match self.turn {
            Color::White => to < from,
            Color::Black => to > from,
        }
    }

    fn shaft_is_clear(&self, target: Pin, rider: Option<Square>) -> bool {
        if self.book == RuleBook::Meder {
            return true;
        }
        let (file, rank) = (pin_file(target.line()), pin_rank(i32::from(target.number())));
        self.pieces.iter().all(|(&square, piece)| {
            let inside = (file..file + 2).contains(&file_of(square))
                && (rank..rank + 2).contains(&rank_of(square));
            !inside || piece.role == Role::Knight || Some(square) == rider
        })
    }

    /// The square, before the move, of the pawn that the mover must promote by this board move: their own
    /// deferred pawn that it frees, or in `meder` a rider carried to its furthest rank.
    pub(super) fn own_pawn_to_promote(&self, mv: Move) -> Option<Square> {
        let Move::Board { from, to, turned, .. } = mv else {
            return None;
        };
        if let Some(freed) = self.freed_pawn(from)
            && self.color_at(freed) == Some(self.turn)
        {
            return Some(freed);
        }
        let &rider = self.riders(from).first()?;
        let landing = landing(rider, to, turned);
        let mut after = self.clone();
        for board in &mut after.boards {
            if board.pin == from {
                board.pin = to;
            }
        }
        let at_the_end = rank_of(landing) == after.furthest_rank(self.turn, file_of(landing));
        let promotes =
            self.book == RuleBook::Meder && self.pieces[&rider].role == Role::Pawn && at_the_end;
        promotes.then_some(rider)
    }

    /// The pawn of either color that the board on this pin defers.
    pub(super) fn freed_pawn(&self, board: Pin) -> Option<Square> {
        let file = match board.line() {
            Line::Queen => 1,
            Line::King => 4,
        };
        let (square, color) = match board.number() {
            6 => (square(file, 8, Level::B), Color::White),
            1 => (square(file, 1, Level::W), Color::Black),
            _ => return None,
        };
        let piece = self.pieces.get(&square)?;
        (piece.role == Role::Pawn && piece.color == color).then_some(square)
    }
}

/// The square a rider reaches.
pub(super) fn landing(rider: Square, to: Pin, turned: bool) -> Square {
    let Level::Attack(from) = rider.level() else {
        panic!("{rider} is on no attack board");
    };
    let mut x = file_of(rider) - pin_file(from.line());
    let mut y = rank_of(rider) - pin_rank(i32::from(from.number()));
    if turned {
        (x, y) = (1 - x, 1 - y);
    }
    let (file, rank) = (pin_file(to.line()), pin_rank(i32::from(to.number())));
    square(file + x, rank + y, Level::Attack(to))
}

fn next_to(book: RuleBook, from: Pin) -> Vec<Pin> {
    let (same, across): (&[i32], &[i32]) = match book {
        RuleBook::Revised => (&[-1, 1], &[-1, 0, 1]),
        RuleBook::Meder => (&[-2, -1, 1, 2], &[0]),
    };
    let other = match from.line() {
        Line::Queen => Line::King,
        Line::King => Line::Queen,
    };
    let mut pins = Vec::new();
    for (line, steps) in [(from.line(), same), (other, across)] {
        for step in steps {
            let number = i32::from(from.number()) + step;
            if (1..=6).contains(&number) {
                pins.push(pin(line, number));
            }
        }
    }
    pins
}

/// The board after a move to a pin.
pub(super) fn moved(board: AttackBoard, to: Pin, turned: bool) -> AttackBoard {
    AttackBoard { pin: to, owner: board.owner, turned: board.turned != turned }
}
