//! What the server can be told when it is started.

use crate::limits::Limits;

/// What the server can be told when it is started.
#[derive(Clone, PartialEq, Debug)]
pub struct Settings {
    /// The address by which people reach the server, such as `https://chess.example`, where it differs
    /// from the one they are seen to ask for.
    pub public_url: Option<String>,
    /// Whether a proxy in front of the server says whom it asks for (`X-Forwarded-For`, `X-Forwarded-Proto`).
    pub trust_proxy: bool,
    /// How much anyone may ask for.
    pub limits: Limits,
    /// A game that waits for an opponent for so many days is removed.
    pub open_days: u32,
    /// A game without a clock in which nothing happens for so many days is called off.
    pub idle_days: u32,
    /// An identity that sits in no game and is not seen for so many days is removed.
    pub identity_days: u32,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            public_url: None,
            trust_proxy: false,
            limits: Limits::default(),
            open_days: 14,
            idle_days: 90,
            identity_days: 365,
        }
    }
}
