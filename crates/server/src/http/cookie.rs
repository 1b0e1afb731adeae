//! The cookie that keeps a browser's token.
//!
//! Behind TLS its name starts with `__Host-`, so that no other host, such as a sibling in the same domain, and no
//! unencrypted page can set it. A cookie with the other name is ignored.

use axum::http::{HeaderMap, HeaderValue, header};

use crate::identity::Token;

pub(crate) const PLAIN_NAME: &str = "trid_identity";
pub(crate) const HOST_NAME: &str = "__Host-trid_identity";
const YEAR_IN_SECONDS: u32 = 365 * 86_400;

const fn name(is_https: bool) -> &'static str {
    if is_https { HOST_NAME } else { PLAIN_NAME }
}

/// The token in the cookies of a request, as text.
pub(crate) fn read(headers: &HeaderMap, is_https: bool) -> Option<&str> {
    headers
        .get_all(header::COOKIE)
        .iter()
        .filter_map(|value| value.to_str().ok())
        .flat_map(|value| value.split(';'))
        .find_map(|pair| pair.trim().strip_prefix(name(is_https))?.strip_prefix('='))
}

/// Sets the cookie for another year.
pub(crate) fn set(headers: &mut HeaderMap, token: &Token, is_https: bool) {
    append(headers, &token.reveal(), YEAR_IN_SECONDS, is_https);
}

/// Deletes the cookie.
pub(crate) fn delete(headers: &mut HeaderMap, is_https: bool) {
    append(headers, "", 0, is_https);
}

fn append(headers: &mut HeaderMap, value: &str, max_age: u32, is_https: bool) {
    let (name, secure) = (name(is_https), if is_https { "; Secure" } else { "" });
    let text = format!("{name}={value}; Path=/; Max-Age={max_age}; HttpOnly; SameSite=Lax{secure}");
    let cookie = HeaderValue::from_str(&text).expect("a token is ASCII");
    headers.append(header::SET_COOKIE, cookie);
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cookie(is_https: bool) -> String {
        let mut headers = HeaderMap::new();
        set(&mut headers, &Token::random(), is_https);
        let cookies: Vec<&HeaderValue> = headers.get_all(header::SET_COOKIE).iter().collect();
        assert_eq!(cookies.len(), 1);
        cookies[0].to_str().unwrap().to_owned()
    }

    #[test]
    fn cookie_is_hidden_from_scripts_and_other_sites() {
        let secure = cookie(true);
        assert!(secure.starts_with("__Host-trid_identity="), "{secure}");
        for part in ["HttpOnly", "SameSite=Lax", "Secure", "Path=/"] {
            assert!(secure.contains(part), "{secure}");
        }
        let plain = cookie(false);
        assert!(plain.starts_with("trid_identity="), "{plain}");
        assert!(!plain.contains("Secure"), "{plain}");
    }

    #[test]
    fn only_the_cookie_of_the_connection_is_read() {
        let mut headers = HeaderMap::new();
        let both = HeaderValue::from_static("a=b; trid_identity=plain; __Host-trid_identity=host");
        headers.insert(header::COOKIE, both);
        assert_eq!((read(&headers, true), read(&headers, false)), (Some("host"), Some("plain")));
        headers.insert(header::COOKIE, HeaderValue::from_static("trid_identity=plain"));
        assert_eq!((read(&headers, true), read(&headers, false)), (None, Some("plain")));
        headers.insert(header::COOKIE, HeaderValue::from_static("x__Host-trid_identity=x"));
        assert_eq!((read(&headers, true), read(&headers, false)), (None, None));
    }
}
