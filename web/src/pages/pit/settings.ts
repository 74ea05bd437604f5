// The rules the house may set, as a form has them, and as they are sent.
import { kindOf } from '../../house/edges';
import { cents, figure, plain } from '../../house/money';
import { together } from '../../i18n/words.svelte';
import type { BetCost, CountedBet, RuleSetting } from '../../wire/http';

export type SettingValue = RuleSetting['value'];
export type Values = Record<string, SettingValue>;

const GROUPS = { play: ['yes-no', 'word'], count: ['number', 'amount'], pay: ['pay'] } as const;
export type Group = keyof typeof GROUPS;

/** Like with like, each in the order of the rules; a group that has none is left out. */
export function grouped(settings: RuleSetting[]): { group: Group; settings: RuleSetting[] }[] {
  return (Object.keys(GROUPS) as Group[])
    .map((group) => ({
      group,
      settings: settings.filter((setting) =>
        (GROUPS[group] as readonly string[]).includes(setting.kind),
      ),
    }))
    .filter((section) => section.settings.length);
}

export function valuesOf(settings: RuleSetting[], which: 'ordered' | 'standard'): Values {
  return Object.fromEntries(
    settings.map((setting) => [setting.name, typed(setting, setting[which])]),
  );
}

/** The house's decimal text in cents. */
export const centsIn = (amount: SettingValue): number => Math.round(100 * Number(amount));

/** An amount as it is typed in the visitor's language. */
function typed(setting: RuleSetting, value: SettingValue): SettingValue {
  return setting.kind === 'amount' ? plain(centsIn(value)) : value;
}

/** As the house writes it; what is no amount goes as it stands, and the house says why not. */
function written(setting: RuleSetting, value: SettingValue): SettingValue {
  if (setting.kind !== 'amount') return value;
  const amount = cents(String(value));
  return amount === null ? String(value) : String(amount / 100);
}

/** Those that are otherwise than in force, ordered, or in the document. */
export function differing(
  settings: RuleSetting[],
  values: Values,
  from: 'value' | 'ordered' | 'standard',
): RuleSetting[] {
  return settings.filter((setting) => written(setting, values[setting.name]!) !== setting[from]);
}

/** What is sent: all that is otherwise than the document has it, and nothing else. */
export function wishOf(settings: RuleSetting[], values: Values): Values {
  return Object.fromEntries(
    differing(settings, values, 'standard').map((setting) => [
      setting.name,
      written(setting, values[setting.name]!),
    ]),
  );
}

/** "3 to 2" → [3, 2], and back. */
export const payOf = (text: SettingValue): [string, string] => {
  const [win = '', stake = ''] = String(text).split(' to ');
  return [win, stake];
};
export const payText = (win: string, stake: string): string => `${win} to ${stake}`;

export interface CostRow {
  bet: string;
  /** None: the bet is not there. */
  now: number | null;
  then: number | null;
}

const FIGURES = 3;
/** Less than the last figure shows. */
const NOTHING = 0.5 * 10 ** -(FIGURES + 2);

/** Kinds of bets whose edge changes, or that come or go; and those that stay as they are. */
export function costOf(bets: BetCost[]): { rows: CostRow[]; same: string[] } {
  const kinds = new Map(bets.map((bet) => [kindOf(bet.bet), bet]));
  const rows = [...kinds].map(([bet, change]) => ({
    bet,
    now: change.before?.house_edge ?? null,
    then: change.after?.house_edge ?? null,
  }));
  const stays = ({ now, then }: CostRow) =>
    now !== null && then !== null && Math.abs(then - now) < NOTHING;
  return {
    rows: rows.filter((row) => !stays(row)),
    same: rows.filter(stays).map((row) => row.bet),
  };
}

export interface WinRow {
  bet: string;
  /** In a hundred rounds, cut by cut; none, where the bet is not there, or no such cut in the shoe. */
  now: (number | null)[];
  then: (number | null)[];
}

/** Behind the cut card, by eighths of the shoe; first as the settings have it. */
export const CUTS: Record<string, number | null> = { '': null, '⅛': 1, '¼': 2, '⅜': 3, '½': 4 };

/** Less than the last figure shows. */
const NO_WIN = 0.5 * 10 ** -FIGURES;

/** Bets by which a counter wins something, now or then; and those by which nobody does. */
export function winOf(bets: CountedBet[]): { rows: WinRow[]; nothing: string[] } {
  const cells = (wins: CountedBet['before']) =>
    Object.values(CUTS).map(
      (eighths) => wins?.find((win) => win.eighths === eighths)?.observer ?? null,
    );
  const rows = bets.map(({ bet, before, after }) => ({
    bet,
    now: cells(before),
    then: cells(after),
  }));
  const nothing = ({ now, then }: WinRow) =>
    [...now, ...then].every((win) => win === null || Math.abs(win) < NO_WIN);
  return {
    rows: rows.filter((row) => !nothing(row)),
    nothing: rows.filter(nothing).map((row) => row.bet),
  };
}

/** What is won or lost, with its sign. */
export function units(win: number): string {
  return Math.abs(win) < NO_WIN ? figure(0, FIGURES) : figure(win, FIGURES, '+');
}

/** A part in percent: "2.703"; a change has its sign. Finer than elsewhere, for a rule is often worth
    a few hundredths. */
export function percent(part: number, signed = false): string {
  const size = Math.abs(part) < NOTHING ? 0 : 100 * Math.abs(part);
  const sign = !size ? '' : part < 0 ? '−' : signed ? '+' : '';
  return together(sign + figure(size, FIGURES));
}
