//! Games over HTTP: create, find, join, look at, act in, export.

use std::str::FromStr;
use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::{Deserialize, Serialize};
use trid_rules::RuleBook;
use utoipa::{IntoParams, ToSchema};

use super::App;
use super::identities::LONGEST_NAME;
use super::problem::{AnyProblem, GameProblem, NamedProblem, Problem};
use super::read::{Asked, Body, Named};
use super::visitor::{Address, Known, Visitor};
use crate::clock::Millis;
use crate::identity::{GameId, PlayerId};
use crate::record;
use crate::storage::Listing;
use crate::wire::{
    Action, ClockKind, Event, GamePage, GameState, GameSummary, NewGame, Points, Refusal, schema,
};

const LONGEST_PAGE: u32 = 100;
const PAGE: u32 = 20;

/// Creates a game that waits for an opponent.
#[utoipa::path(post, path = "/api/games", tag = "games", request_body = NewGame,
    responses((status = 201, description = "The game", body = GameSummary),
              (status = 409, description = "The game cannot be; the message says why", body = Refusal), NamedProblem))]
pub(crate) async fn create(
    State(app): State<Arc<App>>,
    Known(player): Known,
    Address(address): Address,
    Body(new): Body<NewGame>,
) -> Result<(StatusCode, Json<GameSummary>), Problem> {
    app.games.take(address, app.hub.now()).map_err(|wait| Problem::too_many("new games", wait))?;
    allow_another(&app, &player.id).await?;
    let summary = app.hub.create(new, player).await?;
    Ok((StatusCode::CREATED, Json(summary)))
}

async fn allow_another(app: &App, player: &PlayerId) -> Result<(), Problem> {
    let most = app.settings.limits.unfinished_per_player;
    if app.hub.storage.count_unfinished(player).await? >= most {
        let message = format!("you have {most} unfinished games, finish or cancel one first");
        return Err(Problem::new(StatusCode::CONFLICT, "E_TOO_MANY_GAMES", message));
    }
    Ok(())
}

/// Which games to list.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(crate) struct Filter {
    /// Only games in this state: `open` is the lobby.
    state: Option<GameState>,
    /// Only games of this player.
    player: Option<PlayerId>,
    /// Only one's own games, those known by link only included.
    #[serde(default)]
    mine: bool,
    /// Only games of someone whose name begins so, whatever the case.
    #[param(min_length = 1, max_length = 40)]
    name: Option<String>,
    /// Only games created at this time or later, in milliseconds since 1970.
    #[param(minimum = 0)]
    from: Option<Millis>,
    /// Only games created before this time, in milliseconds since 1970.
    #[param(minimum = 0)]
    until: Option<Millis>,
    /// Only games by this rule book.
    #[param(value_type = Option<schema::RuleBook>)]
    rules: Option<RuleBook>,
    /// Only games with this kind of clock.
    clock: Option<ClockKind>,
    /// Only games with this result.
    result: Option<Points>,
    /// Where the last page ended: its `next`.
    #[param(value_type = Option<String>, pattern = "^[0-9]{1,15}-[0-9A-Za-z]{16}$")]
    cursor: Option<Cursor>,
    /// How many, 20 when left out.
    #[param(minimum = 1, maximum = 100)]
    limit: Option<u32>,
}

/// A place in a list of games.
#[derive(Clone, Debug, Deserialize)]
#[serde(try_from = "String")]
struct Cursor {
    created: Millis,
    id: GameId,
}

impl FromStr for Cursor {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let bad = || {
            format!(
                "{:?} is no cursor, send what a page gave as next",
                text.chars().take(40).collect::<String>()
            )
        };
        let (created, id) = text.split_once('-').ok_or_else(bad)?;
        if created.is_empty()
            || created.len() > 15
            || !created.bytes().all(|byte| byte.is_ascii_digit())
        {
            return Err(bad());
        }
        Ok(Self {
            created: created.parse().map_err(|_| bad())?,
            id: id.parse().map_err(|_| bad())?,
        })
    }
}

impl TryFrom<String> for Cursor {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        text.parse()
    }
}

/// Lists games, the newest first.
#[utoipa::path(get, path = "/api/games", tag = "games", params(Filter),
    responses((status = 200, description = "A page of games", body = GamePage),
              (status = 401, description = "`mine` without an identity", body = Refusal), AnyProblem))]
pub(crate) async fn list(
    State(app): State<Arc<App>>,
    Visitor(visitor): Visitor,
    Asked(filter): Asked<Filter>,
) -> Result<Json<GamePage>, Problem> {
    let limit = filter.limit.unwrap_or(PAGE);
    if !(1..=LONGEST_PAGE).contains(&limit) {
        return Err(Problem::bad_request(format!(
            "limit of {limit}, expected 1 to {LONGEST_PAGE}"
        )));
    }
    if filter.from.into_iter().chain(filter.until).any(|at| at < 0) {
        return Err(Problem::bad_request("from and until count milliseconds since 1970"));
    }
    let name = filter.name.as_deref().map(read_wanted_name).transpose()?;
    let player = match (filter.mine, visitor) {
        (false, _) => filter.player,
        (true, Some(player)) => Some(player.id),
        (true, None) => return Err(Problem::no_identity()),
    };
    let listing = Listing {
        state: filter.state,
        player,
        unlisted: filter.mine,
        name,
        from: filter.from,
        until: filter.until,
        rules: filter.rules,
        clock: filter.clock,
        result: filter.result,
        before: filter.cursor.map(|cursor| (cursor.created, cursor.id)),
        limit: limit + 1,
    };
    let mut games = app.hub.storage.list(listing).await?;
    let more = games.len() > limit as usize;
    games.truncate(limit as usize);
    let next = games.last().filter(|_| more).map(|last| format!("{}-{}", last.created, last.id));
    Ok(Json(GamePage { games, next }))
}

/// What a name that is looked for begins with.
fn read_wanted_name(text: &str) -> Result<String, Problem> {
    match text.trim() {
        "" => Err(Problem::bad_request("empty name, leave it out to list everyone's games")),
        name if name.chars().count() > LONGEST_NAME => {
            Err(Problem::bad_request(format!("name longer than {LONGEST_NAME} characters")))
        }
        name => Ok(name.to_owned()),
    }
}

/// Shows a game.
#[utoipa::path(get, path = "/api/games/{id}", tag = "games", params(("id" = GameId, Path, description = "The game")),
    responses((status = 200, description = "The game", body = GameSummary), GameProblem))]
pub(crate) async fn show(
    State(app): State<Arc<App>>,
    Named(id): Named,
) -> Result<Json<GameSummary>, Problem> {
    let room = app.hub.room(&id).await?;
    let state = room.state.lock().await;
    Ok(Json(state.table.summary()))
}

/// From where on to list events.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(crate) struct After {
    /// Only events after this number.
    #[serde(default)]
    after: u32,
}

/// Lists a game's events.
#[utoipa::path(get, path = "/api/games/{id}/events", tag = "games", params(("id" = GameId, Path, description = "The game"), After),
    responses((status = 200, description = "The events in order", body = Vec<Event>), GameProblem))]
pub(crate) async fn events(
    State(app): State<Arc<App>>,
    Named(id): Named,
    Asked(After { after }): Asked<After>,
) -> Result<Json<Vec<Event>>, Problem> {
    let events = app.hub.storage.events(&id, after).await?;
    Ok(Json(events.ok_or_else(Problem::no_game)?))
}

/// Shows the position: pieces, boards, legal moves.
#[utoipa::path(get, path = "/api/games/{id}/snapshot", tag = "games", params(("id" = GameId, Path, description = "The game")),
    responses((status = 200, description = "The Snapshot, as docs/examples/snapshot.json shows it", body = Object), GameProblem))]
pub(crate) async fn snapshot(
    State(app): State<Arc<App>>,
    Named(id): Named,
) -> Result<Json<trid_rules::Snapshot>, Problem> {
    let room = app.hub.room(&id).await?;
    let game = room.state.lock().await.table.game.clone();
    Ok(Json(game.snapshot()))
}

/// In which form to export.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(crate) struct Form {
    /// The form, `tpgn` when left out.
    #[serde(default)]
    form: record::Form,
}

/// Exports a game.
#[utoipa::path(get, path = "/api/games/{id}/record", tag = "games", params(("id" = GameId, Path, description = "The game"), Form),
    responses((status = 200, description = "The record: text, or with `form=json` the saved game that docs/examples/saved-game.json shows",
               content((String = "text/plain"), (Object = "application/json"))), GameProblem))]
pub(crate) async fn export(
    State(app): State<Arc<App>>,
    Named(id): Named,
    Asked(Form { form }): Asked<Form>,
) -> Result<Response, Problem> {
    let events = app.hub.storage.events(&id, 0).await?.ok_or_else(Problem::no_game)?;
    let text = record::write(&id, &events, form).map_err(|error| Problem::internal(&error))?;
    let name = format!("attachment; filename=\"trid-{id}.{}\"", form.extension());
    let headers = [
        (header::CONTENT_TYPE, form.content_type().to_owned()),
        (header::CONTENT_DISPOSITION, name),
    ];
    Ok((headers, text).into_response())
}

/// Takes the free seat, and the game begins.
#[utoipa::path(post, path = "/api/games/{id}/join", tag = "games", params(("id" = GameId, Path, description = "The game")),
    responses((status = 200, description = "The game, in which one sits", body = GameSummary),
              (status = 404, description = "There is no such game", body = Refusal),
              (status = 409, description = "There is no seat for you", body = Refusal), NamedProblem))]
pub(crate) async fn join(
    State(app): State<Arc<App>>,
    Known(player): Known,
    Named(id): Named,
) -> Result<Json<GameSummary>, Problem> {
    allow_another(&app, &player.id).await?;
    app.hub.join(&id, player).await?;
    let room = app.hub.room(&id).await?;
    let state = room.state.lock().await;
    Ok(Json(state.table.summary()))
}

/// What an action became.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
pub(crate) struct Done {
    /// The number of the event, which is stored.
    seq: u32,
}

/// Does something in a game. The same can be said on the game's socket.
#[utoipa::path(post, path = "/api/games/{id}/actions", tag = "games", params(("id" = GameId, Path, description = "The game")), request_body = Action,
    responses((status = 200, description = "It is done and stored", body = Done),
              (status = 404, description = "There is no such game", body = Refusal),
              (status = 409, description = "It is refused, and changed nothing", body = Refusal), NamedProblem))]
pub(crate) async fn act(
    State(app): State<Arc<App>>,
    Known(player): Known,
    Named(id): Named,
    Body(action): Body<Action>,
) -> Result<Json<Done>, Problem> {
    let began = std::time::Instant::now();
    let seq = app.hub.act(&id, player.id, action, 0).await?;
    app.hub.metrics.time_action(began.elapsed());
    Ok(Json(Done { seq }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cursors_round_trip_and_refuse_all_else() {
        let read: Cursor = "1700000000000-3vXKq0hTn5cYbL2a".parse().unwrap();
        assert_eq!((read.created, read.id.as_str()), (1_700_000_000_000, "3vXKq0hTn5cYbL2a"));
        for bad in ["", "-", "1-x", "+1-3vXKq0hTn5cYbL2a", "99999999999999999999-3vXKq0hTn5cYbL2a"]
        {
            assert!(bad.parse::<Cursor>().is_err(), "{bad}");
        }
    }
}
