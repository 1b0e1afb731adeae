//! An online game for the page: events in, its state as JSON and the board out.

use trid_protocol::{ErrorCode, Millis, OnlineView, ParseIdError, Time};
use trid_records::Record;
use wasm_bindgen::prelude::{JsValue, wasm_bindgen};

use crate::js_event::JsEvent;
use crate::thrown_error::ThrownError;
use crate::{WasmGame, json};

#[wasm_bindgen]
pub struct WasmOnlineGame {
    view: OnlineView,
}

#[wasm_bindgen]
impl WasmOnlineGame {
    /// A game before its first event.
    ///
    /// # Errors
    /// Throws an `ApiError`, like the methods below.
    #[wasm_bindgen(constructor)]
    pub fn new(id: &str) -> Result<WasmOnlineGame, JsValue> {
        Ok(WasmOnlineGame { view: OnlineView::new(id.parse().map_err(invalid_id)?) })
    }

    /// Sets the id of the player whose page this is.
    pub fn set_player(&mut self, id: Option<String>) -> Result<(), JsValue> {
        let player = id.map(|id| id.parse()).transpose().map_err(invalid_id)?;
        self.view.set_player(player);
        Ok(())
    }

    /// Sets when each player left, in server time; undefined while they are connected.
    pub fn set_gone_since(&mut self, white: Option<f64>, black: Option<f64>) {
        self.view
            .set_gone_since([white, black].map(|since| since.map(|since| Time(since as Millis))));
    }

    /// Applies the next event.
    pub fn apply(&mut self, event: &JsEvent) -> Result<(), JsValue> {
        let applied = self.view.apply(&event.read()?);
        Ok(applied.map_err(|error| ThrownError::new(ErrorCode::BadMessage, error))?)
    }

    /// The `OnlineGameState`; null before the first event.
    #[wasm_bindgen(unchecked_return_type = "Json<OnlineGameState | null>")]
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

fn invalid_id(error: ParseIdError) -> ThrownError {
    ThrownError::new(ErrorCode::BadRequest, error)
}
