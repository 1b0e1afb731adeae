//! One game of a match.

use std::{
    str::FromStr,
    time::{Duration, Instant},
};

use trid_engine::{ClockState, Limits};
use trid_rules::{Color, Game, Move, Position};

use super::player::{Player, PlayerKind};

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

/// A text is not a time control.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{0:?} is not a time control like 20000 (nodes), 20ms or 400ms+4ms")]
pub struct ParseTimeControlError(String);

/// Reads `20000` (nodes per move), `20ms` (time per move) or `400ms+4ms` (time per game and increment).
impl FromStr for TimeControl {
    type Err = ParseTimeControlError;

    fn from_str(text: &str) -> Result<TimeControl, ParseTimeControlError> {
        let time = |text: &str| text.strip_suffix("ms")?.parse().ok().map(Duration::from_millis);
        match text.split_once('+') {
            Some((left, increment)) => time(left)
                .zip(time(increment))
                .map(|(left, increment)| TimeControl::Clock(left, increment)),
            None => time(text)
                .map(TimeControl::MoveTime)
                .or_else(|| text.parse().ok().map(TimeControl::Nodes)),
        }
        .ok_or_else(|| ParseTimeControlError(text.chars().take(40).collect()))
    }
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

impl MatchGame {
    /// Plays the game to the end. A player that returns no legal move resigns.
    #[must_use]
    pub fn play(&self) -> Game {
        let mut game = Game::new(self.start.clone());
        for &mv in &self.opening {
            game.play(mv).expect("the opening is legal");
        }
        let mut players = [0, 1].map(|side| {
            Player::new(
                self.players[side].clone(),
                self.start.book(),
                self.seed.wrapping_mul(2).wrapping_add(side as u64),
                self.hash,
            )
        });
        let mut clocks = match self.time_control {
            TimeControl::Clock(time, _) => Some([time; 2]),
            TimeControl::Nodes(_) | TimeControl::MoveTime(_) => None,
        };
        while !is_over(&mut game) {
            let turn = game.position().turn();
            let started = Instant::now();
            let limits = self.limits(clocks, turn);
            let choice = players[turn as usize].choose_move(&game, &limits);
            let Some(mv) = choice.filter(|&mv| game.position().is_legal(mv)) else {
                game.resign(turn).expect("the game is not over");
                break;
            };
            if let (Some(clocks), TimeControl::Clock(_, increment)) =
                (&mut clocks, self.time_control)
            {
                let clock = &mut clocks[turn as usize];
                match clock.checked_sub(started.elapsed()) {
                    Some(remaining) => *clock = remaining + increment,
                    None => {
                        game.flag(turn).expect("the game is not over");
                        break;
                    }
                }
            }
            game.play(mv).expect("the move is legal and the game is not over");
        }
        game
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

/// Whether the game is over. Claimable draws are claimed.
pub fn is_over(game: &mut Game) -> bool {
    if game.ending().is_none()
        && let Some(&claim) = game.claims().first()
    {
        game.claim(game.position().turn(), claim).expect("the claim is offered");
    }
    game.ending().is_some()
}

#[cfg(test)]
mod tests {
    use super::*;
    use trid_rules::{Ending, RuleBook, game::DrawReason};

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
    fn time_controls_are_read_exactly() {
        let ms = Duration::from_millis;
        assert_eq!("5000".parse(), Ok(TimeControl::Nodes(5_000)));
        assert_eq!("20ms".parse(), Ok(TimeControl::MoveTime(ms(20))));
        assert_eq!("400ms+4ms".parse(), Ok(TimeControl::Clock(ms(400), ms(4))));
        for bad in ["", "20 ms", "20s", "400ms+", "400+4", "-5", "5000+4ms"] {
            assert!(bad.parse::<TimeControl>().is_err(), "{bad}");
        }
    }

    #[test]
    fn games_are_reproducible() {
        for book in RuleBook::ALL {
            let game = game(
                PlayerKind::Strength(trid_engine::Strength::new(2).unwrap()),
                PlayerKind::Greedy,
                book,
                TimeControl::Nodes(500),
            );
            let [first, second] = [game.play(), game.play()];
            assert_eq!(first, second);
            assert!(first.ending().is_some());
        }
    }

    /// A pawn carried back and forth resets the halfmove clock each time, yet repeats the position.
    #[test]
    fn repetition_with_a_carried_pawn_is_a_draw() {
        let tfen = "4/4/4/K3|4/4/4/4|4/3k/4/4|KL1w:2/2,QL3w:1P/2,QL6b:2/2,KL6b:2/2 w - - - - - 0 1";
        for book in RuleBook::ALL {
            let mut game = Game::new(Position::from_tfen(tfen, book).unwrap());
            let texts = ["QL3-KL3", "d7Bd8B", "KL3-QL3", "d8Bd7B"].repeat(3);
            for text in texts {
                game.play(game.read_move(text).unwrap()).unwrap();
                assert!(game.position().halfmoves() <= 1);
                if is_over(&mut game) {
                    break;
                }
            }
            assert_eq!(game.ending(), Some(Ending::Draw(DrawReason::Threefold)));
        }
    }

    /// The result of a match must be the one of its record.
    #[test]
    fn a_flag_against_a_bare_king_is_a_draw() {
        let tfen =
            "4/4/4/K3|4/4/4/4|4/3k/1r2/4|KL1w:2/2,QL3w:2/2,QL6b:2/2,KL6b:2/2 b - - - - - 0 1";
        let time_control = TimeControl::Clock(Duration::ZERO, Duration::ZERO);
        let mut game =
            game(PlayerKind::Random, PlayerKind::Random, RuleBook::Revised, time_control);
        game.start = Position::from_tfen(tfen, RuleBook::Revised).unwrap();
        let ending = game.play().ending();
        assert_eq!(ending, Some(Ending::Timeout { flagged: Color::Black, drawn: true }));
    }

    #[test]
    fn the_engine_beats_random_moves() {
        for book in RuleBook::ALL {
            let played =
                game(PlayerKind::Full, PlayerKind::Random, book, TimeControl::Nodes(2_000)).play();
            assert_eq!(played.ending(), Some(Ending::Checkmate { winner: Color::White }));
        }
    }
}
