import type { RoulettePlay } from '../../wire/socket';
import type { OwnParts } from '../game';
import { colourOf } from './colour';
import { SPIN } from './pace';
import Picture from './Picture.svelte';

export default {
  order: 3,
  felt: () => import('./Felt.svelte'),
  cloths: { 'live-roulette': { colour: 'forest', pattern: 'plain' } },
  words: {
    sealed: 'table.sealedSpins',
    beginRound: 'table.spinNow',
    staged: 'staged.pockets',
    stagedHow: 'staged.pocketsHow',
    stagedExample: '17 0 32',
  },
  // A layout of numbers has no room over a spot, and says itself what to do.
  hints: { seat: [], chip: () => [] },
  tones: { red: 'red', black: 'black', green: 'green' },
  Picture,
  shoe: false,
  cards: () => [],
  dealt: (play) => (play.pocket === null ? 0 : 1),
  pace: SPIN,
  landsOnFelt: true,
  narrate: (before, after, t) =>
    after.pocket !== null && before?.pocket == null
      ? [t('table.saidPocket', { pocket: after.pocket, colour: t(`table.${after.colour}`) })]
      : [],
  film: () => import('./film'),
  outcomeText: (pocket, t) =>
    t('table.saidPocket', { pocket, colour: t(`table.${colourOf(pocket)}`) }),
  dealerFelt: () => import('./DealerFelt.svelte'),
  readCode: (kind, code) =>
    ['', 'POCKET'].includes(kind) && /^(?:[0-9]|[12][0-9]|3[0-6])$/.test(code)
      ? Number(code)
      : null,
  lastScan: () => import('./LastScan.svelte'),
} satisfies OwnParts<RoulettePlay>;
