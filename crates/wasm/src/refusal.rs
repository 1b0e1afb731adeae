//! What is thrown at the page: a plain object with a code, a sentence, and the squares to point at.

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

/// Why something was refused; the first reason is the headline.
#[derive(Serialize)]
pub(crate) struct Refusal {
    code: String,
    message: String,
    reasons: Vec<Reason>,
}

impl Refusal {
    /// A refusal that points at nothing.
    pub(crate) fn new(code: &str, message: impl Display) -> Refusal {
        Refusal { code: code.to_owned(), message: message.to_string(), reasons: Vec::new() }
    }

    /// A refusal with its reasons; none if there are none.
    pub(crate) fn from_reasons(reasons: Vec<Reason>) -> Option<Refusal> {
        let first = reasons.first()?;
        let (code, message) = (first.code.name().to_owned(), first.message.clone());
        Some(Refusal { code, message, reasons })
    }
}

impl From<ReadMoveError> for Refusal {
    fn from(error: ReadMoveError) -> Refusal {
        let message = error.to_string();
        Refusal::from_reasons(error.reasons).unwrap_or_else(|| Refusal::new("E_SYNTAX", message))
    }
}

impl From<GameError> for Refusal {
    fn from(error: GameError) -> Refusal {
        Refusal::new(error.code().map_or("E_CLAIM", |code| code.name()), error)
    }
}

impl From<Refusal> for JsValue {
    fn from(refusal: Refusal) -> JsValue {
        parse(&crate::json(&refusal))
    }
}
