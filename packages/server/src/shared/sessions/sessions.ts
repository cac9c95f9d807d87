import type { login, OutputOf } from '@fairwatch/contract';
import { AppError } from '../../core/app-error.ts';
import type { Session } from '../session.ts';
import type { Services } from '../services/services.ts';
import { effectiveAccess } from './feature-access.ts';
import { createToken, hashToken } from '../../core/http/bearer-token.ts';
import {
  deleteExpiredSessions,
  deleteSession,
  deleteSessionsOf,
  insertSession,
  isBlocked,
  touchSession,
  type NewSession,
} from './sessions.store.ts';
import { rememberAddress } from './usual-addresses.ts';

type Needs = Pick<Services, 'db' | 'bus'>;

/**
 * Opens a session. Throws for a blocked account, and when the password was changed since it was checked. The token is
 * returned once; only its hash is stored.
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

/** Finds the session of a token. Null when it is unknown, expired or revoked. */
export async function findSession(services: Needs, token: string): Promise<Session | null> {
  const tokenHash = hashToken(token);
  return tokenHash === null ? null : await findSessionByHash(services, tokenHash);
}

/** Like `findSession`, for callers that have the hash of the token and not the token itself. */
export async function findSessionByHash({ db }: Needs, tokenHash: Buffer): Promise<Session | null> {
  const row = await touchSession(db, tokenHash);
  if (row === undefined) return null;
  return {
    tokenHash,
    userId: row.id,
    username: row.username,
    nickname: row.nickname,
    displayName: row.display_name,
    adminRole: row.admin_role,
    featureAccessDTOs: effectiveAccess(row.admin_role, row.access),
  };
}

/** Deletes one session, and closes its open sockets at once. */
export async function endSession({ db, bus }: Needs, tokenHash: Buffer): Promise<void> {
  await deleteSession(db, tokenHash);
  announceEnded({ bus }, [tokenHash]);
}

/** Deletes the sessions of an account, except one if given, and closes their open sockets at once. Returns how many ended. */
export async function endSessionsOf(
  { db, bus }: Needs,
  userId: number,
  { except }: { except?: Buffer } = {},
): Promise<number> {
  const ended = await deleteSessionsOf(db, userId, except);
  announceEnded({ bus }, ended);
  return ended.length;
}

/** Deletes sessions that are no longer valid, and closes their sockets. */
export async function endExpiredSessions({ db, bus }: Needs): Promise<void> {
  announceEnded({ bus }, await deleteExpiredSessions(db));
}

/** Publishes that sessions have ended, so that their open sockets close and the cache drops them. */
export function announceEnded({ bus }: Pick<Needs, 'bus'>, tokenHashes: readonly Buffer[]): void {
  for (const tokenHash of tokenHashes) bus.publish('sessionEnded', { tokenHash: tokenHash.toString('hex') });
}
