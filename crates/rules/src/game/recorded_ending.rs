//! Endings that records give, rather than positions or players.

use crate::{Claim, Color, DrawReason, Ending, Game, GameResult, text::sentences};

impl Game {
    /// Removes the ending that was declared, so that play can go on from there. Checkmate, stalemate and automatic
    /// draws are not declared.
    pub fn withdraw_ending(&mut self) -> Option<Ending> {
        self.declared.take().map(|declared| declared.ending)
    }

    /// Declares an ending at the end of the main line. If the moves no longer allow that ending, only its result is
    /// kept; if they end the game themselves, nothing is. The current node stays the same.
    pub fn restore_ending(&mut self, ending: Ending) {
        let current = self.current();
        if let Some(&last) = self.main_line().last() {
            self.go_to(last);
        }
        let result = ending.result();
        if self.end_as_recorded(result, Some(ending)).is_err() {
            // Fails only if the position shows another ending.
            let _ = self.end_as_recorded(result, None);
        }
        self.go_to(current);
    }

    /// Applies the ending that a record gives, at the end of the current line. If the position shows an
    /// ending, the record must agree with it.
    ///
    /// # Errors
    /// [`EndingError`]; only the ply changes.
    pub fn end_as_recorded(
        &mut self,
        result: GameResult,
        named: Option<Ending>,
    ) -> Result<(), EndingError> {
        self.jump(self.line_length());
        if let Some(ending) = self.ending() {
            let agrees = result == GameResult::None || result == ending.result();
            return if agrees && named.is_none_or(|named| named == ending) {
                Ok(())
            } else {
                Err(EndingError::Shown(ending))
            };
        }
        let ending = match (named, result) {
            (Some(Ending::Timeout { drawn: true, .. }), _) => {
                let flagged = if self.position().is_bare_king(Color::White) {
                    Color::Black
                } else {
                    Color::White
                };
                Ending::Timeout { flagged, drawn: true }
            }
            (Some(ending), _) => ending,
            (None, GameResult::None) => return Ok(()),
            (None, GameResult::Draw) => Ending::Draw(DrawReason::Agreement),
            (None, GameResult::White) => Ending::Resigned(Color::Black),
            (None, GameResult::Black) => Ending::Resigned(Color::White),
        };
        let possible = match ending {
            Ending::Resigned(_) | Ending::Aborted | Ending::Draw(DrawReason::Agreement) => true,
            Ending::Draw(DrawReason::Threefold) => self.claims().contains(&Claim::Threefold),
            Ending::Draw(DrawReason::Fifty) => self.claims().contains(&Claim::Fifty),
            Ending::Timeout { flagged, drawn } => {
                self.position().is_bare_king(flagged.other()) == drawn
            }
            Ending::Checkmate { .. } | Ending::Stalemate | Ending::Draw(_) => false,
        };
        if !possible || ending.result() != result {
            return Err(EndingError::Impossible(ending));
        }
        self.declare(ending);
        Ok(())
    }
}

sentences! {
    /// Why a game cannot have ended as its record says.
    #[derive(Copy)]
    EndingError {
        /// The position shows this other ending.
        Shown(ending: Ending) => "the game ended differently: {ending}";
        /// This ending is impossible here.
        Impossible(ending: Ending) => "the game cannot have ended so: {ending}";
    }
}

impl std::error::Error for EndingError {}
