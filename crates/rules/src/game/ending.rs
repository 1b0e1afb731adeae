//! How a game ends: the result, and why.

use core::{fmt, str::FromStr};

use crate::Color;

/// The result of a game.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub enum GameResult {
    /// `*`: there is none, or not yet.
    #[default]
    None,
    /// `1-0`: White has won.
    White,
    /// `0-1`: Black has won.
    Black,
    /// `1/2-1/2`: a draw.
    Draw,
}

impl GameResult {
    /// All four.
    pub const ALL: [GameResult; 4] =
        [GameResult::None, GameResult::White, GameResult::Black, GameResult::Draw];

    /// A win of this side.
    #[must_use]
    pub const fn win(color: Color) -> GameResult {
        match color {
            Color::White => GameResult::White,
            Color::Black => GameResult::Black,
        }
    }

    /// Who has won, if anyone has.
    #[must_use]
    pub const fn winner(self) -> Option<Color> {
        match self {
            GameResult::White => Some(Color::White),
            GameResult::Black => Some(Color::Black),
            GameResult::Draw | GameResult::None => None,
        }
    }

    /// The text of records: `*`, `1-0`, `0-1`, `1/2-1/2`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            GameResult::None => "*",
            GameResult::White => "1-0",
            GameResult::Black => "0-1",
            GameResult::Draw => "1/2-1/2",
        }
    }
}

/// What a player to move may claim a draw for.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Claim {
    /// The position has stood three times.
    Threefold,
    /// 50 moves each without a capture or a pawn's move.
    Fifty,
}

impl Claim {
    /// Both claims.
    pub const ALL: [Claim; 2] = [Claim::Threefold, Claim::Fifty];

    /// `threefold` or `fifty`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Claim::Threefold => "threefold",
            Claim::Fifty => "fifty",
        }
    }
}

/// Why a game is drawn, where it is not by stalemate.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum DrawReason {
    /// Claimed: the position stood for the third time.
    Threefold,
    /// The position stood for the fifth time.
    Fivefold,
    /// Claimed: 50 moves each without a capture or a pawn's move.
    Fifty,
    /// 75 moves each without a capture or a pawn's move.
    SeventyFive,
    /// King against king.
    BareKings,
    /// The players agreed.
    Agreement,
}

impl DrawReason {
    /// All six.
    pub const ALL: [DrawReason; 6] = [
        DrawReason::Threefold,
        DrawReason::Fivefold,
        DrawReason::Fifty,
        DrawReason::SeventyFive,
        DrawReason::BareKings,
        DrawReason::Agreement,
    ];

    /// The name in records and snapshots.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            DrawReason::Threefold => "threefold",
            DrawReason::Fivefold => "fivefold",
            DrawReason::Fifty => "fifty",
            DrawReason::SeventyFive => "seventyFive",
            DrawReason::BareKings => "bareKings",
            DrawReason::Agreement => "agreement",
        }
    }

    const fn sentence(self) -> &'static str {
        match self {
            DrawReason::Threefold => "the position stood for the third time",
            DrawReason::Fivefold => "the position stood for the fifth time",
            DrawReason::Fifty => "50 moves each without a capture or a pawn's move",
            DrawReason::SeventyFive => "75 moves each without a capture or a pawn's move",
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

/// How a game stands, in one word.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[allow(missing_docs, reason = "the names say it")]
pub enum Status {
    Ongoing,
    Checkmate,
    Stalemate,
    Draw,
    Resigned,
    Timeout,
    Aborted,
}

impl Status {
    /// All seven.
    pub const ALL: [Status; 7] = [
        Status::Ongoing,
        Status::Checkmate,
        Status::Stalemate,
        Status::Draw,
        Status::Resigned,
        Status::Timeout,
        Status::Aborted,
    ];

    /// The name in records and snapshots.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Status::Ongoing => "ongoing",
            Status::Checkmate => "checkmate",
            Status::Stalemate => "stalemate",
            Status::Draw => "draw",
            Status::Resigned => "resigned",
            Status::Timeout => "timeout",
            Status::Aborted => "aborted",
        }
    }
}

/// How a game ended.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Ending {
    /// This side has mated.
    Checkmate {
        /// Who has won.
        winner: Color,
    },
    /// The side to move cannot move, and is not in check.
    Stalemate,
    /// A draw for this reason.
    Draw(DrawReason),
    /// This side has resigned.
    Resigned(Color),
    /// A flag has fallen.
    Timeout {
        /// Whose flag.
        flagged: Color,
        /// Whether the opponent has a bare king, so that it is a draw.
        drawn: bool,
    },
    /// Given up before it was decided; there is no result.
    Aborted,
}

impl Ending {
    /// The result it gives.
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

    /// It in one word.
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

    /// Why it is a draw, where the status alone does not say: `threefold`, `bareKing`.
    #[must_use]
    pub const fn reason(self) -> Option<&'static str> {
        match self {
            Ending::Draw(reason) => Some(reason.name()),
            Ending::Timeout { drawn: true, .. } => Some("bareKing"),
            _ => None,
        }
    }

    /// The ending that these words of a record tell of, if they fit together.
    #[must_use]
    pub fn from_names(status: &str, reason: Option<&str>, result: GameResult) -> Option<Ending> {
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
            ending.status().name() == status
                && ending.reason() == reason
                && ending.result() == result
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

/// A text that is no result.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ParseResultError(String);

impl fmt::Display for ParseResultError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?} is no result, expected 1-0, 0-1, 1/2-1/2 or *", self.0)
    }
}

impl core::error::Error for ParseResultError {}

impl FromStr for GameResult {
    type Err = ParseResultError;

    fn from_str(text: &str) -> Result<GameResult, ParseResultError> {
        GameResult::ALL
            .into_iter()
            .find(|result| result.name() == text)
            .ok_or_else(|| ParseResultError(crate::excerpt(text)))
    }
}

macro_rules! shown_by_name {
    ($($name:ident)+) => {
        $(
            impl fmt::Display for $name {
                fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                    f.write_str(self.name())
                }
            }

            #[cfg(feature = "serde")]
            impl serde::Serialize for $name {
                fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                    serializer.serialize_str(self.name())
                }
            }
        )+
    };
}

shown_by_name! { GameResult Claim DrawReason Status }
