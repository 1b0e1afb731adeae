//! The table at which a game is played: its events replayed into who sits where, the game, the clocks and the offers.

use std::fmt;

use trid_rules::{Claim, Color, Ending, Game, Move, Position, RuleBook, Status};

use crate::clock::Millis;
use crate::clocks::Clocks;
use crate::identity::{GameId, PlayerId};
use crate::wire::{
    Access, ColorChoice, EndStatus, Event, GameState, GameSummary, Happening, Player, Points,
    Remaining, TimeControl,
};

/// A real-time game in which one of the first two moves is not made for so long is called off.
pub(crate) const FIRST_MOVE_WITHIN: Millis = 300_000;
/// An opponent who is gone for so long, in his turn, may be claimed against.
pub(crate) const GONE_AFTER: Millis = 60_000;
/// In a game without a clock he must have been to move for so long besides.
pub(crate) const OVERDUE_AFTER: Millis = 3 * 86_400_000;

/// What was agreed before the first move.
#[derive(Clone, Debug)]
pub(crate) struct Terms {
    pub(crate) rules: RuleBook,
    pub(crate) start: Option<String>,
    pub(crate) clock: TimeControl,
    pub(crate) access: Access,
    pub(crate) by: Player,
    pub(crate) color: ColorChoice,
}

/// How the game ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct End {
    pub(crate) status: EndStatus,
    pub(crate) result: Points,
    pub(crate) reason: Option<String>,
}

/// What the passing of time alone brings about.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Due {
    /// This side's flag falls.
    Flag(Color),
    /// The game is called off for want of a first move.
    NoFirstMove,
}

/// What a player has asked for and may not ask for again for now.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Asked {
    /// A draw, since his last move.
    pub(crate) draw: bool,
    /// A takeback, since his last move.
    pub(crate) takeback: bool,
    /// A rematch, which was declined.
    pub(crate) rematch: bool,
}

/// A game between two seats, as its events tell it.
#[derive(Clone, Debug)]
pub(crate) struct Table {
    pub(crate) id: GameId,
    pub(crate) terms: Terms,
    pub(crate) players: Option<[Player; 2]>,
    pub(crate) game: Game,
    pub(crate) clocks: Clocks,
    /// Who asks for a takeback.
    pub(crate) takeback: Option<Color>,
    /// Who offers a rematch.
    pub(crate) rematch: Option<Color>,
    pub(crate) asked: [Asked; 2],
    pub(crate) end: Option<End>,
    pub(crate) next_game: Option<GameId>,
    pub(crate) seq: u32,
    /// The event of each ply on the record.
    pub(crate) ply_seqs: Vec<u32>,
    pub(crate) created: Millis,
    pub(crate) updated: Millis,
    /// When whoever is to move began to be.
    pub(crate) turn_since: Millis,
}

impl Table {
    /// Replays a game from its first event on.
    pub(crate) fn replay(id: GameId, events: &[Event]) -> Result<Self, ReplayError> {
        let Some((first, rest)) = events.split_first() else {
            return Err(ReplayError::new(0, "there is no event"));
        };
        let Event { seq: 1, at, what } = first else {
            return Err(ReplayError::new(first.seq, "it is not the first event"));
        };
        let Happening::Created { rules, start, clock, access, by, color, .. } = what.clone() else {
            return Err(ReplayError::new(1, "a game begins with its creation"));
        };
        let position =
            start_position(rules, start.as_deref()).map_err(|error| ReplayError::new(1, error))?;
        let mut table = Self {
            id,
            terms: Terms { rules, start, clock, access, by, color },
            players: None,
            game: Game::new(position),
            clocks: Clocks::new(clock),
            takeback: None,
            rematch: None,
            asked: [Asked::default(); 2],
            end: None,
            next_game: None,
            seq: 1,
            ply_seqs: Vec::new(),
            created: *at,
            updated: *at,
            turn_since: *at,
        };
        for event in rest {
            table.apply(event)?;
        }
        Ok(table)
    }

    /// Takes the next event. One that does not fit means that what is stored is broken.
    pub(crate) fn apply(&mut self, event: &Event) -> Result<(), ReplayError> {
        let failed = |message: String| ReplayError::new(event.seq, message);
        if event.seq != self.seq + 1 {
            return Err(failed(format!("it follows event {}", self.seq)));
        }
        match &event.what {
            Happening::Created { .. } => {
                return Err(failed("the game is there already".to_owned()));
            }
            Happening::Started { white, black } => {
                self.players = Some([white.clone(), black.clone()]);
                self.turn_since = event.at;
                self.run_clock(None, event.at);
            }
            Happening::Moved { mv, clocks } => {
                let mv = mv.parse().map_err(|error| failed(format!("{error}")))?;
                let mover = self.game.position().turn();
                self.game.play(mv).map_err(|error| failed(error.to_string()))?;
                self.ply_seqs.push(event.seq);
                self.takeback = None;
                self.asked[mover as usize] = Asked::default();
                self.turn_since = event.at;
                self.run_clock(*clocks, event.at);
            }
            Happening::DrawOffered { by } => {
                self.game.offer_draw(*by).map_err(|error| failed(error.to_string()))?;
                self.asked[*by as usize].draw = true;
            }
            Happening::DrawDeclined { by } => {
                self.game.decline_draw(*by).map_err(|error| failed(error.to_string()))?;
            }
            Happening::TakebackAsked { by } => {
                self.takeback = Some(*by);
                self.asked[*by as usize].takeback = true;
            }
            Happening::TakebackDeclined { .. } => self.takeback = None,
            Happening::TookBack { ply, clocks, .. } => {
                let ply = usize::try_from(*ply).expect("a ply fits");
                if !self.game.jump(ply) {
                    return Err(failed(format!("there is no ply {ply}")));
                }
                self.game.truncate();
                self.ply_seqs.truncate(ply);
                self.takeback = None;
                self.turn_since = event.at;
                self.run_clock(*clocks, event.at);
            }
            Happening::Resumed { clocks } => {
                self.turn_since = event.at;
                self.run_clock(Some(*clocks), event.at);
            }
            Happening::Ended { status, result, reason } => {
                let end = End { status: *status, result: *result, reason: reason.clone() };
                self.declare(&end).map_err(failed)?;
                self.end = Some(end);
                self.takeback = None;
                let remaining = self.clocks.remaining();
                self.clocks.set(remaining, None, event.at);
            }
            Happening::RematchOffered { by } => self.rematch = Some(*by),
            Happening::RematchDeclined { by } => {
                self.rematch = None;
                self.asked[by.other() as usize].rematch = true;
            }
            Happening::RematchStarted { game } => {
                self.rematch = None;
                self.next_game = Some(game.clone());
            }
        }
        self.seq = event.seq;
        self.updated = event.at;
        Ok(())
    }

    /// Tells the game of an ending that its position alone does not show.
    fn declare(&mut self, end: &End) -> Result<(), String> {
        if self.game.ending().is_some() {
            return Ok(());
        }
        let loser = match end.result {
            Points::White => Some(Color::Black),
            Points::Black => Some(Color::White),
            Points::Draw | Points::None => None,
        };
        let turn = self.game.position().turn();
        let declared = match (end.status, loser) {
            (EndStatus::Resigned, Some(loser)) => self.game.resign(loser),
            (EndStatus::Timeout, loser) => self.game.flag(loser.unwrap_or(turn)),
            (EndStatus::Aborted, _) => self.game.abort(),
            (EndStatus::Draw, _) => match end.reason.as_deref() {
                Some("threefold") => self.game.claim(turn, Claim::Threefold),
                Some("fifty") => self.game.claim(turn, Claim::Fifty),
                _ => self.game.offer_draw(turn).and_then(|()| match self.game.ending() {
                    Some(_) => Ok(()),
                    None => self.game.accept_draw(turn.other()),
                }),
            },
            _ => return Err(format!("{:?} is no end of this game", end.status)),
        };
        declared.map_err(|error| error.to_string())
    }

    /// How many turns have ended: a forced promotion ends none.
    pub(crate) fn turns(&self) -> usize {
        let ends = |mv| !matches!(mv, Move::Promote { .. });
        self.game.moves().take(self.game.ply()).filter(|played| ends(played.mv)).count()
    }

    /// Lets the clock of the side to move run, where it shall: a real-time clock from the third turn on.
    fn run_clock(&mut self, remaining: Option<Remaining>, at: Millis) {
        let runs = match self.terms.clock {
            TimeControl::Unlimited {} => false,
            TimeControl::RealTime { .. } => self.turns() >= 2,
            TimeControl::Days { .. } => true,
        };
        let ongoing = self.game.status() == Status::Ongoing;
        let running = (runs && ongoing).then(|| self.game.position().turn());
        self.clocks.set(remaining, running, at);
    }

    /// The seat of a player.
    pub(crate) fn seat_of(&self, player: &PlayerId) -> Option<Color> {
        let players = self.players.as_ref()?;
        Color::ALL.into_iter().find(|&color| players[color as usize].id == *player)
    }

    /// Where the game is in its life.
    pub(crate) const fn state(&self) -> GameState {
        match (&self.end, &self.players) {
            (Some(_), _) => GameState::Finished,
            (None, Some(_)) => GameState::Live,
            (None, None) => GameState::Open,
        }
    }

    /// What time alone will bring about, and when.
    pub(crate) fn deadline(&self) -> Option<(Millis, Due)> {
        if self.state() != GameState::Live {
            return None;
        }
        if let Some((color, fall)) = self.clocks.fall() {
            return Some((fall, Due::Flag(color)));
        }
        matches!(self.terms.clock, TimeControl::RealTime { .. })
            .then_some((self.turn_since + FIRST_MOVE_WITHIN, Due::NoFirstMove))
    }

    /// After how long an opponent who is gone may be claimed against.
    pub(crate) const fn gone_after(&self) -> Option<Millis> {
        match self.terms.clock {
            TimeControl::Unlimited {} | TimeControl::RealTime { .. } => Some(GONE_AFTER),
            TimeControl::Days { .. } => None,
        }
    }

    /// For how long he must have been to move besides.
    pub(crate) fn overdue_after(&self) -> Option<Millis> {
        matches!(self.terms.clock, TimeControl::Unlimited {}).then_some(OVERDUE_AFTER)
    }

    /// The game as lists show it.
    pub(crate) fn summary(&self) -> GameSummary {
        let position = self.game.position();
        let player = |color: Color| self.players.as_ref().map(|all| all[color as usize].clone());
        let Terms { rules, start, clock, access, by, color } = &self.terms;
        GameSummary {
            id: self.id.clone(),
            state: self.state(),
            rules: *rules,
            custom_start: start.is_some(),
            access: *access,
            clock: *clock,
            by: by.clone(),
            color: *color,
            white: player(Color::White),
            black: player(Color::Black),
            created: self.created,
            updated: self.updated,
            seq: self.seq,
            plies: u32::try_from(self.game.ply()).unwrap_or(u32::MAX),
            turn: position.turn(),
            tfen: position.to_tfen(),
            last: self.game.last().map(|mv| mv.to_string()),
            status: self.end.as_ref().map(|end| end.status),
            result: self.end.as_ref().map_or(Points::None, |end| end.result),
            reason: self.end.as_ref().and_then(|end| end.reason.clone()),
        }
    }
}

impl From<Ending> for End {
    fn from(ending: Ending) -> Self {
        let status = match ending.status() {
            Status::Checkmate => EndStatus::Checkmate,
            Status::Stalemate => EndStatus::Stalemate,
            Status::Resigned => EndStatus::Resigned,
            Status::Timeout => EndStatus::Timeout,
            Status::Aborted => EndStatus::Aborted,
            Status::Draw | Status::Ongoing => EndStatus::Draw,
        };
        let result = match ending.result() {
            trid_rules::GameResult::White => Points::White,
            trid_rules::GameResult::Black => Points::Black,
            trid_rules::GameResult::Draw => Points::Draw,
            trid_rules::GameResult::None => Points::None,
        };
        Self { status, result, reason: ending.reason().map(|reason| reason.name().to_owned()) }
    }
}

impl From<End> for Happening {
    fn from(End { status, result, reason }: End) -> Self {
        Self::Ended { status, result, reason }
    }
}

/// The position a game begins with.
pub(crate) fn start_position(rules: RuleBook, start: Option<&str>) -> Result<Position, String> {
    match start {
        None => Ok(Position::start(rules)),
        Some(text) => Position::from_tfen(text, rules).map_err(|error| error.to_string()),
    }
}

/// Stored events that do not make a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct ReplayError {
    seq: u32,
    message: String,
}

impl ReplayError {
    fn new(seq: u32, message: impl Into<String>) -> Self {
        Self { seq, message: message.into() }
    }
}

impl fmt::Display for ReplayError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "event {} does not fit: {}", self.seq, self.message)
    }
}

impl std::error::Error for ReplayError {}
