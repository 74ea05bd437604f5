"""The whole house under load: sockets, tables, books; beside a bare WebSocket server.

    python -m benchmarks.live [--quick] [--postgres] [--only L1,L2] [--json FILE]

The server runs on one core, the players on another. Players send on a schedule whether or not they
have been answered, and a time is measured from when its message was due, so a server that stalls
cannot hide it. After every scenario the house is closed and its books are verified: speed with a
broken ledger counts as zero.
"""
