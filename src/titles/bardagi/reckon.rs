//! STUB: what follows from the state.
