//! The attack boards of a position.

use crate::{Color, Pin, PinSet, Position, SquareSet};

/// An attack board: pin, owner and rotation.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct AttackBoard {
    /// The pin it is on.
    pub pin: Pin,
    /// The color that owns it, regardless of riders.
    pub owner: Color,
    /// Whether it is at rotation 180.
    pub turned: bool,
}

impl Position {
    /// The four attack boards: White's two, then Black's, each pair in order of pin.
    #[must_use]
    pub fn boards(&self) -> [AttackBoard; 4] {
        std::array::from_fn(|index| self.board(index))
    }

    pub(crate) const fn board(&self, index: usize) -> AttackBoard {
        AttackBoard {
            pin: self.pins[index],
            owner: if index < 2 { Color::White } else { Color::Black },
            turned: self.flags >> index & 1 != 0,
        }
    }

    /// The board on this pin.
    #[must_use]
    pub fn board_on(&self, pin: Pin) -> Option<AttackBoard> {
        self.board_index(pin).map(|index| self.board(index))
    }

    pub(crate) fn board_index(&self, pin: Pin) -> Option<usize> {
        self.pins.iter().position(|&other| other == pin)
    }

    /// The pins with boards.
    #[must_use]
    pub const fn board_pins(&self) -> PinSet {
        PinSet::of(self.pins[0]).with(self.pins[1]).with(self.pins[2]).with(self.pins[3])
    }

    /// The owner of the board on this pin.
    #[must_use]
    pub fn pin_owner(&self, pin: Pin) -> Option<Color> {
        self.board_on(pin).map(|board| board.owner)
    }

    /// The pieces on the board on this pin.
    #[must_use]
    pub fn riders(&self, pin: Pin) -> SquareSet {
        self.occupied().on_board(pin)
    }

    /// The color that controls the board on this pin: that of its only rider, or its owner if it is empty.
    /// None if it has several riders or there is no board.
    ///
    /// ```
    /// use trid_rules::Position;
    ///
    /// // Four white pieces stand on it, so nobody can move it.
    /// assert_eq!(Position::default().controller("QL1".parse()?), None);
    /// # Ok::<(), trid_rules::geometry::ParsePinError>(())
    /// ```
    #[must_use]
    pub fn controller(&self, pin: Pin) -> Option<Color> {
        let owner = self.pin_owner(pin)?;
        let riders = self.riders(pin);
        match riders.len() {
            0 => Some(owner),
            1 if (riders & self.colors[0]).is_empty() => Some(Color::Black),
            1 => Some(Color::White),
            _ => None,
        }
    }
}
