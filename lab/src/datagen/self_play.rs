//! One self-play game: a random opening, moves by node limit, and adjudication.

use trid_engine::{Engine, Limits, Score};
use trid_rules::{Color, Game, Position, RuleBook};

use super::{
    Random,
    game_file::{Ply, SelfPlayGame, Settings},
    opening::random_opening,
};

/// A game is won at this many centipawns for this many plies in a row.
const WIN: (i32, u32) = (1_250, 5);

/// After [`DRAW_FROM`] plies, a game is drawn at no more than this many centipawns for this many plies in a row.
const DRAW: (i32, u32) = (10, 10);
const DRAW_FROM: usize = 70;

/// Longer games are draws.
const MAX_PLIES: usize = 400;

/// Plays the game with this number. Games alternate between the rule books.
pub(super) fn play(engine: &mut Engine, settings: Settings, number: u64) -> SelfPlayGame {
    let book = RuleBook::ALL[(number % 2) as usize];
    let nodes = u64::from(settings.nodes);
    let mut random = Random::for_game(settings.seed, number);
    engine.new_game();
    let opening = random_opening(engine, &mut random, book, nodes);
    let mut game = Game::new(Position::start(book));
    let mut plies = Vec::new();
    for &mv in &opening {
        game.play(mv).expect("the opening is legal");
        plies.push(Ply { mv, score: 0 });
    }
    let mut adjudicator = Adjudicator::default();
    let winner = loop {
        if trid_arena::is_over(&mut game) {
            break game.result().winner();
        }
        if plies.len() >= MAX_PLIES {
            break None;
        }
        let result = engine.search(&game, &Limits::nodes(nodes));
        let (Some(mv), Some(score)) = (result.best_move(), result.score()) else {
            unreachable!("a game that has not ended has a legal move");
        };
        let turn = game.position().turn();
        game.play(mv).expect("the engine plays legal moves");
        plies.push(Ply::new(mv, score));
        if let Some(winner) = adjudicator.decide(plies.len(), turn, score) {
            break winner;
        }
    };
    SelfPlayGame { book, winner, opening: opening.len() as u8, plies }
}

/// Ends games whose result is clear from the scores of both sides.
#[derive(Default)]
struct Adjudicator {
    /// The side that is winning, and for how many plies.
    winning: Option<(Color, u32)>,
    /// For how many plies the score has been even.
    even: u32,
}

impl Adjudicator {
    /// The winner, or `None` for a draw, once the game is decided.
    fn decide(&mut self, plies: usize, turn: Color, score: Score) -> Option<Option<Color>> {
        let value = match score {
            Score::Centipawns(value) => value,
            Score::Mate(_) => return Some(Some(turn)),
            Score::Mated(_) => return Some(Some(turn.other())),
        };
        self.winning = if value.abs() < WIN.0 {
            None
        } else {
            let side = if value > 0 { turn } else { turn.other() };
            let before = self.winning.filter(|&(winning, _)| winning == side);
            Some((side, before.map_or(0, |(_, count)| count) + 1))
        };
        let is_even = value.abs() <= DRAW.0 && plies > DRAW_FROM;
        self.even = if is_even { self.even + 1 } else { 0 };
        match self.winning {
            Some((side, count)) if count >= WIN.1 => Some(Some(side)),
            _ => (self.even >= DRAW.1).then_some(None),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use trid_engine::Options;

    #[track_caller]
    fn check(from_ply: usize, scores: &[i32], expected: Option<(usize, Option<Color>)>) {
        let mut adjudicator = Adjudicator::default();
        let decided = scores.iter().enumerate().find_map(|(index, &white)| {
            let turn = if index % 2 == 0 { Color::White } else { Color::Black };
            let value = if turn == Color::White { white } else { -white };
            let winner = adjudicator.decide(from_ply + index, turn, Score::Centipawns(value))?;
            Some((index, winner))
        });
        assert_eq!(decided, expected);
    }

    #[test]
    fn games_are_adjudicated() {
        check(1, &[1_250; 8], Some((4, Some(Color::White))));
        check(1, &[-1_400; 8], Some((4, Some(Color::Black))));
        check(1, &[1_300, 1_300, 1_300, 1_300, 1_249, 1_300, 1_300, 1_300], None);
        check(1, &[1_300, 1_300, 1_300, -1_300, 1_300, 1_300], None);
        check(71, &[10, -10, 0, 3, 0, 0, 0, 0, 0, 0, 0], Some((9, None)));
        check(71, &[10, -10, 0, 3, 0, 11, 0, 0, 0, 0, 0], None);
        check(60, &[0; 20], None);
        check(60, &[0; 25], Some((20, None)));
    }

    #[test]
    fn a_mate_decides_at_once() {
        let decide = |turn, score| Adjudicator::default().decide(20, turn, score);
        assert_eq!(decide(Color::Black, Score::Mate(4)), Some(Some(Color::Black)));
        assert_eq!(decide(Color::Black, Score::Mated(4)), Some(Some(Color::White)));
    }

    #[test]
    fn games_are_reproducible_legal_and_different() {
        let settings = Settings { seed: 9, nodes: 60, network: None };
        let mut engine = Engine::new(Options { hash: 1, ..Options::default() });
        let games: Vec<SelfPlayGame> =
            (0..4).map(|number| play(&mut engine, settings, number)).collect();
        for (number, game) in games.iter().enumerate() {
            assert_eq!(game.book, RuleBook::ALL[number % 2]);
            assert!(game.plies.len() > usize::from(game.opening));
            let mut count = 0;
            assert!(game.replay(|_, _, _| count += 1));
            assert_eq!(count, game.plies.len());
            assert!(games[..number].iter().all(|other| other.plies != game.plies));
        }
        let mut engine = Engine::new(Options { hash: 1, ..Options::default() });
        assert_eq!(play(&mut engine, settings, 3), games[3]);
        let other = Settings { seed: 10, ..settings };
        assert_ne!(play(&mut engine, other, 3).plies, games[3].plies);
    }
}
