// What is printed on the felt: the table's own notices in a few words, and in figures what bets pay that
// pay in many ways.
import { get } from '../../house/api';
import { betName } from '../../house/names';
import { paysOf } from '../../house/pays';
import { said } from '../../i18n/said';
import type { RulesPage } from '../../wire/http';

export type Felt = Pick<RulesPage, 'felt' | 'bets'>;

/** LIVE 2.1.5 wants these first ones in sight of everyone: what the dealer must draw, what insurance pays. */
const REQUIRED = 2;

export interface Printed {
  headline: string;
  required: string;
  more: string;
}

export function printed({ felt, bets }: Felt): Printed | null {
  if (!felt) return null;
  const paying = felt.paying.map((bet) => `${betName('', bet)} ${paysOf(bets, bet).join(', ')}`);
  const more = [...felt.more.map(said), ...paying];
  return {
    headline: said(felt.headline),
    required: more.slice(0, REQUIRED).join(' · '),
    more: more.slice(REQUIRED).join(' · '),
  };
}

export const rulesOf = (table: string): Promise<Felt> =>
  get<RulesPage>(`/api/tables/${encodeURIComponent(table)}/rules`);
