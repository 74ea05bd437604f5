// Whatever the house can refuse or say is known in every language.
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { refusalText, said, type Phrase } from '../src/i18n/said';
import { speech } from '../src/i18n/words.svelte';
import refusals from '../src/i18n/en/refusal.json';
import errors from '../../src/croupier/kit/errors.py?raw';
import views from '../../src/croupier/wire/views.py?raw';

beforeAll(() => speech.fetchStaffWords());

const phrase = (key: string, args: Phrase['args'] = {}): Phrase => ({ key, args });
const box = phrase('box {number}', { number: 3 });

// A language is noted where a browser has room for it.
vi.stubGlobal('document', { documentElement: {} });
vi.stubGlobal('localStorage', { setItem: () => {} });
afterEach(() => speech.use('en'));

it('every event has words', () => {
  const kinds = /class EventKind\(StrEnum\):\n(.*?)\n\n\n/s.exec(views)?.[1] ?? '';
  const events = [...kinds.matchAll(/= "([a-z-]+)"/g)].map((match) => match[1]!);
  expect(events.length).toBeGreaterThan(30);
  const worded = (event: string) =>
    ['pit.event-', 'office.in-', 'table.action-'].some((area) => speech.has(area + event));
  expect(events.filter((event) => !worded(event))).toEqual([]);
});

it('every refusal has a text', () => {
  const codes = [...errors.matchAll(/^ {4}[A-Z_]+ = "([a-z-]+)"/gm)].map((match) => match[1]!);
  expect(codes.length).toBeGreaterThan(30);
  expect(codes.filter((code) => !(code in refusals))).toEqual([]);
});

describe('what the house says', () => {
  const deal = phrase('{told} It is {card:card}, which is out already.', {
    told: phrase('Deal: {place}.', { place: phrase('{to}, face up', { to: box }) }),
    card: 'TD',
  });
  const owed = phrase('{^owed:semicolon}. Then: {next}', {
    owed: [phrase('{box}: {owed}', { box, owed: phrase('pay {pay:amount}', { pay: 120050 }) })],
    next: phrase('Open the betting.'),
  });
  const wait = phrase('Wait for the antes of {who:and}.', { who: ['ann', 'bob', 'cat'] });

  it('is said in English as the house says it, with our way to write money and cards', () => {
    expect(said(deal)).toBe('Deal: box 3, face up. It is 10♦, which is out already.');
    expect(said(owed)).toBe('Box 3: pay 1,200.50. Then: Open the betting.');
    expect(said(wait)).toBe('Wait for the antes of ann, bob and cat.');
  });

  it.each([
    [
      'de',
      'Geben: Box 3, offen. Es ist 10♦, die schon draußen ist.',
      'Box 3: 1.200,50 auszahlen. Dann: Einsätze eröffnen.',
      'ann, bob und cat',
    ],
    [
      'es',
      'Reparta: casilla 3, boca arriba. Es 10♦, que ya está fuera.',
      'Casilla 3: pagar 1.200,50. Después: Abra las apuestas.',
      'ann, bob y cat',
    ],
    [
      'fr',
      'Donnez\u00a0: la case 3, face visible. C’est 10♦, déjà sortie.',
      'La case 3\u00a0: payer 1\u202f200,50. Ensuite\u00a0: Ouvrez les mises.',
      'ann, bob et cat',
    ],
    [
      'ar',
      'وزّع: الخانة 3، مكشوفة. إنها 10♦، وقد خرجت بالفعل.',
      'الخانة 3: ادفع 1,200.50. ثم: افتح الرهان.',
      'ann وbob وcat',
    ],
    [
      'zh',
      '发牌：3 号位，明牌。该牌为已经出靴的 10♦。',
      '3 号位：赔付 1,200.50。然后：开始下注。',
      'ann、bob 和 cat',
    ],
  ] as const)('is said in %s, part by part', async (language, ...expected) => {
    await speech.use(language);
    // What keeps its parts in their order is not seen.
    const [dealt, owing, waiting] = [deal, owed, wait].map((words) =>
      said(words).replace(/[\u2067-\u2069]/g, ''),
    );
    expect([dealt, owing]).toEqual([expected[0], expected[1]]);
    expect(waiting).toContain(expected[2]);
  });

  it('keeps each part in its own order where writing comes from the right', async () => {
    await speech.use('ar');
    expect(said(phrase('pay {pay:amount}', { pay: 5 }))).toBe('ادفع \u20680.05\u2069');
    expect(
      said(
        phrase('{told} It is {card:card}, which is out already.', {
          told: phrase('hit'),
          card: 'TD',
        }),
      ),
    ).toContain('\u206810♦\u2069،');
    // Two parts of the language, and nothing but signs between them.
    expect(
      said(
        phrase('{^owed:semicolon}. Then: {next}', {
          owed: [phrase('{box}: {owed}', { box, owed: phrase('hit') })],
          next: '',
        }),
      ),
    ).toMatch(/^\u2067\u2067الخانة 3\u2069: \u2067\S+\u2069\u2069/);
  });

  it('of several, each language joins its own way', async () => {
    const actions = phrase('{^hand}: {player} may {actions:or}.', {
      hand: box,
      player: 'ann',
      actions: [phrase('hit'), phrase('stand'), phrase('split')],
    });
    expect(said(actions)).toBe('Box 3: ann may hit, stand or split.');
    await speech.use('de');
    expect(said(actions)).toBe('Box 3: ann kann ziehen, stehen oder teilen.');
  });

  it('is shown as it is where we have no words for it', async () => {
    await speech.use('zh');
    expect(said('The game')).toBe('游戏');
    expect(said('Something new')).toBe('Something new');
    expect(said(phrase('New at {table}', { table: 'a {b}' }))).toBe('New at a {b}');
  });
});

describe('a refusal', () => {
  const straight = phrase('the bet on {bet:bet}', { bet: 'straight:5' });
  const over = {
    code: 'limit',
    message: 'x',
    clause: 'R3a',
    words: phrase('{what} is over the maximum of {most:amount}', { what: straight, most: 1000 }),
  };

  it('says in every language what the house says, with its bets by their names', async () => {
    expect(refusalText(over)).toBe('The bet on Straight 5 is over the maximum of 10 [R3a]');
    await speech.use('de');
    expect(refusalText(over)).toBe('Der Einsatz auf Plein 5 liegt über dem Maximum von 10 [R3a]');
    await speech.use('zh');
    expect(refusalText(over)).toBe('直注 5 投注超过上限 10 [R3a]');
  });

  it('calls actions as their buttons do, and counts by the rules of the language', async () => {
    const hit = {
      code: 'illegal-action',
      words: phrase('{action:action} is not offered now', { action: 'even-money' }),
    };
    const played = (minutes: number) => ({
      code: 'reality-check',
      words: phrase(
        'you have played for {minutes, plural, one {# minute} other {# minutes}}: say that you want to go on',
        { minutes },
      ),
    });
    expect(refusalText(hit)).toBe('Even money is not offered now');
    expect(refusalText(played(1))).toBe('You have played for 1 minute: say that you want to go on');
    await speech.use('es');
    expect(refusalText(played(60))).toBe('Llevas 60 minutos jugando: confirma que quieres seguir');
  });

  it('tells a moment as the pages do', () => {
    const away = {
      code: 'on-break',
      words: phrase('you are on a break until {until:moment}', { until: '2026-11-16T08:00Z' }),
    };
    expect(refusalText(away)).toBe('You are on a break until 2026-11-16 08:00:00 UTC');
  });

  it('leaves a player’s name as it is written', () => {
    expect(
      refusalText({ code: 'illegal-bet', words: phrase('{player} has a seat', { player: 'ann' }) }),
    ).toBe('ann has a seat');
  });

  it('that only staff meet is told in English, or by its code', async () => {
    const setting = {
      code: 'bad-setting',
      message: 'half a chip unit must be whole cents',
      clause: 'R1',
      words: null,
    };
    expect(refusalText(setting)).toBe('Half a chip unit must be whole cents [R1]');
    expect(refusalText({ code: 'limit' })).toBe('That is outside the limits.');
    await speech.use('de');
    expect(refusalText(setting)).toMatch(/^[^(]+ \[R1\]$/);
    expect(refusalText(setting)).not.toContain('chip');
    expect(refusalText({ code: 'unheard-of', message: 'no' })).toBe('No');
  });
});
