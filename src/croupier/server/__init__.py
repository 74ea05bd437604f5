"""HTTP and WebSocket: the doors of the house."""
