//! An online game for the page: events in as JSON, its state and the board out.

use trid_protocol::{ErrorCode, GameView, ParseIdError};
use trid_rules::Record;
use wasm_bindgen::prelude::{JsValue, wasm_bindgen};

use crate::thrown_error::ThrownError;
use crate::{WasmGame, json};

#[wasm_bindgen]
pub struct WasmOnlineGame {
    view: GameView,
}

#[wasm_bindgen]
impl WasmOnlineGame {
    /// A game before its first event.
    ///
    /// # Errors
    /// Throws an `ApiError`, like the methods below.
    #[wasm_bindgen(constructor)]
    pub fn new(id: &str) -> Result<WasmOnlineGame, JsValue> {
        Ok(WasmOnlineGame { view: GameView::new(id.parse().map_err(invalid_id)?) })
    }

    /// Sets the id of the player whose page this is.
    pub fn set_player(&mut self, id: Option<String>) -> Result<(), JsValue> {
        let player = id.map(|id| id.parse()).transpose().map_err(invalid_id)?;
        self.view.set_player(player);
        Ok(())
    }

    /// Sets who is connected, a `Presence` as JSON.
    pub fn set_presence(&mut self, presence: &str) -> Result<(), JsValue> {
        self.view.set_presence(parse(presence)?);
        Ok(())
    }

    /// Applies the next event, an `Event` as JSON.
    pub fn apply(&mut self, event: &str) -> Result<(), JsValue> {
        let applied = self.view.apply(&parse(event)?);
        Ok(applied.map_err(|error| ThrownError::new(ErrorCode::BadMessage, error))?)
    }

    /// The `OnlineGameState`; null before the first event.
    #[must_use]
    pub fn state(&self) -> String {
        json(&self.view.state())
    }

    /// A copy of the game at the ply on screen, with the player's unconfirmed move.
    #[must_use]
    pub fn board(&self) -> WasmGame {
        WasmGame { record: Record::new(self.view.board().clone()) }
    }

    /// Shows a ply. False if there is no such ply.
    pub fn show(&mut self, ply: usize) -> bool {
        self.view.show(ply)
    }

    /// Plays the player's own move, in any notation, before the server confirms it. Returns it in coordinate notation.
    pub fn play(&mut self, text: &str) -> Result<String, JsValue> {
        Ok(self.view.play(text).map_err(ThrownError::from)?.to_string())
    }

    /// Withdraws this move if it is not confirmed yet.
    pub fn withdraw(&mut self, mv: &str) {
        self.view.withdraw(mv);
    }
}

fn parse<T: serde::de::DeserializeOwned>(text: &str) -> Result<T, ThrownError> {
    serde_json::from_str(text).map_err(|error| ThrownError::new(ErrorCode::BadMessage, error))
}

fn invalid_id(error: ParseIdError) -> ThrownError {
    ThrownError::new(ErrorCode::BadRequest, error)
}
