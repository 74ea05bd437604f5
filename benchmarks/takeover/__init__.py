"""What becomes of a house of several nodes when a part of it fails, and how long people notice.

    python -m benchmarks.takeover [--only kills,frozen,bus,database,cuts,lag,sessions,…]
        [--kills 200] [--cuts 200] [--frozen-seconds 60] [--times 5]

Real processes: three nodes, PostgreSQL with fsync on, nats-server; a table of each of nine games;
two players at every table who bet and decide all the time, spread over the nodes, and who ask again
with the same id whatever was not answered. After every trial the books must hold each acknowledged
command exactly once, and `croupier verify` must find nothing; otherwise this program fails.
"""
