//! What players do besides moving: claim, offer, accept, resign, run out of time, take back.

use core::fmt;

use crate::{Claim, Code, Color, DrawReason, Ending, Game, Played};

/// Something other than a move that the game does not allow.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum GameError {
    /// The game has ended.
    Over(Ending),
    /// It is the other player's turn.
    NotYourTurn(Color),
    /// There is nothing to claim.
    NoClaim(Claim),
    /// The opponent of this side has offered no draw.
    NoOffer(Color),
}

impl GameError {
    /// The stable code, where it has one.
    #[must_use]
    pub const fn code(self) -> Option<Code> {
        match self {
            GameError::Over(_) => Some(Code::GameOver),
            GameError::NotYourTurn(_) => Some(Code::NotYourTurn),
            GameError::NoClaim(_) | GameError::NoOffer(_) => None,
        }
    }
}

impl fmt::Display for GameError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            GameError::Over(ending) => write!(f, "the game is over: {ending}"),
            GameError::NotYourTurn(color) => write!(f, "it is not {color}'s turn"),
            GameError::NoClaim(Claim::Threefold) => {
                f.write_str("no draw to claim: the position has not stood three times")
            }
            GameError::NoClaim(Claim::Fifty) => f.write_str(
                "no draw to claim: fewer than 50 moves each since the last capture or pawn's move",
            ),
            GameError::NoOffer(color) => write!(f, "{} has offered no draw", color.other()),
        }
    }
}

impl core::error::Error for GameError {}

impl Game {
    /// What the side to move may claim a draw for.
    #[must_use]
    pub fn claims(&self) -> Vec<Claim> {
        if self.ending().is_some() {
            return Vec::new();
        }
        let holds = |claim: &Claim| match claim {
            Claim::Threefold => self.repetitions() >= 3,
            Claim::Fifty => self.position().halfmoves() >= 100,
        };
        Claim::ALL.into_iter().filter(holds).collect()
    }

    /// Claims a draw as this side, which must be the one to move.
    ///
    /// # Errors
    /// [`GameError`]; the game is left as it was.
    pub fn claim(&mut self, color: Color, claim: Claim) -> Result<(), GameError> {
        self.must_be_ongoing()?;
        if color != self.position().turn() {
            return Err(GameError::NotYourTurn(color));
        }
        if !self.claims().contains(&claim) {
            return Err(GameError::NoClaim(claim));
        }
        self.declare(Ending::Draw(claim.into()));
        Ok(())
    }

    /// Who has offered a draw that still stands. It lapses when the other side moves.
    #[must_use]
    pub const fn draw_offer(&self) -> Option<Color> {
        self.draw_offer
    }

    /// Offers a draw as this side; accepts one if the other side has offered it.
    ///
    /// # Errors
    /// [`GameError::Over`].
    pub fn offer_draw(&mut self, color: Color) -> Result<(), GameError> {
        self.must_be_ongoing()?;
        if self.draw_offer == Some(color.other()) {
            return self.accept_draw(color);
        }
        self.draw_offer = Some(color);
        Ok(())
    }

    /// Accepts, as this side, the draw that the other has offered.
    ///
    /// # Errors
    /// [`GameError`]; the game is left as it was.
    pub fn accept_draw(&mut self, color: Color) -> Result<(), GameError> {
        self.must_have_offer(color)?;
        self.declare(Ending::Draw(DrawReason::Agreement));
        Ok(())
    }

    /// Declines, as this side, the draw that the other has offered.
    ///
    /// # Errors
    /// [`GameError`]; the game is left as it was.
    pub fn decline_draw(&mut self, color: Color) -> Result<(), GameError> {
        self.must_have_offer(color)?;
        self.draw_offer = None;
        Ok(())
    }

    /// This side resigns.
    ///
    /// # Errors
    /// [`GameError::Over`].
    pub fn resign(&mut self, color: Color) -> Result<(), GameError> {
        self.must_be_ongoing()?;
        self.declare(Ending::Resigned(color));
        Ok(())
    }

    /// This side's flag has fallen: it has lost, or drawn if its opponent has a bare king.
    ///
    /// # Errors
    /// [`GameError::Over`].
    pub fn flag(&mut self, color: Color) -> Result<(), GameError> {
        self.must_be_ongoing()?;
        let drawn = self.position().is_bare_king(color.other());
        self.declare(Ending::Timeout { flagged: color, drawn });
        Ok(())
    }

    /// The game is given up without a result.
    ///
    /// # Errors
    /// [`GameError::Over`].
    pub fn abort(&mut self) -> Result<(), GameError> {
        self.must_be_ongoing()?;
        self.declare(Ending::Aborted);
        Ok(())
    }

    /// The ply a takeback of this side goes back to: its own last decision, a forced promotion and the
    /// move after it being one. None if it has made none.
    #[must_use]
    pub fn takeback_ply(&self, color: Color) -> Option<usize> {
        let played: Vec<Played<'_>> = self.moves().take(self.ply()).collect();
        let last = played.iter().rposition(|played| played.color() == color)?;
        let with_promotion = last
            .checked_sub(1)
            .filter(|&ply| played[ply].is_forced() && played[ply].color() == color);
        Some(with_promotion.unwrap_or(last))
    }

    /// Takes back to this side's own last decision and forgets what followed, an ending included. False
    /// if the side has made no decision.
    pub fn take_back(&mut self, color: Color) -> bool {
        let Some(ply) = self.takeback_ply(color) else {
            return false;
        };
        self.jump(ply);
        self.truncate();
        true
    }

    fn must_be_ongoing(&self) -> Result<(), GameError> {
        match self.ending() {
            Some(ending) => Err(GameError::Over(ending)),
            None => Ok(()),
        }
    }

    fn must_have_offer(&self, color: Color) -> Result<(), GameError> {
        self.must_be_ongoing()?;
        if self.draw_offer == Some(color.other()) { Ok(()) } else { Err(GameError::NoOffer(color)) }
    }
}
