import { timingSafeEqual } from 'node:crypto';
import type { Vault } from '../../core/vault.ts';
import { sessionKey, type Reading } from './read-log.ts';

/**
 * Returns a proof that this session was shown what it reads here. It is a keyed hash, so nothing is stored, every server of an
 * installation knows it again, and no console can make one for what it was not shown.
 */
export function shownProof(
  { mac }: Pick<Vault, 'mac'>,
  { session, deviceId, endpoint: { path }, input }: Reading,
): string {
  return mac('shown', JSON.stringify([sessionKey(session), deviceId, path, input])).toString('base64url');
}

/** True for a read that is sent with the proof that this session was shown the same before. A command is always an act of a person. */
export function isShownBefore(vault: Pick<Vault, 'mac'>, reading: Reading, sent: unknown): boolean {
  if (typeof sent !== 'string' || reading.endpoint.device?.action !== 'READ') return false;
  const [proof, own] = [Buffer.from(sent), Buffer.from(shownProof(vault, reading))];
  return proof.length === own.length && timingSafeEqual(proof, own);
}
