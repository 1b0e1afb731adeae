//! A client's view of an online game: the folded state, the board on screen, and a move that is not confirmed yet.

use serde::Serialize;
use trid_rules::{Color, Game, Move, Position, RuleBook, notation::ReadMoveError};

use crate::{
    Action, ActionContext, ColorChoice, End, Event, EventKind, GameId, GameState, OnlineGame,
    Player, PlayerId, PlayerRequest, ReplayError, RunningClocks, Time, TimeControl, UsedRequests,
};

/// A client's view of an online game.
///
/// The board shows any ply of the game. A player's own move is played on it at once, and withdrawn if the server
/// rejects it or something else happens first.
#[derive(Clone, Debug)]
pub struct OnlineView {
    id: GameId,
    online: Option<OnlineGame>,
    player: Option<PlayerId>,
    /// When each player left; `None` while connected.
    gone_since: [Option<Time>; 2],
    board: Game,
    unconfirmed: Option<Move>,
}

/// The state of an online game as a client shows it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct OnlineGameState {
    /// The stage of the game.
    pub state: GameState,
    /// The player who created it.
    pub creator: Player,
    /// The color that its creator takes.
    pub color: ColorChoice,
    /// White, once the game has started.
    pub white: Option<Player>,
    /// Black, once the game has started.
    pub black: Option<Player>,
    /// The time control.
    pub clock: TimeControl,
    /// The client's seat; null for a spectator.
    #[serde(with = "trid_view::json")]
    #[cfg_attr(feature = "typescript", ts(as = "trid_view::json::TypeOf<_>"))]
    pub seat: Option<Color>,
    /// Whether the client created the game.
    pub mine: bool,
    /// The side that offers a draw.
    #[serde(with = "trid_view::json")]
    #[cfg_attr(feature = "typescript", ts(as = "trid_view::json::TypeOf<_>"))]
    pub draw_offer: Option<Color>,
    /// The side that asks for a takeback.
    #[serde(with = "trid_view::json")]
    #[cfg_attr(feature = "typescript", ts(as = "trid_view::json::TypeOf<_>"))]
    pub takeback: Option<Color>,
    /// The side that offers a rematch.
    #[serde(with = "trid_view::json")]
    #[cfg_attr(feature = "typescript", ts(as = "trid_view::json::TypeOf<_>"))]
    pub rematch: Option<Color>,
    /// The rematch.
    pub next_game: Option<GameId>,
    /// The number of the last event. An action that the player decides now carries it as `seen`.
    pub seq: u32,
    /// The number of plies played.
    pub plies: u32,
    /// The number of completed turns.
    pub turns: usize,
    /// The side to move.
    #[serde(with = "trid_view::json")]
    #[cfg_attr(feature = "typescript", ts(as = "trid_view::json::TypeOf<_>"))]
    pub turn: Color,
    /// When the current turn started, in server time.
    pub turn_since: Time,
    /// The requests that each side has used up for now.
    #[serde(rename = "asked")]
    pub used_requests: UsedBySide,
    /// The client's request that the last event declined.
    pub declined: Option<PlayerRequest>,
    /// The names of the actions without parameters that the client may take now.
    #[cfg_attr(feature = "typescript", ts(type = "Array<Action[\"type\"]>"))]
    pub allowed: Vec<&'static str>,
    /// The server time from which the client may claim the game against an opponent who left.
    pub claim_gone_at: Option<Time>,
    /// Whether that claim calls the game off instead of winning it.
    pub claim_gone_aborts: bool,
    /// The clocks; null without one.
    pub clocks: Option<RunningClocks>,
    /// How the game ended.
    pub end: Option<End>,
    /// The client's move that the server has not confirmed yet, in algebraic notation.
    pub sending: Option<String>,
}

/// The requests that each side has used up for now.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct UsedBySide {
    /// White.
    pub white: UsedRequests,
    /// Black.
    pub black: UsedRequests,
}

impl OnlineView {
    /// A view before the first event: an empty game.
    #[must_use]
    pub fn new(id: GameId) -> Self {
        let board = Game::new(Position::start(RuleBook::default()));
        Self { id, online: None, player: None, gone_since: [None; 2], board, unconfirmed: None }
    }

    /// Sets the player whose view this is; `None` for a client without an identity.
    pub fn set_player(&mut self, player: Option<PlayerId>) {
        self.player = player;
    }

    /// Sets when each player left, White first; `None` while they are connected.
    pub fn set_gone_since(&mut self, gone_since: [Option<Time>; 2]) {
        self.gone_since = gone_since;
    }

    /// Applies the next event; one of an unknown kind changes nothing. The first event starts the game again, after the
    /// server has taken events back. A board at the last ply follows the game; one at an earlier ply stays there until the
    /// game ends or moves are taken back.
    ///
    /// # Errors
    /// [`ReplayError`] if the event does not follow from the state.
    pub fn apply(&mut self, event: &Event) -> Result<(), ReplayError> {
        match self.online.as_mut().filter(|_| event.seq > 1) {
            None => self.online = Some(OnlineGame::new(self.id.clone(), event)?),
            Some(online) => online.follow(event)?,
        }
        match &event.kind {
            EventKind::Moved { mv, .. } => match self.unconfirmed.take() {
                Some(own) if own.to_string() == *mv => {}
                Some(_) => self.show_latest(),
                None if self.is_at_end() => self.show_latest(),
                None => {
                    let ply = self.board.ply();
                    self.show_latest();
                    self.board.jump(ply);
                }
            },
            EventKind::Created { .. } | EventKind::TookBack { .. } | EventKind::Ended { .. } => {
                self.unconfirmed = None;
                self.show_latest();
            }
            _ => {}
        }
        Ok(())
    }

    /// The folded state; `None` before the first event.
    #[must_use]
    pub const fn online(&self) -> Option<&OnlineGame> {
        self.online.as_ref()
    }

    /// The game on the board, at the ply on screen, the unconfirmed move included.
    #[must_use]
    pub const fn board(&self) -> &Game {
        &self.board
    }

    /// Whether the board shows the last ply.
    #[must_use]
    pub const fn is_at_end(&self) -> bool {
        self.board.ply() == self.board.line_length()
    }

    /// Shows a ply. False if there is no such ply.
    pub fn show(&mut self, ply: usize) -> bool {
        self.board.jump(ply)
    }

    /// Plays the client's own move on the board, in any notation, before the server has confirmed it.
    ///
    /// # Errors
    /// [`ReadMoveError`] if it is illegal; the board is unchanged.
    pub fn play(&mut self, text: &str) -> Result<Move, ReadMoveError> {
        let ply = self.board.ply();
        self.board.jump(self.board.line_length());
        let played = self.board.read_move(text).and_then(|mv| {
            self.board.play(mv)?;
            Ok(mv)
        });
        match &played {
            Ok(mv) => self.unconfirmed = Some(*mv),
            Err(_) => {
                self.board.jump(ply);
            }
        }
        played
    }

    /// Withdraws this move, in coordinate notation, if it is not confirmed yet, and shows the latest position.
    pub fn withdraw(&mut self, mv: &str) {
        if self.unconfirmed.is_some_and(|own| own.to_string() == mv) {
            self.unconfirmed = None;
            self.show_latest();
        }
    }

    /// The client's move that the server has not confirmed yet.
    #[must_use]
    pub const fn unconfirmed(&self) -> Option<Move> {
        self.unconfirmed
    }

    /// The state to show; `None` before the first event.
    #[must_use]
    pub fn state(&self) -> Option<OnlineGameState> {
        let online = self.online.as_ref()?;
        let terms = online.terms();
        let seat = self.player.as_ref().and_then(|player| online.seat_of(player));
        let sending = self.unconfirmed.map(|mv| online.game().position().algebraic(mv).to_string());
        Some(OnlineGameState {
            state: online.state(),
            creator: terms.by.clone(),
            color: terms.color,
            white: online.player(Color::White).cloned(),
            black: online.player(Color::Black).cloned(),
            clock: terms.clock,
            seat,
            mine: self.player.as_ref() == Some(&terms.by.id),
            draw_offer: online.draw_offer(),
            takeback: online.takeback(),
            rematch: online.rematch(),
            next_game: online.next_game().cloned(),
            seq: online.seq(),
            plies: online.plies(),
            turns: online.turns(),
            turn: online.turn(),
            turn_since: online.turn_since(),
            used_requests: UsedBySide {
                white: online.used_requests(Color::White),
                black: online.used_requests(Color::Black),
            },
            declined: seat.and_then(|seat| online.declined(seat)),
            allowed: self.allowed(online),
            claim_gone_at: seat.and_then(|seat| {
                online.claim_gone_at(seat, self.gone_since[seat.other() as usize])
            }),
            claim_gone_aborts: online.claim_gone_aborts(),
            clocks: online.clocks().shown(),
            end: online.end(),
            sending,
        })
    }

    fn allowed(&self, online: &OnlineGame) -> Vec<&'static str> {
        let Some(player) = &self.player else {
            return Vec::new();
        };
        let may = |action: &Action| online.decide(player, action, ActionContext::default()).is_ok();
        Action::SIMPLE.iter().filter(|action| may(action)).map(Action::name).collect()
    }

    fn show_latest(&mut self) {
        if let Some(online) = &self.online {
            self.board = online.game().clone();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{NewGame, create};

    const ID: &str = "3vXKq0hTn5cYbL2a";

    fn player(id: &str) -> Player {
        Player { id: id.parse().unwrap(), name: String::new() }
    }

    /// A game in which the viewer has White, with these events after its start.
    fn view_of(kinds: &[EventKind]) -> OnlineView {
        let (white, black) = (player("whiteplayer1"), player("blackplayer1"));
        let mut view = OnlineView::new(ID.parse().unwrap());
        view.set_player(Some(white.id.clone()));
        let created = create(NewGame::default(), white.clone()).unwrap();
        let events = [created, EventKind::Started { white, black }];
        for kind in events.iter().chain(kinds) {
            happen(&mut view, kind.clone());
        }
        view
    }

    fn happen(view: &mut OnlineView, kind: EventKind) {
        let seq = view.online().map_or(0, OnlineGame::seq) + 1;
        view.apply(&Event { seq, at: Time(1_000), kind }).unwrap();
    }

    fn moved(mv: &str) -> EventKind {
        EventKind::Moved { mv: mv.to_owned(), clocks: None, lag: None }
    }

    fn moves(view: &OnlineView) -> Vec<String> {
        view.board().moves().map(|played| played.mv.to_string()).collect()
    }

    #[test]
    fn an_own_move_is_shown_at_once_and_counts_when_confirmed() {
        let mut view = view_of(&[]);
        assert_eq!(view.play("b4N").unwrap().to_string(), "b2Wb4N");
        let state = view.state().unwrap();
        assert_eq!((state.plies, state.sending.as_deref()), (0, Some("b4N")));
        assert_eq!(moves(&view), ["b2Wb4N"]);
        happen(&mut view, moved("b2Wb4N"));
        let state = view.state().unwrap();
        assert_eq!((state.plies, state.sending), (1, None));
        assert_eq!(moves(&view), ["b2Wb4N"]);
    }

    #[test]
    fn an_illegal_move_leaves_the_board_alone() {
        let mut view = view_of(&[moved("b2Wb4N"), moved("b7Bb5N")]);
        assert!(view.show(1));
        assert!(view.play("b2Wb5N").is_err());
        assert_eq!((view.board().ply(), view.unconfirmed()), (1, None));
    }

    #[test]
    fn an_unconfirmed_move_gives_way() {
        let mut view = view_of(&[]);
        view.play("b2Wb4N").unwrap();
        view.withdraw("c2Wc3W");
        assert_eq!(moves(&view), ["b2Wb4N"], "another move was withdrawn");
        view.withdraw("b2Wb4N");
        assert!(moves(&view).is_empty());
        view.play("b2Wb4N").unwrap();
        happen(&mut view, moved("c2Wc3W"));
        assert_eq!(moves(&view), ["c2Wc3W"], "another tab played first");
        assert_eq!(view.unconfirmed(), None);
    }

    #[test]
    fn an_earlier_ply_stays_on_the_board_until_the_game_ends() {
        let mut view = view_of(&[moved("b2Wb4N")]);
        assert!(view.show(0));
        assert!(!view.show(2));
        happen(&mut view, moved("b7Bb5N"));
        assert_eq!((view.board().ply(), view.is_at_end()), (0, false));
        happen(&mut view, EventKind::TakebackAsked { by: Color::Black });
        assert_eq!(view.board().ply(), 0);
        view.online().unwrap();
        let end = trid_rules::Ending::Resigned(Color::Black);
        happen(&mut view, End::from(end).into());
        assert_eq!((view.board().ply(), view.is_at_end()), (2, true));
        assert_eq!(view.board().ending(), Some(end));
    }

    #[test]
    fn allowed_actions_follow_the_state() {
        let allowed = |view: &OnlineView| view.state().unwrap().allowed;
        let mut view = view_of(&[]);
        assert_eq!(allowed(&view), ["offerDraw", "resign", "abort"]);
        happen(&mut view, moved("b2Wb4N"));
        assert_eq!(allowed(&view), ["offerDraw", "askTakeback", "resign", "abort"]);
        happen(&mut view, moved("b7Bb5N"));
        happen(&mut view, EventKind::DrawOffered { by: Color::Black });
        assert_eq!(allowed(&view), ["offerDraw", "declineDraw", "askTakeback", "resign"]);
        happen(&mut view, End::from(trid_rules::Ending::Resigned(Color::Black)).into());
        assert_eq!(allowed(&view), ["offerRematch"]);
        view.set_player(None);
        assert!(allowed(&view).is_empty(), "spectators watch");
    }

    #[test]
    fn the_state_tells_which_request_the_last_event_declined() {
        use Color::{Black, White};
        use EventKind::*;
        let answered = [
            (DrawOffered { by: White }, DrawDeclined { by: Black }, Some(PlayerRequest::Draw)),
            (DrawOffered { by: White }, moved("b7Bb5N"), Some(PlayerRequest::Draw)),
            (
                TakebackAsked { by: White },
                TakebackDeclined { by: Black },
                Some(PlayerRequest::Takeback),
            ),
            (TakebackAsked { by: White }, moved("b7Bb5N"), Some(PlayerRequest::Takeback)),
            (TakebackAsked { by: Black }, moved("b7Bb5N"), None),
            (DrawOffered { by: Black }, DrawDeclined { by: White }, None),
        ];
        for (asked, answer, declined) in answered {
            let mut view = view_of(&[moved("b2Wb4N"), asked]);
            assert_eq!(view.state().unwrap().declined, None);
            happen(&mut view, answer.clone());
            assert_eq!(view.state().unwrap().declined, declined, "{answer:?}");
            let spectator = PlayerId::clone(&player("spectator123").id);
            view.set_player(Some(spectator));
            assert_eq!(view.state().unwrap().declined, None, "a spectator asked for nothing");
        }
    }

    #[test]
    fn a_decline_is_told_once_and_own_moves_decline_nothing() {
        let mut view = view_of(&[EventKind::DrawOffered { by: Color::White }, moved("b2Wb4N")]);
        assert_eq!(view.state().unwrap().declined, None, "the offer stays");
        happen(&mut view, moved("b7Bb5N"));
        assert_eq!(view.state().unwrap().declined, Some(PlayerRequest::Draw));
        happen(&mut view, moved("c2Wc3W"));
        assert_eq!(view.state().unwrap().declined, None);
        happen(&mut view, End::from(trid_rules::Ending::Resigned(Color::Black)).into());
        happen(&mut view, EventKind::RematchOffered { by: Color::White });
        happen(&mut view, EventKind::RematchDeclined { by: Color::Black });
        assert_eq!(view.state().unwrap().declined, Some(PlayerRequest::Rematch));
    }

    #[test]
    fn a_game_that_the_server_has_taken_back_starts_again() {
        let mut view = view_of(&[moved("b2Wb4N"), moved("b7Bb5N")]);
        view.play("c2Wc3W").unwrap();
        let created = create(NewGame::default(), player("whiteplayer1")).unwrap();
        view.apply(&Event { seq: 1, at: Time(1_000), kind: created }).unwrap();
        assert_eq!((view.state().unwrap().seq, view.board().ply()), (1, 0));
        assert_eq!(view.unconfirmed(), None);
        let (white, black) = (player("whiteplayer1"), player("blackplayer1"));
        happen(&mut view, EventKind::Started { white, black });
        happen(&mut view, moved("b2Wb4N"));
        let state = view.state().unwrap();
        assert_eq!((state.plies, state.seat), (1, Some(Color::White)));
    }

    #[test]
    fn an_absent_opponent_can_be_claimed_against() {
        let mut view = view_of(&[moved("b2Wb4N")]);
        assert_eq!(view.state().unwrap().claim_gone_at, None);
        view.set_gone_since([None, Some(Time(2_000))]);
        let at = 1_000 + crate::OVERDUE_AFTER;
        assert_eq!(view.state().unwrap().claim_gone_at, Some(Time(at)));
    }
}
