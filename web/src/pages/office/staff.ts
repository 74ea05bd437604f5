import type { Role } from '../../wire/http';

/** Those who work here; a player never becomes one of them. */
export const STAFF_ROLES: Role[] = [
  'dealer',
  'pit',
  'shift',
  'cashier',
  'moderator',
  'inspector',
  'administrator',
];

export type StaffAction =
  | { action: 'role'; role: Role }
  | { action: 'reset' }
  | { action: 'agree'; by: string }
  | { action: 'block' }
  | { action: 'unblock' };
