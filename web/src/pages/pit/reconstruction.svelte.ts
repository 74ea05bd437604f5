// A guided reconstruction: where each card lies, as the pit has said, and whether the house lets it be
// put back where it belongs (R27). The house knows where a card belongs.
import { house } from '../../house/house.svelte';
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
  private question = new LatestQuestion<Question, CheckedMoves>(
    (question) => house.ask({ type: 'check-moves', ...question }) as Promise<CheckedMoves>,
    (_, checked) => (this.checked = checked),
  );

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

  /** The cards that lie at a place now. */
  lyingAt(place: CardPlace): LaidCard[] {
    return this.cards.filter((card) => placeKey(this.placeOf(card)) === placeKey(place));
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
        placeKey(verdict.move.lies) === placeKey(move.lies),
    );
  }

  /** The pit says where the card lies. */
  lies(card: LaidCard, place: CardPlace): void {
    const others = this.found.filter((move) => cardKey(move) !== cardKey(card));
    const elsewhere = placeKey(place) !== placeKey(card.belongs);
    const move = { belongs: card.belongs, at: card.at, lies: place };
    this.found = elsewhere ? [...others, move] : others;
    this.back = this.back.filter((key) => key !== cardKey(card));
  }

  putBack(card: LaidCard): void {
    this.back = [...this.back, cardKey(card)];
  }

  /** What was put back, for the ruling. */
  get moves(): CardMove[] {
    return this.found.filter((move) => this.back.includes(cardKey(move)));
  }

  /** In which deal the error was; none where no card was moved. */
  get deal(): Deal | null {
    const keys = this.moves.map(cardKey);
    const moved = this.cards.filter((card) => keys.includes(cardKey(card)));
    if (!moved.length) return null;
    return moved.some((card) => card.deal === 'initial') ? 'initial' : 'subsequent';
  }
}
