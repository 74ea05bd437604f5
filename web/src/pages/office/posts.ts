import type { Role } from '../../wire/http';

/** Those who work here; a player never becomes one of them. */
export const POSTS: Role[] = ['dealer', 'pit', 'shift', 'cashier', 'moderator', 'inspector', 'administrator'];

export type StaffDeed = { deed: 'role'; role: Role } | { deed: 'reset' } | { deed: 'agree'; by: string } | { deed: 'block' } | { deed: 'unblock' };
