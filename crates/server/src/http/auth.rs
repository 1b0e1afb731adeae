//! Who sends a request: the identity by cookie (browsers) or header (programs), the address and the origin.

use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;

use axum::extract::{ConnectInfo, FromRequestParts};
use axum::http::request::Parts;
use axum::http::{HeaderMap, header};
use trid_protocol::Player;

use super::error::HttpError;
use super::{App, cookie};
use crate::identity::Token;
use crate::limits::client_network;

/// The player who sends the request, if it carries an identity.
pub(crate) struct OptionalPlayer(pub(crate) Option<Player>);

/// The player who sends the request; requests without an identity are rejected.
pub(crate) struct RequiredPlayer(pub(crate) Player);

impl FromRequestParts<Arc<App>> for OptionalPlayer {
    type Rejection = HttpError;

    async fn from_request_parts(parts: &mut Parts, app: &Arc<App>) -> Result<Self, HttpError> {
        let player = find_player(app, &parts.headers).await?;
        // A browser with an expired cookie gets a new identity; a program must learn that its token is invalid.
        if player.is_none() && parts.headers.contains_key(header::AUTHORIZATION) {
            return Err(HttpError::no_identity());
        }
        Ok(Self(player))
    }
}

impl FromRequestParts<Arc<App>> for RequiredPlayer {
    type Rejection = HttpError;

    async fn from_request_parts(parts: &mut Parts, app: &Arc<App>) -> Result<Self, HttpError> {
        let OptionalPlayer(player) = OptionalPlayer::from_request_parts(parts, app).await?;
        player.map(Self).ok_or_else(HttpError::no_identity)
    }
}

/// The player with the token of a request.
pub(crate) async fn find_player(
    app: &App,
    headers: &HeaderMap,
) -> Result<Option<Player>, HttpError> {
    Ok(match token(app, headers) {
        Some(token) => app.hub.storage.find_player(token.hash(), app.hub.now()).await?,
        None => None,
    })
}

/// Whether the client keeps its token in a cookie.
pub(crate) fn uses_cookie(headers: &HeaderMap) -> bool {
    !headers.contains_key(header::AUTHORIZATION)
}

/// The token in `Authorization: Bearer`, or else in the cookie.
pub(crate) fn token(app: &App, headers: &HeaderMap) -> Option<Token> {
    let text = match headers.get(header::AUTHORIZATION) {
        Some(value) => {
            let (scheme, token) = value.to_str().ok()?.split_once(' ')?;
            scheme.eq_ignore_ascii_case("bearer").then(|| token.trim())
        }
        None => cookie::read(headers, is_https(app, headers)),
    };
    text?.parse().ok()
}

/// The client's address, reduced to the network that limits count by.
pub(crate) struct ClientAddress(pub(crate) IpAddr);

impl FromRequestParts<Arc<App>> for ClientAddress {
    type Rejection = HttpError;

    async fn from_request_parts(parts: &mut Parts, app: &Arc<App>) -> Result<Self, HttpError> {
        let ConnectInfo(peer) = parts
            .extensions
            .get::<ConnectInfo<SocketAddr>>()
            .ok_or_else(|| HttpError::internal(&"connection without an address"))?;
        let forwarded = app.settings.trust_proxy.then(|| forwarded_for(&parts.headers)).flatten();
        Ok(Self(client_network(forwarded.unwrap_or(peer.ip()))))
    }
}

/// The last address in `X-Forwarded-For`, which our own proxy added.
fn forwarded_for(headers: &HeaderMap) -> Option<IpAddr> {
    let value = headers.get_all("x-forwarded-for").iter().next_back()?;
    parse_address(value.to_str().ok()?.rsplit(',').next()?.trim())
}

/// An address, with or without a port.
fn parse_address(text: &str) -> Option<IpAddr> {
    let in_brackets = || text.strip_prefix('[')?.strip_suffix(']')?.parse().ok();
    let with_port = || Some(text.parse::<SocketAddr>().ok()?.ip());
    text.parse().ok().or_else(in_brackets).or_else(with_port)
}

/// Whether the browser uses HTTPS, so that the cookie must be `Secure`.
pub(crate) fn is_https(app: &App, headers: &HeaderMap) -> bool {
    let forwarded = app.settings.trust_proxy
        && headers.get("x-forwarded-proto").is_some_and(|proto| proto.as_bytes() == b"https");
    public_is_https(app) || forwarded
}

/// Whether people reach the server by HTTPS.
pub(crate) fn public_is_https(app: &App) -> bool {
    app.settings.public_url.as_deref().is_some_and(|url| url.starts_with("https://"))
}

/// Whether the request has no `Origin` header or one that names this site.
pub(crate) fn is_same_origin(app: &App, headers: &HeaderMap) -> bool {
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
    let origin_host = origin.split_once("://").map(|(_, host)| host);
    origin_host.is_some() && origin_host == host
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn forwarded_addresses_may_have_a_port() {
        let check = |values: &[&'static str], expected: Option<&str>| {
            let mut headers = HeaderMap::new();
            for value in values {
                headers.append("x-forwarded-for", header::HeaderValue::from_static(value));
            }
            let expected = expected.map(|address| address.parse().unwrap());
            assert_eq!(forwarded_for(&headers), expected, "{values:?}");
        };
        check(&["192.0.2.1"], Some("192.0.2.1"));
        check(&["192.0.2.1:567"], Some("192.0.2.1"));
        check(&["198.51.100.7, 192.0.2.1:567"], Some("192.0.2.1"));
        check(&["198.51.100.7:1", "192.0.2.1"], Some("192.0.2.1"));
        check(&["2001:db8::1"], Some("2001:db8::1"));
        check(&["[2001:db8::1]"], Some("2001:db8::1"));
        check(&["[2001:db8::1]:567"], Some("2001:db8::1"));
        check(&["::ffff:192.0.2.1"], Some("::ffff:192.0.2.1"));
        for bad in
            ["", "unknown", "192.0.2.1:", "192.0.2.1:x", "192.0.2.1:99999", "[::1", "_hidden"]
        {
            check(&[bad], None);
        }
    }
}
