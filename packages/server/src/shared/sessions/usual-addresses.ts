import { networkOf } from '../../core/http/connections/caller-address.ts';
import type { Services } from '../services/services.ts';
import { hasUsualAddress, saveUsualAddress } from './usual-addresses.store.ts';

type Needs = Pick<Services, 'db' | 'vault'>;

/** Hashes an address together with the account, so that the database does not show which accounts share one. */
const hashOf = ({ vault }: Needs, userId: number, address: string) =>
  vault.mac('usual address', `${userId} ${networkOf(address)}`);

/**
 * True when an account signed in from this address lately. For an unknown account (null) it runs the same query, so that the
 * time reveals nothing.
 */
export async function isUsualAddress(services: Needs, userId: number | null, address: string): Promise<boolean> {
  const queriedId = userId ?? 0;
  return await hasUsualAddress(services.db, queriedId, hashOf(services, queriedId, address));
}

/** Stores an address as usual. Call it only after a complete sign-in, second factor included. */
export async function rememberAddress(services: Needs, userId: number, address: string): Promise<void> {
  await saveUsualAddress(services.db, userId, hashOf(services, userId, address));
}
