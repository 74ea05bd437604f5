// Why a bet was won or lost, asked for where it lies; and what came of a round, in the list of results.
import type { OwnRound } from '../wire/http';
import type { Line } from '../wire/socket';
import { get } from './api';
import { Refusal } from './refusal';

type Told = Omit<Line, 'player'>;

export interface RoundName {
  table: string;
  round: number;
}

class Why {
  asked = $state.raw<{ lines: Told[]; from: HTMLElement; round: RoundName | null } | null>(null);

  show(lines: Told[], from: HTMLElement, round: RoundName | null = null): void {
    this.asked = lines.length ? { lines, from, round } : null;
  }

  /** Of a round that is over: the own lines in it, none for who had no bet. */
  async showRound(round: RoundName, from: HTMLElement): Promise<void> {
    const lines = await get<OwnRound>(
      `/api/me/rounds/${encodeURIComponent(round.table)}/${round.round}`,
    ).then(
      (own) => own.lines,
      (error) => {
        if (error instanceof Refusal && ['not-allowed', 'not-known'].includes(error.code))
          return [];
        throw error;
      },
    );
    if (from.isConnected) this.asked = { lines, from, round };
  }

  hide(): void {
    this.asked = null;
  }
}

export const why = new Why();
