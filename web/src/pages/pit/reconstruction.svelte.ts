// A guided reconstruction: where each card lies, as the pit has said, and whether the house lets it be
// put back where it belongs (R27). The house knows where a card belongs.
import { LatestQuestion } from '../../house/latest-question';
import type {
  CardMove,
  CardPlace,
  CheckedMoves,
  Deal,
  LaidCard,
  MoveVerdict,
} from '../../wire/socket';

interface Question {
  table: string;
  round: number;
  moves: CardMove[];
}

/** One text for one place, or for one card of a hand. */
export const placeKey = ({ to, box, hand }: CardPlace): string =>
  `${to}/${box ?? ''}/${hand ?? ''}`;
export const cardKey = ({ belongs, at }: Pick<LaidCard, 'belongs' | 'at'>): string =>
  `${placeKey(belongs)}/${at}`;

export class Reconstruction {
  checked = $state.raw<CheckedMoves | null>(null);
  /** Cards that lie elsewhere, as the pit has said, whether or not they are put back by now. */
  private found = $state.raw<CardMove[]>([]);
  private back = $state.raw<string[]>([]);
  /** The pit says that no dealt card was out of place: the error concerned a card still to be scanned. */
  nothingMoved = $state(false);
  private question: LatestQuestion<Question, CheckedMoves>;

  /** `check` asks the house where the cards belong, and which moves it lets be made. */
  constructor(check: (question: Question) => Promise<CheckedMoves>) {
    this.question = new LatestQuestion(check, (_, checked) => (this.checked = checked));
  }

  ask(table: string, round: number): void {
    void this.question.want({ table, round, moves: this.found });
  }

  get cards(): LaidCard[] {
    return this.checked?.cards ?? [];
  }

  get places(): CardPlace[] {
    return this.checked?.places ?? [];
  }

  /** Where the card lies now. */
  placeOf(card: LaidCard): CardPlace {
    return this.outOfPlace(card)?.lies ?? card.belongs;
  }

  /** Which card of that hand it is now, from 1; null: the pit has not said. */
  positionOf(card: LaidCard): number | null {
    return this.outOfPlace(card)?.lies_at ?? null;
  }

  /** The cards that lie at a place now, in their order as far as it is known. */
  lyingAt(place: CardPlace): LaidCard[] {
    const here = this.cards.filter((card) => placeKey(this.placeOf(card)) === placeKey(place));
    const lying = here.filter((card) => this.positionOf(card) === null);
    const known = here
      .map((card) => ({ card, position: this.positionOf(card) }))
      .filter((found): found is { card: LaidCard; position: number } => found.position !== null)
      .sort((one, other) => one.position - other.position);
    for (const { card, position } of known) lying.splice(position - 1, 0, card);
    return lying;
  }

  /** The move that the card still needs. */
  outOfPlace(card: LaidCard): CardMove | undefined {
    if (this.back.includes(cardKey(card))) return undefined;
    return this.found.find((move) => cardKey(move) === cardKey(card));
  }

  get pending(): LaidCard[] {
    return this.cards.filter((card) => this.outOfPlace(card));
  }

  verdict(card: LaidCard): MoveVerdict | undefined {
    const move = this.outOfPlace(card);
    return this.checked?.verdicts.find(
      (verdict) =>
        move &&
        cardKey(verdict.move) === cardKey(move) &&
        placeKey(verdict.move.lies) === placeKey(move.lies) &&
        (verdict.move.lies_at ?? null) === (move.lies_at ?? null),
    );
  }

  /** The pit says where the card lies, and which card of that hand it is there. */
  lies(card: LaidCard, place: CardPlace, position: number | null = null): void {
    const others = this.found.filter((move) => cardKey(move) !== cardKey(card));
    const inItsHand = placeKey(place) === placeKey(card.belongs);
    const inPlace = inItsHand && (position === null || position === card.at);
    const move = { belongs: card.belongs, at: card.at, lies: place, lies_at: position };
    this.found = inPlace ? others : [...others, move];
    this.back = this.back.filter((key) => key !== cardKey(card));
  }

  putBack(card: LaidCard): void {
    this.back = [...this.back, cardKey(card)];
  }

  /** What was put back, for the ruling. */
  get moves(): CardMove[] {
    return this.found.filter((move) => this.back.includes(cardKey(move)));
  }

  /** Every card that lies elsewhere has been put back, or there is none. */
  get done(): boolean {
    if (this.pending.length) return false;
    return !this.cards.length || this.moves.length > 0 || this.nothingMoved;
  }

  /** In which deal the error was; none where no card was moved. */
  get deal(): Deal | null {
    const keys = this.moves.map(cardKey);
    const moved = this.cards.filter((card) => keys.includes(cardKey(card)));
    if (!moved.length) return null;
    return moved.some((card) => card.deal === 'initial') ? 'initial' : 'subsequent';
  }
}
