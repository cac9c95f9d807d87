import type { AdminRole } from '@fairwatch/contract';

/** Whose devices a query may touch. Every store function takes one, so that nobody forgets it. */
export interface Scope {
  userId: number;
  /** A SUPER_ADMIN sees all devices; everyone else those assigned to them. */
  allDevices: boolean;
}

/** How the tables of kept counts name a scope: 0 for all devices, else the admin. */
export function scopeKey({ userId, allDevices }: Scope): number {
  return allDevices ? 0 : userId;
}

export function scopeOf({ userId, adminRole }: { userId: number; adminRole: AdminRole }): Scope {
  return { userId, allDevices: adminRole === 'SUPER_ADMIN' };
}
