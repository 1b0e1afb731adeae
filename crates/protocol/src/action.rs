//! Actions: what a player may do in a game.

use serde::{Deserialize, Serialize};
use trid_rules::game::Claim;

#[cfg(feature = "utoipa")]
use crate::schema;

/// What a player may do in a game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "utoipa", derive(utoipa::ToSchema))]
#[serde(tag = "type", rename_all = "camelCase", deny_unknown_fields)]
pub enum Action {
    /// Plays a move, or a forced promotion.
    Move {
        /// The move in coordinate notation.
        #[serde(rename = "move")]
        #[cfg_attr(feature = "utoipa", schema(max_length = 40, example = "b2Wb4N"))]
        mv: String,
        /// The number of plies played when the player decided. A move sent twice is played once.
        ply: u32,
    },
    /// Claims a draw.
    ClaimDraw {
        /// The grounds for the claim.
        #[cfg_attr(feature = "utoipa", schema(value_type = schema::Claim))]
        #[serde(with = "trid_view::json")]
        #[cfg_attr(feature = "typescript", ts(as = "trid_view::json::TypeOf<_>"))]
        kind: Claim,
    },
    /// Offers a draw; accepts the opponent's offer.
    OfferDraw {},
    /// Declines the draw offer.
    DeclineDraw {},
    /// Asks to return to the player's own last decision; grants the opponent's request.
    AskTakeback {},
    /// Declines the takeback.
    DeclineTakeback {},
    /// Resigns the game.
    Resign {},
    /// Calls the game off, before both sides have moved or before anyone has joined.
    Abort {},
    /// Claims a win or a draw against an opponent who left.
    ClaimGone {
        /// What is claimed.
        outcome: GoneClaim,
    },
    /// Offers a rematch with swapped colors; accepts the opponent's offer.
    OfferRematch {},
    /// Declines the rematch.
    DeclineRematch {},
}

impl Action {
    /// The actions without parameters.
    pub const SIMPLE: [Self; 8] = [
        Self::OfferDraw {},
        Self::DeclineDraw {},
        Self::AskTakeback {},
        Self::DeclineTakeback {},
        Self::Resign {},
        Self::Abort {},
        Self::OfferRematch {},
        Self::DeclineRematch {},
    ];

    /// The `type` in JSON.
    #[must_use]
    pub const fn name(&self) -> &'static str {
        match self {
            Self::Move { .. } => "move",
            Self::ClaimDraw { .. } => "claimDraw",
            Self::OfferDraw {} => "offerDraw",
            Self::DeclineDraw {} => "declineDraw",
            Self::AskTakeback {} => "askTakeback",
            Self::DeclineTakeback {} => "declineTakeback",
            Self::Resign {} => "resign",
            Self::Abort {} => "abort",
            Self::ClaimGone { .. } => "claimGone",
            Self::OfferRematch {} => "offerRematch",
            Self::DeclineRematch {} => "declineRematch",
        }
    }
}

/// An action sent by HTTP: the fields of the action, and `seen`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "utoipa", derive(utoipa::ToSchema))]
pub struct ActionRequest {
    /// The number of the last event that the player had received. With it, an action that is decided in an earlier
    /// state of the game is refused with `E_STALE`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seen: Option<u32>,
    /// What to do.
    #[serde(flatten)]
    pub action: Action,
}

/// What is claimed against an opponent who left.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "utoipa", derive(utoipa::ToSchema))]
#[serde(rename_all = "lowercase")]
pub enum GoneClaim {
    /// The win.
    Win,
    /// A draw.
    Draw,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn actions_are_sent_by_name() {
        let others = [
            Action::Move { mv: "b2Wb4N".to_owned(), ply: 0 },
            Action::ClaimDraw { kind: Claim::Fifty },
            Action::ClaimGone { outcome: GoneClaim::Win },
        ];
        for action in Action::SIMPLE.into_iter().chain(others) {
            assert_eq!(serde_json::to_value(&action).unwrap()["type"], action.name());
            for seen in [None, Some(7)] {
                let request = ActionRequest { seen, action: action.clone() };
                let json = serde_json::to_string(&request).unwrap();
                assert_eq!(serde_json::from_str::<ActionRequest>(&json).unwrap(), request);
            }
        }
    }

    #[test]
    fn a_request_rejects_unknown_fields() {
        for json in [
            r#"{"type":"resign","seen":7,"now":true}"#,
            r#"{"type":"resign","seen":-1}"#,
            r#"{"type":"fly","seen":7}"#,
            r#"{"seen":7}"#,
        ] {
            assert!(serde_json::from_str::<ActionRequest>(json).is_err(), "{json}");
        }
    }
}
