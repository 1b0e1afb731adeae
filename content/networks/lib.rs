//! The network that the engine of Tri-D evaluates with, in a package of its own, so that the engine's sources stay
//! small for programs that bring another one.

/// The file, as `trid_engine::LoadedNetwork` reads it.
pub const FILE: &[u8] = include_bytes!("network.bin");
