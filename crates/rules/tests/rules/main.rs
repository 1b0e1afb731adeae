//! Tests of the rules as a whole, in one program: against a second reading of them, against
//! themselves, and against lists of texts and counts.

mod agreement;
mod naive;
mod perft;
mod random;
