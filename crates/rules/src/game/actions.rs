//! Actions other than moves: draw claims and offers, resignation, timeout, abort and takeback.

use crate::{Claim, Code, Color, DrawReason, Ending, Game, Played, text::sentences};

sentences! {
    /// An action that the game does not allow.
    #[derive(Copy)]
    GameError {
        /// The game has ended.
        Over(ending: Ending) => "the game is over: {ending}";
        /// It is the other player's turn.
        NotYourTurn(color: Color) => "it is not {color}'s turn";
        /// The draw cannot be claimed.
        NoClaim(claim: Claim) => "no draw to claim: {}", missing_for(*claim);
        /// The opponent of this color has not offered a draw.
        NoOffer(color: Color) => "{} has not offered a draw", color.other();
    }
}

const fn missing_for(claim: Claim) -> &'static str {
    match claim {
        Claim::Threefold => "the position has not occurred three times",
        Claim::Fifty => "fewer than 50 moves each since the last capture or pawn move",
    }
}

impl GameError {
    /// The stable code, if there is one.
    #[must_use]
    pub const fn code(self) -> Option<Code> {
        match self {
            GameError::Over(_) => Some(Code::GameOver),
            GameError::NotYourTurn(_) => Some(Code::NotYourTurn),
            GameError::NoClaim(_) | GameError::NoOffer(_) => None,
        }
    }
}

impl std::error::Error for GameError {}

impl Game {
    /// The draws that the side to move may claim.
    ///
    /// ```
    /// use trid_rules::Game;
    /// use trid_rules::game::Claim;
    ///
    /// let mut game = Game::default();
    /// for text in ["Nb3N", "Nb6N", "Na1W", "Na8B"].iter().cycle().take(8) {
    ///     game.play(game.read_move(text)?)?;
    /// }
    /// assert_eq!(game.claims(), [Claim::Threefold]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
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

    /// Claims a draw for this color, which must be the side to move.
    ///
    /// # Errors
    /// [`GameError`]; the game does not change.
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

    /// The color with a pending draw offer. An offer lapses when the opponent moves.
    #[must_use]
    pub const fn draw_offer(&self) -> Option<Color> {
        self.draw_offer
    }

    /// Offers a draw for this color, or accepts the opponent's offer.
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

    /// Accepts the opponent's draw offer for this color.
    ///
    /// # Errors
    /// [`GameError`]; the game does not change.
    pub fn accept_draw(&mut self, color: Color) -> Result<(), GameError> {
        self.must_have_offer(color)?;
        self.declare(Ending::Draw(DrawReason::Agreement));
        Ok(())
    }

    /// Declines the opponent's draw offer for this color.
    ///
    /// # Errors
    /// [`GameError`]; the game does not change.
    pub fn decline_draw(&mut self, color: Color) -> Result<(), GameError> {
        self.must_have_offer(color)?;
        self.draw_offer = None;
        Ok(())
    }

    /// Resigns for this color.
    ///
    /// ```
    /// use trid_rules::{Color, Game, GameResult};
    ///
    /// let mut game = Game::default();
    /// game.resign(Color::White)?;
    /// assert_eq!(game.result(), GameResult::Black);
    /// assert!(game.play("b2Wb4N".parse()?).is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`GameError::Over`].
    pub fn resign(&mut self, color: Color) -> Result<(), GameError> {
        self.must_be_ongoing()?;
        self.declare(Ending::Resigned(color));
        Ok(())
    }

    /// Ends the game because this color ran out of time: a loss, or a draw if the opponent has a bare king.
    ///
    /// # Errors
    /// [`GameError::Over`].
    pub fn flag(&mut self, color: Color) -> Result<(), GameError> {
        self.must_be_ongoing()?;
        let drawn = self.position().is_bare_king(color.other());
        self.declare(Ending::Timeout { flagged: color, drawn });
        Ok(())
    }

    /// Ends the game without a result.
    ///
    /// # Errors
    /// [`GameError::Over`].
    pub fn abort(&mut self) -> Result<(), GameError> {
        self.must_be_ongoing()?;
        self.declare(Ending::Aborted);
        Ok(())
    }

    /// The ply that a takeback by this color returns to: before its last decision. A forced promotion and the
    /// move after it are one decision. None if it has made none.
    #[must_use]
    pub fn takeback_ply(&self, color: Color) -> Option<usize> {
        let played: Vec<Played<'_>> = self.moves().take(self.ply()).collect();
        let last = played.iter().rposition(|played| played.color() == color)?;
        let with_promotion = last
            .checked_sub(1)
            .filter(|&ply| played[ply].is_forced() && played[ply].color() == color);
        Some(with_promotion.unwrap_or(last))
    }

    /// Takes back this color's last decision and removes everything after it, including an ending. False if
    /// it has made none.
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
