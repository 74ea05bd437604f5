"""What is done to a fresh shoe before its first card (LIVE 2.3.1 to 2.3.5a)."""

from croupier.engine.equipment import Cards
from croupier.engine.rules import Rules
from croupier.kit.phrase import Phrase, words
from croupier.table.guide_value import Task

PLAYER_CUT = "player-cut"


def shoe_tasks(rules: Rules) -> tuple[Task, ...]:
    """Line by line, as far as the document asks for them."""
    cards = rules.equipment
    assert isinstance(cards, Cards)
    behind, burned = cards.behind_cut, cards.burned
    cut_card = words(
        "Put the cut card {count, plural, one {# card} other {# cards}} from the end", count=behind
    )
    cite = rules.topics
    tasks = [
        *_inspection(rules),
        task("count", _count(cards.decks), cite["decks"], cards.decks),
        *_shuffle(rules),
        task("cut", words("Cut"), cite["cards-cut"]),
        *_player_cut(rules),
        task("cut-card", cut_card, cite["cut-card-from-back"], behind),
    ]
    if burned:
        burn = words("Burn {count, plural, one {# card} other {# cards}}", count=burned)
        tasks.append(task("burn", burn, cite["burn-after-shuffle"], burned))
    return tuple(tasks)


def _inspection(rules: Rules) -> tuple[Task, ...]:
    clause = rules.topics["cards-inspected"]
    if not clause:
        return (task("inspect", words("Look over every card, face up"), clause),)
    return (
        task("spread", words("Spread the cards face up by deck, suit and sequence"), clause),
        task("inspect", words("Inspect front and back of every card"), clause),
        task("returned", words("Inspect again what has left the table"), clause),
    )


def _shuffle(rules: Rules) -> tuple[Task, ...]:
    clause = rules.topics["shuffle"]
    if not clause:
        return (task("shuffle", words("Shuffle"), rules.topics["void-unshuffled"]),)
    return (
        task("face-down", words("Turn the cards face down"), clause),
        task("wash", words("Wash the cards"), clause),
        task("shuffle", words("Shuffle"), clause),
        task("stack", words("Stack the cards"), clause),
    )


def task(name: str, sentence: Phrase, clause: str, number: int | None = None) -> Task:
    return Task(name, str(sentence), sentence, clause or None, number)


def _count(decks: int) -> Phrase:
    return words(
        "Count {decks, plural, one {# deck} other {# decks}}, "
        "{cards, plural, one {# card} other {# cards}}",
        decks=decks,
        cards=decks * 52,
    )


def _player_cut(rules: Rules) -> tuple[Task, ...]:
    """LIVE 2.3.3d: a player says where the cutting card goes in; the end of the shoe is marked
    after that (LIVE 2.3.3e)."""
    sentence = words("A player at the table places the cutting card in the stack")
    clause = rules.topics["player-cuts"]
    return (task(PLAYER_CUT, sentence, clause),) if clause else ()
