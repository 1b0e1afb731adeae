//! Time controls: how much time the players agreed on.

use serde::{Deserialize, Serialize};

use crate::Millis;

const SECOND: Millis = 1_000;
const DAY: Millis = 86_400_000;

/// The time control of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "utoipa", derive(utoipa::ToSchema))]
#[serde(tag = "type", rename_all = "camelCase", deny_unknown_fields)]
pub enum TimeControl {
    /// No clock.
    #[serde(rename = "none")]
    Unlimited {},
    /// Seconds for the whole game, plus an increment for each move.
    RealTime {
        /// Seconds at the start, 5 to 10800.
        #[cfg_attr(feature = "utoipa", schema(minimum = 5, maximum = 10800))]
        initial: u32,
        /// Seconds added after each move, 0 to 180.
        #[cfg_attr(feature = "utoipa", schema(minimum = 0, maximum = 180))]
        increment: u32,
    },
    /// Days for each move.
    Days {
        /// Days, 1 to 14.
        #[cfg_attr(feature = "utoipa", schema(minimum = 1, maximum = 14))]
        days: u32,
    },
}

impl Default for TimeControl {
    fn default() -> Self {
        Self::Unlimited {}
    }
}

impl TimeControl {
    /// Checks that the numbers are in range.
    ///
    /// # Errors
    /// A sentence that names the number and its range.
    pub fn validate(self) -> Result<(), String> {
        match self {
            Self::RealTime { initial, .. } if !(5..=10800).contains(&initial) => {
                Err(format!("initial time of {initial} s, expected 5 to 10800"))
            }
            Self::RealTime { increment, .. } if increment > 180 => {
                Err(format!("increment of {increment} s, expected 0 to 180"))
            }
            Self::Days { days } if !(1..=14).contains(&days) => {
                Err(format!("{days} days for a move, expected 1 to 14"))
            }
            _ => Ok(()),
        }
    }

    /// The kind of time control.
    #[must_use]
    pub const fn kind(self) -> ClockKind {
        match self {
            Self::Unlimited {} => ClockKind::None,
            Self::RealTime { .. } => ClockKind::RealTime,
            Self::Days { .. } => ClockKind::Days,
        }
    }

    /// What each player has at the start of a game, or of each move with days; `None` without a clock.
    #[must_use]
    pub fn initial(self) -> Option<Millis> {
        match self {
            Self::Unlimited {} => None,
            Self::RealTime { initial, .. } => Some(Millis::from(initial) * SECOND),
            Self::Days { days } => Some(Millis::from(days) * DAY),
        }
    }

    /// What a player gains by ending a turn while their clock runs.
    #[must_use]
    pub fn increment(self) -> Millis {
        match self {
            Self::RealTime { increment, .. } => Millis::from(increment) * SECOND,
            Self::Unlimited {} | Self::Days { .. } => 0,
        }
    }

    /// Whether the clock of the side to move runs after this many completed turns. The first two moves of a real-time
    /// game are free.
    #[must_use]
    pub const fn runs_after(self, turns: usize) -> bool {
        match self {
            Self::Unlimited {} => false,
            Self::RealTime { .. } => turns >= 2,
            Self::Days { .. } => true,
        }
    }
}

/// The kinds of time control, for filters.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "utoipa", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub enum ClockKind {
    /// No clock.
    None,
    /// Seconds for the game.
    RealTime,
    /// Days for each move.
    Days,
}

impl ClockKind {
    /// All kinds.
    pub const ALL: [Self; 3] = [Self::None, Self::RealTime, Self::Days];

    /// The name in JSON and in storage.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::None => "none",
            Self::RealTime => "realTime",
            Self::Days => "days",
        }
    }
}
