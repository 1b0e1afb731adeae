//! The values of the tag Termination.

use trid_rules::{Color, Ending, GameResult, game::DrawReason};

/// The ending that the tag Termination and the result give, with Tri-D's names or those of PGN.
pub(crate) fn named_ending(text: &str, result: GameResult) -> Option<Ending> {
    let loser = result.winner().map(Color::other);
    match text {
        "aborted" | "abandoned" => Some(Ending::Aborted),
        "resigned" => loser.map(Ending::Resigned),
        "checkmate" => result.winner().map(|winner| Ending::Checkmate { winner }),
        "stalemate" => Some(Ending::Stalemate),
        "timeout" | "time forfeit" => Some(Ending::Timeout {
            flagged: loser.unwrap_or(Color::White),
            drawn: result == GameResult::Draw,
        }),
        _ => DrawReason::from_name(text).map(Ending::Draw),
    }
}

/// Whether a value names an ending, at least once the writer has replaced its control characters. Records keep
/// other values as they are.
pub(crate) fn names_an_ending(text: &str) -> bool {
    let text = text.replace(char::is_control, " ");
    GameResult::ALL.into_iter().any(|result| named_ending(&text, result).is_some())
}

/// The value for an ending: the reason for a draw, else the status.
pub(crate) fn termination(ending: Ending) -> &'static str {
    match ending {
        Ending::Draw(reason) => reason.name(),
        _ => ending.status().name(),
    }
}

/// Whether the moves and the result give this ending even if the tag Termination does not name it.
pub(crate) fn is_implied(ending: Option<Ending>) -> bool {
    match ending {
        Some(Ending::Draw(reason)) => !matches!(reason, DrawReason::Threefold | DrawReason::Fifty),
        Some(Ending::Timeout { .. } | Ending::Aborted) => false,
        Some(Ending::Checkmate { .. } | Ending::Stalemate | Ending::Resigned(_)) | None => true,
    }
}
