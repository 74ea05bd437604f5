import type { Role } from '../../wire/http';

type StaffRole = Exclude<Role, 'guest' | 'player' | 'watcher'>;

/** Complete by its type: a role that is missing here does not compile. */
const ROLES: Record<StaffRole, true> = {
  dealer: true,
  pit: true,
  shift: true,
  cashier: true,
  moderator: true,
  inspector: true,
  administrator: true,
  lab: true,
};

/** Those who work here; a player never becomes one of them. */
export const STAFF_ROLES = Object.keys(ROLES) as StaffRole[];

export type StaffAction =
  | { action: 'role'; role: Role }
  | { action: 'reset' }
  | { action: 'agree'; by: string }
  | { action: 'block' }
  | { action: 'unblock' };
