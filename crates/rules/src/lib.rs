//! The rules of tridimensional chess.
