//! The state of an online game, folded from its events: seats, moves, offers, clocks, result.

mod decide;
mod offers;
mod replay;
#[cfg(test)]
mod tests;

use trid_rules::{Color, Game, GameResult, Move, RuleBook};

use crate::lag::LagQuota;
use crate::{
    Access, Action, ApiError, Clocks, ColorChoice, End, GameId, GameState, GameSummary, Millis,
    Player, PlayerId, Time, TimeControl,
};

pub use decide::{ActionContext, Decision, create};
pub use replay::ReplayError;

/// How long each player of a real-time game has for the first move; then the game is called off.
pub const FIRST_MOVE_TIMEOUT: Millis = 300_000;
/// How long an opponent must be gone within their own turn before a claim.
pub const GONE_AFTER: Millis = 60_000;
/// How long an opponent must have been to move before a claim in a game without a clock.
pub const OVERDUE_AFTER: Millis = 3 * 86_400_000;

/// What was agreed before the first move.
#[derive(Clone, Debug)]
pub struct Terms {
    /// The rule book.
    pub rules: RuleBook,
    /// The start position as T-FEN; `None` for the standard one.
    pub start: Option<String>,
    /// The time control.
    pub clock: TimeControl,
    /// Who can find the game.
    pub access: Access,
    /// The player who created it.
    pub by: Player,
    /// The color that its creator takes.
    pub color: ColorChoice,
}

/// What happens when a deadline passes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Due {
    /// This side's flag falls.
    Flag(Color),
    /// The game is called off because a first move is missing.
    NoFirstMove,
}

/// The requests that a player has used up for now.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, serde::Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct UsedRequests {
    /// A draw, since their last move.
    pub draw: bool,
    /// A takeback, since their last move.
    pub takeback: bool,
    /// A rematch, which was declined.
    pub rematch: bool,
}

/// What a player may ask of the opponent.
#[derive(Clone, Copy, PartialEq, Eq, Debug, serde::Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub enum PlayerRequest {
    /// A draw.
    Draw,
    /// A takeback.
    Takeback,
    /// A rematch.
    Rematch,
}

/// A request that the opponent declined.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Declined {
    /// The player who asked.
    by: Color,
    kind: PlayerRequest,
}

/// A pending offer or request.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Offer {
    by: Color,
    /// The number of its event.
    seq: u32,
}

/// An online game: the state folded from its events. See [`OnlineGame::replay`] and [`OnlineGame::apply`].
#[derive(Clone, Debug)]
pub struct OnlineGame {
    id: GameId,
    terms: Terms,
    players: Option<[Player; 2]>,
    game: Game,
    clocks: Clocks,
    lag_quotas: [LagQuota; 2],
    /// The number of the last draw offer.
    draw_offer_seq: u32,
    takeback: Option<Offer>,
    rematch: Option<Offer>,
    used: [UsedRequests; 2],
    /// The request that the last event declined.
    declined: Option<Declined>,
    end: Option<End>,
    next_game: Option<GameId>,
    seq: u32,
    /// The number of the last event that changed the position.
    position_seq: u32,
    ply_seqs: Vec<u32>,
    created: Time,
    updated: Time,
    turn_since: Time,
}

impl OnlineGame {
    /// The id of the game.
    #[must_use]
    pub const fn id(&self) -> &GameId {
        &self.id
    }

    /// What was agreed before the first move.
    #[must_use]
    pub const fn terms(&self) -> &Terms {
        &self.terms
    }

    /// The player in a seat, once the game has started.
    #[must_use]
    pub fn player(&self, color: Color) -> Option<&Player> {
        self.players.as_ref().map(|players| &players[color as usize])
    }

    /// Ends the game for a player who deletes their identity: it is called off before both sides have moved, and
    /// resigned afterwards.
    ///
    /// # Errors
    /// [`ApiError`] if the player has no part in the game.
    pub fn leave(&self, player: &PlayerId) -> Result<Decision, ApiError> {
        let action = match self.state() {
            GameState::Finished => return Ok(Decision::AlreadyDone(self.seq)),
            GameState::Live if self.turns() >= 2 => Action::Resign {},
            GameState::Open | GameState::Live => Action::Abort {},
        };
        self.decide(player, &action, ActionContext::default())
    }

    /// Removes the display name of a player who deleted their identity.
    pub fn remove_name(&mut self, player: &PlayerId) {
        let seated = self.players.iter_mut().flatten();
        for named in seated.chain([&mut self.terms.by]).filter(|named| named.id == *player) {
            named.name.clear();
        }
    }

    /// The seat of a player.
    #[must_use]
    pub fn seat_of(&self, player: &PlayerId) -> Option<Color> {
        let is_seated = |color| self.player(color).is_some_and(|seated| seated.id == *player);
        Color::ALL.into_iter().find(|&color| is_seated(color))
    }

    /// The moves played so far, and the position.
    #[must_use]
    pub const fn game(&self) -> &Game {
        &self.game
    }

    /// The clocks.
    #[must_use]
    pub const fn clocks(&self) -> &Clocks {
        &self.clocks
    }

    /// The side whose draw offer is pending.
    #[must_use]
    pub fn draw_offer(&self) -> Option<Color> {
        self.game.draw_offer().filter(|_| self.end.is_none())
    }

    /// The side that asks for a takeback.
    #[must_use]
    pub fn takeback(&self) -> Option<Color> {
        self.takeback.map(|offer| offer.by)
    }

    /// The side that offers a rematch.
    #[must_use]
    pub fn rematch(&self) -> Option<Color> {
        self.rematch.map(|offer| offer.by)
    }

    /// The requests that a side has used up for now.
    #[must_use]
    pub const fn used_requests(&self, color: Color) -> UsedRequests {
        self.used[color as usize]
    }

    /// The request of this side that the last event declined, expressly or by a move of the opponent.
    #[must_use]
    pub fn declined(&self, seat: Color) -> Option<PlayerRequest> {
        self.declined.filter(|declined| declined.by == seat).map(|declined| declined.kind)
    }

    /// How the game ended.
    #[must_use]
    pub const fn end(&self) -> Option<End> {
        self.end
    }

    /// The rematch.
    #[must_use]
    pub const fn next_game(&self) -> Option<&GameId> {
        self.next_game.as_ref()
    }

    /// The number of the last event.
    #[must_use]
    pub const fn seq(&self) -> u32 {
        self.seq
    }

    /// The number of the event of each ply.
    #[must_use]
    pub fn ply_seqs(&self) -> &[u32] {
        &self.ply_seqs
    }

    /// When the game was created.
    #[must_use]
    pub const fn created(&self) -> Time {
        self.created
    }

    /// When the last event happened.
    #[must_use]
    pub const fn updated(&self) -> Time {
        self.updated
    }

    /// When the current turn started.
    #[must_use]
    pub const fn turn_since(&self) -> Time {
        self.turn_since
    }

    /// The number of plies played.
    #[must_use]
    pub fn plies(&self) -> u32 {
        u32::try_from(self.game.ply()).unwrap_or(u32::MAX)
    }

    /// The side to move.
    #[must_use]
    pub fn turn(&self) -> Color {
        self.game.position().turn()
    }

    /// The number of completed turns. A forced promotion does not complete one.
    #[must_use]
    pub fn turns(&self) -> usize {
        let ends_turn = |mv| !matches!(mv, Move::Promote { .. });
        self.game.moves().take(self.game.ply()).filter(|played| ends_turn(played.mv)).count()
    }

    /// The stage of the game.
    #[must_use]
    pub const fn state(&self) -> GameState {
        match (&self.end, &self.players) {
            (Some(_), _) => GameState::Finished,
            (None, Some(_)) => GameState::Live,
            (None, None) => GameState::Open,
        }
    }

    /// The next deadline, and what happens then unless someone acts.
    #[must_use]
    pub fn deadline(&self) -> Option<(Time, Due)> {
        if self.state() != GameState::Live {
            return None;
        }
        if let Some((color, fall)) = self.clocks.flag_fall() {
            return Some((fall, Due::Flag(color)));
        }
        matches!(self.terms.clock, TimeControl::RealTime { .. })
            .then_some((self.turn_since + FIRST_MOVE_TIMEOUT, Due::NoFirstMove))
    }

    /// How much of this side's measured lag its next move is not charged for.
    #[must_use]
    pub fn lag_allowance(&self, color: Color, measured: Millis) -> Millis {
        self.lag_quotas[color as usize].allowed(measured)
    }

    /// How long an opponent must be gone within their own turn before a claim; `None` with days for each move, where the clock decides.
    #[must_use]
    pub const fn gone_after(&self) -> Option<Millis> {
        match self.terms.clock {
            TimeControl::Unlimited {} | TimeControl::RealTime { .. } => Some(GONE_AFTER),
            TimeControl::Days { .. } => None,
        }
    }

    /// How long the opponent must also have been to move; `None` with a clock.
    #[must_use]
    pub fn overdue_after(&self) -> Option<Millis> {
        matches!(self.terms.clock, TimeControl::Unlimited {}).then_some(OVERDUE_AFTER)
    }

    /// When this side may claim the game against an opponent who left at `gone_since`: only their absence within their
    /// own turn counts. `None` while the opponent is connected, or where no claim is possible.
    #[must_use]
    pub fn claim_gone_at(&self, seat: Color, gone_since: Option<Time>) -> Option<Time> {
        if self.state() != GameState::Live || self.turn() == seat {
            return None;
        }
        let gone = gone_since?.max(self.turn_since) + self.gone_after()?;
        let overdue = self.overdue_after().map(|after| self.turn_since + after);
        Some(overdue.map_or(gone, |overdue| gone.max(overdue)))
    }

    /// Whether a claim against an absent opponent calls the game off, because not both sides have moved.
    #[must_use]
    pub fn claim_gone_aborts(&self) -> bool {
        self.turns() < 2
    }

    /// The game as lists show it.
    #[must_use]
    pub fn summary(&self) -> GameSummary {
        let position = self.game.position();
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
            white: self.player(Color::White).cloned(),
            black: self.player(Color::Black).cloned(),
            created: self.created,
            updated: self.updated,
            seq: self.seq,
            plies: self.plies(),
            turn: position.turn(),
            tfen: position.to_tfen(),
            last: self.game.last().map(|mv| mv.to_string()),
            status: self.end.map(|end| end.status),
            result: self.end.map_or(GameResult::None, |end| end.result),
            reason: self.end.and_then(|end| end.reason),
        }
    }
}
