//! Tests of the rules: against a naive implementation, for internal consistency, and against corpora and
//! perft counts.

mod agreement;
mod corpora;
mod editing;
mod effects;
mod geometry;
mod insight;
mod keys;
mod legality;
mod mirror;
mod naive;
mod perft;
mod random;
mod reason_details;
mod reasons;
mod round_trips;
mod stuck;
