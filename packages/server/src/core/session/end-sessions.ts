import type { Services } from '../services.ts';

/** Ends the sessions of an account at once, also on their open sockets. One may stay. Returns how many ended. */
export async function endSessionsOf(
  { db, bus }: Pick<Services, 'db' | 'bus'>,
  userId: number,
  { except }: { except?: Buffer } = {},
): Promise<number> {
  let sessions = db.deleteFrom('sessions').where('user_id', '=', userId);
  if (except !== undefined) sessions = sessions.where('token_hash', '<>', except);
  const ended = await sessions.returning('token_hash').execute();
  for (const { token_hash } of ended) bus.publish('sessionEnded', { tokenHash: token_hash.toString('hex') });
  return ended.length;
}
