// One thing that went into a round, in words: who did it, or where the card went, and what it was.
// What has no words of its own is shown as it is written: nothing is left out of a record.
import { cardName } from '../../house/cards';
import { whereOf, type Step } from '../../house/replay';
import type { DealtCard, WholeRound } from '../../wire/http';

type Say = (key: string, values?: Record<string, string | number>) => string;
type More = Record<string, unknown>;

export function inputWords(
  entry: WholeRound['inputs'][number] | { input: string },
  dealt: DealtCard | null,
  t: Say,
): string {
  const { input, ...more } = entry as { input: string } & More;
  const wording = WORDS[input];
  if (!wording) return [input, ...written(more)].join(', ');
  const { words, uses } = wording(more, dealt, t);
  const rest = Object.fromEntries(Object.entries(more).filter(([key]) => !uses.includes(key)));
  return [words, ...written(rest)].join(', ');
}

/** Its words, and what of it they have told. */
type Worded = (more: More, dealt: DealtCard | null, t: Say) => { words: string; uses: string[] };

const WORDS: Record<string, Worded> = {
  card: ({ card }, dealt, t) => {
    const name = cardName(String(card));
    return { words: dealt ? `${whereOf(dealt, t)}: ${name}` : name, uses: ['card'] };
  },
  ball: ({ pocket }, _, t) => ({
    words: t('office.ball', { pocket: String(pocket) }),
    uses: ['pocket'],
  }),
  act: ({ player, action, box, card }, _, t) => {
    const actionText =
      action === 'timeout' ? t('office.timeout') : t(`table.action-${String(action)}`);
    const picked = typeof card === 'string' ? [cardName(card)] : [];
    return {
      words: [`${String(player)}: ${actionText}`, ...boxOf(box, t), ...picked].join(', '),
      uses: ['player', 'action', 'box', 'card'],
    };
  },
  hold: (_, __, t) => ({ words: t('office.in-hold'), uses: [] }),
  'offers-closed': (_, __, t) => ({ words: t('office.in-offers-closed'), uses: [] }),
  squeeze: ({ by, box }, _, t) => ({
    words: [ruled('squeeze', by, t), ...boxOf(box, t)].join(', '),
    uses: ['by', 'box'],
  }),
  turn: ({ player, box }, _, t) => ({
    words: [`${String(player)}: ${t('office.in-turn')}`, ...boxOf(box, t)].join(', '),
    uses: ['player', 'box'],
  }),
  'following-ended': ({ player, box }, _, t) => ({
    words: [`${String(player)}: ${t('office.in-following-ended')}`, ...boxOf(box, t)].join(', '),
    uses: ['player', 'box'],
  }),
  void: ({ by, reason }, _, t) => ({
    words: `${ruled('void', by, t)}: ${t(`pit.reason-${String(reason)}`)}`,
    uses: ['by', 'reason'],
  }),
  interrupt: ({ by }, _, t) => ({ words: ruled('interrupt', by, t), uses: ['by'] }),
  misdeal: ({ by, reconstructed, deal }, _, t) => {
    const where = typeof deal === 'string' ? [t(`office.deal-${deal}`)] : [];
    const mended = t(reconstructed ? 'office.in-mended' : 'office.in-as-they-lie');
    return {
      words: [ruled('misdeal', by, t), ...where, mended].join(', '),
      uses: ['by', 'reconstructed', 'deal'],
    };
  },
  place: ({ by, box, hand, dealer }, _, t) => {
    const whose = dealer
      ? [t('me.to-dealer')]
      : [...boxOf(box, t), ...(typeof hand === 'number' ? [t('table.handN', { n: hand })] : [])];
    return {
      words: [ruled('place', by, t), ...whose].join(', '),
      uses: ['by', 'box', 'hand', 'dealer'],
    };
  },
  discard: ({ by, reason }, _, t) => ({
    words: `${ruled('discard', by, t)}: ${t(`office.discard-${String(reason)}`)}`,
    uses: ['by', 'reason'],
  }),
  together: ({ by, cards }, _, t) => ({
    words: `${ruled('together', by, t)}: ${(cards as string[]).map(cardName).join(' ')}`,
    uses: ['by', 'cards'],
  }),
  burn: ({ by, count }, _, t) => ({
    words: `${ruled('burn', by, t)}: ${String(count)}`,
    uses: ['by', 'count'],
  }),
};

/** "Pit: dealing error". */
const ruled = (what: string, by: unknown, t: Say) =>
  `${t(`office.by-${String(by)}`)}: ${t(`office.in-${what}`)}`;

const boxOf = (box: unknown, t: Say) =>
  typeof box === 'number' ? [t('table.boxN', { n: box })] : [];

function written(more: More): string[] {
  return Object.entries(more)
    .filter(([, value]) => value !== null && value !== undefined)
    .map(([key, value]) => `${key} ${typeof value === 'string' ? value : JSON.stringify(value)}`);
}

/** The same, to be played again card by card. */
export function stepsOfRound(
  { inputs, dealt }: Pick<WholeRound, 'inputs' | 'dealt'>,
  t: Say,
): Step[] {
  return inputs.map((entry, index): Step => {
    const card = dealt[index] ?? null;
    const kind = card ? 'card' : entry.input === 'ball' ? 'outcome' : 'ruling';
    return { kind, text: inputWords(entry, card, t) };
  });
}
