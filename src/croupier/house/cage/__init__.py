"""The cage: cash for chips and back, what players and tables ask for, and signed adjustments. Its
facts are in `croupier.table.cage`: tables read them too."""
