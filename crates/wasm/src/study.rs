//! A study for the page's analysis screen.
//!
//! Nodes are named by numbers while the study is open. Every method that changes the tree is followed by `changes`,
//! which returns only what the page has not seen yet. A method that names a node returns false if there is none.

use trid_analysis::{NodePath, Study};
use trid_protocol::ErrorCode;
use trid_records::Record;
use trid_rules::{
    Game, Position, RuleBook,
    game::{NodeId, Shapes},
};
use trid_view::json::Json;
use wasm_bindgen::prelude::{JsValue, wasm_bindgen};

use crate::thrown_error::ThrownError;
use crate::{WasmGame, export, import, json};

#[wasm_bindgen]
pub struct WasmStudy {
    pub(crate) study: Study,
}

#[wasm_bindgen]
impl WasmStudy {
    /// A study of the first game of a text in any format, at its start.
    ///
    /// # Errors
    /// Throws an `ApiError`, like the methods below.
    #[wasm_bindgen(constructor)]
    pub fn new(text: &str) -> Result<WasmStudy, JsValue> {
        Ok(WasmStudy { study: Study::new(import::read_first(text)?) })
    }

    /// A study of the start position.
    pub fn empty(book: &str) -> Result<WasmStudy, JsValue> {
        let book: RuleBook =
            book.parse().map_err(|error| ThrownError::new(ErrorCode::Rules, error))?;
        let record = Record::new(Game::new(Position::start(book)));
        Ok(WasmStudy { study: Study::new(record) })
    }

    /// The `StudyChanges` since the last call; the first call returns all nodes.
    #[wasm_bindgen(unchecked_return_type = "Json<StudyChanges>")]
    pub fn changes(&mut self) -> String {
        json(&self.study.take_changes())
    }

    /// The Snapshot of the current node.
    #[wasm_bindgen(unchecked_return_type = "Json<Snapshot>")]
    #[must_use]
    pub fn snapshot(&self) -> String {
        json(&trid_view::Snapshot::of(self.study.game()))
    }

    /// A copy of the game at the current node, for questions about its position.
    #[must_use]
    pub fn board(&self) -> WasmGame {
        WasmGame { record: Record::new(self.study.game().clone()) }
    }

    /// The study as `tpgn` or `json`, or the current position as `tfen`.
    pub fn record(&self, format: &str) -> Result<String, JsValue> {
        Ok(export::write(&self.study.to_record(), format)?)
    }

    /// The value of a tag such as `White`.
    #[must_use]
    pub fn tag(&self, name: &str) -> Option<String> {
        self.study.tag(name).map(ToOwned::to_owned)
    }

    /// Sets a tag. An empty or unknown value removes it.
    pub fn set_tag(&mut self, name: &str, value: &str) {
        self.study.set_tag(name, value);
    }

    /// Plays a move in any notation at the current node. Returns its node, which becomes the current one.
    pub fn play(&mut self, text: &str) -> Result<u32, JsValue> {
        Ok(self.study.play(text).map_err(ThrownError::from)?.index())
    }

    /// Adds moves after a node, as far as they are legal, and returns the last node of them. The current node stays.
    pub fn add_line(&mut self, node: u32, moves: Vec<String>) -> Option<u32> {
        let moves = moves.iter().map(String::as_str);
        self.study.add_line(NodeId::from_index(node), moves).map(NodeId::index)
    }

    pub fn go_to(&mut self, node: u32) -> bool {
        self.study.go_to(NodeId::from_index(node))
    }

    /// Puts the innermost variation of a node before its siblings. False on the main line.
    pub fn promote(&mut self, node: u32) -> bool {
        self.study.promote_variation(NodeId::from_index(node))
    }

    /// Makes the line to a node the main line.
    pub fn make_main_line(&mut self, node: u32) -> bool {
        self.study.make_main_line(NodeId::from_index(node))
    }

    /// Removes a node and everything after it.
    pub fn remove(&mut self, node: u32) -> bool {
        self.study.remove(NodeId::from_index(node))
    }

    /// Replaces the comment after a move. An empty text removes it.
    pub fn set_comment(&mut self, node: u32, text: &str) -> bool {
        self.study.set_comment(NodeId::from_index(node), text)
    }

    /// Adds a numeric annotation glyph, or removes it if it is there. It replaces others of its kind.
    pub fn toggle_glyph(&mut self, node: u32, nag: u8) -> bool {
        self.study.toggle_glyph(NodeId::from_index(node), nag)
    }

    /// Replaces the drawn shapes of a node: `Shapes` as JSON.
    pub fn set_shapes(&mut self, node: u32, shapes: &str) -> Result<bool, JsValue> {
        let Json(shapes): Json<Shapes> = serde_json::from_str(shapes)
            .map_err(|error| ThrownError::new(ErrorCode::Json, error))?;
        Ok(self.study.set_shapes(NodeId::from_index(node), &shapes))
    }

    /// The path of a node for links: `12` or `12-1-3`.
    #[must_use]
    pub fn path(&self, node: u32) -> Option<String> {
        let path = NodePath::to(self.study.game(), NodeId::from_index(node))?;
        Some(path.to_string())
    }

    /// The node at a path.
    #[must_use]
    pub fn find(&self, path: &str) -> Option<u32> {
        let path: NodePath = path.parse().ok()?;
        path.find(self.study.game()).map(NodeId::index)
    }

    /// The moves from the start to a node, with numbers: `1. b4N Nb6N 2. a3W`.
    #[must_use]
    pub fn line_text(&self, node: u32) -> String {
        self.study.line_text(NodeId::from_index(node))
    }
}
