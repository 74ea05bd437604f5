"""A transparency log as others keep theirs (C2SP tlog-tiles): hashes, proofs, tiles, signed notes.

Pure: it knows no store, no clock and no network, and nothing of what the log's entries say.
"""
