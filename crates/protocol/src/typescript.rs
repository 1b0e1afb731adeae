//! TypeScript types of codes and reasons, which are serialized by name.

use trid_rules::game::EndReason;
use trid_view::typescript::union;

use crate::{ErrorCode, OnlineEndReason};

trid_view::typescript_types! {
    /// A stable code for an error.
    ErrorCode = "ErrorCode", union(ErrorCode::ALL);
    /// Why an online game ended: by the rules of chess, or of online play.
    OnlineEndReason = "OnlineEndReason",
        union(OnlineEndReason::ONLINE.into_iter().chain(EndReason::all().map(OnlineEndReason::Rules)));
}
