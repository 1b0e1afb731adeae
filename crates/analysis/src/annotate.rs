//! Writes a report into its game: evaluations, glyphs and better moves.

use trid_rules::{Game, Move, game::NodeId};

use crate::{GameReport, Judgement};

/// The length of a variation that shows a better move, in plies.
const VARIATION: usize = 8;

/// Glyphs that already judge a move: `!`, `?`, `!!`, `??`, `!?`, `?!`.
const MOVE_GLYPHS: std::ops::RangeInclusive<u8> = 1..=6;

/// Writes a report on a game's main line into the game: an evaluation per move, a glyph for each bad move that has none
/// yet, and the better line as a variation. Earlier evaluations are replaced; other comments, glyphs and variations
/// stay. The current position stays the same.
pub fn annotate(game: &mut Game, report: &GameReport) {
    for (node, ply) in game.main_line().into_iter().zip(&report.plies) {
        let Some(played) = game.node_mut(node) else { continue };
        played.evaluation = ply.eval;
        if let Some(judgement) = ply.judgement {
            mark_bad_move(game, node, judgement, &ply.best);
        }
    }
}

/// Gives a bad move its glyph, and adds the better line as a variation.
pub(crate) fn mark_bad_move(game: &mut Game, node: NodeId, judgement: Judgement, better: &[Move]) {
    let Some(played) = game.node_mut(node) else { return };
    if !played.nags.iter().any(|nag| MOVE_GLYPHS.contains(nag)) {
        played.nags.insert(0, Judgement::nag(judgement));
    }
    let Some(parent) = played.parent() else { return };
    let current = game.current();
    game.go_to(parent);
    for &mv in better.iter().take(VARIATION) {
        if game.play(mv).is_err() {
            // The line goes on after the end of the game, which the search does not always see.
            break;
        }
    }
    game.go_to(current);
}
