//! Errors that clients receive: a code to act on, a sentence to read, and for a move every reason why it is illegal.

use std::fmt;

use serde::{Deserialize, Deserializer, Serialize, Serializer};
use trid_rules::{
    explain::{Code, Reason},
    game::GameError,
};

#[cfg(feature = "utoipa")]
use crate::schema;

/// Why a call was rejected.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "utoipa", derive(utoipa::ToSchema))]
pub struct ApiError {
    /// A stable code, that of the first reason if there is one.
    #[cfg_attr(feature = "utoipa", schema(value_type = String, example = "E_NOT_YOUR_TURN"))]
    pub code: ErrorCode,
    /// The message of the first reason, or what is wrong.
    pub message: String,
    /// The reasons why a move is illegal.
    #[cfg_attr(feature = "utoipa", schema(value_type = Vec<schema::Reason>))]
    #[serde(with = "trid_view::json")]
    #[cfg_attr(feature = "typescript", ts(as = "trid_view::json::TypeOf<_>"))]
    pub reasons: Vec<Reason>,
}

impl ApiError {
    /// An error without reasons.
    #[must_use]
    pub fn new(code: ErrorCode, message: impl Into<String>) -> Self {
        Self { code, message: message.into(), reasons: Vec::new() }
    }

    /// An illegal move; the first reason gives code and message.
    #[must_use]
    pub fn illegal_move(reasons: Vec<Reason>) -> Self {
        match reasons.first() {
            Some(first) => {
                Self { code: first.code.into(), message: first.message.clone(), reasons }
            }
            None => Self::new(ErrorCode::Illegal, "the move is not legal here"),
        }
    }
}

impl fmt::Display for ApiError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for ApiError {}

impl From<GameError> for ApiError {
    fn from(error: GameError) -> Self {
        Self::new(error.code().map_or(ErrorCode::NoClaim, ErrorCode::from), error.to_string())
    }
}

macro_rules! error_codes {
    ($($name:ident $text:literal $doc:literal,)+) => {
        /// A stable code for an error.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        pub enum ErrorCode {
            $(#[doc = $doc] $name,)+
            /// A code of the rules of chess.
            Rule(Code),
            /// A code that this version does not know. Only a client of a newer server meets it.
            Unknown,
        }

        const OWN: &[ErrorCode] = &[$(ErrorCode::$name,)+];

        impl ErrorCode {
            /// The code as it is sent: `E_STALE`.
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self {
                    $(Self::$name => $text,)+
                    Self::Rule(code) => code.name(),
                    Self::Unknown => "E_UNKNOWN",
                }
            }
        }
    };
}

error_codes! {
    BadGame "E_BAD_GAME" "The requested game is invalid.",
    BadMessage "E_BAD_MESSAGE" "A socket message could not be read.",
    BadRequest "E_BAD_REQUEST" "A request could not be read.",
    BareKing "E_BARE_KING" "A player with a bare king cannot claim a win.",
    Claim "E_CLAIM" "There is no such claim, or it does not hold.",
    Damaged "E_DAMAGED" "What is stored of the game is damaged; it can only be viewed.",
    Empty "E_EMPTY" "The text contains no game and no position.",
    Form "E_FORM" "There is no such record format.",
    Host "E_HOST" "The server does not serve this host name.",
    Illegal "E_ILLEGAL" "The move is illegal, for no known reason.",
    Internal "E_INTERNAL" "The server failed.",
    Json "E_JSON" "The JSON could not be read.",
    KeyReused "E_KEY_REUSED" "The idempotency key belongs to a different request.",
    Level "E_LEVEL" "There is no such playing strength.",
    Memory "E_MEMORY" "The transposition table does not fit into memory.",
    Method "E_METHOD" "The address does not support the method.",
    NoClaim "E_NO_CLAIM" "The claim or offer does not hold.",
    NoGame "E_NO_GAME" "There is no such game.",
    NoIdentity "E_NO_IDENTITY" "The request has no known identity.",
    NoPage "E_NO_PAGE" "There is nothing at this address.",
    NotGone "E_NOT_GONE" "The opponent cannot be claimed against yet.",
    NotJson "E_NOT_JSON" "The body is not JSON.",
    NotOver "E_NOT_OVER" "The game has not ended yet.",
    NotSeated "E_NOT_SEATED" "Only the players of the game can do that.",
    NotStarted "E_NOT_STARTED" "The game has not started yet.",
    NothingToAnswer "E_NOTHING_TO_ANSWER" "There is no such offer or request.",
    Offered "E_OFFERED" "The player has offered or asked already.",
    OrdinaryChess "E_ORDINARY_CHESS" "The text is a game or position of ordinary chess.",
    Origin "E_ORIGIN" "The request comes from another site.",
    OwnGame "E_OWN_GAME" "Players cannot join their own game.",
    Ply "E_PLY" "The game has no such ply.",
    Rate "E_RATE" "Too many requests.",
    Repeated "E_REPEATED" "The player has asked since their last move.",
    Rules "E_RULES" "There is no such rule book.",
    SeatsTaken "E_SEATS_TAKEN" "Both seats are taken.",
    Stale "E_STALE" "The action was decided in an earlier state of the game.",
    Storage "E_STORAGE" "The database is not available; nothing was stored.",
    Tfen "E_TFEN" "The T-FEN could not be read.",
    TooLate "E_TOO_LATE" "The game can no longer be called off.",
    TooLong "E_TOO_LONG" "The body, or the game, is too long.",
    TooManyGames "E_TOO_MANY_GAMES" "The player has too many unfinished games.",
    TooSlow "E_TOO_SLOW" "The body did not arrive in time.",
    Tpgn "E_TPGN" "The T-PGN could not be read.",
}

impl ErrorCode {
    /// Every code that is sent, those of the rules last.
    pub const ALL: [Self; OWN.len() + Code::ALL.len()] = {
        let mut all = [Self::Internal; OWN.len() + Code::ALL.len()];
        let mut index = 0;
        while index < all.len() {
            all[index] = if index < OWN.len() {
                OWN[index]
            } else {
                Self::Rule(Code::ALL[index - OWN.len()])
            };
            index += 1;
        }
        all
    };
}

impl fmt::Display for ErrorCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl From<Code> for ErrorCode {
    fn from(code: Code) -> Self {
        Self::Rule(code)
    }
}

impl Serialize for ErrorCode {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.name())
    }
}

impl<'de> Deserialize<'de> for ErrorCode {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let name = String::deserialize(deserializer)?;
        Ok(Self::ALL.into_iter().find(|code| code.name() == name).unwrap_or(Self::Unknown))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_code_has_one_name_and_round_trips() {
        let mut names: Vec<&str> = ErrorCode::ALL.map(ErrorCode::name).into();
        for code in ErrorCode::ALL {
            let json = serde_json::to_string(&code).unwrap();
            assert_eq!(serde_json::from_str::<ErrorCode>(&json).unwrap(), code);
        }
        names.sort_unstable();
        let count = names.len();
        names.dedup();
        assert_eq!(names.len(), count, "two codes share a name");
        assert!(!names.contains(&ErrorCode::Unknown.name()));
    }

    #[test]
    fn a_client_reads_errors_of_a_newer_server() {
        let json = r#"{"code":"E_NEW","message":"new","reasons":[],"retry":7}"#;
        let error: ApiError = serde_json::from_str(json).unwrap();
        assert_eq!((error.code, error.message.as_str()), (ErrorCode::Unknown, "new"));
    }
}
