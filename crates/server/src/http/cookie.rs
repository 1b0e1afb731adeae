//! The cookie that keeps a browser's token.
//!
//! Behind TLS its name starts with `__Host-`, so that no other host and no unencrypted page can set it. Browsers that
//! still have the plain one send it once and get the other in return.

use axum::http::{HeaderMap, HeaderValue, header};

use crate::identity::Token;

pub(crate) const PLAIN_NAME: &str = "trid_identity";
pub(crate) const HOST_NAME: &str = "__Host-trid_identity";
const YEAR_IN_SECONDS: u32 = 365 * 86_400;

/// The token in the cookies of a request, as text.
pub(crate) fn read(headers: &HeaderMap) -> Option<&str> {
    value_of(headers, HOST_NAME).or_else(|| value_of(headers, PLAIN_NAME))
}

/// Whether a request has the cookie without the prefix.
pub(crate) fn has_plain(headers: &HeaderMap) -> bool {
    value_of(headers, PLAIN_NAME).is_some()
}

fn value_of<'a>(headers: &'a HeaderMap, name: &str) -> Option<&'a str> {
    headers
        .get_all(header::COOKIE)
        .iter()
        .filter_map(|value| value.to_str().ok())
        .flat_map(|value| value.split(';'))
        .find_map(|pair| pair.trim().strip_prefix(name)?.strip_prefix('='))
}

/// Sets the cookie for another year. Behind TLS, also deletes the one without the prefix.
pub(crate) fn set(headers: &mut HeaderMap, token: &Token, is_https: bool) {
    if is_https {
        append(headers, HOST_NAME, &token.reveal(), YEAR_IN_SECONDS, "; Secure");
        append(headers, PLAIN_NAME, "", 0, "");
    } else {
        append(headers, PLAIN_NAME, &token.reveal(), YEAR_IN_SECONDS, "");
    }
}

/// Deletes the cookie.
pub(crate) fn delete(headers: &mut HeaderMap, is_https: bool) {
    if is_https {
        append(headers, HOST_NAME, "", 0, "; Secure");
    }
    append(headers, PLAIN_NAME, "", 0, "");
}

fn append(headers: &mut HeaderMap, name: &str, value: &str, max_age: u32, secure: &str) {
    let text = format!("{name}={value}; Path=/; Max-Age={max_age}; HttpOnly; SameSite=Lax{secure}");
    let cookie = HeaderValue::from_str(&text).expect("a token is ASCII");
    headers.append(header::SET_COOKIE, cookie);
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cookies(is_https: bool) -> Vec<String> {
        let mut headers = HeaderMap::new();
        set(&mut headers, &Token::random(), is_https);
        let cookies = headers.get_all(header::SET_COOKIE).iter();
        cookies.map(|cookie| cookie.to_str().unwrap().to_owned()).collect()
    }

    #[test]
    fn cookie_is_hidden_from_scripts_and_other_sites() {
        let secure = cookies(true);
        assert!(secure[0].starts_with("__Host-trid_identity="), "{secure:?}");
        for part in ["HttpOnly", "SameSite=Lax", "Secure", "Path=/"] {
            assert!(secure[0].contains(part), "{secure:?}");
        }
        assert!(secure[1].starts_with("trid_identity=; Path=/; Max-Age=0;"), "{secure:?}");
        let plain = cookies(false);
        assert_eq!(plain.len(), 1);
        assert!(plain[0].starts_with("trid_identity="), "{plain:?}");
        assert!(!plain[0].contains("Secure"), "{plain:?}");
    }

    #[test]
    fn prefixed_cookie_wins_over_the_plain_one() {
        let mut headers = HeaderMap::new();
        let both = HeaderValue::from_static("a=b; trid_identity=old; __Host-trid_identity=new");
        headers.insert(header::COOKIE, both);
        assert_eq!(read(&headers), Some("new"));
        assert!(has_plain(&headers));
        headers.insert(header::COOKIE, HeaderValue::from_static("trid_identity=old"));
        assert_eq!(read(&headers), Some("old"));
        headers.insert(header::COOKIE, HeaderValue::from_static("x__Host-trid_identity=new"));
        assert_eq!(read(&headers), None);
        assert!(!has_plain(&headers));
    }
}
