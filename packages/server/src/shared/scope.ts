import type { AdminRole } from '@fairwatch/contract';

/** The devices that a query may touch. Every store function takes a scope, so that nobody forgets it. */
export interface Scope {
  userId: number;
  /** A SUPER_ADMIN sees all devices; everyone else those assigned to them. */
  allDevices: boolean;
}

/** Returns the key of a scope in the tables of kept counts: 0 for all devices, otherwise the admin's id. */
export function scopeKey({ userId, allDevices }: Scope): number {
  return allDevices ? 0 : userId;
}

export function scopeOf({ userId, adminRole }: { userId: number; adminRole: AdminRole }): Scope {
  return { userId, allDevices: adminRole === 'SUPER_ADMIN' };
}
