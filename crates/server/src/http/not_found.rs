//! The response for an unknown address: a page for browsers, JSON for programs.

use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};

use super::error::HttpError;

const PAGE: &str = include_str!("not_found.html");

/// Allows nothing but the page's own style.
const CONTENT_SECURITY_POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; \
     form-action 'none'; frame-ancestors 'none'";

pub(crate) fn response(headers: &HeaderMap) -> Response {
    let mut response = if accepts_html(headers) {
        let page_headers = [
            (header::CONTENT_TYPE, "text/html; charset=utf-8"),
            (header::CONTENT_SECURITY_POLICY, CONTENT_SECURITY_POLICY),
            (header::CACHE_CONTROL, "no-cache"),
        ];
        (StatusCode::NOT_FOUND, page_headers, PAGE).into_response()
    } else {
        HttpError::no_page().into_response()
    };
    response.headers_mut().insert(header::VARY, header::HeaderValue::from_static("accept"));
    response
}

/// Whether the client asks for HTML, as browsers do when they open an address.
pub(crate) fn accepts_html(headers: &HeaderMap) -> bool {
    let values =
        headers.get_all(header::ACCEPT).into_iter().filter_map(|value| value.to_str().ok());
    values.flat_map(|value| value.split(',')).any(|item| item.trim().starts_with("text/html"))
}
