import type { AdminRole } from '@fairwatch/contract';

/** Whose devices a query may touch. Every store function takes one, so that nobody forgets it. */
export interface Scope {
  userId: number;
  /** A SUPER_ADMIN sees all devices; everyone else those assigned to them. */
  allDevices: boolean;
}

export function scopeOf(account: { id: number; adminRole: AdminRole }): Scope {
  return { userId: account.id, allDevices: account.adminRole === 'SUPER_ADMIN' };
}
