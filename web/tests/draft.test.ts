import { describe, expect, it } from 'vitest';
import { Draft, spotKey } from '../src/house/draft';
import { LatestQuestion } from '../src/house/latest-question';
import { CALLS } from '../src/games/roulette/calls';
import type { Chip } from '../src/wire/socket';

const chip = (bet: string, amount: number, box: number | null = null): Chip => ({
  bet,
  amount,
  box,
});
const spot = (bet: string, box: number | null = null) => ({ bet, box });
const laid = (draft: Draft) =>
  Object.fromEntries(draft.chips.map((chip) => [spotKey(chip), chip.amount]));
const place = (draft: Draft, bet: string, amount: number) => draft.together([chip(bet, amount)]);
const fresh = (...confirmed: Chip[]) => Draft.of(1, confirmed);

describe('a draft', () => {
  it('begins with what is confirmed, and is not changed by that', () => {
    const draft = fresh(chip('red', 500), chip('initial', 300, 2));
    expect(laid(draft)).toEqual({ 'red@': 500, 'initial@2': 300 });
    expect([draft.changed, draft.mayUndo]).toEqual([false, false]);
  });

  it('is placed, moved, doubled, cleared and undone', () => {
    let draft = place(place(fresh(), 'red', 500), 'red', 200);
    expect(laid(draft)).toEqual({ 'red@': 700 });
    draft = draft.move(spot('red'), spot('black'));
    expect(laid(draft)).toEqual({ 'black@': 700 });
    draft = draft.double();
    expect(draft.on(spot('black'))).toBe(1400);
    draft = draft.clear();
    expect([laid(draft), draft.changed]).toEqual([{}, false]);
    expect(laid(draft.undo())).toEqual({ 'black@': 1400 });
    expect(laid(draft.undo().undo().undo())).toEqual({ 'red@': 700 });
  });

  it('has the last bet in place of what lies there', () => {
    const draft = place(fresh(), 'odd', 500).repeat([chip('red', 300), chip('black', 200)]);
    expect(laid(draft)).toEqual({ 'red@': 300, 'black@': 200 });
    expect(laid(draft.undo())).toEqual({ 'odd@': 500 });
    expect(draft.repeat([])).toBe(draft);
  });

  it('does nothing where there is nothing to do', () => {
    const draft = fresh(chip('red', 500));
    expect(draft.undo()).toBe(draft);
    expect(draft.move(spot('black'), spot('odd'))).toBe(draft);
    expect(draft.move(spot('red'), spot('red'))).toBe(draft);
    expect(fresh().clear()).toStrictEqual(fresh());
    expect(fresh().double().mayUndo).toBe(false);
  });

  it('takes a call as one step', () => {
    const parts = CALLS.voisins.map(({ bet, chips }) => chip(bet, chips * 500));
    const draft = place(fresh(), 'red', 100).together(parts);
    expect(draft.chips).toHaveLength(10);
    expect(draft.on(spot('corner:25-29'))).toBe(1000);
    expect(laid(draft.undo())).toEqual({ 'red@': 100 });
  });

  it('can be undone after it was placed', () => {
    const first = place(fresh(), 'red', 500);
    const placed = place(first, 'black', 200)
      .sending()
      .answered('ok')
      .confirm(1, [chip('red', 500), chip('black', 200)]);
    expect(placed.changed).toBe(false);
    const undone = placed.undo();
    expect([laid(undone), undone.changed]).toEqual([{ 'red@': 500 }, true]);
  });
});

describe('whatever is done', () => {
  /** A generator of its own: the same run for the same seed. */
  const random = (seed: number) => () => {
    seed = (seed * 1664525 + 1013904223) % 2 ** 32;
    return seed / 2 ** 32;
  };
  const BETS = ['red', 'black', 'odd', 'initial'];

  const anything = (draft: Draft, next: () => number): Draft => {
    const any = () => BETS[Math.floor(next() * BETS.length)]!;
    const amount = 100 * (1 + Math.floor(next() * 9));
    switch (Math.floor(next() * 8)) {
      case 0:
        return draft.clear();
      case 1:
        return draft.double();
      case 2:
        return draft.move(spot(any()), spot(any()));
      case 3:
        return draft.repeat([chip(any(), amount)]);
      case 4:
        return draft.together([chip(any(), amount), chip(any(), amount)]);
      case 5:
        return draft.letBe();
      case 6:
        return draft.sending().answered('refused');
      default:
        return place(draft, any(), amount);
    }
  };

  it('one Undo takes back one step, and all of them everything', () => {
    for (let seed = 1; seed <= 200; seed++) {
      const next = random(seed);
      const begun = fresh(chip('red', 500), chip('even', 300));
      let draft = begun;
      for (let at = 0; at < 40; at++) {
        const before = draft;
        draft = anything(draft, next);
        expect(draft.chips.every((chip) => chip.amount > 0)).toBe(true);
        const stepped = draft.mayUndo && !draft.liesAs(before);
        if (stepped) expect(laid(draft.undo())).toEqual(laid(before));
      }
      while (draft.mayUndo) draft = draft.undo();
      expect(laid(draft)).toEqual(laid(begun));
    }
  });

  it('what another hand places is in every step of it', () => {
    for (let seed = 1; seed <= 100; seed++) {
      const next = random(seed);
      let draft = fresh(chip('red', 500));
      for (let at = 0; at < 20; at++) draft = anything(draft, next);
      const added = draft.confirm(1, [chip('red', 500), chip('even', 700)]);
      expect(added.on(spot('even'))).toBe(draft.on(spot('even')) + 700);
      let all = added;
      while (all.mayUndo) all = all.undo();
      expect(laid(all)).toEqual({ 'red@': 500, 'even@': 700 });
    }
  });

  it('a step beyond the last that is kept can be undone all the same', () => {
    let draft = fresh();
    for (let at = 0; at < 250; at++) draft = place(draft, 'red', 100);
    expect(draft.on(spot('red'))).toBe(25_000);
    for (let at = 0; at < 250; at++) draft = draft.undo();
    expect(draft.on(spot('red'))).toBe(5_000);
  });
});

describe('what the house confirms', () => {
  it('is no news twice', () => {
    const draft = place(fresh(chip('red', 500)), 'black', 200);
    expect(draft.confirm(1, [chip('red', 500)])).toBe(draft);
  });

  it('drops the draft with another round, and when no more bets are taken', () => {
    const draft = place(fresh(chip('red', 500)), 'black', 200);
    expect(laid(draft.confirm(2, []))).toEqual({});
    const closed = draft.confirm(null, [chip('red', 500)]);
    expect([laid(closed), closed.mayUndo, closed.round]).toEqual([{ 'red@': 500 }, false, null]);
  });

  it('on another device lies in the draft, and is not taken back by placing that', () => {
    const draft = place(fresh(), 'black', 200).confirm(1, [chip('red', 500)]);
    expect(laid(draft)).toEqual({ 'red@': 500, 'black@': 200 });
    expect(draft.changed).toBe(true);
    expect(laid(draft.undo())).toEqual({ 'red@': 500 });
  });

  it('is taken away where somebody who is seated needs the room', () => {
    const draft = place(fresh(chip('initial', 500, 1)), 'red', 100).confirm(1, [
      chip('initial', 300, 1),
    ]);
    expect(laid(draft)).toEqual({ 'initial@1': 300, 'red@': 100 });
    const moved = fresh(chip('initial', 500, 1))
      .move(spot('initial', 1), spot('initial', 2))
      .confirm(1, []);
    expect(laid(moved)).toEqual({ 'initial@2': 500 });
  });

  describe('of what was sent', () => {
    const sent = place(fresh(chip('odd', 100)), 'red', 500).sending();
    const [mine, more] = [
      [chip('odd', 100), chip('red', 500)],
      [chip('odd', 100), chip('red', 500), chip('even', 50)],
    ];

    it('is waited for, and is then no longer a draft', () => {
      expect(sent.changed).toBe(true);
      const placed = sent.confirm(1, mine);
      expect([placed.changed, laid(placed)]).toEqual([false, { 'odd@': 100, 'red@': 500 }]);
      expect(placed.answered('ok')).toBe(placed);
    });

    it('may come after the answer', () => {
      const answered = sent.answered('ok');
      expect(answered.confirm(1, [chip('odd', 100)])).toBe(answered);
      expect(answered.confirm(1, mine).changed).toBe(false);
    });

    it('may come together with what another hand has placed', () => {
      expect(sent.confirm(1, more)).toBe(sent);
      const answered = sent.answered('ok').confirm(1, more);
      expect([laid(answered), answered.changed]).toEqual([
        { 'odd@': 100, 'red@': 500, 'even@': 50 },
        false,
      ]);
    });

    it('leaves the draft as it is where it is refused', () => {
      const refused = sent.answered('refused');
      expect([refused.changed, laid(refused)]).toEqual([true, { 'odd@': 100, 'red@': 500 }]);
      const other = refused.confirm(1, [chip('odd', 100), chip('even', 50)]);
      expect(laid(other)).toEqual({ 'odd@': 100, 'red@': 500, 'even@': 50 });
    });

    it('is found out after the line was cut: placed, or not', () => {
      const lost = sent.answered('lost');
      expect(lost.confirm(1, mine).changed).toBe(false);
      expect(laid(lost.confirm(1, [chip('even', 50)]))).toEqual({ 'red@': 500, 'even@': 50 });
    });

    it('may be changed again meanwhile', () => {
      const after = place(sent, 'black', 200).confirm(1, mine);
      expect([laid(after), after.changed]).toEqual([
        { 'odd@': 100, 'red@': 500, 'black@': 200 },
        true,
      ]);
    });
  });
});

describe('what the house refuses', () => {
  it('is taken back, and what came after it stays', () => {
    const draft = place(place(fresh().letBe(), 'red', 500), 'black', 200).without([spot('red')]);
    expect(laid(draft)).toEqual({ 'black@': 200 });
  });

  it('is taken back with what was put down together with it', () => {
    const draft = place(fresh(), 'red', 100)
      .letBe()
      .together([chip('odd', 500), chip('even', 500)]);
    expect(laid(draft.without([spot('even')]))).toEqual({ 'red@': 100 });
  });

  it('is the last step, where none has put chips there', () => {
    const draft = fresh(chip('initial', 500, 1), chip('pair', 100, 1)).move(
      spot('initial', 1),
      spot('initial', 2),
    );
    expect(laid(draft.without([spot('pair', 1)]))).toEqual({ 'initial@1': 500, 'pair@1': 100 });
  });

  it('takes with it what cannot be done without it', () => {
    const draft = place(fresh(), 'red', 500).move(spot('red'), spot('black'));
    expect(laid(place(draft, 'odd', 100).without([spot('red')]))).toEqual({ 'odd@': 100 });
  });

  it('is nothing that the house has let be before', () => {
    const draft = place(fresh(), 'red', 500).letBe();
    expect(draft.without([spot('red')])).toBe(draft);
    expect(laid(place(draft, 'red', 100).without([spot('red')]))).toEqual({ 'red@': 500 });
  });
});

describe('chips that were not placed in time', () => {
  const draft = place(fresh(chip('black', 200)), 'red', 500);

  it('are those that lie there and do not count', () => {
    expect(draft.unplaced([chip('black', 200)])).toBe(500);
    expect(draft.unplaced(null)).toBe(500);
    expect(place(fresh(), 'red', 100).unplaced([chip('red', 500)])).toBe(0);
    expect(fresh(chip('black', 200)).unplaced(null)).toBe(0);
  });

  it('are none where the last moment was enough', () => {
    expect(draft.sending().answered('ok').unplaced(null)).toBe(0);
    expect(draft.sending().answered('refused').unplaced(null)).toBe(500);
    expect(place(draft.sending(), 'odd', 100).answered('ok').unplaced(null)).toBe(100);
  });
});

describe('the newest question', () => {
  const asked = () => {
    const waiting: { question: number; answer: (reply: string | null) => void }[] = [];
    const answered: [number, string][] = [];
    const newest = new LatestQuestion<number, string>(
      (question) =>
        new Promise((yes, no) =>
          waiting.push({
            question,
            answer: (outcome) => (outcome === null ? no(new Error()) : yes(outcome)),
          }),
        ),
      (question, answer) => answered.push([question, answer]),
    );
    const answer = async (reply: string | null) => {
      waiting.at(-1)!.answer(reply);
      await new Promise((resolve) => setTimeout(resolve));
    };
    return { newest, answered, answer, questions: () => waiting.map((entry) => entry.question) };
  };

  it('is asked when the one under way is answered; those between are not asked at all', async () => {
    const { newest, answered, answer, questions } = asked();
    for (const value of [1, 2, 3]) void newest.want(value);
    expect(questions()).toEqual([1]);
    await answer('old');
    expect([questions(), answered]).toEqual([[1, 3], []]);
    await answer('new');
    expect(answered).toEqual([[3, 'new']]);
    void newest.want(4);
    expect(questions()).toEqual([1, 3, 4]);
  });

  it('is asked though the one before had no answer', async () => {
    const { newest, answered, answer, questions } = asked();
    void newest.want(1);
    await answer(null);
    void newest.want(2);
    await answer('told');
    expect([questions(), answered]).toEqual([[1, 2], [[2, 'told']]]);
  });
});
