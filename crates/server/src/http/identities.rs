//! Identities: created on a client's first request, kept by cookie or token, with a display name.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use serde::{Deserialize, Serialize};
use trid_protocol::{Identity, Player};
use utoipa::ToSchema;

use super::auth::{ClientAddress, OptionalPlayer, RequiredPlayer, is_https, token, uses_cookie};
use super::display_name::validate_name;
use super::error::HttpError;
use super::extract::JsonBody;
use super::{App, cookie};
use crate::identity::{Token, random_player_id};

/// A request for a new identity.
#[derive(Debug, Default, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields, default)]
pub(crate) struct NewIdentity {
    /// The display name: one line of visible characters, trimmed; empty for none.
    #[schema(max_length = 40)]
    name: String,
    /// How the client keeps the token.
    keep: TokenStorage,
}

/// How the client keeps the token.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum TokenStorage {
    /// In a cookie that scripts cannot read, for browsers.
    #[default]
    Cookie,
    /// By itself: the token is in the response, to be sent as `Authorization: Bearer`, for programs.
    Token,
}

/// A change of the display name.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Rename {
    /// The display name: one line of visible characters, trimmed; empty for none.
    #[schema(max_length = 40)]
    name: String,
}

/// Creates an identity, or returns the current one if `keep` is `cookie` and the request carries one.
#[utoipa::path(post, path = "/api/identities", operation_id = "createIdentity", security((), ("token" = []), ("cookie" = []), ("hostCookie" = [])), tag = "identity", request_body = NewIdentity,
    responses((status = 200, description = "The current identity", body = Identity),
              (status = 201, description = "A new identity", body = Identity)))]
pub(crate) async fn create(
    State(app): State<Arc<App>>,
    ClientAddress(address): ClientAddress,
    OptionalPlayer(player): OptionalPlayer,
    headers: HeaderMap,
    JsonBody(new): JsonBody<NewIdentity>,
) -> Result<Response, HttpError> {
    let name = validate_name(&new.name)?;
    if let (Some(player), TokenStorage::Cookie) = (player, new.keep) {
        let mut response = Json(Identity { player, token: None }).into_response();
        // Setting the cookie again extends it for another year.
        if uses_cookie(&headers)
            && let Some(token) = token(&app, &headers)
        {
            cookie::set(response.headers_mut(), &token, is_https(&app, &headers));
        }
        return Ok(response);
    }
    let now = app.hub.now();
    app.identities
        .take(address, now)
        .map_err(|wait| HttpError::too_many("new identities", wait))?;
    let player = Player { id: random_player_id(), name };
    let token = Token::random();
    app.hub.storage.add_player(token.hash(), player.clone(), now).await?;
    let token_text = (new.keep == TokenStorage::Token).then(|| token.reveal());
    let identity = Json(Identity { player, token: token_text });
    let mut response = (StatusCode::CREATED, identity).into_response();
    if new.keep == TokenStorage::Cookie {
        cookie::set(response.headers_mut(), &token, is_https(&app, &headers));
    }
    Ok(response)
}

/// Shows the player who sends the request.
#[utoipa::path(get, path = "/api/me", operation_id = "showPlayer", security(("token" = []), ("cookie" = []), ("hostCookie" = [])), tag = "identity",
    responses((status = 200, description = "The player", body = Player)))]
pub(crate) async fn show(RequiredPlayer(player): RequiredPlayer) -> Json<Player> {
    Json(player)
}

/// Changes the display name. Earlier games keep the old name until the identity is deleted.
#[utoipa::path(patch, path = "/api/me", operation_id = "renamePlayer", security(("token" = []), ("cookie" = []), ("hostCookie" = [])), tag = "identity", request_body = Rename,
    responses((status = 200, description = "The player", body = Player)))]
pub(crate) async fn rename(
    State(app): State<Arc<App>>,
    RequiredPlayer(player): RequiredPlayer,
    JsonBody(rename): JsonBody<Rename>,
) -> Result<Json<Player>, HttpError> {
    let player = Player { name: validate_name(&rename.name)?, ..player };
    if !app.hub.storage.rename_player(player.clone()).await? {
        return Err(HttpError::no_identity());
    }
    Ok(Json(player))
}

/// Deletes the identity: its open games are cancelled, its live games resigned (or aborted before both sides have
/// moved), its token and name removed everywhere. Other players' games keep the moves.
#[utoipa::path(delete, path = "/api/me", operation_id = "deletePlayer", security(("token" = []), ("cookie" = []), ("hostCookie" = [])), tag = "identity",
    responses((status = 204, description = "The identity is deleted")))]
pub(crate) async fn delete(
    State(app): State<Arc<App>>,
    RequiredPlayer(player): RequiredPlayer,
    headers: HeaderMap,
) -> Result<Response, HttpError> {
    app.hub.delete_player(player.id.clone()).await?;
    app.revocations.revoke(&player.id);
    let mut response = StatusCode::NO_CONTENT.into_response();
    if uses_cookie(&headers) {
        cookie::delete(response.headers_mut(), is_https(&app, &headers));
    }
    Ok(response)
}

/// Replaces the token: the old one is invalid at once, and all sockets opened with it are closed. A browser gets the
/// new one as its cookie, a program in the response.
#[utoipa::path(post, path = "/api/me/token", operation_id = "replaceToken", security(("token" = []), ("cookie" = []), ("hostCookie" = [])), tag = "identity",
    responses((status = 200, description = "The identity with its new token", body = Identity)))]
pub(crate) async fn replace_token(
    State(app): State<Arc<App>>,
    RequiredPlayer(player): RequiredPlayer,
    headers: HeaderMap,
) -> Result<Response, HttpError> {
    let old = token(&app, &headers).ok_or_else(HttpError::no_identity)?;
    let new = Token::random();
    if !app.hub.storage.replace_token(old.hash(), new.hash()).await? {
        return Err(HttpError::no_identity());
    }
    app.revocations.revoke(&player.id);
    let in_cookie = uses_cookie(&headers);
    let token = (!in_cookie).then(|| new.reveal());
    let mut response = Json(Identity { player, token }).into_response();
    if in_cookie {
        cookie::set(response.headers_mut(), &new, is_https(&app, &headers));
    }
    Ok(response)
}
