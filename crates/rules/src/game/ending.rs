//! Results, statuses and reasons: how a game ended.

use std::{fmt, str::FromStr};

use crate::{Color, names::named};

named! {
    /// The result of a game.
    #[derive(Default)]
    GameResult {
        /// No result, or not yet.
        #[default]
        None "*",
        /// White won.
        White "1-0",
        /// Black won.
        Black "0-1",
        /// A draw.
        Draw "1/2-1/2",
    }
}

impl GameResult {
    /// A win for this color.
    #[must_use]
    pub const fn win(color: Color) -> GameResult {
        match color {
            Color::White => GameResult::White,
            Color::Black => GameResult::Black,
        }
    }

    /// The color that won, if any.
    #[must_use]
    pub const fn winner(self) -> Option<Color> {
        match self {
            GameResult::White => Some(Color::White),
            GameResult::Black => Some(Color::Black),
            GameResult::Draw | GameResult::None => None,
        }
    }
}

named! {
    /// A draw that the side to move may claim.
    Claim {
        /// The position occurred three times.
        Threefold "threefold",
        /// 50 moves by each side without a capture or pawn move.
        Fifty "fifty",
    }
}

named! {
    /// Why a game is drawn, other than by stalemate.
    DrawReason {
        /// Claimed: the position occurred for the third time.
        Threefold "threefold",
        /// The position occurred for the fifth time.
        Fivefold "fivefold",
        /// Claimed: 50 moves by each side without a capture or pawn move.
        Fifty "fifty",
        /// 75 moves by each side without a capture or pawn move.
        SeventyFive "seventyFive",
        /// King against king.
        BareKings "bareKings",
        /// The players agreed to a draw.
        Agreement "agreement",
    }
}

impl DrawReason {
    const fn sentence(self) -> &'static str {
        match self {
            DrawReason::Threefold => "the position occurred for the third time",
            DrawReason::Fivefold => "the position occurred for the fifth time",
            DrawReason::Fifty => "50 moves each without a capture or a pawn move",
            DrawReason::SeventyFive => "75 moves each without a capture or a pawn move",
            DrawReason::BareKings => "king against king",
            DrawReason::Agreement => "by agreement",
        }
    }
}

impl From<Claim> for DrawReason {
    fn from(claim: Claim) -> DrawReason {
        match claim {
            Claim::Threefold => DrawReason::Threefold,
            Claim::Fifty => DrawReason::Fifty,
        }
    }
}

/// Why a game ended, where its status does not say so.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum EndReason {
    /// The reason for a draw.
    Draw(DrawReason),
    /// A player ran out of time, but the opponent has only a king: a draw.
    BareKing,
}

impl EndReason {
    /// The name in records and snapshots.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            EndReason::Draw(reason) => reason.name(),
            EndReason::BareKing => "bareKing",
        }
    }

    /// All reasons.
    pub fn all() -> impl Iterator<Item = EndReason> {
        DrawReason::ALL.into_iter().map(EndReason::Draw).chain([EndReason::BareKing])
    }
}

impl fmt::Display for EndReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

named! {
    /// Whether a game is over, and how it ended.
    #[allow(missing_docs, reason = "the names are self-explanatory")]
    Status {
        Ongoing "ongoing",
        Checkmate "checkmate",
        Stalemate "stalemate",
        Draw "draw",
        Resigned "resigned",
        Timeout "timeout",
        Aborted "aborted",
    }
}

/// How a game ended.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Ending {
    /// The side to move is checkmated.
    Checkmate {
        /// The side that gave mate.
        winner: Color,
    },
    /// The side to move has no legal move and is not in check.
    Stalemate,
    /// A draw for this reason.
    Draw(DrawReason),
    /// This color resigned.
    Resigned(Color),
    /// A player ran out of time.
    Timeout {
        /// The player who ran out of time.
        flagged: Color,
        /// Whether the opponent has a bare king, which makes it a draw.
        drawn: bool,
    },
    /// Abandoned without a result.
    Aborted,
}

impl Ending {
    /// The result of the game.
    #[must_use]
    pub const fn result(self) -> GameResult {
        match self {
            Ending::Checkmate { winner } => GameResult::win(winner),
            Ending::Resigned(loser) | Ending::Timeout { flagged: loser, drawn: false } => {
                GameResult::win(loser.other())
            }
            Ending::Stalemate | Ending::Draw(_) | Ending::Timeout { drawn: true, .. } => {
                GameResult::Draw
            }
            Ending::Aborted => GameResult::None,
        }
    }

    /// The status of the game.
    #[must_use]
    pub const fn status(self) -> Status {
        match self {
            Ending::Checkmate { .. } => Status::Checkmate,
            Ending::Stalemate => Status::Stalemate,
            Ending::Draw(_) => Status::Draw,
            Ending::Resigned(_) => Status::Resigned,
            Ending::Timeout { .. } => Status::Timeout,
            Ending::Aborted => Status::Aborted,
        }
    }

    /// Why the game is drawn, where the status does not say so.
    #[must_use]
    pub const fn reason(self) -> Option<EndReason> {
        match self {
            Ending::Draw(reason) => Some(EndReason::Draw(reason)),
            Ending::Timeout { drawn: true, .. } => Some(EndReason::BareKing),
            _ => None,
        }
    }

    /// The ending that a record describes with these fields, if they agree with each other.
    #[must_use]
    pub fn from_fields(
        status: Status,
        reason: Option<EndReason>,
        result: GameResult,
    ) -> Option<Ending> {
        let mut endings: Vec<Ending> = DrawReason::ALL.map(Ending::Draw).into();
        endings.extend([Ending::Stalemate, Ending::Aborted]);
        for color in Color::ALL {
            endings.extend([
                Ending::Checkmate { winner: color },
                Ending::Resigned(color),
                Ending::Timeout { flagged: color, drawn: false },
                Ending::Timeout { flagged: color, drawn: true },
            ]);
        }
        endings.into_iter().find(|ending| {
            ending.status() == status && ending.reason() == reason && ending.result() == result
        })
    }
}

impl fmt::Display for Ending {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Ending::Checkmate { winner } => write!(f, "checkmate, {winner} has won"),
            Ending::Stalemate => f.write_str("stalemate"),
            Ending::Draw(reason) => write!(f, "draw, {}", reason.sentence()),
            Ending::Resigned(color) => write!(f, "{color} has resigned"),
            Ending::Timeout { flagged, drawn: false } => write!(f, "{flagged} has run out of time"),
            Ending::Timeout { flagged, drawn: true } => {
                write!(
                    f,
                    "draw, {flagged} has run out of time but {} has a bare king",
                    flagged.other()
                )
            }
            Ending::Aborted => f.write_str("aborted"),
        }
    }
}

/// A text that is not a result.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ParseResultError(String);

impl fmt::Display for ParseResultError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?} is not a result, expected 1-0, 0-1, 1/2-1/2 or *", self.0)
    }
}

impl std::error::Error for ParseResultError {}

impl FromStr for GameResult {
    type Err = ParseResultError;

    fn from_str(text: &str) -> Result<GameResult, ParseResultError> {
        GameResult::from_name(text).ok_or_else(|| ParseResultError(crate::text::excerpt(text)))
    }
}
