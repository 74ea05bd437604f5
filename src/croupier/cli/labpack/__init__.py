"""`croupier labpack`: what a laboratory asks for, in a folder with a page that leads through it."""
