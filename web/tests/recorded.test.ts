// Rounds that were really played, told again to the client's state without a browser.
import { describe, expect, it } from 'vitest';
import { narration } from '../src/house/narration';
import { apply, emptyState } from '../src/house/state';
import file from './fixtures/recorded.json';
import type { HouseSays, Purse, TableView, YouView } from '../src/wire/socket';

interface Recorded {
  table: string;
  messages: HouseSays[];
  ends: { view: TableView; you: YouView; purse: Purse };
}
const recorded = file as unknown as Recorded[];

describe.each(recorded)('at $table', ({ table, messages, ends }) => {
  const states = [emptyState()];
  for (const [at, message] of messages.entries()) states.push(apply(states[at]!, message, at));
  const last = states.at(-1)!;

  it('the state ends where the house ended', () => {
    expect(last.tables[table]).toEqual(ends.view);
    expect(last.you[table]).toEqual(ends.you);
    expect(last.purse?.balance).toBe(ends.purse.balance);
  });

  it('the numbers of every feed have no gap', () => {
    const seen = new Map<string, number>();
    for (const message of messages) {
      if (!('feed' in message)) continue;
      const before = seen.get(message.feed);
      if (before !== undefined) expect(message.n).toBe(before + 1);
      seen.set(message.feed, message.n);
    }
    expect(seen.size).toBeGreaterThan(1);
  });

  it('a listener hears every card and the end of every round', () => {
    const sentences: string[] = [];
    for (let at = 1; at < states.length; at++) {
      const before = states[at - 1]!.tables[table] ?? null;
      const after = states[at]!.tables[table];
      if (after && after !== before)
        sentences.push(...narration(before, after, 'ann', (key) => key));
    }
    expect(sentences.filter((sentence) => sentence === 'table.roundOver')).toHaveLength(2);
    expect(sentences.some((sentence) => /^table\.said(Box|Player|Pocket)$/.test(sentence))).toBe(
      true,
    );
  });

  it('the same messages give the same state again', () => {
    expect(
      messages.reduce((state, message, at) => apply(state, message, at), emptyState()),
    ).toEqual(last);
  });
});
