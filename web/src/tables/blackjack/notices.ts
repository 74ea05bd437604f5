// What is printed on the felt: the table's own notices in a few words, and in figures what bets pay that
// pay in many ways.
import { get } from '../../house/api';
import { betName } from '../../house/names';
import { paysOf } from '../../house/pays';
import { said } from '../../i18n/said';
import type { RulesPage } from '../../wire/http';

export type Felt = Pick<RulesPage, 'felt' | 'bets'>;

export function printed({ felt, bets }: Felt): { headline: string; more: string } | null {
  if (!felt) return null;
  const paying = felt.paying.map((bet) => `${betName('', bet)} ${paysOf(bets, bet).join(', ')}`);
  return { headline: said(felt.headline), more: [...felt.more.map(said), ...paying].join(' · ') };
}

export const rulesOf = (table: string): Promise<Felt> =>
  get<RulesPage>(`/api/tables/${encodeURIComponent(table)}/rules`);
