//! Tests of the rules as a whole, in one program: against a second reading of them, against
//! themselves, and against lists of texts and counts.

mod agreement;
mod corpora;
mod effects;
mod geometry;
mod keys;
mod legality;
mod mirror;
mod naive;
mod perft;
mod random;
mod reasons;
mod round_trips;
