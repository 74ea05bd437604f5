"""Several nodes serve one house: who deals at which table, and how the others follow.

Each node keeps every table and every house journal in memory and serves its own clients from that.
A table is dealt by the one node that has claimed it, under an epoch that the store checks inside
every commit; commands that come in elsewhere are put to that node over the bus. The bus carries
requests and the word that there is news. What is true is read from the books.
"""
