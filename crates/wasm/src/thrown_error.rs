//! Errors that the page catches: an `ApiError` as a plain JavaScript object.

use std::fmt::Display;

use trid_protocol::{ApiError, ErrorCode};
use trid_rules::{
    explain::{Code, Reason},
    game::GameError,
    notation::ReadMoveError,
};
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

#[wasm_bindgen]
extern "C" {
    #[wasm_bindgen(js_namespace = JSON)]
    fn parse(text: &str) -> JsValue;
}

/// An `ApiError` to throw.
pub(crate) struct ThrownError(ApiError);

impl ThrownError {
    /// An error without reasons.
    pub(crate) fn new(code: impl Into<ErrorCode>, message: impl Display) -> ThrownError {
        ThrownError(ApiError::new(code.into(), message.to_string()))
    }

    /// The error for an illegal move. `None` if there are no reasons.
    pub(crate) fn from_reasons(reasons: Vec<Reason>) -> Option<ThrownError> {
        (!reasons.is_empty()).then(|| ThrownError(ApiError::illegal_move(reasons)))
    }
}

impl From<ApiError> for ThrownError {
    fn from(error: ApiError) -> ThrownError {
        ThrownError(error)
    }
}

impl From<ReadMoveError> for ThrownError {
    fn from(error: ReadMoveError) -> ThrownError {
        let message = error.to_string();
        ThrownError::from_reasons(error.reasons)
            .unwrap_or_else(|| ThrownError::new(Code::Syntax, message))
    }
}

impl From<GameError> for ThrownError {
    fn from(error: GameError) -> ThrownError {
        ThrownError::new(error.code().map_or(ErrorCode::Claim, ErrorCode::from), error)
    }
}

impl From<ThrownError> for JsValue {
    fn from(error: ThrownError) -> JsValue {
        parse(&crate::json(&error.0))
    }
}
