"""Which rules a table may be dealt by, and which program may deal: the register of what two people
have approved, from when and until when."""
