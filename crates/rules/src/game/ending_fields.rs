//! How a game ended, as JSON writes it.

use crate::{EndReason, Ending, GameResult, Status};

/// How a game ended.
#[derive(Clone, Debug, serde::Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "typescript", ts(rename = "Ending"))]
pub(crate) struct EndingFields {
    status: Status,
    result: GameResult,
    reason: Option<EndReason>,
}

impl From<Ending> for EndingFields {
    fn from(ending: Ending) -> EndingFields {
        EndingFields { status: ending.status(), result: ending.result(), reason: ending.reason() }
    }
}
