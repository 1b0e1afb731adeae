//! One game of a match.

use std::time::Duration;
use std::time::Instant;

use trid_rules::{Color, Move, Position};

use super::player::{Player, PlayerKind};
use crate::{ClockState, Limits};

/// The limits under which a match is played.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TimeControl {
    /// Nodes per move.
    Nodes(u64),
    /// Time per move.
    MoveTime(Duration),
    /// Time for the game, and increment per move.
    Clock(Duration, Duration),
}

/// Why a game ended.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum EndReason {
    /// The side to move is checkmated.
    Checkmate,
    /// The side to move has no legal move and is not in check.
    Stalemate,
    /// The position occurred three times.
    Threefold,
    /// 50 moves by each side without a capture or a pawn move.
    FiftyMoves,
    /// King against king.
    BareKings,
    /// A player's clock ran out.
    Time,
    /// A player did not return a legal move.
    Illegal,
}

impl EndReason {
    /// The name used in reports.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            EndReason::Checkmate => "checkmate",
            EndReason::Stalemate => "stalemate",
            EndReason::Threefold => "threefold",
            EndReason::FiftyMoves => "fifty moves",
            EndReason::BareKings => "bare kings",
            EndReason::Time => "time",
            EndReason::Illegal => "illegal move",
        }
    }
}

/// How a game ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Ending {
    /// `None` for a draw.
    pub winner: Option<Color>,
    /// Why it ended.
    pub reason: EndReason,
}

/// A game to play.
#[derive(Clone, Debug)]
pub struct MatchGame {
    /// The players of White and Black.
    pub players: [PlayerKind; 2],
    /// Moves played before the players take over.
    pub opening: Vec<Move>,
    /// The position before the opening.
    pub start: Position,
    /// The time control.
    pub time_control: TimeControl,
    /// Size of each engine's transposition table in MiB.
    pub hash: usize,
    /// Seed of players that choose at random.
    pub seed: u64,
}

/// A finished game.
#[derive(Clone, Debug)]
pub struct PlayedGame {
    /// All moves from the start, including the opening.
    pub moves: Vec<Move>,
    /// How it ended.
    pub ending: Ending,
}

impl MatchGame {
    /// Plays the game to the end.
    #[must_use]
    pub fn play(&self) -> PlayedGame {
        let mut position = self.start.clone();
        let mut history = Vec::new();
        let mut moves = Vec::new();
        for &mv in &self.opening {
            history.push(position.key());
            position.play_unchecked(mv);
            moves.push(mv);
        }
        let mut players = [0, 1].map(|side| {
            Player::new(
                self.players[side],
                self.seed.wrapping_mul(2).wrapping_add(side as u64),
                self.hash,
            )
        });
        let mut clocks = match self.time_control {
            TimeControl::Clock(time, _) => Some([time; 2]),
            TimeControl::Nodes(_) | TimeControl::MoveTime(_) => None,
        };
        loop {
            if let Some(ending) = ending(&position, &history) {
                return PlayedGame { moves, ending };
            }
            let turn = position.turn();
            let lost = |reason| Ending { winner: Some(turn.other()), reason };
            let started = Instant::now();
            let limits = self.limits(clocks, turn);
            let choice = players[turn as usize].choose_move(&position, &history, &limits);
            let Some(mv) = choice.filter(|&mv| position.is_legal(mv)) else {
                return PlayedGame { moves, ending: lost(EndReason::Illegal) };
            };
            if let (Some(clocks), TimeControl::Clock(_, increment)) =
                (&mut clocks, self.time_control)
            {
                let clock = &mut clocks[turn as usize];
                match clock.checked_sub(started.elapsed()) {
                    Some(remaining) => *clock = remaining + increment,
                    None => return PlayedGame { moves, ending: lost(EndReason::Time) },
                }
            }
            history.push(position.key());
            position.play_unchecked(mv);
            moves.push(mv);
        }
    }

    fn limits(&self, clocks: Option<[Duration; 2]>, turn: Color) -> Limits {
        match (self.time_control, clocks) {
            (TimeControl::Clock(_, increment), Some(clocks)) => {
                let remaining = clocks[turn as usize];
                Limits {
                    clock: Some(ClockState { remaining, increment, moves_to_go: None }),
                    ..Limits::default()
                }
            }
            (TimeControl::MoveTime(time), _) => Limits::move_time(time),
            (TimeControl::Nodes(nodes), _) => Limits::nodes(nodes),
            (TimeControl::Clock(..), None) => unreachable!("a clock control sets the clocks"),
        }
    }
}

/// How a position ends the game, if it does. Claimable draws are claimed.
pub(crate) fn ending(position: &Position, history: &[u64]) -> Option<Ending> {
    let draw = |reason| Some(Ending { winner: None, reason });
    match position.ending() {
        Some(trid_rules::Ending::Checkmate { winner }) => {
            return Some(Ending { winner: Some(winner), reason: EndReason::Checkmate });
        }
        Some(_) => return draw(EndReason::Stalemate),
        None => {}
    }
    if position.occupied().len() == 2 {
        return draw(EndReason::BareKings);
    }
    if position.halfmoves() >= 100 {
        return draw(EndReason::FiftyMoves);
    }
    // Search the whole game: a pawn carried back and forth resets the halfmove clock, yet repeats positions.
    let earlier = history.iter().filter(|&&key| key == position.key()).count();
    if earlier >= 2 {
        return draw(EndReason::Threefold);
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use trid_rules::RuleBook;

    fn game(
        white: PlayerKind,
        black: PlayerKind,
        book: RuleBook,
        time_control: TimeControl,
    ) -> MatchGame {
        let start = Position::start(book);
        MatchGame {
            players: [white, black],
            opening: Vec::new(),
            start,
            time_control,
            hash: 1,
            seed: 1,
        }
    }

    #[test]
    fn games_are_reproducible() {
        for book in RuleBook::ALL {
            let game = game(
                PlayerKind::Strength(crate::Strength::new(2).unwrap()),
                PlayerKind::Greedy,
                book,
                TimeControl::Nodes(500),
            );
            let [first, second] = [game.play(), game.play()];
            assert_eq!(first.moves, second.moves);
            assert_eq!(first.ending, second.ending);
        }
    }

    /// A pawn carried back and forth resets the halfmove clock each time, yet repeats the position.
    #[test]
    fn repetition_with_a_carried_pawn_is_a_draw() {
        let tfen = "4/4/4/K3|4/4/4/4|4/3k/4/4|KL1w:2/2,QL3w:1P/2,QL6b:2/2,KL6b:2/2 w - - - - - 0 1";
        for book in RuleBook::ALL {
            let mut position = Position::from_tfen(tfen, book).unwrap();
            let mut history = Vec::new();
            let mut endings = Vec::new();
            for text in ["QL3-KL3", "d7Bd8B", "KL3-QL3", "d8Bd7B"].repeat(3) {
                history.push(position.key());
                position = position.play(text.parse().unwrap()).unwrap();
                assert!(position.halfmoves() <= 1);
                endings.extend(ending(&position, &history));
            }
            assert_eq!(
                endings.first(),
                Some(&Ending { winner: None, reason: EndReason::Threefold })
            );
        }
    }

    #[test]
    fn the_engine_beats_random_moves() {
        for book in RuleBook::ALL {
            let played =
                game(PlayerKind::Full, PlayerKind::Random, book, TimeControl::Nodes(2_000)).play();
            assert_eq!(
                played.ending,
                Ending { winner: Some(Color::White), reason: EndReason::Checkmate }
            );
        }
    }
}
