//! Records: games with tags, and their formats.

mod clock;
pub(crate) mod command;
pub(crate) mod evaluation;
pub(crate) mod format;
#[cfg(feature = "serde")]
pub mod saved;
pub(crate) mod shapes;
pub mod tpgn;

use crate::{Claim, Color, DrawReason, Ending, Game, GameResult};

/// A game and its tags.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Record {
    /// Names and values in order, without unknown values and without tags that are derived from the game
    /// (see [`Record::DERIVED`]). Only a Termination that does not name an ending is kept.
    pub tags: Vec<(String, String)>,
    /// The game.
    pub game: Game,
}

impl Record {
    /// The tags at the start of every T-PGN, with their values for "unknown".
    pub const ROSTER: [(&'static str, &'static str); 6] = [
        ("Event", "?"),
        ("Site", "?"),
        ("Date", "????.??.??"),
        ("Round", "?"),
        ("White", "?"),
        ("Black", "?"),
    ];

    /// The tags that are derived from the game.
    pub const DERIVED: [&'static str; 6] =
        ["Result", "Variant", "SetUp", "TFEN", "FEN", "Termination"];

    /// A game without tags.
    #[must_use]
    pub const fn new(game: Game) -> Record {
        Record { tags: Vec::new(), game }
    }

    /// The value of a tag.
    #[must_use]
    pub fn tag(&self, name: &str) -> Option<&str> {
        self.tags.iter().find(|(other, _)| other == name).map(|(_, value)| value.as_str())
    }

    /// Sets a tag. An empty or unknown value removes it.
    pub fn set_tag(&mut self, name: &str, value: &str) {
        let value = if Record::is_unknown(name, value) { "" } else { value };
        match self.tags.iter_mut().find(|(other, _)| other == name) {
            Some(_) if value.is_empty() => self.tags.retain(|(other, _)| other != name),
            Some((_, old)) => value.clone_into(old),
            None if value.is_empty() => {}
            None => self.tags.push((name.to_owned(), value.to_owned())),
        }
    }

    /// Whether the value of a tag means "unknown".
    #[must_use]
    pub fn is_unknown(name: &str, value: &str) -> bool {
        Record::ROSTER.contains(&(name, value))
    }

    /// Whether a tag of a file is kept, because it says something that the game does not.
    pub(crate) fn keeps_tag(name: &str, value: &str) -> bool {
        if name == "Termination" {
            return !tpgn::termination::names_an_ending(value);
        }
        !Record::DERIVED.contains(&name) && !Record::is_unknown(name, value)
    }
}

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
    pub(crate) fn end_as_recorded(
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

/// Why a game cannot have ended as its record says.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum EndingError {
    /// The position shows this other ending.
    Shown(Ending),
    /// This ending is impossible here.
    Impossible(Ending),
}
