import type { Actor, AdminRole } from '@fairwatch/contract';

/** The signed-in account behind a request. */
export interface Session extends Actor {
  tokenHash: Buffer;
  userId: number;
  username: string;
  adminRole: AdminRole;
}
