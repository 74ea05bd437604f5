"""One player's table: bets, the round, the settlement, and again."""

from typing import NoReturn

from rich.text import Text

from croupier.cli.play.betting import read_bets
from croupier.cli.play.dealer import Dealer
from croupier.cli.play.deciding import Answer, Question, question, spoken, understand
from croupier.cli.play.families import screen_of
from croupier.cli.play.help import (
    bets_told,
    help_while_betting,
    help_while_playing,
    pays_table,
    why,
)
from croupier.cli.play.irregularities import Pit
from croupier.cli.play.irregularities.incident import Incident
from croupier.cli.play.irregularities.stops import fates_told
from croupier.cli.play.purse import Purse
from croupier.cli.play.settlement import settlement_table
from croupier.cli.play.terminal import YOU, Left, Terminal
from croupier.cli.settle import net_style, signed
from croupier.engine.inputs import Act, Input
from croupier.engine.layout import Bet, Limits
from croupier.engine.lines import Line
from croupier.engine.protocol import Round, begin, standings, step, view, waiting
from croupier.engine.rules import Rules
from croupier.engine.viewer import Viewer
from croupier.engine.waiting import Waiting
from croupier.kit.errors import Code, Refused
from croupier.kit.money import format_amount


class Table:
    def __init__(
        self, rules: Rules, chips: int, dealer: Dealer, terminal: Terminal, pit: Pit | None = None
    ) -> None:
        self._rules = rules
        self._limits = Limits()
        self._dealer = dealer
        self._terminal = terminal
        self._pit = pit
        """Only where things go wrong."""
        self._screen = screen_of(rules)(terminal)
        self._purse = Purse(chips)
        self._buy_in = chips
        self._round: Round | None = None
        self._rounds = 0
        self._last_bets: tuple[Bet, ...] = ()
        self._last_lines: tuple[Line, ...] = ()
        self._drawn: list[str] = []

    def run(self) -> None:
        """Deal until the player leaves; a round begun is always settled."""
        try:
            self._welcome()
            while True:
                self._bet()
                self._play()
        except (Left, KeyboardInterrupt):
            self._leave()

    def _welcome(self) -> None:
        terminal = self._terminal
        terminal.say(self._rules.title, "bold")
        terminal.show(*self._screen.welcome())
        help_while_betting(terminal, self._rules, self._limits)
        if self._pit:
            self._pit.welcome()

    # Betting ---------------------------------------------------------------------------------

    def _bet(self) -> None:
        """Ask until bets lie that the rules accept."""
        while self._round is None:
            self._tell_chips()
            try:
                self._heed(self._terminal.ask("bet> "))
            except Refused as refused:
                self._terminal.refuse(refused)

    def _tell_chips(self) -> None:
        chips = f"Chips {format_amount(self._purse.chips)}."
        if self._purse.chips < max(self._limits.min, self._rules.chip_unit):
            line = f"{chips} That is less than any bet: `buy` new chips, or `quit`."
        elif self._last_bets:
            line = f"{chips} Enter repeats {bets_told(self._last_bets)}."
        else:
            line = chips
        self._terminal.say()
        self._terminal.say(line, "bold")

    def _heed(self, line: str) -> None:
        terminal = self._terminal
        match line:
            case "quit" | "q" | "exit":
                raise Left
            case "help" | "?":
                help_while_betting(terminal, self._rules, self._limits)
            case "rules":
                terminal.show(pays_table(self._rules))
            case "why":
                why(terminal, self._last_lines)
            case "buy":
                self._purse.buy(self._buy_in)
                terminal.say(f"The cashier brings {format_amount(self._buy_in)}.")
            case "" | "same" if self._last_bets:
                self._open(self._last_bets)
            case "" | "same":
                terminal.say("There are no bets to repeat yet; `help` shows how to bet.")
            case _:
                self._open(read_bets(self._rules, line))

    def _open(self, bets: tuple[Bet, ...]) -> None:
        """ "No more bets"."""
        if not bets:
            return
        opened = begin(self._rules, bets, limits=self._limits)
        stakes = sum(bet.amount for bet in bets)
        self._purse.check(stakes)
        if shuffled := self._dealer.prepare(bets):
            self._terminal.say(shuffled, "dim")
        self._drawn = []
        self._last_bets = bets
        self._purse.stake(stakes)
        self._round = opened
        if self._pit:
            self._pit.open()

    # The round -------------------------------------------------------------------------------

    def _play(self, *, present: bool = True) -> None:
        """Deal what is due and ask what is open until the round is over; then settle."""
        while self._round is not None:
            now = waiting(self._round)
            open_question = question(now)
            incident = self._pit.watch(self._round, now) if self._pit and present else None
            if incident:
                self._rule(self._round, now, incident)
            elif now.over and now.card is None:
                self._settle(self._round)
            elif open_question is None:
                self._step(self._round, self._dealer.supply(now))
            elif present:
                self._ask(self._round, open_question)
            else:
                self._step(self._round, open_question.absence)

    def _rule(self, round: Round, now: Waiting, incident: Incident) -> None:
        """Hear the pit; whatever it says, or if it says nothing, the right ruling is made."""
        assert self._pit is not None
        self._draw(round)
        try:
            self._pit.rule(round, now, incident)
        finally:
            if incident.then:
                self._terminal.say(incident.then)
            self._dealer.then(*incident.dealt)
            if incident.ruled:
                self._step(round, incident.ruled)
            self._dealer.spoiled |= incident.spoils

    def _ask(self, round: Round, open_question: Question) -> None:
        self._draw(round)
        silence = f" (Enter: {open_question.empty})" if open_question.silence else ""
        self._terminal.say(f"You may {spoken(open_question)}{silence}.")
        try:
            line = self._terminal.ask(f"{open_question.about}> ")
            if line in ("quit", "q", "exit"):
                raise Left
            if line in ("help", "?"):
                help_while_playing(self._terminal)
                return
            input, answer = understand(open_question, line)
            if answer is None and input != open_question.silence:
                _refuse_unasked(round, input)
            cost = _cost(input, answer)
            self._purse.check(cost)
            self._step(round, input, cost)
        except Refused as refused:
            self._terminal.refuse(refused)

    def _step(self, round: Round, input: Input, cost: int = 0) -> None:
        after, lines = step(round, input)
        self._round = after
        self._purse.stake(cost)
        self._purse.collect(after.lines)
        if not after.over:
            for line in lines:
                where = f" on box {line.box}" if line.box else ""
                self._terminal.say(f"{line.bet}{where}: {line.result} {signed(line.net)}", "dim")

    def _draw(self, round: Round) -> None:
        """Show the table, unless it already lies there."""
        drawn = self._screen.draw(view(round, Viewer.of(YOU)))
        if waiting(round).choices:
            # R28: who withdraws takes back only what is not decided yet.
            drawn = [*drawn, Text(f"Your bets: {fates_told(standings(round))}.")]
        plain = [line.plain for line in drawn]
        if plain != self._drawn:
            self._drawn = plain
            self._terminal.say()
            self._terminal.show(*drawn)

    # After the round -------------------------------------------------------------------------

    def _settle(self, round: Round) -> None:
        self._draw(round)
        terminal, net = self._terminal, self._purse.net
        terminal.show(*self._screen.last_results(view(round, Viewer.of(YOU))))
        if round.void:
            terminal.say("The round is void; every stake goes back.", "bold")
        terminal.say()
        terminal.show(settlement_table(round.lines))
        self._round = None
        self._rounds += 1
        self._last_lines = round.lines
        self._purse.close()
        terminal.show(Text.assemble("Round ", (signed(net), net_style(net)), "."))

    def _leave(self) -> None:
        terminal = self._terminal
        if self._round is not None:
            terminal.say("You leave; the round is played out without you.")
            self._play(present=False)
        chips = self._purse.chips
        net = chips - self._purse.bought
        rounds = "1 round" if self._rounds == 1 else f"{self._rounds} rounds"
        terminal.say()
        if self._pit:
            terminal.say(f"The pit: {self._pit.score}.", "bold")
        terminal.say(
            f"You leave with {format_amount(chips)}, {signed(net)} after {rounds}. Goodbye.", "bold"
        )


def _refuse_unasked(round: Round, input: Input) -> NoReturn:
    """The rules say best why something may not be done; what they would allow has its turn."""
    step(round, input)
    raise Refused(Code.NOT_YOUR_TURN, "that is not asked now")


def _cost(input: Input, answer: Answer | None) -> int:
    """The chips an answer puts on the layout."""
    if answer is None or not isinstance(input, Act):
        return 0
    return input.amount or answer.option.most or 0
