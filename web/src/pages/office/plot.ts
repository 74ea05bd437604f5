// Where things stand in a plot: plain numbers in, plain numbers out.
import { figure } from '../../house/money';
import { together } from '../../i18n/words.svelte';

export interface Scale {
  least: number;
  most: number;
  ticks: number[];
  /** From a value to its place, 0 at the least and 1 at the most. */
  at: (value: number) => number;
}

/** A scale over whole cents that holds zero and every value, with about `wanted` round steps. */
export function scale(values: number[], wanted = 4): Scale {
  const low = Math.min(0, ...values);
  const high = Math.max(0, ...values);
  const step = roundStep((high - low || 100) / wanted);
  const least = Math.floor(low / step) * step;
  const most = Math.max(Math.ceil(high / step) * step, least + step);
  const ticks: number[] = [];
  for (let tick = least; tick <= most; tick += step) ticks.push(tick);
  return { least, most, ticks, at: (value) => (value - least) / (most - least) };
}

/** The same steps, and no room beyond what is drawn. */
export function trimmed(axis: Scale, values: number[]): Scale {
  const least = Math.min(...values);
  const most = Math.max(...values);
  const ticks = axis.ticks.filter((tick) => tick >= least && tick <= most);
  return { least, most, ticks, at: (value) => (value - least) / (most - least || 1) };
}

/** 1, 2 or 5 times a power of ten, the next one up; never less than a cent. */
export function roundStep(about: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(about, 1)));
  const times = [1, 2, 5, 10].find((factor) => factor * power >= about) ?? 10;
  return times * power;
}

/** A scale of shares from nothing to the largest, with about `wanted` round steps. */
export function shareScale(largest: number, wanted = 3): Scale {
  const top = Math.max(largest, 1e-9);
  const power = 10 ** Math.floor(Math.log10(top / wanted));
  const step = ([1, 2, 5, 10].find((factor) => factor * power >= top / wanted) ?? 10) * power;
  const most = Math.ceil(top / step - 1e-9) * step;
  const ticks: number[] = [];
  for (let n = 0; n * step <= most + step / 2; n += 1) ticks.push(n * step);
  return { least: 0, most, ticks, at: (value) => value / most };
}

/** A chance as people read it: 0.0142 → "1.42 %"; the rarer, the fewer digits stay in sight. */
export function chanceText(chance: number, digits = 2): string {
  return together(`${figure(100 * chance, digits)}\u00a0%`);
}

/** A step of shares: "5 %", "2.5 %". */
export function shareText(share: number): string {
  const percents = Math.round(share * 1e6) / 1e4;
  return chanceText(
    share,
    Number.isInteger(percents) ? 0 : Number.isInteger(percents * 10) ? 1 : 2,
  );
}

export interface Bar {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** Standing bars from the zero line, in a box of `width` by `height` with y downwards. */
export function standingBars(values: number[], axis: Scale, width: number, height: number): Bar[] {
  const place = width / Math.max(values.length, 1);
  const thick = Math.min(place * 0.7, 48);
  return values.map((value, index) => {
    const top = height * (1 - axis.at(Math.max(value, 0)));
    const bottom = height * (1 - axis.at(Math.min(value, 0)));
    return { x: place * index + (place - thick) / 2, y: top, width: thick, height: bottom - top };
  });
}

/** Which labels to write, so that they do not run into each other. */
export function labelled(count: number, room: number): number[] {
  const every = Math.max(1, Math.ceil(count / Math.max(room, 1)));
  return Array.from({ length: count }, (_, index) => index).filter((index) => index % every === 0);
}

/** Basis points as people read them: 527 → "5.27 %". */
export function percent(bp: number): string {
  return together(`${figure(bp / 100, 2)}\u00a0%`);
}

/** How much of the handle is covered, in whole percents; never rounded up to all of it. */
export function coverage(covered: number, handle: number): number {
  return handle ? Math.floor((covered * 100) / handle) : 0;
}
