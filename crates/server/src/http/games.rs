//! Handlers for games: create, list, show, join, act and export.

use std::str::FromStr;
use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use trid_protocol::{
    ActionRequest, ApiError, ClockKind, Event, GameId, GamePage, GameState, GameSummary, NewGame,
    PlayerId, Time, schema,
};
use trid_rules::{GameResult, RuleBook};
use utoipa::{IntoParams, ToSchema};

use super::App;
use super::auth::{ClientAddress, OptionalPlayer, RequiredPlayer};
use super::display_name::validate_length;
use super::error::HttpError;
use super::extract::{GamePath, IdempotencyKeyHeader, JsonBody, LastEvent, QueryParams};
use crate::limits::MAX_TIME;
use crate::record::ExportFormat;
use crate::storage::{IdempotencyKey, ListQuery};

const MAX_PAGE_SIZE: u32 = 100;
const DEFAULT_PAGE_SIZE: u32 = 20;

/// Creates a game that waits for an opponent. A request repeated with the same `Idempotency-Key` within 24 hours
/// creates no other game and gets the same response.
#[utoipa::path(post, path = "/api/games", operation_id = "createGame", security(("token" = []), ("cookie" = []), ("hostCookie" = [])), tag = "games", request_body = NewGame,
    params(("Idempotency-Key" = String, Header, nullable = false, min_length = 1, max_length = 64, pattern = "^[!-~]+$",
            description = "A random text that identifies this request, such as a UUID")),
    responses((status = 201, description = "The game", body = GameSummary),
              (status = 409, description = "The settings of the game are invalid, or the player has too many games; the message says which", body = ApiError),
              (status = 422, description = "The `Idempotency-Key` was sent with a different request", body = ApiError)))]
pub(crate) async fn create(
    State(app): State<Arc<App>>,
    RequiredPlayer(player): RequiredPlayer,
    ClientAddress(address): ClientAddress,
    IdempotencyKeyHeader(key): IdempotencyKeyHeader,
    JsonBody(new): JsonBody<NewGame>,
) -> Result<(StatusCode, Json<GameSummary>), HttpError> {
    let key = key.map(|text| {
        let request = serde_json::to_vec(&new).expect("a request serializes to JSON");
        let request = Sha256::digest(request).into();
        IdempotencyKey { player: player.id.clone(), text, request }
    });
    let summary = app.hub.create(new, player, address, key).await?;
    Ok((StatusCode::CREATED, Json(summary)))
}

/// Parameters of a list of games.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(crate) struct GameFilter {
    /// Only games in this state; `open` games are the lobby.
    state: Option<GameState>,
    /// Only games of this player.
    player: Option<PlayerId>,
    /// Only the requester's own games, including those that only a link leads to.
    #[serde(default)]
    mine: bool,
    /// Only games with a player whose name starts with this text, ignoring case.
    #[param(min_length = 1, max_length = 40)]
    name: Option<String>,
    /// Only games created at this time or later, in milliseconds since 1970.
    #[param(value_type = Option<i64>, minimum = 0, maximum = 999999999999999i64)]
    from: Option<Time>,
    /// Only games created before this time, in milliseconds since 1970.
    #[param(value_type = Option<i64>, minimum = 0, maximum = 999999999999999i64)]
    until: Option<Time>,
    /// Only games with this rule book.
    #[param(value_type = Option<schema::RuleBook>)]
    #[serde(with = "trid_view::json", default)]
    rules: Option<RuleBook>,
    /// Only games with this kind of clock.
    clock: Option<ClockKind>,
    /// Only games with this result.
    #[param(value_type = Option<schema::GameResult>)]
    #[serde(with = "trid_view::json", default)]
    result: Option<GameResult>,
    /// The `next` of the previous page.
    #[param(value_type = Option<String>, pattern = "^[0-9]{1,15}-[0-9A-Za-z]{16}$")]
    cursor: Option<Cursor>,
    /// The page size; the default is 20.
    #[param(minimum = 1, maximum = 100)]
    limit: Option<u32>,
}

/// A position in a list of games.
#[derive(Clone, Debug, Deserialize)]
#[serde(try_from = "String")]
struct Cursor {
    created: Time,
    id: GameId,
}

impl FromStr for Cursor {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let invalid = || {
            format!(
                "{:?} is not a cursor, send the next of the previous page",
                text.chars().take(40).collect::<String>()
            )
        };
        let (created, id) = text.split_once('-').ok_or_else(invalid)?;
        if created.is_empty()
            || created.len() > 15
            || !created.bytes().all(|byte| byte.is_ascii_digit())
        {
            return Err(invalid());
        }
        Ok(Self {
            created: Time(created.parse().map_err(|_| invalid())?),
            id: id.parse().map_err(|_| invalid())?,
        })
    }
}

impl TryFrom<String> for Cursor {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        text.parse()
    }
}

/// Lists games, newest first.
#[utoipa::path(get, path = "/api/games", operation_id = "listGames", security((), ("token" = []), ("cookie" = []), ("hostCookie" = [])), tag = "games", params(GameFilter),
    responses((status = 200, description = "A page of games", body = GamePage),
              (status = 401, description = "`mine` without an identity", body = ApiError)))]
pub(crate) async fn list(
    State(app): State<Arc<App>>,
    OptionalPlayer(requester): OptionalPlayer,
    QueryParams(filter): QueryParams<GameFilter>,
) -> Result<Json<GamePage>, HttpError> {
    let limit = filter.limit.unwrap_or(DEFAULT_PAGE_SIZE);
    if !(1..=MAX_PAGE_SIZE).contains(&limit) {
        return Err(HttpError::bad_request(format!(
            "limit of {limit}, expected 1 to {MAX_PAGE_SIZE}"
        )));
    }
    if let Some(at) =
        filter.from.into_iter().chain(filter.until).find(|at| !(Time(0)..=MAX_TIME).contains(at))
    {
        return Err(HttpError::bad_request(format!("time of {at}, expected 0 to {MAX_TIME}")));
    }
    let name = filter.name.as_deref().map(validate_name_prefix).transpose()?;
    let player = match (filter.mine, requester) {
        (false, _) => filter.player,
        (true, Some(player)) => Some(player.id),
        (true, None) => return Err(HttpError::no_identity()),
    };
    let query = ListQuery {
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
    let mut games = app.hub.storage.list(query).await?;
    let more = games.len() > limit as usize;
    games.truncate(limit as usize);
    let next = games.last().filter(|_| more).map(|last| format!("{}-{}", last.created, last.id));
    Ok(Json(GamePage { games, next }))
}

fn validate_name_prefix(text: &str) -> Result<String, HttpError> {
    validate_length(text)?;
    match text.trim() {
        "" => Err(HttpError::bad_request("empty name, omit it to list the games of all players")),
        // PostgreSQL cannot store a NUL, and no name has any of them.
        name if name.contains(char::is_control) => {
            Err(HttpError::bad_request("the name contains control characters"))
        }
        name => Ok(name.to_owned()),
    }
}

/// Shows a game.
#[utoipa::path(get, path = "/api/games/{id}", operation_id = "showGame", tag = "games", params(("id" = GameId, Path, description = "The game")),
    responses((status = 200, description = "The game", body = GameSummary)))]
pub(crate) async fn show(
    State(app): State<Arc<App>>,
    GamePath(id): GamePath,
) -> Result<Json<GameSummary>, HttpError> {
    let room = app.hub.current_room(&id).await?;
    let state = room.state.lock().await;
    Ok(Json(state.game.summary()))
}

/// Parameters of a list of events.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(crate) struct EventFilter {
    /// Only events with a greater number.
    #[serde(default)]
    #[param(value_type = u32, maximum = 2147483647)]
    after: LastEvent,
}

/// Lists a game's events.
#[utoipa::path(get, path = "/api/games/{id}/events", operation_id = "listEvents", tag = "games", params(("id" = GameId, Path, description = "The game"), EventFilter),
    responses((status = 200, description = "The events in order", body = Vec<Event>)))]
pub(crate) async fn events(
    State(app): State<Arc<App>>,
    GamePath(id): GamePath,
    QueryParams(EventFilter { after: LastEvent(after) }): QueryParams<EventFilter>,
) -> Result<Json<Vec<Event>>, HttpError> {
    let room = app.hub.current_room(&id).await?;
    let state = room.state.lock().await;
    Ok(Json(state.events_after(after).to_vec()))
}

/// Shows the position: pieces, boards and legal moves.
#[utoipa::path(get, path = "/api/games/{id}/snapshot", operation_id = "showSnapshot", tag = "games", params(("id" = GameId, Path, description = "The game")),
    responses((status = 200, description = "The snapshot; see docs/examples/snapshot.json", body = Object)))]
pub(crate) async fn snapshot(
    State(app): State<Arc<App>>,
    GamePath(id): GamePath,
) -> Result<Json<trid_view::Snapshot>, HttpError> {
    let room = app.hub.current_room(&id).await?;
    let game = room.state.lock().await.game.game().clone();
    Ok(Json(trid_view::Snapshot::of(&game)))
}

/// Parameters of an export.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(crate) struct ExportParams {
    /// The format; the default is `tpgn`.
    #[serde(default)]
    form: ExportFormat,
}

/// Exports a game.
#[utoipa::path(get, path = "/api/games/{id}/record", operation_id = "exportGame", tag = "games", params(("id" = GameId, Path, description = "The game"), ExportParams),
    responses((status = 200, description = "The record as text, or with `form=json` as a saved game; see docs/examples/saved-game.json",
               content((String = "text/plain"), (Object = "application/json")))))]
pub(crate) async fn export(
    State(app): State<Arc<App>>,
    GamePath(id): GamePath,
    QueryParams(ExportParams { form }): QueryParams<ExportParams>,
) -> Result<Response, HttpError> {
    let export = app.exports.start().await.map_err(|error| HttpError::internal(&error))?;
    let events = app.hub.current_room(&id).await?.state.lock().await.events.clone();
    let text = export.write(id.clone(), events, form).await;
    let text = text.map_err(|error| HttpError::internal(&error))?;
    let name = format!("attachment; filename=\"trid-{id}.{}\"", form.extension());
    let headers = [
        (header::CONTENT_TYPE, form.content_type().to_owned()),
        (header::CONTENT_DISPOSITION, name),
    ];
    Ok((headers, text).into_response())
}

/// Takes the free seat, which starts the game.
#[utoipa::path(post, path = "/api/games/{id}/join", operation_id = "joinGame", security(("token" = []), ("cookie" = []), ("hostCookie" = [])), tag = "games", params(("id" = GameId, Path, description = "The game")),
    responses((status = 200, description = "The game with the player seated", body = GameSummary),
              (status = 409, description = "No seat is free for this player", body = ApiError)))]
pub(crate) async fn join(
    State(app): State<Arc<App>>,
    RequiredPlayer(player): RequiredPlayer,
    GamePath(id): GamePath,
) -> Result<Json<GameSummary>, HttpError> {
    app.hub.join(&id, player).await?;
    let room = app.hub.room(&id).await?;
    let state = room.state.lock().await;
    Ok(Json(state.game.summary()))
}

/// The result of an action.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
pub(crate) struct ActionDone {
    /// The number of the stored event.
    seq: u32,
}

/// Performs an action in a game. The game's socket accepts the same actions.
#[utoipa::path(post, path = "/api/games/{id}/actions", operation_id = "act", security(("token" = []), ("cookie" = []), ("hostCookie" = [])), tag = "games", params(("id" = GameId, Path, description = "The game")), request_body = ActionRequest,
    responses((status = 200, description = "The action is done and stored", body = ActionDone),
              (status = 409, description = "The action is rejected and changed nothing", body = ApiError)))]
pub(crate) async fn act(
    State(app): State<Arc<App>>,
    RequiredPlayer(player): RequiredPlayer,
    ClientAddress(address): ClientAddress,
    GamePath(id): GamePath,
    JsonBody(request): JsonBody<ActionRequest>,
) -> Result<Json<ActionDone>, HttpError> {
    let started = std::time::Instant::now();
    let seq = app.hub.act(&id, player.id, address, request, 0).await?;
    app.hub.metrics.time_action(started.elapsed());
    Ok(Json(ActionDone { seq }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cursors_parse_and_reject_everything_else() {
        let read: Cursor = "1700000000000-3vXKq0hTn5cYbL2a".parse().unwrap();
        assert_eq!((read.created, read.id.as_str()), (Time(1_700_000_000_000), "3vXKq0hTn5cYbL2a"));
        for bad in ["", "-", "1-x", "+1-3vXKq0hTn5cYbL2a", "99999999999999999999-3vXKq0hTn5cYbL2a"]
        {
            assert!(bad.parse::<Cursor>().is_err(), "{bad}");
        }
    }
}
