// Bets that somebody likes to make again, by a name of their own: kept on this machine, for a game and
// not for a table.
import type { Chip } from '../wire/socket';

export interface Favourite {
  name: string;
  chips: Chip[];
}

export const MOST_FAVOURITES = 12;

export class Favourites {
  private readonly key: string;
  all: readonly Favourite[];

  constructor(game: string) {
    this.key = `favourites:${game}`;
    this.all = $state.raw(read(this.key));
  }

  /** One of the same name is replaced; the oldest gives way. */
  keep(name: string, chips: readonly Chip[]): void {
    this.change(
      [...this.all.filter((other) => other.name !== name), { name, chips: [...chips] }].slice(
        -MOST_FAVOURITES,
      ),
    );
  }

  forget(name: string): void {
    this.change(this.all.filter((favourite) => favourite.name !== name));
  }

  private change(all: Favourite[]): void {
    this.all = all;
    localStorage.setItem(this.key, JSON.stringify(all));
  }
}

/** What cannot be read is as good as none. */
function read(key: string): Favourite[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(key) ?? '[]');
    return Array.isArray(kept) ? kept.filter(isFavourite) : [];
  } catch {
    return [];
  }
}

function isFavourite(value: unknown): value is Favourite {
  const { name, chips } = (value ?? {}) as Partial<Favourite>;
  return (
    typeof name === 'string' &&
    Array.isArray(chips) &&
    chips.every((chip) => typeof chip?.bet === 'string' && chip.amount > 0)
  );
}

export const sumOf = (chips: readonly Chip[]): number =>
  chips.reduce((sum, chip) => sum + chip.amount, 0);

/** Chips that lay on boxes, on the boxes one sits at now: the first for the first. Where one sits
    nowhere they lie where they lay. */
export function onSeats(chips: readonly Chip[], seats: readonly number[]): Chip[] {
  if (!seats.length) return [...chips];
  // eslint-disable-next-line svelte/prefer-svelte-reactivity -- only removes duplicates
  const boxes = [...new Set(chips.flatMap((chip) => (chip.box === null ? [] : [chip.box])))].sort(
    (a, b) => a - b,
  );
  return chips.flatMap((chip) => {
    if (chip.box === null) return [chip];
    const seat = seats[boxes.indexOf(chip.box)];
    return seat === undefined ? [] : [{ ...chip, box: seat }];
  });
}
