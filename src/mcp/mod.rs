//! Room: mcp.
