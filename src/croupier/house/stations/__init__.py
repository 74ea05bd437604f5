"""Stations: the consoles and scanners whose keys sign what is scanned, called and ruled at a table
dealt by hand."""
