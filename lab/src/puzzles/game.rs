//! One game, watched by the full engine until a position makes a puzzle.

use trid_engine::random::{SplitMix64, splitmix64};
use trid_engine::{Engine, Limits, Options, Score, Strength};
use trid_rules::{Color, Game, Move, Position, RuleBook};

use trid_learn::puzzle::{Puzzle, Step};

use super::{
    game_kind::GameKind,
    judge::{self, Judge, win_chance},
    log::LogHeader,
    mates::{self, LONG_PROOF_NODES, PROOF_NODES, mate_solution},
    rating::{Difficulty, Rater, rated_puzzle},
    tactics::tactic_solution,
};

/// Nodes of the search at every ply.
const SCAN_NODES: u64 = 2_000;

/// The full engine plays up to this many plies after the opening, so that puzzles come from all phases of a
/// game.
const STRONG_PLIES: u64 = 60;

/// Its nodes per move: few, and different in each game.
const STRONG_NODES: std::ops::Range<u64> = 500..2_000;

/// Then two engines up to this strength play. Stronger ones make too few mistakes.
const MAX_STRENGTH: u64 = 4;

/// Their nodes per move, fewer than their strengths allow.
const WEAK_NODES: std::ops::Range<u64> = 100..900;

/// Nodes of the full engine per move against a weak engine, until the game is decided.
const WINNER_NODES: u64 = 1_000;

/// Its nodes after that.
const DECIDED_NODES: u64 = 6_000;

/// Nodes of the weak engine.
const LOSER_NODES: u64 = 500;

/// A mate in this many moves or more is long.
const LONG_MATE: u32 = 4;

/// Nodes of the searches that look for a long mate, and for a second move that mates.
const LONG_MATE_NODES: u64 = 60_000;

/// Longer games are abandoned.
const MAX_PLIES: usize = 160;

/// A game is abandoned when it has been decided for this many plies.
const DECIDED_PLIES: u32 = 24;

/// The solver's win chance before the opponent's last move is at most this: otherwise they were already
/// winning.
const NOT_YET_WINNING: f64 = 0.62;

/// Only one game in this many may give an easy puzzle, a single move that strength 1 finds: they are too common.
const EASY_GAMES: u64 = 6;

/// The result of a game.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub(crate) struct GameReport {
    /// Positions that were scanned.
    pub(crate) positions: u32,
    /// Positions that looked like a puzzle.
    pub(crate) candidates: u32,
    /// The puzzle and its difficulty, if one was found.
    pub(crate) puzzle: Option<(Puzzle, Difficulty)>,
}

/// Plays games. The same seed, rule book and number give the same game.
pub(crate) struct Miner {
    players: [Engine; 2],
    judge: Judge,
    rater: Rater,
}

impl Miner {
    /// A miner for one thread.
    #[must_use]
    pub(crate) fn new() -> Miner {
        let player = || Engine::new(Options { hash: 1, ..Options::default() });
        Miner { players: [player(), player()], judge: Judge::new(), rater: Rater::new() }
    }

    /// Plays a game until it ends or a puzzle is found.
    pub(crate) fn mine(&mut self, header: LogHeader, number: u64) -> GameReport {
        let random = Random::new(header.seed, number);
        match header.kind {
            GameKind::WeakEngines => self.mine_weak_engines(header.book, random),
            GameKind::LongMates => self.mine_long_mate(header.book, random),
        }
    }

    fn mine_weak_engines(&mut self, book: RuleBook, mut random: Random) -> GameReport {
        let mut watched = self.balanced_game(book, &mut random);
        let limits = self.choose_players(&mut random);
        let allows_easy = random.below(EASY_GAMES) == 0;
        let mut report = GameReport::default();
        while watched.is_open() {
            let Some((_, score)) = self.judge.scan(&watched.game, SCAN_NODES) else { break };
            report.positions += 1;
            let candidate = watched.candidate(score);
            watched.note(score);
            if let Some((candidate, is_mate)) = candidate {
                report.candidates += 1;
                report.puzzle = self.puzzle(&candidate, is_mate, allows_easy);
                if report.puzzle.is_some() {
                    break;
                }
            }
            let player = &mut self.players[watched.game.position().turn() as usize];
            let Some(mv) = player.search(&watched.game, &limits).best_move() else { break };
            watched.play(mv);
        }
        report
    }

    fn mine_long_mate(&mut self, book: RuleBook, mut random: Random) -> GameReport {
        let mut watched = WatchedGame::with_opening(book, &mut random);
        self.choose_players(&mut random);
        let winner = if random.below(2) == 0 { Color::White } else { Color::Black };
        let mut report = GameReport::default();
        self.judge.fresh_engine();
        while watched.game.ending().is_none() && watched.game.ply() < MAX_PLIES {
            let mv = if watched.game.position().turn() == winner {
                let nodes = if watched.decided > 0 { DECIDED_NODES } else { WINNER_NODES };
                let Some((mv, score)) = self.judge.scan(&watched.game, nodes) else {
                    break;
                };
                watched.note(score);
                report.positions += 1;
                if matches!(score, Score::Mate(moves) if moves >= LONG_MATE)
                    && let Some(candidate) = watched.new_position()
                    && self.judge.has_one_mating_line(&candidate.start, LONG_MATE_NODES)
                {
                    report.candidates += 1;
                    report.puzzle = self.long_mate(&candidate);
                    if report.puzzle.is_some() {
                        break;
                    }
                }
                mv
            } else {
                let loser = &mut self.players[0];
                let limits = Limits::nodes(LOSER_NODES);
                match loser.search(&watched.game, &limits).best_move() {
                    Some(mv) => mv,
                    None => break,
                }
            };
            watched.play(mv);
        }
        report
    }

    fn long_mate(&mut self, candidate: &Candidate) -> Option<(Puzzle, Difficulty)> {
        let steps = mate_solution(&candidate.start, LONG_PROOF_NODES)
            .filter(|steps| steps.len() >= LONG_MATE as usize)?;
        Some(self.rated(candidate, steps))
    }

    /// An opening, continued by the full engine.
    fn balanced_game(&mut self, book: RuleBook, random: &mut Random) -> WatchedGame {
        let mut watched = WatchedGame::with_opening(book, random);
        let nodes = random.within(STRONG_NODES);
        self.judge.fresh_engine();
        for _ in 0..random.below(STRONG_PLIES) {
            let scanned = self.judge.scan(&watched.game, nodes);
            match scanned.filter(|_| watched.is_open()) {
                Some((mv, _)) => watched.play(mv),
                None => break,
            }
        }
        watched
    }

    /// Sets the strengths of the players and returns their limits.
    fn choose_players(&mut self, random: &mut Random) -> Limits {
        for player in &mut self.players {
            let number = 1 + random.below(MAX_STRENGTH) as u8;
            let strength = Strength::new(number).expect("1 to 4 are strengths");
            let options =
                Options { hash: 1, strength, seed: random.0.next_u64(), ..Options::default() };
            player.set_options(options).expect("the size of the table stays the same");
            player.new_game();
        }
        Limits::nodes(random.within(WEAK_NODES))
    }

    fn puzzle(
        &mut self,
        candidate: &Candidate,
        is_mate: bool,
        allows_easy: bool,
    ) -> Option<(Puzzle, Difficulty)> {
        let start = &candidate.start;
        let Miner { judge, rater, .. } = self;
        let steps = if is_mate {
            mate_solution(start, PROOF_NODES)?
        } else {
            if !judge.may_have_one_idea(start, SCAN_NODES) {
                return None;
            }
            let is_suitable = |steps: &[Step]| {
                !candidate.is_recapture(steps)
                    && (allows_easy || steps.len() > 1 || !rater.is_easy(start, steps))
            };
            tactic_solution(judge, start, is_suitable)?
        };
        Some(self.rated(candidate, steps))
    }

    fn rated(&mut self, candidate: &Candidate, steps: Vec<Step>) -> (Puzzle, Difficulty) {
        let Candidate { before, previous, start } = candidate;
        let difficulty = self.rater.difficulty(&mut self.judge, start, &steps);
        (rated_puzzle(before, *previous, steps, difficulty), difficulty)
    }
}

impl Default for Miner {
    fn default() -> Miner {
        Miner::new()
    }
}

/// A position that may be a puzzle.
struct Candidate {
    before: Position,
    previous: Move,
    start: Position,
}

impl Candidate {
    /// Whether the whole solution is to capture the piece that has just moved.
    fn is_recapture(&self, steps: &[Step]) -> bool {
        let ([Step { answers, .. }], Move::Piece { to, .. }) = (steps, self.previous) else {
            return false;
        };
        self.start.effects(answers[0]).captured.is_some_and(|captured| captured.square == to)
    }
}

/// A game with the scores of its positions.
struct WatchedGame {
    game: Game,
    before: Option<(Position, Move)>,
    /// The score of the last position, for the side that moved then.
    last_score: Option<Score>,
    decided: u32,
}

impl WatchedGame {
    fn new(book: RuleBook, opening: &[Move]) -> WatchedGame {
        let mut watched = WatchedGame {
            game: Game::new(Position::start(book)),
            before: None,
            last_score: None,
            decided: 0,
        };
        opening.iter().for_each(|&mv| watched.play(mv));
        watched
    }

    fn with_opening(book: RuleBook, random: &mut Random) -> WatchedGame {
        let openings = trid_arena::openings(book);
        WatchedGame::new(book, &openings[random.below(openings.len() as u64) as usize])
    }

    fn play(&mut self, mv: Move) {
        let position = self.game.position().clone();
        self.before = Some((position, mv));
        self.game.play(mv).expect("engines and openings play legal moves");
    }

    fn is_open(&self) -> bool {
        // A position may occur for the fifth time.
        self.game.ending().is_none()
            && self.game.position().halfmoves() < 80
            && self.game.ply() < MAX_PLIES
            && self.decided < DECIDED_PLIES
    }

    /// Remembers the score of the position on the board.
    fn note(&mut self, score: Score) {
        let chance = win_chance(score);
        let is_decided = !(0.02..=0.98).contains(&chance);
        self.decided = if is_decided { self.decided + 1 } else { 0 };
        self.last_score = Some(score);
    }

    /// The position on the board, if the opponent has just moved, there is a choice, and it is new.
    fn new_position(&self) -> Option<Candidate> {
        let (before, previous) = self.before.clone()?;
        let start = self.game.position().clone();
        let is_suitable = before.turn() != start.turn()
            && start.pending().is_none()
            && start.count_moves() >= 2
            && self.game.repetitions() == 1;
        is_suitable.then_some(Candidate { before, previous, start })
    }

    /// The position on the board, if it may be a puzzle, and whether that is a mate: the opponent's last move
    /// has allowed a short mate or made it won.
    fn candidate(&self, score: Score) -> Option<(Candidate, bool)> {
        let earlier = self.last_score?.reversed();
        let is_short_mate =
            |score: Score| matches!(score, Score::Mate(moves) if moves <= mates::MAX_MATE);
        let is_mate = is_short_mate(score) && !matches!(earlier, Score::Mate(_));
        let is_tactic = !is_short_mate(score)
            && win_chance(score) >= judge::WON
            && win_chance(earlier) <= NOT_YET_WINNING;
        if is_mate || is_tactic { Some((self.new_position()?, is_mate)) } else { None }
    }
}

/// A deterministic random number generator.
struct Random(SplitMix64);

impl Random {
    /// A generator for one game: games of one seed are independent of each other.
    fn new(seed: u64, number: u64) -> Random {
        Random(SplitMix64::new(splitmix64(splitmix64(seed) ^ number)))
    }

    /// A number of a range that is not empty.
    fn within(&mut self, range: std::ops::Range<u64>) -> u64 {
        range.start + self.below(range.end - range.start)
    }

    /// A number below `limit`, which is not 0.
    fn below(&mut self, limit: u64) -> u64 {
        ((u128::from(self.0.next_u64()) * u128::from(limit)) >> 64) as u64
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_fivefold_repetition_ends_a_game() {
        let mut watched = WatchedGame::new(RuleBook::Revised, &[]);
        let moves = ["a1Wb3W", "a8Bb6B", "b3Wa1W", "b6Ba8B"].map(|text| text.parse().unwrap());
        for mv in moves.into_iter().cycle().take(16) {
            assert!(watched.is_open());
            watched.play(mv);
        }
        assert!(!watched.is_open());
    }

    #[test]
    fn random_numbers_depend_on_seed_and_game() {
        let first = |seed, number| Random::new(seed, number).0.next_u64();
        assert_eq!(first(1, 2), first(1, 2));
        assert_ne!(first(1, 2), first(1, 3));
        assert_ne!(first(1, 2), first(2, 2));
        let mut random = Random::new(5, 5);
        assert!((0..200).all(|_| (3..7).contains(&random.within(3..7))));
    }
}
