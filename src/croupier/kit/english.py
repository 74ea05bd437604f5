"""English grammar of what the house says."""


def with_article(noun: str) -> str:
    """ "a player", "an inspector"."""
    return f"{'an' if noun[:1] in 'aeiou' else 'a'} {noun}"
