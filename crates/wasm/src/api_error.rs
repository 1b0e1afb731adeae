//! The error that the page catches: a plain object with a code, a message and the reasons of an illegal move.

use std::fmt::Display;

use serde::Serialize;
use trid_rules::{GameError, ReadMoveError, Reason};
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

#[wasm_bindgen]
extern "C" {
    #[wasm_bindgen(js_namespace = JSON)]
    fn parse(text: &str) -> JsValue;
}

/// Why a call was rejected.
#[derive(Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct ApiError {
    /// A stable code, that of the first reason if there is one.
    code: String,
    /// The message of the first reason, or what is wrong.
    message: String,
    /// The reasons why a move is illegal.
    reasons: Vec<Reason>,
}

impl ApiError {
    /// An error without reasons.
    pub(crate) fn new(code: &str, message: impl Display) -> ApiError {
        ApiError { code: code.to_owned(), message: message.to_string(), reasons: Vec::new() }
    }

    /// The error for an illegal move. `None` if there are no reasons.
    pub(crate) fn from_reasons(reasons: Vec<Reason>) -> Option<ApiError> {
        let first = reasons.first()?;
        let (code, message) = (first.code.name().to_owned(), first.message.clone());
        Some(ApiError { code, message, reasons })
    }
}

impl From<ReadMoveError> for ApiError {
    fn from(error: ReadMoveError) -> ApiError {
        let message = error.to_string();
        ApiError::from_reasons(error.reasons).unwrap_or_else(|| ApiError::new("E_SYNTAX", message))
    }
}

impl From<GameError> for ApiError {
    fn from(error: GameError) -> ApiError {
        ApiError::new(error.code().map_or("E_CLAIM", |code| code.name()), error)
    }
}

impl From<ApiError> for JsValue {
    fn from(error: ApiError) -> JsValue {
        parse(&crate::json(&error))
    }
}
