import type { login, OutputOf } from '@fairwatch/contract';
import { AppError } from '../app-error.ts';
import type { Session } from '../http/route.ts';
import type { Services } from '../services.ts';
import { effectiveAccess } from './feature-access.ts';
import { createToken, hashToken } from './session-token.ts';
import {
  deleteExpiredSessions,
  deleteSession,
  deleteSessionsOf,
  insertSession,
  isBlocked,
  useSession,
  type NewSession,
} from './sessions.store.ts';
import { rememberAddress } from './usual-addresses.ts';

type Needs = Pick<Services, 'db' | 'bus'>;

/**
 * Opens a session, but none for a blocked account, nor for a password that was changed since it was checked. Its token is
 * told once and never stored.
 */
export async function createSession(
  services: Needs & Pick<Services, 'vault' | 'log'>,
  session: NewSession,
): Promise<OutputOf<typeof login>> {
  const { userId, address, remembered } = session;
  const { token, tokenHash } = createToken();
  const expiresAt = await insertSession(services.db, tokenHash, session);
  if (expiresAt === null) {
    throw new AppError((await isBlocked(services.db, userId)) ? 'account_blocked' : 'login_failed');
  }
  await rememberAddress(services, userId, address);
  services.log.info({ event: 'session.started', userId, address, remembered }, 'A session started');
  return { token, expiresAt: expiresAt.toISOString() };
}

/** Who a token stands for. Null when it is unknown, expired or revoked. */
export async function findSession(services: Needs, token: string): Promise<Session | null> {
  const tokenHash = hashToken(token);
  return tokenHash === null ? null : await findSessionByHash(services, tokenHash);
}

/** The same, for whoever was told the hash by the session itself. */
export async function findSessionByHash({ db }: Needs, tokenHash: Buffer): Promise<Session | null> {
  const row = await useSession(db, tokenHash);
  if (row === undefined) return null;
  return {
    tokenHash,
    userId: row.id,
    username: row.username,
    adminRole: row.admin_role,
    featureAccessDTOs: effectiveAccess(row.admin_role, row.access),
  };
}

/** Ends one session at once, also on its open sockets. */
export async function endSession({ db, bus }: Needs, tokenHash: Buffer): Promise<void> {
  await deleteSession(db, tokenHash);
  announceEnded({ bus }, [tokenHash]);
}

/** Ends the sessions of an account at once, also on their open sockets. One may stay. Returns how many ended. */
export async function endSessionsOf(
  { db, bus }: Needs,
  userId: number,
  { except }: { except?: Buffer } = {},
): Promise<number> {
  const ended = await deleteSessionsOf(db, userId, except);
  announceEnded({ bus }, ended);
  return ended.length;
}

/** Removes sessions whose time is over, and ends their sockets. */
export async function endExpiredSessions({ db, bus }: Needs): Promise<void> {
  announceEnded({ bus }, await deleteExpiredSessions(db));
}

/** Closes what is open of sessions that are no more. */
export function announceEnded({ bus }: Pick<Needs, 'bus'>, tokenHashes: readonly Buffer[]): void {
  for (const tokenHash of tokenHashes) bus.publish('sessionEnded', { tokenHash: tokenHash.toString('hex') });
}
