/** The role of an account. PENDING and NON_ADMIN see only the welcome page. */
export const adminRoles = ['NON_ADMIN', 'PENDING', 'ADMIN', 'SUPER_ADMIN'] as const;
export type AdminRole = (typeof adminRoles)[number];

/** What kind of account it is: Administrator, Standard User or Guest User. */
export const userTypes = ['ADMIN', 'USER', 'GUEST'] as const;
export type UserType = (typeof userTypes)[number];

/** Roles that wait on the welcome page until an admin promotes them. */
export function isConfinedToWelcome(role: AdminRole): boolean {
  return role === 'PENDING' || role === 'NON_ADMIN';
}
