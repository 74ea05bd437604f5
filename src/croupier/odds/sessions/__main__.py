"""A session for a house that must not wait for it itself.

python -m croupier.odds.sessions GAME SETTINGS QUESTION    say it as JSON; both are JSON objects
"""

import os
import sys

import msgspec

from croupier.engine.protocol import variant
from croupier.kit.errors import Refused
from croupier.odds.reckoning import PATIENCE
from croupier.odds.sessions.question import SessionAnswer, SessionQuestion, Unanswered
from croupier.odds.sessions.session import session_odds


def answered(game: str, settings: str, question: str) -> SessionAnswer:
    asked = msgspec.json.decode(question, type=SessionQuestion)
    rules = variant(game, msgspec.json.decode(settings))
    try:
        told = session_odds(rules, asked)
    except Refused as refused:
        return SessionAnswer(refused=Unanswered(refused.code, refused.message))
    return SessionAnswer(told=told)


def main() -> None:
    os.nice(PATIENCE)
    sys.stdout.buffer.write(msgspec.json.encode(answered(*sys.argv[1:])))


if __name__ == "__main__":
    main()
