// Where each of the staff works; the first is where they begin.
import type { Role } from '../wire/http';

const DESKS: Partial<Record<Role, string[]>> = {
  dealer: ['/deal'],
  pit: ['/pit', '/office/rounds', '/chat'],
  shift: ['/pit', '/office', '/chat'],
  cashier: ['/cage'],
  moderator: ['/chat'],
  inspector: ['/office', '/pit'],
  administrator: ['/admin', '/office'],
};

export const desksOf = (role: Role | undefined): string[] => (role && DESKS[role]) ?? [];

/** The own desk; who plays has the lobby. */
export const homeOf = (role: Role | undefined): string => desksOf(role)[0] ?? '/';

/** What a desk is called: "/office/rounds" is in the office. */
export const deskKey = (path: string): string => `common.desk-${path.split('/')[1]}`;
