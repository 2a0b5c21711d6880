//! dma
