//! Bardagi: The Claim for Gold. So far its boards, as they are drawn.

pub mod sight;
