//! Identities: made at a visitor's first request, kept by cookie or token, with a display name.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::App;
use super::problem::{NamedProblem, Problem};
use super::read::Body;
use super::visitor::{Address, COOKIE, Known, Visitor, is_secure, token_in_cookie};
use crate::identity::{PlayerId, Token};
use crate::wire::Player;

pub(crate) const LONGEST_NAME: usize = 40;
const YEAR: u32 = 365 * 86_400;

/// What a new identity shall be.
#[derive(Debug, Default, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields, default)]
pub(crate) struct NewIdentity {
    /// The display name.
    #[schema(max_length = 40)]
    name: String,
    /// How the secret is handed over.
    keep: Keep,
}

/// How the secret is handed over.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Keep {
    /// As a cookie that no script can read: for browsers.
    #[default]
    Cookie,
    /// In the answer, to be sent as `Authorization: Bearer`: for programs.
    Token,
}

/// An identity.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
pub(crate) struct Identity {
    /// The player as others see him.
    player: Player,
    /// The secret, if it was asked for in the answer.
    token: Option<String>,
}

/// What may be changed about oneself.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Rename {
    /// The display name.
    #[schema(max_length = 40)]
    name: String,
}

/// Makes an identity; returns the present one where the request carries one that is kept by cookie.
#[utoipa::path(post, path = "/api/identities", tag = "identity", request_body = NewIdentity,
    responses((status = 200, description = "The identity that the request carries", body = Identity),
              (status = 201, description = "A new identity", body = Identity), NamedProblem))]
pub(crate) async fn create(
    State(app): State<Arc<App>>,
    Address(address): Address,
    Visitor(visitor): Visitor,
    headers: HeaderMap,
    Body(new): Body<NewIdentity>,
) -> Result<Response, Problem> {
    let keep_by_cookie = |mut response: Response, token: &Token| {
        let cookie = cookie(token, is_secure(&app, &headers));
        response.headers_mut().insert(header::SET_COOKIE, cookie);
        response
    };
    if let (Some(player), Keep::Cookie) = (visitor, new.keep) {
        let response = Json(Identity { player, token: None }).into_response();
        // The cookie lasts a year from now: whoever comes again within a year is known for ever.
        return Ok(match token_in_cookie(&headers) {
            Some(token) => keep_by_cookie(response, &token),
            None => response,
        });
    }
    let now = app.hub.now();
    app.identities.take(address, now).map_err(|wait| Problem::too_many("new identities", wait))?;
    let player = Player { id: PlayerId::random(), name: read_name(&new.name)? };
    let token = Token::random();
    app.hub.storage.add_player(token.hash(), player.clone(), now).await?;
    let shown = (new.keep == Keep::Token).then(|| token.reveal());
    let identity = Json(Identity { player, token: shown });
    let response = (StatusCode::CREATED, identity).into_response();
    Ok(match new.keep {
        Keep::Cookie => keep_by_cookie(response, &token),
        Keep::Token => response,
    })
}

/// Says who asks.
#[utoipa::path(get, path = "/api/me", tag = "identity",
    responses((status = 200, description = "The player", body = Player), NamedProblem))]
pub(crate) async fn show(Known(player): Known) -> Json<Player> {
    Json(player)
}

/// Changes the display name. Games that were created or joined before keep the old one.
#[utoipa::path(patch, path = "/api/me", tag = "identity", request_body = Rename,
    responses((status = 200, description = "The player", body = Player), NamedProblem))]
pub(crate) async fn rename(
    State(app): State<Arc<App>>,
    Known(player): Known,
    Body(rename): Body<Rename>,
) -> Result<Json<Player>, Problem> {
    let player = Player { name: read_name(&rename.name)?, ..player };
    app.hub.storage.rename_player(player.clone()).await?;
    Ok(Json(player))
}

/// A display name: any text that shows as itself on one line.
fn read_name(text: &str) -> Result<String, Problem> {
    let name = text.trim();
    let invisible = |c: char| {
        c.is_control()
            || matches!(c, '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}'
                | '\u{180b}'..='\u{180e}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}'
                | '\u{2060}'..='\u{206f}' | '\u{2800}' | '\u{3164}' | '\u{feff}' | '\u{ffa0}'
                | '\u{fff0}'..='\u{fffb}' | '\u{e0000}'..='\u{e0fff}')
    };
    if name.chars().count() > LONGEST_NAME {
        return Err(Problem::bad_request(format!("name longer than {LONGEST_NAME} characters")));
    }
    if name.chars().any(invisible) {
        return Err(Problem::bad_request("the name has characters that do not show"));
    }
    Ok(name.to_owned())
}

fn cookie(token: &Token, secure: bool) -> HeaderValue {
    let secure = if secure { "; Secure" } else { "" };
    let text = format!(
        "{COOKIE}={}; Path=/; Max-Age={YEAR}; HttpOnly; SameSite=Lax{secure}",
        token.reveal()
    );
    HeaderValue::from_str(&text).expect("a token is plain text")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_trimmed_and_limited() {
        assert_eq!(read_name("  Ada  ").unwrap(), "Ada");
        assert_eq!(read_name("").unwrap(), "");
        assert_eq!(read_name(&"é".repeat(40)).unwrap(), "é".repeat(40));
        assert!(read_name(&"é".repeat(41)).is_err());
        assert!(read_name("a\nb").is_err());
        for invisible in ['\u{202e}', '\u{ad}', '\u{3164}', '\u{2800}', '\u{e0041}'] {
            assert!(read_name(&format!("a{invisible}b")).is_err(), "{invisible:?}");
        }
    }

    #[test]
    fn a_cookie_is_closed_to_scripts_and_other_sites() {
        let text = cookie(&Token::random(), true);
        let text = text.to_str().unwrap();
        for part in ["HttpOnly", "SameSite=Lax", "Secure", "Path=/"] {
            assert!(text.contains(part), "{text}");
        }
        assert!(!cookie(&Token::random(), false).to_str().unwrap().contains("Secure"));
    }
}
