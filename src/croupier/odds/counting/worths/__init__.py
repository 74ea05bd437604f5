"""What a bet is worth from many shoes at once."""
