//! A study's report, and what the engine and the player who learns from mistakes ask about a study.

use trid_analysis::{EvaluatedPosition, PositionScore};
use trid_protocol::ErrorCode;
use trid_records::Record;
use trid_rules::{
    Move,
    explain::Code,
    game::{Evaluation, NodeId},
};
use trid_view::json::Json;
use wasm_bindgen::prelude::{JsValue, wasm_bindgen};

use crate::study::WasmStudy;
use crate::thrown_error::ThrownError;
use crate::{WasmGame, json};

#[wasm_bindgen]
impl WasmStudy {
    /// A game with the moves to a node and nothing else.
    ///
    /// # Errors
    /// Throws an `ApiError` if there is no such node, like the methods below.
    pub fn line(&self, node: u32) -> Result<WasmGame, JsValue> {
        let game = self.study.line_to(NodeId::from_index(node)).ok_or_else(|| no_node(node))?;
        Ok(WasmGame { record: Record::new(game) })
    }

    /// The Snapshot after some moves from a node, which are not added to the tree.
    #[wasm_bindgen(unchecked_return_type = "Json<Snapshot>")]
    pub fn preview(&self, node: u32, moves: Vec<String>) -> Result<String, JsValue> {
        let moves: Vec<&str> = moves.iter().map(String::as_str).collect();
        let snapshot = self.study.preview(NodeId::from_index(node), &moves);
        Ok(json(&snapshot.ok_or_else(|| no_node(node))?))
    }

    /// The `Threat` at a node.
    #[wasm_bindgen(unchecked_return_type = "Json<Threat>")]
    pub fn threat(&self, node: u32) -> Result<String, JsValue> {
        let threat = self.study.threat(NodeId::from_index(node));
        Ok(json(&threat.ok_or_else(|| no_node(node))?))
    }

    /// White's win chance at a node that has an evaluation, from 0 to 1.
    #[must_use]
    pub fn win_chance(&self, node: u32) -> Option<f64> {
        self.study.win_chance(NodeId::from_index(node))
    }

    /// The `StudyReport`.
    #[wasm_bindgen(unchecked_return_type = "Json<StudyReport>")]
    #[must_use]
    pub fn report(&self) -> String {
        json(&self.study.report())
    }

    /// The node of the main line to evaluate next.
    #[must_use]
    pub fn next_to_evaluate(&self) -> Option<u32> {
        self.study.next_to_evaluate().map(NodeId::index)
    }

    /// Stores the evaluation of a node of the main line, an `Evaluation` as JSON, and the best moves there in coordinate
    /// notation. False if the node is not on the main line.
    pub fn store_evaluation(
        &mut self,
        node: u32,
        score: &str,
        best: Vec<String>,
    ) -> Result<bool, JsValue> {
        let score = PositionScore::Evaluated(evaluation(score)?);
        let best: Result<Vec<Move>, _> = best.iter().map(|text| text.parse()).collect();
        let best = best.map_err(|error| ThrownError::new(Code::Syntax, error))?;
        let evaluated = EvaluatedPosition { score, best };
        Ok(self.study.store_evaluation(NodeId::from_index(node), &evaluated))
    }

    /// Removes the evaluations of the main line, and the glyphs that agree with them.
    pub fn remove_evaluations(&mut self) {
        self.study.remove_evaluations();
    }

    /// The `TryVerdict` on a move that a player tries instead of the one played after a node. `score` is the
    /// `Evaluation` of the position after it as JSON, if it is known.
    #[wasm_bindgen(unchecked_return_type = "Json<TryVerdict>")]
    pub fn judge_try(
        &self,
        node: u32,
        text: &str,
        score: Option<String>,
    ) -> Result<String, JsValue> {
        let score = score.as_deref().map(evaluation).transpose()?;
        Ok(json(&self.study.judge_try(NodeId::from_index(node), text, score)))
    }
}

fn evaluation(text: &str) -> Result<Evaluation, ThrownError> {
    let Json(evaluation) =
        serde_json::from_str(text).map_err(|error| ThrownError::new(ErrorCode::Json, error))?;
    Ok(evaluation)
}

fn no_node(node: u32) -> ThrownError {
    ThrownError::new(ErrorCode::Empty, format!("there is no node {node}"))
}
