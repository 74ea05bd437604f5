"""The way in: which of the games?"""

from croupier.cli.play.terminal import Terminal
from croupier.engine.variants import VARIANTS
from croupier.kit.errors import Refused


def choose_game(terminal: Terminal) -> str:
    """A game by its number or its name; asked until there is one."""
    games = list(VARIANTS)
    terminal.say("Croupier", "bold")
    for number, game in enumerate(games, 1):
        terminal.say(f"  {number}  {game:<26}{VARIANTS[game].title}")
    while True:
        try:
            answer = terminal.ask("game> ")
        except Refused as refused:
            terminal.refuse(refused)
            continue
        if answer in VARIANTS:
            return answer
        if answer.isdecimal() and 1 <= int(answer) <= len(games):
            return games[int(answer) - 1]
        terminal.say(f"Say a number from 1 to {len(games)}, or a name.")
