//! Evaluations in a game: stored one position at a time, and read back as a report.

use trid_records::Record;
use trid_rules::{Game, Move, game::NodeId};

use crate::annotate::mark_bad_move;
use crate::{EvaluatedPosition, GameReport, Judgement, PositionScore};

/// The scores of the main line's positions, from the start. `None` where none is stored.
#[must_use]
pub fn stored_scores(game: &Game) -> Vec<Option<PositionScore>> {
    let nodes = main_line_positions(game);
    let mut scores: Vec<Option<PositionScore>> = nodes
        .iter()
        .map(|&id| Some(PositionScore::Evaluated(game.node(id)?.evaluation?)))
        .collect();
    // A game can be over only at the end of a line.
    if let (Some(&last), Some(score)) = (nodes.last(), scores.last_mut()) {
        *score = ended_at(game, last).or(*score);
    }
    scores
}

/// The position of the main line to evaluate next: the last one without a score. What a search finds in a later
/// position helps it in the earlier ones, and a move can be graded as soon as the position before it is evaluated.
#[must_use]
pub fn next_to_evaluate(game: &Game) -> Option<NodeId> {
    let missing = stored_scores(game).iter().rposition(Option::is_none)?;
    main_line_positions(game).get(missing).copied()
}

/// Stores the evaluation of a position of the main line. The move played there gets a glyph and a better variation if it
/// was bad. The current position stays the same. Returns false if the position is not on the main line.
pub fn store_evaluation(game: &mut Game, node: NodeId, evaluated: &EvaluatedPosition) -> bool {
    let nodes = main_line_positions(game);
    let Some(index) = nodes.iter().position(|&id| id == node) else { return false };
    let scores = stored_scores(game);
    let played = nodes.get(index + 1).copied();
    let after = scores.get(index + 1).copied().flatten();
    let score = match (played, after) {
        (Some(played), Some(after)) => settled_score(game, played, evaluated, after),
        _ => evaluated.score,
    };
    let Some(stored) = game.node_mut(node) else { return false };
    stored.evaluation = score.evaluation();
    if let (Some(played), Some(after)) = (played, after) {
        grade(game, played, score, after, &evaluated.best);
    }
    if let Some(before) = index.checked_sub(1).and_then(|index| scores[index]) {
        grade(game, node, before, score, &[]);
    }
    true
}

/// Removes the evaluations of the main line, and the glyphs that agree with them. Variations stay.
pub fn remove_evaluations(record: &mut Record) {
    let judgements: Vec<Option<Judgement>> = GameReport::from_stored(record)
        .map(|report| report.plies.iter().map(|ply| ply.judgement).collect())
        .unwrap_or_default();
    let game = &mut record.game;
    for (index, id) in main_line_positions(game).into_iter().enumerate() {
        let Some(node) = game.node_mut(id) else { continue };
        node.evaluation = None;
        let judgement = index.checked_sub(1).and_then(|ply| *judgements.get(ply)?);
        if let Some(judgement) = judgement {
            node.nags.retain(|&nag| nag != judgement.nag());
        }
    }
}

impl GameReport {
    /// The report on a game that has an evaluation of every position after a move; `None` if one is missing
    /// or there are no moves. Without an evaluation of the start, the first move counts as the best one.
    #[must_use]
    pub fn from_stored(record: &Record) -> Option<GameReport> {
        let nodes = main_line_positions(&record.game);
        let mut scores = stored_scores(&record.game);
        scores[0] = scores[0].or(*scores.get(1)?);
        let scores: Vec<PositionScore> = scores.into_iter().collect::<Option<_>>()?;
        let better = |index: usize| {
            let (Some(&played), Some(&after)) = (nodes.get(index + 1), scores.get(index + 1))
            else {
                return Vec::new();
            };
            match judgement(&record.game, played, scores[index], after) {
                Some(_) => last_alternative(&record.game, played),
                None => Vec::new(),
            }
        };
        let positions: Vec<EvaluatedPosition> = (0..scores.len())
            .map(|index| EvaluatedPosition { score: scores[index], best: better(index) })
            .collect();
        Some(GameReport::new(record, &positions))
    }
}

/// The score of a position, given that of the position after the move played. If that move is the best one, the later
/// search has seen one ply more.
pub(crate) fn settled_score(
    game: &Game,
    played: NodeId,
    evaluated: &EvaluatedPosition,
    after: PositionScore,
) -> PositionScore {
    let Some(node) = game.node(played) else { return evaluated.score };
    let parent = node.parent().and_then(|parent| game.node(parent));
    match parent.map(|parent| parent.position().turn()) {
        Some(mover) if node.mv() == evaluated.best.first().copied() => {
            after.before_best(mover, node.position().turn() != mover)
        }
        _ => evaluated.score,
    }
}

/// The nodes of the main line, with the root.
fn main_line_positions(game: &Game) -> Vec<NodeId> {
    let mut nodes = vec![game.root()];
    nodes.extend(game.main_line());
    nodes
}

fn ended_at(game: &Game, node: NodeId) -> Option<PositionScore> {
    let mut game = game.clone();
    game.go_to(node);
    PositionScore::of_ended(&game)
}

fn grade(
    game: &mut Game,
    played: NodeId,
    before: PositionScore,
    after: PositionScore,
    better: &[Move],
) {
    if let Some(judgement) = judgement(game, played, before, after) {
        mark_bad_move(game, played, judgement, better);
    }
}

fn judgement(
    game: &Game,
    played: NodeId,
    before: PositionScore,
    after: PositionScore,
) -> Option<Judgement> {
    let parent = game.node(game.node(played)?.parent()?)?;
    Judgement::from_loss(before.loss(after, parent.position().turn()))
}

/// The line of the last alternative to a move: reports add theirs after those of the file.
pub(crate) fn last_alternative(game: &Game, played: NodeId) -> Vec<Move> {
    let siblings = game.node(played).and_then(|node| game.node(node.parent()?));
    let mut next = siblings
        .and_then(|parent| parent.children().iter().rev().find(|&&child| child != played).copied());
    let mut moves = Vec::new();
    while let Some(node) = next.and_then(|id| game.node(id)) {
        moves.extend(node.mv());
        next = node.children().first().copied();
    }
    moves
}
