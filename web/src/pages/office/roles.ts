// Who may do what at these desks, as the house has it: what a role may not do, it is not shown.
import type { Role } from '../../wire/http';

const MAY = {
  cage: ['cashier', 'inspector'],
  cash: ['cashier'],
  chat: ['moderator', 'pit', 'shift'],
  report: ['shift', 'inspector', 'administrator'],
  rounds: ['shift', 'inspector', 'pit'],
  export: ['shift', 'inspector'],
  disputes: ['pit', 'shift', 'inspector'],
  answer: ['pit', 'shift'],
  journals: ['inspector'],
  turnedAway: ['inspector'],
  statements: ['inspector'],
  floor: ['pit', 'shift', 'inspector'],
  accounts: ['administrator', 'cashier', 'inspector'],
  staff: ['administrator'],
} as const satisfies Record<string, readonly Role[]>;

export type Deed = keyof typeof MAY;

export function may(role: Role | undefined, deed: Deed): boolean {
  return (MAY[deed] as readonly Role[]).includes(role ?? 'guest');
}
