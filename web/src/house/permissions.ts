// Who may do what. The house says it of every endpoint and message; what a role may not do, it is
// not offered.
import type { Role } from '../wire/http';
import { ROLES } from '../wire/roles';

/** An endpoint, or the type of a message on the socket. */
export type Permission = keyof typeof ROLES;

export const may = (role: Role | undefined, permission: Permission): boolean =>
  role !== undefined && (ROLES[permission] as readonly Role[]).includes(role);
