//! Who asks: the identity that a request carries, by cookie (browsers) or by header (programs).

use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;

use axum::extract::{ConnectInfo, FromRequestParts};
use axum::http::request::Parts;
use axum::http::{HeaderMap, header};

use super::App;
use super::problem::Problem;
use crate::identity::Token;
use crate::limits::household;
use crate::wire::Player;

/// The name of the cookie that holds the token.
pub(crate) const COOKIE: &str = "trid_identity";

/// Who asks, if that is known.
pub(crate) struct Visitor(pub(crate) Option<Player>);

/// Who asks; a request without an identity is refused.
pub(crate) struct Known(pub(crate) Player);

impl FromRequestParts<Arc<App>> for Visitor {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, app: &Arc<App>) -> Result<Self, Problem> {
        let player = match token_text(&parts.headers).map(str::parse::<Token>) {
            Some(Ok(token)) => app.hub.storage.find_player(token.hash(), app.hub.now()).await?,
            Some(Err(_)) | None => None,
        };
        // A browser whose cookie has expired gets another; a program must know that its token is none.
        if player.is_none() && parts.headers.contains_key(header::AUTHORIZATION) {
            return Err(Problem::no_identity());
        }
        Ok(Self(player))
    }
}

impl FromRequestParts<Arc<App>> for Known {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, app: &Arc<App>) -> Result<Self, Problem> {
        let Visitor(player) = Visitor::from_request_parts(parts, app).await?;
        player.map(Self).ok_or_else(Problem::no_identity)
    }
}

/// The token that a browser keeps; `None` where a program sends one.
pub(crate) fn token_in_cookie(headers: &HeaderMap) -> Option<Token> {
    if headers.contains_key(header::AUTHORIZATION) {
        return None;
    }
    token_text(headers)?.parse().ok()
}

/// The token in `Authorization: Bearer`, or in the cookie.
fn token_text(headers: &HeaderMap) -> Option<&str> {
    if let Some(value) = headers.get(header::AUTHORIZATION) {
        let (scheme, token) = value.to_str().ok()?.split_once(' ')?;
        return scheme.eq_ignore_ascii_case("bearer").then(|| token.trim());
    }
    headers
        .get_all(header::COOKIE)
        .iter()
        .filter_map(|value| value.to_str().ok())
        .flat_map(|value| value.split(';'))
        .find_map(|pair| pair.trim().strip_prefix(COOKIE)?.strip_prefix('='))
}

/// The address that a request comes from, as limits count it.
pub(crate) struct Address(pub(crate) IpAddr);

impl FromRequestParts<Arc<App>> for Address {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, app: &Arc<App>) -> Result<Self, Problem> {
        let ConnectInfo(peer) = parts
            .extensions
            .get::<ConnectInfo<SocketAddr>>()
            .ok_or_else(|| Problem::internal(&"a connection without an address"))?;
        let forwarded = app.settings.trust_proxy.then(|| forwarded_for(&parts.headers)).flatten();
        Ok(Self(household(forwarded.unwrap_or(peer.ip()))))
    }
}

/// The last address in `X-Forwarded-For`: the one that our own proxy saw.
fn forwarded_for(headers: &HeaderMap) -> Option<IpAddr> {
    let value = headers.get_all("x-forwarded-for").iter().next_back()?;
    value.to_str().ok()?.rsplit(',').next()?.trim().parse().ok()
}

/// Whether the browser reaches us over TLS, so that the cookie must not travel without it.
pub(crate) fn is_secure(app: &App, headers: &HeaderMap) -> bool {
    let public = app.settings.public_url.as_deref().is_some_and(|url| url.starts_with("https://"));
    let forwarded = app.settings.trust_proxy
        && headers.get("x-forwarded-proto").is_some_and(|proto| proto.as_bytes() == b"https");
    public || forwarded
}

/// Whether a request that a browser marks with its origin comes from our own page.
pub(crate) fn is_our_origin(app: &App, headers: &HeaderMap) -> bool {
    let Some(origin) = headers.get(header::ORIGIN) else {
        return true;
    };
    let Ok(origin) = origin.to_str() else {
        return false;
    };
    if let Some(public) = &app.settings.public_url {
        return origin == public.trim_end_matches('/');
    }
    let host = headers.get(header::HOST).and_then(|host| host.to_str().ok());
    let asked = origin.split_once("://").map(|(_, host)| host);
    asked.is_some() && asked == host
}
