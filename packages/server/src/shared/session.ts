import type { Actor, AdminRole, Names } from '@fairwatch/contract';

/** The signed-in account behind a request. */
export interface Session extends Actor, Required<Names> {
  tokenHash: Buffer;
  userId: number;
  adminRole: AdminRole;
}
