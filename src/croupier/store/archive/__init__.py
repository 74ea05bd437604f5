"""The archive: closed periods of the journals, out of the database's tables and in files of their
own, and read from there as if they had never left (decision 32)."""
